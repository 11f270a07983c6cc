/**
 * The host names, in the order of the table and the documentation. This module imports nothing, so that the help text can list the names
 * without loading the hosts.
 */
export const HOST_NAMES = [
  'nginx',
  'caddy',
  'apache',
  'node',
  'container',
  'cloudflare',
  'deno',
  'netlify',
  'cloudfront',
  'serve',
  'varnish',
] as const;

export type HostName = (typeof HOST_NAMES)[number];

/**
 * Parts of the file for a host with rewrite rules, for a server that also serves other sites: the directives outside all server blocks, and
 * the directives inside an existing server, site or virtual host.
 */
export const HOST_PARTS = ['http', 'server'] as const;
export type HostPart = (typeof HOST_PARTS)[number];

/** The names of the hosts, in the order of the table and the documentation. Loads nothing, because help lists them. */
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
  'service-worker',
  'serve',
  'varnish',
] as const;

export type HostName = (typeof HOST_NAMES)[number];

/**
 * Parts of the file of a host with rewrite rules, for a program that also serves other sites: the directives outside of all servers, and
 * the directives inside an existing server, site or virtual host.
 */
export const HOST_PARTS = ['http', 'server'] as const;
export type HostPart = (typeof HOST_PARTS)[number];

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
  'service-worker',
  'serve',
] as const;

export type HostName = (typeof HOST_NAMES)[number];

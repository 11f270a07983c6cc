/** nginx: passes requests that match no file to a request handler, and caches its responses. */

import type { HostSettings } from '../host.ts';
import { errorPath } from '../rules/error-files.ts';
import { COMPRESSED_TYPES, commonHeaders } from '../rules/file-headers.ts';
import { fillLines, quote } from '../rules/text.ts';

/** Each site has a cache of its own. nginx creates only the last folder of the path. */
const cacheFolder = (prefix: string): string => `/var/cache/stillwave-${prefix}`;

/** The request handler, and the cache for its responses. */
export function upstreamLines(upstream: string, prefix: string): string[] {
  const { hostname, port, protocol } = new URL(upstream);
  const server = `server ${hostname}:${port || (protocol === 'https:' ? 443 : 80)};`;
  return [
    `upstream ${prefix}_upstream { ${server} keepalive 8; }`,
    `proxy_cache_path ${cacheFolder(prefix)} keys_zone=${prefix}:10m max_size=1g inactive=1d`,
    '    levels=1:2 use_temp_path=off;',
  ];
}

/** Requests that match no file go to the request handler. */
export function passLines(upstream: string, { cache, baseUrl }: HostSettings, prefix: string): string[] {
  const { protocol, host, hostname, pathname } = new URL(upstream);
  const isTls = protocol === 'https:';
  return [
    '# The handler sets all headers but one. Its responses do not depend on Accept, and nginx compresses them.',
    `add_header vary ${quote(commonHeaders(cache).vary ?? '')} always;`,
    ...fillLines(['proxy_hide_header Vary;', 'proxy_ignore_headers Vary;', 'proxy_set_header Accept-Encoding "";']),
    ...fillLines(['gzip on;', `gzip_types ${COMPRESSED_TYPES.join(' ')};`]),
    `proxy_pass ${protocol}//${prefix}_upstream${pathname.replace(/\/$/, '')}$request_uri;`,
    ...fillLines([`proxy_set_header Host ${host};`, 'proxy_set_header Connection "";', 'proxy_http_version 1.1;']),
    "# The handler logs this address. A client's own header is replaced.",
    'proxy_set_header X-Forwarded-For $remote_addr;',
    ...(isTls ? fillLines(['proxy_ssl_server_name on;', `proxy_ssl_name ${hostname};`]) : []),
    '# Room for a long query, and for a Link header that repeats it.',
    'proxy_buffer_size 64k; proxy_buffers 4 64k;',
    '# A response is cached at its second request, so that random queries do not fill the cache.',
    `proxy_cache ${prefix}; proxy_cache_key $request_method$request_uri; proxy_cache_min_uses 2;`,
    'proxy_cache_lock on; proxy_cache_background_update on;',
    'proxy_cache_use_stale updating error timeout http_503;',
    `error_page 502 504 =503 ${errorPath(baseUrl, '503')};`,
  ];
}

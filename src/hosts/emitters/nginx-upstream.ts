/**
 * nginx in front of a request handler, which answers everything that files cannot. Its responses are cached as their headers allow. Pure.
 *
 * https://nginx.org/en/docs/http/ngx_http_proxy_module.html
 */

import { errorHeaders } from '../../core/contract/headers.ts';
import { fixedBodyPath } from '../../core/contract/paths.ts';
import { UNAVAILABLE } from '../../core/contract/refusals.ts';
import { GATEWAY_ERRORS } from '../../core/contract/statuses.ts';
import type { HostSettings } from '../host.ts';
import { block, headerLines, INTERNAL, quote } from './nginx-text.ts';

const UPSTREAM = 'stillwave_upstream';
/** The location that proxies to the upstream. */
export const UPSTREAM_PATH = `${INTERNAL}/upstream`;
/** The location for errors if the upstream does not answer. */
const DOWN = `${INTERNAL}/down`;

function upstreamServer(upstream: string): { scheme: string; authority: string; host: string; path: string } {
  const { protocol, host, hostname, port, pathname } = new URL(upstream);
  const scheme = protocol.slice(0, -1);
  const authority = `${hostname}:${port || (scheme === 'https' ? '443' : '80')}`;
  return { scheme, authority, host, path: pathname.replace(/\/$/, '') };
}

/** Proxies requests that files cannot answer to the request handler, and caches its responses as their headers allow. */
export function upstreamLines(upstream: string, { cache, root }: HostSettings): { http: string[]; server: string[] } {
  const { scheme, authority, host, path } = upstreamServer(upstream);
  const tls = scheme === 'https' ? ['proxy_ssl_server_name on;', `proxy_ssl_name ${host};`] : [];
  return {
    http: [
      ...block(`upstream ${UPSTREAM}`, [`server ${authority};`, 'keepalive 8;']),
      'proxy_cache_path /var/cache/stillwave levels=1:2 keys_zone=stillwave:10m max_size=1g inactive=1d use_temp_path=off;',
      '',
    ],
    server: [
      ...block(`location = ${UPSTREAM_PATH}`, [
        'internal;',
        `proxy_pass ${scheme}://${UPSTREAM}${path}$request_uri;`,
        `proxy_set_header Host ${host};`,
        'proxy_set_header Connection "";',
        '# Responses do not depend on Accept. All clients share them, so the handler must not compress them.',
        'proxy_set_header Accept "";',
        'proxy_set_header Accept-Encoding "";',
        'proxy_ignore_headers Vary;',
        'proxy_http_version 1.1;',
        ...tls,
        'proxy_cache stillwave;',
        'proxy_cache_key $request_method$request_uri;',
        'proxy_cache_lock on;',
        'proxy_cache_background_update on;',
        'proxy_cache_use_stale updating error timeout;',
        '# If the handler does not respond. Its own responses are passed on.',
        `error_page ${GATEWAY_ERRORS.join(' ')} =${UNAVAILABLE.status} ${DOWN};`,
      ]),
      '',
      ...block(`location = ${DOWN}`, [
        'internal;',
        `alias ${quote(`${root}/${fixedBodyPath('unavailable')}`)};`,
        ...headerLines(errorHeaders(cache, UNAVAILABLE.status), true),
      ]),
      '',
    ],
  };
}

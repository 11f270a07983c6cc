/**
 * Varnish: emits a configuration for a cache in front of a request handler or a host with rewrite rules. Requests with the same meaning
 * share a cache entry.
 *
 * https://varnish-cache.org/docs/7.1/reference/vcl.html, https://varnish-cache.org/docs/7.1/reference/vmod_std.html
 */

import { ARCHIVED_ENDING } from '../../core/contract/archive-paths.ts';
import { RETRY_AFTER_S } from '../../core/contract/refusals.ts';
import type { Host, HostFile, HostSettings } from '../host.ts';
import { fillFile } from './template.ts';

function emit({ command, upstream }: HostSettings): HostFile[] {
  const { hostname, port } = new URL(upstream ?? 'http://127.0.0.1:8000');
  const backend = { host: hostname.replace(/^\[|\]$/g, ''), port: port || 80 };
  const values = { command, ...backend, archived: ARCHIVED_ENDING, retryAfter: RETRY_AFTER_S };
  return [{ path: 'stillwave.vcl', text: fillFile('stillwave.vcl', values) }];
}

export const varnish: Host = {
  name: 'varnish',
  title: 'Varnish',
  tier: 'request handler',
  answers: 'the answers of the host behind it, from memory',
  cannot: '',
  limits: [{ limit: 'no TLS to the host behind it', source: 'https://varnish-cache.org/docs/trunk/phk/ssl.html' }],
  deploy: [
    'stillwave build --layout packs --site /srv/stillwave --base-url https://catalogue.example',
    'stillwave host varnish --site /srv/stillwave --upstream http://127.0.0.1:8000 --out /etc/varnish',
    'varnishd -C -f /etc/varnish/stillwave.vcl > /dev/null',
    'systemctl reload varnish',
  ],
  layouts: ['packs', 'both'],
  upstream: 'HTTP origin',
  emit,
};

/**
 * Varnish: emits a configuration for a cache in front of a request handler or a host with rewrite rules. Requests with the same meaning
 * share a cache entry.
 *
 * https://varnish-cache.org/docs/7.1/reference/vcl.html, https://varnish-cache.org/docs/7.1/reference/vmod_std.html
 */

import { ARCHIVED_ENDING } from '../../core/contract/archive-paths.ts';
import { errorHeaders } from '../../core/contract/headers.ts';
import { SERVICE_UNAVAILABLE } from '../../core/contract/statuses.ts';
import type { Host, HostSettings } from '../host.ts';
import { portOf } from './node-service.ts';

function emitText({ command, upstream, baseUrl, cache }: HostSettings): string {
  const { hostname, port } = new URL(upstream ?? `http://127.0.0.1:${portOf(baseUrl)}`);
  const unavailable = errorHeaders(cache, SERVICE_UNAVAILABLE);
  return `# Made by: ${command}
# The order of parameters and Accept do not matter, so they do not create separate entries:
#  /api/v2/strain-files?sample-rate=4&detector=H1 -> /api/v2/strain-files?detector=H1&sample-rate=4
vcl 4.1;
import std;

# The request handler. Varnish does not speak TLS.
backend default {
    .host = "${hostname.replace(/^\[|\]$/g, '')}";
    .port = "${port || 80}";
}

sub vcl_recv {
    # Redirects to the archive keep the query as it came.
    if (req.url !~ "${ARCHIVED_ENDING}/?([?]|$)") {
        set req.url = std.querysort(req.url);
    }
    # Varnish compares single tags; the handler answers conditions with a list or "*".
    if (req.http.If-None-Match ~ "[,*]") {
        return (pass);
    }
    unset req.http.Accept;
    unset req.http.Cookie;
}

sub vcl_backend_fetch {
    # Entries are compressed, and each coding has its own tags.
    if (bereq.uncacheable) {
        set bereq.http.Accept-Encoding = "gzip";
    }
}

sub vcl_backend_response {
    # Keep an expired entry for a day: the handler can confirm it with a 304.
    set beresp.keep = 1d;
}

sub vcl_backend_error {
    # The handler is down: a program may try again.
    set beresp.http.Retry-After = "${unavailable['retry-after']}";
    set beresp.http.Cache-Control = "${unavailable['cache-control']}";
}
`;
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
  emit: (settings) => [{ path: 'stillwave.vcl', text: emitText(settings) }],
};

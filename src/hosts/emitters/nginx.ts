/**
 * nginx: emits a configuration file to include in the `http` block. Maps read the raw request and name a file; without a file, a few
 * conditions choose the error.
 *
 * https://nginx.org/en/docs/http/ngx_http_map_module.html, https://nginx.org/en/docs/http/ngx_http_rewrite_module.html
 */

import { errorCacheControl, JSON_TYPE, listingCacheControl, PREFLIGHT } from '../../core/contract/headers.ts';
import { OLDER_ROOTS } from '../../core/contract/older-paths.ts';
import { API_ROOT, ERROR_FOLDER } from '../../core/contract/paths.ts';
import { RETRY_AFTER_S } from '../../core/contract/refusals.ts';
import { pathOfUrl } from '../../core/handler/release.ts';
import type { Host, HostFile, HostSettings } from '../host.ts';
import { commonHeaders, FILE_CACHE, FILE_TYPES, MAY_BE_REFUSED } from '../rules/files.ts';
import { escapePattern } from '../rules/patterns.ts';
import { type RequestRules, type Row, requestRules } from '../rules/request.ts';

const quote = (text: string): string => `"${text.replaceAll('"', '\\"')}"`;
const indent = (lines: readonly string[]): string[] => lines.map((line) => (line === '' ? '' : `    ${line}`));
const block = (head: string, lines: readonly string[]): string[] => [`${head} {`, ...indent(lines), '}'];

/** `{name}` -> `$sw_name`, which no letter follows. */
const expand = (text: string): string => text.replace(/\{(\w+)\}/g, '$sw_$1');

/** Short maps, and those with one pattern, are easier to read on one line. */
const MAX_COLUMNS = 170;

function mapLines(source: string, name: string, rows: readonly (readonly [string, string])[], fallback = ''): string[] {
  const pairs = rows.map(([pattern, value]) => `${quote(`~${pattern}`)} ${quote(value)};`);
  const lines = fallback === '' ? pairs : [`default ${quote(fallback)};`, ...pairs];
  const head = `map ${source} $sw_${name}`;
  const short = `${head} { ${lines.join(' ')} }`;
  return short.length <= MAX_COLUMNS || lines.length === 1 ? [short] : block(head, lines);
}

/** A map for each variable. */
function tableLines(source: string, rows: readonly Row[], defaults: Readonly<Record<string, string>> = {}): string[] {
  const names = [...new Set(rows.flatMap(({ values }) => Object.keys(values)))];
  return names.flatMap((name) => {
    const own = rows.flatMap(({ pattern, values: { [name]: value } }) => {
      return value === undefined ? [] : [[pattern, value] as const];
    });
    return mapLines(source, name, own, defaults[name]);
  });
}

function requestLines(rules: RequestRules): string[] {
  const { archiveTarget } = rules;
  return [
    'map $args $sw_query { default "&$args&"; }',
    ...tableLines('$sw_query', rules.query, rules.defaults),
    ...tableLines('$uri', rules.path),
    ...mapLines('$request_uri', 'odd', [[rules.oddTarget, '/~']]),
    ...(archiveTarget === null ? [] : mapLines('$request_uri', 'archive', [[archiveTarget, '$1']])),
    ...mapLines('""', 'pages', [], expand(rules.pages)),
  ];
}

/** The headers of all responses; those of preflights are sent with every one. */
function headerLines({ cache, upstream }: HostSettings): { readonly http: string[]; readonly server: string[] } {
  const all = {
    ...commonHeaders(cache),
    ...(upstream === null && PREFLIGHT),
    'cache-control': '$sw_cache',
    'retry-after': '$sw_retry',
  };
  // nginx keeps the headers of a file whose range it refuses.
  const kept = [[MAY_BE_REFUSED, errorCacheControl(cache)] as const, ...FILE_CACHE];
  return {
    http: [
      ...mapLines('"$sw_file $http_range"', 'kept', kept, listingCacheControl(cache)),
      `map $status $sw_cache { "~^[45]" ${quote(errorCacheControl(cache))}; default $sw_kept; }`,
      `map $status $sw_retry { 503 ${RETRY_AFTER_S}; default ""; }`,
    ],
    server: Object.entries(all).map(([name, value]) => `add_header ${name} ${quote(value)} always;`),
  };
}

/** A request handler behind nginx, whose answers are cached as their headers allow. */
function upstreamLines(upstream: string): { readonly http: string[]; readonly location: string[] } {
  const { protocol, host, hostname, port, pathname } = new URL(upstream);
  const scheme = protocol.slice(0, -1);
  const tls = scheme === 'https' ? ['proxy_ssl_server_name on;', `proxy_ssl_name ${hostname};`] : [];
  return {
    http: [
      `upstream stillwave_upstream { server ${hostname}:${port || (scheme === 'https' ? 443 : 80)}; keepalive 8; }`,
      'proxy_cache_path /var/cache/stillwave levels=1:2 keys_zone=stillwave:10m max_size=1g inactive=1d use_temp_path=off;',
    ],
    location: block('location @other', [
      '# The handler sets all headers: this one, which is empty, keeps the others away.',
      'add_header vary "";',
      `proxy_pass ${scheme}://stillwave_upstream${pathname.replace(/\/$/, '')}$request_uri;`,
      `proxy_set_header Host ${host};`,
      'proxy_set_header Connection "";',
      '# All clients share the answers, which do not depend on Accept and must not be compressed.',
      'proxy_set_header Accept-Encoding "";',
      'proxy_ignore_headers Vary;',
      'proxy_http_version 1.1;',
      '# The headers and the key: a long query, and a Link header that repeats it.',
      'proxy_buffer_size 64k;',
      'proxy_buffers 4 64k;',
      ...tls,
      'proxy_cache stillwave;',
      'proxy_cache_key $request_method$request_uri;',
      'proxy_cache_lock on;',
      'proxy_cache_background_update on;',
      'proxy_cache_use_stale updating error timeout;',
      `error_page 502 504 =503 /${ERROR_FOLDER}/503.json;`,
    ]),
  };
}

/** Without an upstream: what a request without a file gets. */
function refusalLines(archiveUrl: string | null, { parent, listing, known, archiveTarget }: RequestRules): string[] {
  const at = (path: string): string => quote(`$document_root${expand(path)}`);
  return block('location @other', [
    'if ($sw_odd) { return 400; }',
    'set $sw_is "nothing";',
    '# Below a record there may be a listing under another of its ids.',
    `if (-f ${at(parent)}) { set $sw_is "unread"; }`,
    `if (-d ${at(listing)}) { set $sw_is "known"; }`,
    ...known.map((path) => `if (-f ${at(path)}) { set $sw_is "known"; }`),
    ...(archiveTarget === null ? [] : ['if ($sw_archive) { set $sw_is "known"; }']),
    'set $sw_is "$sw_is $request_method";',
    'if ($sw_is ~ "^nothing") { return 404; }',
    'if ($sw_is = "known OPTIONS") { return 204; }',
    'if ($sw_is ~ "^known (?!GET|HEAD)") { return 409; }',
    ...(archiveTarget === null ? [] : [`if ($sw_archive) { return 302 "${archiveUrl}$sw_archive"; }`]),
    '# This page size has pages, but not this one.',
    'if (-d "$document_root$sw_pages") { return 410; }',
    'return 400;',
  ]);
}

/** Types, a few on each line. */
function typeLines(): string[] {
  const types = Object.entries(FILE_TYPES).map(([ending, type]) => `${quote(type)} ${ending};`);
  return block(
    'types',
    [0, 5].map((from) => types.slice(from, from + 5).join(' ')),
  );
}

function serverLines(settings: HostSettings, rules: RequestRules): string[] {
  const { root, baseUrl, upstream } = settings;
  const { protocol, hostname, port } = new URL(baseUrl);
  const isTls = protocol === 'https:';
  const bodies = [
    '# 409 and 410 are never sent: they choose the body.',
    `error_page 409 =405 /${ERROR_FOLDER}/405.json;`,
    `error_page 410 =404 /${ERROR_FOLDER}/404-page.json;`,
  ];
  return block('server', [
    `listen ${isTls ? '80; # TLS: listen 443 ssl; with ssl_certificate and ssl_certificate_key.' : `${port || 80};`}`,
    `server_name ${hostname};`,
    `root ${quote(root)};`,
    'merge_slashes off; server_tokens off;',
    'recursive_error_pages on;',
    'client_max_body_size 0;',
    '# Compressed copies, if the site has them; brotli needs libnginx-mod-http-brotli-static: brotli_static on;',
    'gzip_static on; gzip_proxied any;',
    'max_ranges 0;',
    `default_type ${JSON_TYPE};`,
    ...typeLines(),
    ...headerLines(settings).server,
    `error_page 400 404 412 416 /${ERROR_FOLDER}/$status.json;`,
    '# Files are sent for GET and HEAD alone.',
    'error_page 405 = @other;',
    ...(upstream === null ? bodies : []),
    ...block(`location ~ ^${escapePattern(pathOfUrl(baseUrl))}/(?:${[API_ROOT, ...OLDER_ROOTS].join('|')})`, [
      `try_files ${expand(rules.page)} ${expand(rules.record)} @other;`,
    ]),
    ...block('location /', ['max_ranges 1;', `try_files ${expand(rules.file)} @other;`]),
    ...(upstream === null ? refusalLines(settings.archiveUrl, rules) : upstreamLines(upstream).location),
    `location ^~ /${ERROR_FOLDER}/ { internal; }`,
    // The headers of the file are there already.
    `location = /${ERROR_FOLDER}/416.json { internal; etag off; add_header vary ""; }`,
  ]);
}

function emit(settings: HostSettings): HostFile[] {
  const rules = requestRules(settings, 'PCRE');
  const text = [
    `# Made by: ${settings.command}`,
    '# Include this file in the http block. "pcre_jit on;" outside of that block makes the patterns faster.',
    '',
    '# What a request asks for becomes parts of the path of a file. No path has a "~": it stands for what no file answers.',
    ...requestLines(rules),
    ...headerLines(settings).http,
    ...(settings.upstream === null ? [] : upstreamLines(settings.upstream).http),
    '',
    ...serverLines(settings, rules),
    '',
  ].join('\n');
  return [{ path: 'stillwave.conf', text }];
}

export const nginx: Host = {
  name: 'nginx',
  title: 'nginx',
  tier: 'rewrite rules',
  answers: 'every enumerated query, records, OPTIONS without a body; with --upstream every query, cached',
  cannot: 'queries that are not enumerated, percent-encoding',
  limits: [
    { limit: 'no limit on files or their size', source: 'https://nginx.org/en/docs/' },
    {
      limit: 'a URL of at most 8 KiB',
      source: 'https://nginx.org/en/docs/http/ngx_http_core_module.html#large_client_header_buffers',
    },
  ],
  deploy: [
    'stillwave build --layout both --site /srv/stillwave --base-url https://catalogue.example',
    'stillwave host nginx --site /srv/stillwave --out /etc/nginx/conf.d',
    'nginx -t',
    'systemctl reload nginx',
  ],
  layouts: ['both', 'pages'],
  emit,
};

/**
 * Caddy: emits a Caddyfile with one site. Maps read the raw request and name a file; without a file, a few matchers choose the error.
 *
 * https://caddyserver.com/docs/caddyfile/directives/map, https://caddyserver.com/docs/caddyfile/matchers
 */

import { varyByCoding } from '../../core/contract/codings.ts';
import {
  downloadHeaders,
  errorCacheControl,
  type Headers,
  JSON_TYPE,
  listingCacheControl,
  PREFLIGHT,
} from '../../core/contract/headers.ts';
import { ERROR_FOLDER } from '../../core/contract/paths.ts';
import { RETRY_AFTER_S } from '../../core/contract/refusals.ts';
import type { Host, HostFile, HostSettings } from '../host.ts';
import { FILE_CACHE, FILE_TYPES, type RequestRules, requestRules, type Variable } from '../rules/request.ts';
import { RULE_SKIPS } from '../rules/skips.ts';

/** Quotes a token, in backquotes because nothing is escaped inside them. */
const quote = (text: string): string => `\`${text}\``;
const block = (head: string, lines: readonly string[]): string[] => [
  `${head} {`,
  ...lines.map((line) => (line === '' ? '' : `\t${line}`)),
  '}',
];

/** Sets headers, deferred so that they replace those of the file server. */
const headerLines = (headers: Headers): string[] =>
  block('header', [...Object.entries(headers).map(([name, value]) => `${name} ${quote(value)}`), 'defer']);

/** `{name}` -> `{sw_name}`. */
const expand = (text: string): string => text.replace(/\{(\w+)\}/g, '{sw_$1}');

function mapLines({ name, rows, fallback }: Omit<Variable, 'of'>, source: string): string[] {
  const lines = rows.map(([pattern, value]) => `${quote(`~${pattern}`)} ${quote(value.replace(/\$(\d)/g, '${$1}'))}`);
  return block(`map ${source} {sw_${name}}`, fallback === '' ? lines : [...lines, `default ${quote(fallback)}`]);
}

/** The request as it came: paths are rewritten on the way. */
const SOURCES: Readonly<Record<Variable['of'], string>> = {
  query: '{query}',
  path: '{http.request.orig_uri.path}',
  target: '{http.request.orig_uri}',
};
const without = (headers: readonly string[]): string[] => headers.map((name) => `request_header -${name}`);

/** Caddy itself does not cache answers; caching needs a module that its packages do not include. */
function upstreamLines(upstream: string): string[] {
  const { origin, host, pathname } = new URL(upstream);
  const path = pathname.replace(/\/$/, '');
  return [
    ...(path === '' ? [] : [`rewrite * ${path}{uri}`]),
    ...block(`reverse_proxy ${origin}`, [`header_up Host ${host}`]),
  ];
}

/** Without an upstream: what a request without a file gets. */
function refusalLines({ archiveUrl, cache }: HostSettings, rules: RequestRules): string[] {
  const { known, listing, pageSize, parent } = rules;
  const keep = `header cache-control ${quote(listingCacheControl(cache))}`;
  const paths = [`${listing}/`, ...known].map(expand).join(' ');
  const redirect = [
    '@archive vars_regexp {sw_archive} ^/',
    ...block('route @archive', [
      '@refused not method GET HEAD OPTIONS',
      'error @refused 405',
      'import stillwave',
      keep,
      '@preflight method OPTIONS',
      'respond @preflight 204',
      '@plain vars {query} ""',
      `redir @plain ${archiveUrl}{sw_archive} 302`,
      `redir ${archiveUrl}{sw_archive}?{query} 302`,
    ]),
  ];
  return [
    '@odd vars {sw_odd} ~',
    'error @odd 400',
    ...(archiveUrl === null ? [] : redirect),
    ...block('@options', ['method OPTIONS', `file ${paths}`]),
    ...block('handle @options', ['import stillwave', keep, 'respond 204']),
    ...block('@method', ['not method GET HEAD', `file ${paths}`]),
    'error @method 405',
    '# This page size has pages, but not this one.',
    `@page file ${expand(pageSize)}/`,
    'error @page "404-page" 404',
    '# Below a record there may be a listing under another of its ids.',
    `@unread file ${paths} ${expand(parent)}`,
    'error @unread 400',
    'error 404',
  ];
}

/** Errors of the rules and of Caddy itself, with the contract's body and headers. */
function errorLines({ cache, root }: HostSettings): string[] {
  return block('handle_errors', [
    `root * ${quote(root)}`,
    ...mapLines({ name: 'status', rows: [['^50[234]$', '503']], fallback: '{err.status_code}' }, '{err.status_code}'),
    '@down vars {sw_status} 503',
    `header @down retry-after ${RETRY_AFTER_S}`,
    'import stillwave',
    `header cache-control ${quote(errorCacheControl(cache))}`,
    `header content-type ${JSON_TYPE}`,
    '@other not method GET HEAD',
    'method @other GET',
    ...without(['Range', 'If-Match', 'If-Unmodified-Since', 'If-None-Match', 'If-Modified-Since']),
    `try_files ${['{err.message}', '{sw_status}', '400'].map((name) => `/${ERROR_FOLDER}/${name}.json`).join(' ')}`,
    ...block('file_server', ['status {sw_status}', 'disable_canonical_uris']),
  ]);
}

function emit(settings: HostSettings): HostFile[] {
  const { cache, root, upstream } = settings;
  const rules = requestRules(settings, false);
  const { 'content-type': _, 'cache-control': _c, ...common } = varyByCoding(downloadHeaders(cache, ''));
  const types = Object.entries(FILE_TYPES).map(([ending, type]) => [`[.]${ending}$`, type] as const);
  const site = block(new URL(settings.baseUrl).origin, [
    `root * ${quote(root)}`,
    '# What a request asks for becomes parts of the path of a file. No path has a "~": it stands for what no file answers.',
    ...rules.variables.flatMap((one) => mapLines(one, SOURCES[one.of])),
    ...mapLines({ name: 'kept', rows: FILE_CACHE, fallback: listingCacheControl(cache) }, '{sw_file}'),
    ...mapLines({ name: 'type', rows: types, fallback: JSON_TYPE }, '{sw_file}'),
    ...block('route', [
      ...block('@file', ['method GET HEAD', `file ${[...rules.answers, rules.file].map(expand).join(' ')}`]),
      ...block('handle @file', [
        'rewrite * {http.matchers.file.relative}',
        ...without(['If-Match', 'If-Unmodified-Since']),
        '@whole not file {sw_file}',
        'request_header @whole -Range',
        'import stillwave',
        'header cache-control {sw_kept}',
        'header content-type {sw_type}',
        '# A range may be refused, which must not be kept for longer than other errors.',
        '@range header Range *',
        `header @range cache-control ${quote(errorCacheControl(cache))}`,
        ...block('file_server', ['precompressed br gzip', 'disable_canonical_uris']),
      ]),
      ...(upstream === null ? refusalLines(settings, rules) : upstreamLines(upstream)),
    ]),
    ...errorLines(settings),
  ]);
  const text = [
    `# Made by: ${settings.command}`,
    '# Import this file into the Caddyfile, or run Caddy with it.',
    ...block('(stillwave)', headerLines({ ...common, ...(upstream === null && PREFLIGHT) })),
    '',
    ...site,
    '',
  ].join('\n');
  return [{ path: 'Caddyfile', text }];
}

export const caddy: Host = {
  name: 'caddy',
  title: 'Caddy',
  tier: 'rewrite rules',
  answers: 'every enumerated query, records, OPTIONS without a body; with --upstream every query',
  cannot: 'queries that are not enumerated, percent-encoding; does not cache responses of an upstream',
  limits: [
    {
      limit: 'no limit on files or their size',
      source: 'https://caddyserver.com/docs/caddyfile/directives/file_server',
    },
    {
      limit: 'a request header of at most 1 MiB',
      source: 'https://caddyserver.com/docs/caddyfile/options#max-header-size',
    },
  ],
  deploy: [
    'stillwave build --layout both --site /srv/stillwave --base-url https://catalogue.example',
    'stillwave host caddy --site /srv/stillwave --out /etc/caddy/stillwave',
    "echo 'import stillwave/Caddyfile' >> /etc/caddy/Caddyfile",
    'systemctl reload caddy',
  ],
  layouts: ['both', 'pages'],
  skips: RULE_SKIPS,
  emit,
};

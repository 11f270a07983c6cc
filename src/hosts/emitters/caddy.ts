/**
 * Caddy: emits a Caddyfile with one site. Maps read the raw request and name a file; without a file, a few matchers choose the error.
 *
 * https://caddyserver.com/docs/caddyfile/directives/map, https://caddyserver.com/docs/caddyfile/matchers
 */

import { errorCacheControl, listingCacheControl, PREFLIGHT } from '../../core/contract/headers.ts';
import { ERROR_FOLDER, RELEASE_PATH } from '../../core/contract/paths.ts';
import { RETRY_AFTER_S } from '../../core/contract/refusals.ts';
import type { Host, HostFile, HostSettings } from '../host.ts';
import { commonHeaders, FILE_CACHE, FILE_TYPES, MAY_BE_REFUSED } from '../rules/files.ts';
import { type RequestRules, type Row, requestRules } from '../rules/request.ts';

/** Quotes a token, in backquotes because nothing is escaped inside them. */
const quote = (text: string): string => (/^[\w.:/*-]+$/.test(text) ? text : `\`${text}\``);
const block = (head: string, lines: readonly string[]): string[] => [
  `${head} {`,
  ...lines.map((line) => (line === '' ? '' : `\t${line}`)),
  '}',
];

/** `{name}` -> `{sw_name}`; those of Caddy itself contain a dot. Odd targets are gone before, and files are for GET and HEAD alone. */
const expand = (text: string): string => text.replace('{odd}', '{other}').replace(/\{(\w+)\}/g, '{sw_$1}');

/** A table: patterns of a text, and the variables that they set. "-" leaves one to the rows below. */
function mapLines(source: string, rows: readonly Row[], defaults: Readonly<Record<string, string>> = {}): string[] {
  const names = [...new Set(rows.flatMap(({ values }) => Object.keys(values)))];
  const placeholders = (value: string) => value.replace(/\$(\d)/g, (_, group) => `\${${group}}`);
  const cell = (value: string | undefined) => (value === undefined ? '-' : quote(placeholders(value)));
  const lines = rows.map(({ pattern, values }) =>
    [quote(`~${pattern}`), ...names.map((name) => cell(values[name]))].join(' '),
  );
  const last = ['default', ...names.map((name) => quote(defaults[name] ?? ''))].join(' ');
  const head = ['map', quote(source), ...names.map((name) => `{sw_${name}}`)].join(' ');
  return block(head, Object.keys(defaults).length === 0 ? lines : [...lines, last]);
}

/** As it came: paths are rewritten on the way. */
const TARGET = '{http.request.orig_uri}';

/** What no file answers. Caddy itself does not cache answers; caching needs a module that its packages do not include. */
function upstreamLines(upstream: string): string[] {
  const { origin, host, pathname } = new URL(upstream);
  const path = pathname.replace(/\/$/, '');
  return [
    ...(path === '' ? [] : [`rewrite * ${path}{uri}`]),
    ...block(`reverse_proxy ${origin}`, [`header_up Host ${host}`]),
  ];
}

/** Without an upstream: what a request without a file gets. */
function refusalLines(archiveUrl: string | null, { archiveTarget, ...paths }: RequestRules): string[] {
  const known = [`${paths.listing}/`, ...paths.known, '{archive}'].map(expand).join(' ');
  return [
    `@nothing not file ${known} ${expand(paths.parent)}`,
    'error @nothing 404',
    // There may be a listing under another of the record's ids.
    `@below_a_record not file ${known}`,
    'error @below_a_record 400',
    '@method not method GET HEAD OPTIONS',
    'error @method 405',
    '@options method OPTIONS',
    'respond @options 204',
    ...(archiveTarget === null
      ? []
      : [
          `@archive vars_regexp archive ${TARGET} ${quote(archiveTarget)}`,
          `redir @archive ${archiveUrl}{re.archive.1} 302`,
        ]),
    `@past_the_end file {vars.sw_pages}/`,
    'error @past_the_end 404-page 404',
    'error 400',
  ];
}

/** Errors of the rules and of Caddy itself, with the contract's body and headers. */
function errorLines({ cache, upstream }: HostSettings): string[] {
  const status = upstream === null ? '{err.status_code}' : '503';
  const names = upstream === null ? ['{err.message}', '{err.status_code}', '503'] : ['503'];
  return block('handle_errors', [
    ...(upstream === null ? [] : ['import stillwave', `header retry-after ${RETRY_AFTER_S}`]),
    `header cache-control ${quote(errorCacheControl(cache))}`,
    'method GET',
    'request_header -Range',
    'request_header -If-*',
    `try_files ${names.map((name) => `/${ERROR_FOLDER}/${name}.json`).join(' ')}`,
    ...block('file_server', [`status ${status}`, 'disable_canonical_uris']),
  ]);
}

/** Of files outside the API. Caddy knows the types of the others, whatever the machine. */
function fileLines({ cache }: HostSettings): string[] {
  const { csv, txt, gz, ndjson, parquet } = FILE_TYPES;
  const types = Object.entries({ csv, txt, gz, ndjson, parquet });
  const rows: Row[] = [
    { pattern: MAY_BE_REFUSED, values: { kept: errorCacheControl(cache) } },
    ...FILE_CACHE.map(([pattern, kept]) => ({ pattern, values: { kept } })),
    ...types.map(([ending, type = '']) => ({ pattern: `[.]${ending} `, values: { type } })),
  ];
  return mapLines('{sw_file} {header.Range}{header.If-Match}', rows, { kept: listingCacheControl(cache) });
}

function emit(settings: HostSettings): HostFile[] {
  const { cache, root, upstream, archiveUrl } = settings;
  const rules = requestRules(settings, 'RE2');
  const headers = { ...commonHeaders(cache), 'cache-control': '{sw_kept}', ...(upstream === null && PREFLIGHT) };
  const header = block(
    'header',
    Object.entries(headers).map(([name, value]) => `${name} ${quote(value)}`),
  );
  const isOdd = `vars_regexp ${TARGET} ${quote(rules.oddTarget)}`;
  const answers = ['file', rules.page.replace('{pages}', '{vars.sw_pages}'), rules.record, rules.file]
    .map(expand)
    .join(' ');
  // A redirect is known if a file is that is always there.
  const archive =
    rules.archivePath === null ? [] : [{ pattern: rules.archivePath, values: { archive: `/${RELEASE_PATH}` } }];
  const get: Row[] = [{ pattern: '^(?:GET|HEAD)&', values: { other: '' } }];
  const site = block(new URL(settings.baseUrl).origin, [
    `root * ${quote(root)}`,
    '# What a request asks for becomes parts of the path of a file. No path has a "~": it stands for what no file answers.',
    ...mapLines('{http.request.method}&{query}&', [...get, ...rules.query], { ...rules.defaults, other: '/~' }),
    ...mapLines('{http.request.orig_uri.path}', [...rules.path, ...archive]),
    ...fileLines(settings),
    ...(upstream === null ? header : []),
    ...block('route', [
      `vars sw_pages ${expand(rules.pages)}`,
      ...(upstream === null
        ? [`@odd ${isOdd}`, 'error @odd 400', `@file ${answers}`]
        : block('@file', [`not ${isOdd}`, answers])),
      ...block('handle @file', [
        ...(upstream === null ? [] : ['import stillwave']),
        'header content-type {sw_type}',
        'request_header -*Since',
        '@page not file {sw_file}',
        'request_header @page -If-Match',
        'request_header @page -Range',
        'rewrite * {http.matchers.file.relative}',
        ...block('file_server', ['precompressed br gzip', 'disable_canonical_uris']),
      ]),
      ...(upstream === null ? refusalLines(archiveUrl, rules) : upstreamLines(upstream)),
    ]),
    ...errorLines(settings),
  ]);
  const text = [
    `# Made by: ${settings.command}`,
    '# Import this file into the Caddyfile, or run Caddy with it.',
    ...(upstream === null ? [] : [...block('(stillwave)', header), '']),
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
  emit,
};

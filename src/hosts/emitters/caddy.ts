/**
 * Caddy: emits a Caddyfile with one site. Maps read the raw request and name a file; if there is no such file, a few matchers select the
 * error.
 *
 * https://caddyserver.com/docs/caddyfile/directives/map, https://caddyserver.com/docs/caddyfile/matchers
 */

import { pathOfUrl } from '../../core/contract/base-url.ts';
import { errorCacheControl, errorHeaders, listingCacheControl, PREFLIGHT } from '../../core/contract/headers.ts';
import { RETRY_AFTER_S } from '../../core/contract/refusals.ts';
import { errorBodyPath, RELEASE_PATH } from '../../core/contract/site-paths.ts';
import type { Host, HostFile, HostSettings } from '../host.ts';
import { exampleComments } from '../rules/examples.ts';
import { cachedPaths, commonHeaders, MAY_BE_REFUSED, TYPES } from '../rules/file-headers.ts';
import { ownPaths } from '../rules/own-paths.ts';
import { ANSWERS, FILE_METHODS, FOR_HANDLERS, KNOWN, ODD_TARGET, requestRules } from '../rules/request.ts';
import { hostFile } from '../rules/text.ts';
import { NO_FILE, namePrefix, type PatternRow, type RequestRules, variablesOf } from '../rules/variables.ts';
import { block, expand, mapLines, pagesLines, quote } from './caddy-syntax.ts';

/** The variables for a request, in three tables, and for its response, in a fourth. */
function requestLines({ cache }: HostSettings, rules: RequestRules): string[] {
  const { filters } = rules;
  const others = variablesOf(rules, 'query').filter((variable) => !filters.includes(variable));
  const methods = variablesOf(rules, 'method').map((method) => ({
    ...method,
    rows: [[`^${FILE_METHODS}&`, '']] as const,
  }));
  const paths = variablesOf(rules, 'path');
  const archive = paths.filter(({ name }) => name === 'archive');
  const search = {
    name: 'search',
    about: '"?" and the query',
    rows: [['^[^&]*&(.+)&$', '?$1']],
    otherwise: '',
  } as const;
  const exists = archive.map(({ rows }) => {
    const archived = rows.map(([pattern]): PatternRow => [pattern, `/${RELEASE_PATH}`]);
    return { name: 'exists', about: '', rows: archived, otherwise: '' };
  });
  const kept: PatternRow[] = [
    [`^${MAY_BE_REFUSED}`, errorCacheControl(cache)],
    ...cachedPaths(cache).map(([pattern, cacheControl]) => [`^${pattern}`, cacheControl] as const),
  ];
  // Caddy knows the other types on every system.
  const { csv, txt, gz, ndjson, parquet } = TYPES;
  const types = Object.entries({ csv, txt, gz, ndjson, parquet }).map(
    ([end, type = '']): PatternRow => [`[.]${end} `, type],
  );
  return [
    ...(filters.length === 0 ? [] : mapLines('&{query}&', filters)),
    ...mapLines('{http.request.method}&{query}&', [...others, ...methods, ...archive.map(() => search)]),
    ...mapLines('{http.request.orig_uri.path}', [...paths, ...exists]),
    ...mapLines('{sw_file} {header.Range}{header.If-Match}', [
      { name: 'cache', about: 'Cache-Control', rows: kept, otherwise: listingCacheControl(cache) },
      { name: 'type', about: 'Content-Type, if Caddy may not know it', rows: types, otherwise: '' },
    ]),
  ];
}

/**
 * Passes on requests that match no file. Caddy itself does not cache responses; caching needs a module that its packages do not include.
 */
function upstreamLines(upstream: string): string[] {
  const { origin, host, pathname } = new URL(upstream);
  const path = pathname.replace(/\/$/, '');
  return [
    '# A request handler answers the rest.',
    ...(path === '' ? [] : [`rewrite * ${path}{uri}`]),
    ...block(`reverse_proxy ${origin}`, [`header_up Host ${host}`]),
  ];
}

/** If there is no upstream: the errors for requests that match no file. */
function refusalLines(archiveUrl: string | null): string[] {
  const known = expand([`${KNOWN.folder}/`, ...KNOWN.files, ...(archiveUrl === null ? [] : ['{exists}'])].join(' '));
  return [
    `@unknown not file ${known} ${expand(FOR_HANDLERS)}`,
    'error @unknown 404',
    `@handler not file ${known}`,
    'error @handler 400',
    '@options method OPTIONS',
    'respond @options 204',
    `@method vars {sw_method} ${quote(NO_FILE)}`,
    'error @method 405',
    ...(archiveUrl === null
      ? []
      : ['@archived file {sw_exists}', `redir @archived ${archiveUrl}{sw_archive}{sw_search} 302`]),
    '@past_the_end file {vars.sw_pages}/ # pages of this size exist, but not this page',
    'error @past_the_end 404-page 404',
    'error 400',
  ];
}

/** Errors from the rules and from Caddy itself, with the contract's body and headers. */
function errorLines(settings: HostSettings): string[] {
  const { cache, upstream } = settings;
  const status = upstream === null ? '{err.status_code}' : '503';
  const names = upstream === null ? ['{err.message}', '{err.status_code}', '503'] : ['503'];
  const kept = upstream === null ? errorCacheControl(cache) : errorHeaders(cache, 503)['cache-control'];
  return [
    ...(upstream === null ? [] : [...headerLines(settings), `header retry-after ${RETRY_AFTER_S}`]),
    `header cache-control ${quote(kept ?? '')}`,
    'method GET',
    'request_header -Range',
    'request_header -If-*',
    `try_files ${names.map((name) => `/${errorBodyPath(name)}`).join(' ')}`,
    ...block('file_server', [`status ${status}`, 'disable_canonical_uris']),
  ];
}

/** All directives that answer requests, for a separate site or for some paths of an existing site. */
function siteLines(settings: HostSettings, rules: RequestRules): string[] {
  const { root, upstream, archiveUrl, cache } = settings;
  // Odd targets do not get that far.
  const answers = ['file', ...Object.values(ANSWERS).map((path) => expand(`{method}${path}`))].join(' ');
  const odd = `vars_regexp {http.request.orig_uri} ${quote(ODD_TARGET)}`;
  const file =
    upstream === null ? [`@odd ${odd}`, 'error @odd 400', `@file ${answers}`] : block('@file', [`not ${odd}`, answers]);
  const headers = headerLines(settings);
  const base = pathOfUrl(settings.baseUrl);
  return [
    `root * ${quote(root)}`,
    ...requestLines(settings, rules),
    ...(upstream === null ? headers : []),
    ...(base === '' ? [] : [`redir ${base} ${settings.baseUrl}/ 302`]),
    ...block('route', [
      ...pagesLines(rules.pages),
      ...file,
      ...block('handle @file', [
        ...(upstream === null ? [] : headers),
        `header ?vary ${quote(commonHeaders(cache).vary ?? '')}`,
        'header -vary # Caddy adds a second Vary to compressed copies: remove both; the line above adds one',
        'header content-type {sw_type}',
        'request_header -*Since',
        '@page not file {sw_file}',
        'request_header @page -If-Match',
        'request_header @page -Range',
        'rewrite * {http.matchers.file.relative}',
        ...block('file_server', ['precompressed br gzip', 'disable_canonical_uris']),
      ]),
      ...(upstream === null ? refusalLines(archiveUrl) : upstreamLines(upstream)),
    ]),
  ];
}

/** The headers for all responses. */
function headerLines({ cache, upstream }: HostSettings): string[] {
  const headers = { ...commonHeaders(cache), 'cache-control': '{sw_cache}', ...(upstream === null && PREFLIGHT) };
  return Object.entries(headers).map(([name, value]) => `header ${name} ${quote(value)}`);
}

function emit(settings: HostSettings): HostFile[] {
  const { baseUrl, command, part } = settings;
  const rules = requestRules(settings, 'RE2');
  const examples = exampleComments(settings, rules);
  const site = siteLines(settings, rules);
  const errors = errorLines(settings);
  const file = (path: string, ...lines: readonly string[]) => hostFile(command, path, lines);
  // Snippets and matchers of several sites in one Caddyfile need different names.
  const prefix = namePrefix(baseUrl);
  const onlyOwn = (name: string, lines: readonly string[]): string[] => [
    `@${name} path_regexp ${quote(ownPaths(baseUrl))}`,
    ...block(`handle @${name}`, lines),
  ];
  if (part === 'http') {
    const where = '# Import this file outside of all sites, and stillwave-server.caddy into one of them.';
    return [file('stillwave-http.caddy', where, ...examples, ...block(`(${prefix})`, onlyOwn(prefix, site)))];
  }
  if (part === 'server') {
    const where = '# Import this file into an existing site, and stillwave-http.caddy outside of all sites.';
    const ofErrors = block('handle_errors', onlyOwn(`${prefix}e`, errors));
    return [file('stillwave-server.caddy', where, `import ${prefix}`, ...ofErrors)];
  }
  const [first = '', ...own] = block(new URL(baseUrl).origin, [...site, ...block('handle_errors', errors)]);
  return [
    file('Caddyfile', ...examples, `${first} # Import this file into the Caddyfile, or run Caddy with it.`, ...own),
  ];
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
  hasParts: true,
  upstream: 'URL',
  emit,
};

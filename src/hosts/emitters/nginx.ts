/**
 * nginx: emits a configuration file to include in the `http` block, or the same configuration in two parts: maps for the `http` block, and
 * one location for an existing server. The maps read the request and name a file; if there is no such file, a few conditions select the
 * refusal.
 *
 * https://nginx.org/en/docs/http/ngx_http_map_module.html, https://nginx.org/en/docs/http/ngx_http_rewrite_module.html
 */

import { pathOfUrl } from '../../core/contract/base-url.ts';
import {
  errorCacheControl,
  errorHeaders,
  JSON_TYPE,
  listingCacheControl,
  PREFLIGHT,
} from '../../core/contract/headers.ts';
import { API_ROOTS } from '../../core/contract/paths.ts';
import { RETRY_AFTER_S } from '../../core/contract/refusals.ts';
import { ERROR_FOLDER } from '../../core/contract/site-paths.ts';
import type { Host, HostFile, HostSettings } from '../host.ts';
import { ERROR_STATUSES, errorPath, errorPattern } from '../rules/error-files.ts';
import { exampleComments } from '../rules/examples.ts';
import { cachedPaths, commonHeaders, MAY_BE_REFUSED, TYPES } from '../rules/file-headers.ts';
import { INTERNAL_PATH, ownPaths } from '../rules/own-paths.ts';
import { escapePattern } from '../rules/patterns.ts';
import { ANSWERS, FOR_HANDLERS, KNOWN, requestRules } from '../rules/request.ts';
import { columnsInside, fillLines, hostFile, quote } from '../rules/text.ts';
import {
  describeGroup,
  groupByMeaning,
  namePrefix,
  type PatternRow,
  type RequestRules,
  type Source,
} from '../rules/variables.ts';
import { block, createSyntax, listenLine, type NginxSyntax } from './nginx-syntax.ts';
import { passLines, upstreamLines } from './nginx-upstream.ts';

const SOURCES: Readonly<Record<Source, string>> = {
  query: '"&$args&"',
  path: '$uri',
  target: '$request_uri',
  method: '$request_method',
};

const requestLines = (rules: RequestRules, { mapLines }: NginxSyntax): string[] =>
  groupByMeaning(rules.variables).flatMap((group) => [
    `# ${describeGroup(group)}`,
    ...group.flatMap(({ name, source, rows, otherwise }) => mapLines(SOURCES[source], name, rows, otherwise)),
  ]);

/** Cache-Control depends on the status and the file. When nginx refuses a range, it keeps the file's headers. */
function cacheLines({ cache, upstream }: HostSettings, { variable, mapLines }: NginxSyntax): string[] {
  const errors = errorCacheControl(cache);
  const rows: PatternRow[] = [
    ...(upstream === null ? [] : [['^503', errorHeaders(cache, 503)['cache-control'] ?? ''] as const]),
    ['^[45]', errors],
    [`^\\d+ ${MAY_BE_REFUSED}`, errors],
    ...cachedPaths(cache).map(([pattern, cacheControl]) => [`^\\d+ ${pattern}`, cacheControl] as const),
  ];
  return [
    '# cache: how long caches may keep the response',
    ...mapLines(`"$status ${variable('file')} $http_range"`, 'cache', rows, listingCacheControl(cache)),
    ...(upstream === null ? [] : [`map $status ${variable('retry')} { 503 ${RETRY_AFTER_S}; default ""; }`]),
  ];
}

/** The headers for all responses; preflight headers are sent with every response. */
function headerLines({ cache, upstream }: HostSettings, { variable }: NginxSyntax): string[] {
  const all = {
    ...commonHeaders(cache),
    ...(upstream === null ? PREFLIGHT : { 'retry-after': variable('retry') }),
    'cache-control': variable('cache'),
  };
  return fillLines(Object.entries(all).map(([name, value]) => `add_header ${name} ${quote(value)} always;`));
}

/** In an existing server, a location is around the block. */
function typeLines(): string[] {
  const types = Object.entries(TYPES).map(([ending, type]) => `${quote(type)} ${ending};`);
  return block('types', fillLines(types, columnsInside(3)));
}

/** If there is no upstream: the errors for requests that match no file. */
function refusalLines({ archiveUrl, root, baseUrl }: HostSettings, syntax: NginxSyntax): string[] {
  const { variable } = syntax;
  const found = variable('found');
  const archive = variable('archive');
  const at = (path: string): string => quote(`${root}${syntax.expand(path)}`);
  return [
    `if (${variable('odd')}) { return 400; }`,
    '# found: "path" if the site has this path, "handler" if a request handler may have it',
    `set ${found} "";`,
    `if (-f ${at(FOR_HANDLERS)}) { set ${found} "handler"; }`,
    `if (-d ${at(KNOWN.folder)}) { set ${found} "path"; }`,
    ...KNOWN.files.map((path) => `if (-f ${at(path)}) { set ${found} "path"; }`),
    ...(archiveUrl === null ? [] : [`if (${archive}) { set ${found} "path"; }`]),
    `if (${found} = "") { return 404; }`,
    `if (${found} = "handler") { return 400; }`,
    'if ($request_method = OPTIONS) { return 204; }',
    `if (${variable('method')}) { return 405; }`,
    ...(archiveUrl === null ? [] : [`if (${archive}) { return 302 "${archiveUrl}${archive}$is_args$args"; }`]),
    '# Pages of this size exist, but not this page.',
    `if (-d ${at('{pages}')}) { error_page 404 ${errorPath(baseUrl, '404-page')}; return 404; }`,
    'return 400;',
  ];
}

/** All directives that answer requests, for a server block or for one location in an existing server. */
function siteLines(settings: HostSettings, rules: RequestRules, syntax: NginxSyntax): string[] {
  const { root, upstream, baseUrl, archiveUrl } = settings;
  const { expand, setLines } = syntax;
  const base = pathOfUrl(baseUrl);
  const at = `^${escapePattern(base)}`;
  const api = `${at}/(?:${API_ROOTS.join('|')})`;
  const body = `/${ERROR_FOLDER}/$1`;
  // After try_files has changed the path, these would be read from the new path.
  const early = `${FOR_HANDLERS}${archiveUrl === null ? '' : '{archive}'}`;
  const other = upstream === null ? refusalLines(settings, syntax) : passLines(upstream, settings, syntax.prefix);
  const answer = (path: string): string => expand(`{method}{odd}${path}`);
  return [
    `root ${quote(root)};`,
    '# Compressed copies, if the site has them. With libnginx-mod-http-brotli-static, add: brotli_static on;',
    ...fillLines([
      'gzip_static on;',
      'gzip_proxied any;',
      'expires off;',
      'client_max_body_size 0;',
      'recursive_error_pages on;',
      `default_type ${JSON_TYPE};`,
    ]),
    ...typeLines(),
    ...headerLines(settings, syntax),
    `error_page ${ERROR_STATUSES.join(' ')} ${errorPath(baseUrl, '$status')};`,
    ...(base === '' ? [] : [`location ~ ${quote(`${at}$`)} { return 302 "${baseUrl}/"; }`]),
    `try_files ${answer(ANSWERS.file)} ${base}/~other;`,
    ...block(`location ~ ${quote(api)}`, [
      'max_ranges 0;',
      '# pages: the folder of the pages with these filters and this page size',
      ...setLines('pages', rules.pages),
      ...(upstream === null
        ? ['# try_files changes the path, so these variables must be read before.', ...setLines('read', early)]
        : []),
      `try_files ${answer(ANSWERS.page)}`,
      `    ${answer(ANSWERS.record)} ${base}/~other?$args;`,
    ]),
    '# No file answers the request.',
    ...block(`location ~ ${quote(`${at}/~other$`)}`, ['internal;', ...other]),
    '# If nginx refuses a range, it has added the headers already: this add_header stops it from adding them again.',
    `location ~ ${quote(errorPattern(baseUrl, '416.+'))} { internal; etag off; add_header vary ""; try_files ${body} =500; }`,
    `location ~ ${quote(errorPattern(baseUrl))} { internal; try_files ${body} =500; }`,
  ];
}

/** The directives at the level of the http block. */
const httpLines = (settings: HostSettings, rules: RequestRules, syntax: NginxSyntax): string[] => [
  ...requestLines(rules, syntax),
  ...cacheLines(settings, syntax),
  ...(settings.upstream === null ? [] : upstreamLines(settings.upstream, syntax.prefix)),
];

/** A separate server. */
function serverLines(settings: HostSettings, site: readonly string[]): string[] {
  return block('server', [
    listenLine(settings.baseUrl),
    `server_name ${new URL(settings.baseUrl).hostname}; server_tokens off;`,
    ...site,
  ]);
}

/** One location in an existing server. If the base URL has no path, the location matches only the site's paths. */
function locationLines({ baseUrl }: HostSettings, site: readonly string[]): string[] {
  return block(`location ~ ${quote(ownPaths(baseUrl, [INTERNAL_PATH]))}`, site);
}

function emit(settings: HostSettings): HostFile[] {
  const rules = requestRules(settings, 'PCRE');
  const syntax = createSyntax(namePrefix(settings.baseUrl));
  const http = httpLines(settings, rules, syntax);
  const site = siteLines(settings, rules, syntax);
  const examples = [
    ...exampleComments(settings, rules),
    `# The names of this site's variables begin with ${syntax.prefix}, so that nginx can serve other sites too.`,
  ];
  const file = (path: string, ...lines: readonly string[]) => hostFile(settings.command, path, lines);
  if (settings.part === 'http') {
    const where = '# Include this file in the http block, and stillwave-server.conf in a server block.';
    return [file('stillwave-http.conf', where, ...examples, '', ...http)];
  }
  if (settings.part === 'server') {
    const where =
      '# Include this file in a server block before its other locations, and stillwave-http.conf in the http block.';
    return [file('stillwave-server.conf', where, ...locationLines(settings, site))];
  }
  const where =
    '# Include this file in the http block. "pcre_jit on;" outside of that block makes the patterns faster.';
  return [file('stillwave.conf', where, ...examples, '', ...http, '', ...serverLines(settings, site))];
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
  hasParts: true,
  upstream: 'URL',
  emit,
};

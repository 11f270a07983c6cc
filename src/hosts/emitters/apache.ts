/**
 * Apache httpd: emits a virtual host. Rewrite rules read the raw request into variables that name a file; without a file, a few rules
 * choose the error.
 *
 * https://httpd.apache.org/docs/2.4/mod/mod_rewrite.html, https://httpd.apache.org/docs/2.4/custom-error.html
 */

import { varyByCoding } from '../../core/contract/codings.ts';
import { downloadHeaders, errorCacheControl, type Headers, JSON_TYPE, PREFLIGHT } from '../../core/contract/headers.ts';
import { ERROR_FOLDER } from '../../core/contract/paths.ts';
import { RETRY_AFTER_S } from '../../core/contract/refusals.ts';
import type { Host, HostFile, HostSettings } from '../host.ts';
import { FILE_CACHE, FILE_TYPES, type RequestRules, requestRules, type Variable } from '../rules/request.ts';
import { RULE_SKIPS } from '../rules/skips.ts';

/** Prefix of internal paths for errors, which clients cannot request. */
const INTERNAL = '/.stillwave';
/** Matches an Accept-Encoding that accepts gzip: listed, and not with a weight of 0. */
const ACCEPTS_GZIP = '(?:^|[, ])gzip *(?:,|$|; *q=(?:1|0[.][0-9]*[1-9]))';

const quote = (text: string): string => `"${text.replaceAll('"', '\\"')}"`;
const section = (name: string, argument: string, lines: readonly string[]): string[] => [
  `<${name} ${argument}>`,
  ...lines.map((line) => (line === '' ? '' : `    ${line}`)),
  `</${name}>`,
];
/** `{name}` -> `%{ENV:sw_name}`. */
const expand = (text: string): string => text.replace(/\{(\w+)\}/g, '%{ENV:sw_$1}');

/** A rule with its conditions. */
const rule = (conditions: readonly string[], substitution: string, flags: string, pattern = '^'): string[] => [
  ...conditions.map((condition) => `RewriteCond ${condition}`),
  `RewriteRule ${pattern} ${quote(substitution)} ${quote(`[${flags}]`)}`,
];

/** Sets an environment variable. The last pattern that matches wins, so they are written in reverse. */
function variableLines({ name, of, rows, fallback }: Variable): string[] {
  // The path is decoded when rules are applied, after these variables are set.
  if (of === 'path')
    return rows.map(([pattern, value]) => `RewriteRule ${quote(pattern)} - ${quote(`[E=sw_${name}:${value}]`)}`);
  const source = { query: '%{QUERY_STRING}', target: '%{THE_REQUEST}' }[of];
  const set = (pattern: string, value: string): string => {
    const assigned = value === '' ? `!sw_${name}` : `sw_${name}=${value}`;
    return `SetEnvIfExpr ${quote(`${source} =~ m'${pattern}'`)} ${assigned}`;
  };
  const lines = rows.toReversed().map(([pattern, value]) => set(pattern, value));
  return fallback === '' ? lines : [set('^', fallback), ...lines];
}

/** Headers for everything first, then those of files outside the API and of errors. */
function headerLines({ cache, upstream }: HostSettings): string[] {
  const own = upstream === null ? '' : ' env=!sw_passed_on';
  const isOwn = upstream === null ? '' : " && -z reqenv('sw_passed_on')";
  const set = (name: string, value: string, when: string) => `Header always set ${name} ${quote(value)}${when}`;
  const all = (headers: Headers, when: string) =>
    Object.entries(headers).map(([name, value]) => set(name, value, when));
  const { 'content-type': _, ...common } = varyByCoding(downloadHeaders(cache, ''));
  const isFile = (pattern: string) => ` ${quote(`expr=reqenv('sw_sent') =~ m'${pattern}'`)}`;
  const status = (least: number) => ` ${quote(`expr=%{REQUEST_STATUS} -ge ${least}${isOwn}`)}`;
  return [
    '# Apache sets its own list for OPTIONS.',
    `Header unset Allow${own}`,
    ...all(common, own),
    ...(upstream === null ? all(PREFLIGHT, ' env=sw_options') : []),
    set('content-encoding', 'gzip', ' env=sw_gzip'),
    ...FILE_CACHE.map(([pattern, value]) => set('cache-control', value, isFile(pattern))),
    ...Object.entries(FILE_TYPES).map(([ending, type]) => set('content-type', type, isFile(`[.]${ending}$`))),
    set('cache-control', errorCacheControl(cache), status(400)),
    ...(upstream === null ? [] : [set('retry-after', String(RETRY_AFTER_S), status(502))]),
    '# Only files outside the API support what these request.',
    ...['If-Match', 'If-Unmodified-Since', 'Range'].map((name) => `RequestHeader unset ${name} env=!sw_file_sent`),
  ];
}

/** Errors of the rules and of Apache itself get the bodies of the contract. */
function errorLines({ root, upstream }: HostSettings): string[] {
  const statuses: readonly (readonly [status: number, name: string])[] = [
    ...[400, 405, 412, 416].map((status) => [status, String(status)] as const),
    [404, '404%{reqenv:sw_page_missing}'],
    // If the upstream is down or too slow. Apache keeps its own status.
    ...(upstream === null ? [] : [502, 503, 504].map((status) => [status, '503'] as const)),
  ];
  return [
    ...statuses.map(([status, name]) => `ErrorDocument ${status} ${INTERNAL}/${name}.json`),
    'RewriteCond %{ENV:REDIRECT_STATUS} !^$',
    `RewriteRule "^${INTERNAL.replace('.', '[.]')}/(.+)$" "${root}/${ERROR_FOLDER}/$1" "[T=${JSON_TYPE},END]"`,
  ];
}

/** The first file that answers is sent. */
function fileLines({ root }: HostSettings, { answers, file }: RequestRules): string[] {
  const found = (path: string, more = '') =>
    rule([`${quote(root + expand(path))} -f`], '-', `E=sw_sent:${expand(path)}${more}`);
  const isRead = ['%{ENV:sw_sent} .', '%{REQUEST_METHOD} ^(?:GET|HEAD)$'];
  const gzip = `${root}%{ENV:sw_sent}.gz`;
  return [
    ...found(file, ',E=sw_file_sent:1'),
    ...answers.flatMap((path) => found(path)),
    ...rule(
      [...isRead, `%{HTTP:Accept-Encoding} ${quote(ACCEPTS_GZIP)}`, `${quote(gzip)} -f`],
      gzip,
      `T=${JSON_TYPE},E=sw_gzip:1,E=no-gzip:1,END`,
    ),
    ...rule(isRead, `${root}%{ENV:sw_sent}`, `T=${JSON_TYPE},END`),
  ];
}

/** If one of these holds, the path is known, whatever the query. */
function knownConditions({ root }: HostSettings, { known, listing }: RequestRules): string[] {
  const at = (path: string): string => quote(root + expand(path));
  return [...known.map((path) => `${at(path)} -f [OR]`), '%{ENV:sw_archive} . [OR]', `${at(listing)} -d`];
}

/** Apache would also pass on the body of a request that is refused in any case. */
function methodLines(settings: HostSettings, rules: RequestRules): string[] {
  return rule(['%{REQUEST_METHOD} !^(?:GET|HEAD|OPTIONS)$', ...knownConditions(settings, rules)], '-', 'R=405');
}

/** Without an upstream: what a request without a file gets. */
function refusalLines(settings: HostSettings, rules: RequestRules): string[] {
  const { root, archiveUrl } = settings;
  const at = (path: string): string => quote(root + expand(path));
  const exists = knownConditions(settings, rules);
  return [
    ...rule(['%{ENV:sw_odd} .'], '-', 'R=400'),
    ...rule(['%{REQUEST_METHOD} =OPTIONS', ...exists], '-', 'E=sw_options:1,R=204'),
    ...methodLines(settings, rules),
    ...(archiveUrl === null ? [] : rule(['%{ENV:sw_archive} .'], `${archiveUrl}%{ENV:sw_archive}`, 'R=302,END')),
    '# This page size has pages, but not this one.',
    ...rule([`${at(rules.pageSize)} -d`], '-', 'E=sw_page_missing:-page,R=404'),
    '# Below a record there may be a listing under another of its ids.',
    ...rule([`${at(rules.parent)} -f [OR]`, ...exists], '-', 'R=400'),
    ...rule([], '-', 'R=404'),
  ];
}

/** A request handler behind Apache. Only the path: nothing else in the target may become part of its authority. */
function upstreamLines(upstream: string, methods: readonly string[]): string[] {
  const target = '%{THE_REQUEST} "^[^ ]+ (?:[A-Za-z][A-Za-z0-9+.-]*://[^/? ]*)?(/[^? ]*)?"';
  return [...methods, ...rule([target], `${upstream}%1`, 'E=sw_passed_on:1,P,NE')];
}

function emit(settings: HostSettings): HostFile[] {
  const { root, upstream } = settings;
  const rules = requestRules(settings, true);
  const { hostname, port, protocol } = new URL(settings.baseUrl);
  const isTls = protocol === 'https:';
  const modules = upstream === null ? 'rewrite headers' : 'rewrite headers proxy proxy_http';
  const text = [
    `# Made by: ${settings.command}`,
    `# Needs: a2enmod ${modules}`,
    ...(isTls ? ['# For TLS, change the port and add SSLEngine on and the certificate.'] : []),
    ...(isTls || port === '' ? [] : [`Listen ${port}`]),
    ...section('VirtualHost', isTls ? '*:80' : `*:${port || 80}`, [
      `ServerName ${hostname}`,
      `DocumentRoot ${quote(root)}`,
      ...section('Directory', quote(root), ['Require all granted', 'AllowOverride None', 'Options None']),
      'TraceEnable off',
      'MergeSlashes Off',
      ...headerLines(settings),
      'RewriteEngine On',
      ...errorLines(settings),
      '# What a request asks for becomes parts of the path of a file. No path has a "~": it stands for what no file answers.',
      ...rules.variables.flatMap(variableLines),
      ...fileLines(settings, rules),
      ...(upstream === null ? refusalLines(settings, rules) : upstreamLines(upstream, methodLines(settings, rules))),
    ]),
    '',
  ].join('\n');
  return [{ path: 'stillwave.conf', text }];
}

export const apache: Host = {
  name: 'apache',
  title: 'Apache httpd',
  tier: 'rewrite rules',
  answers: 'every enumerated query, records, OPTIONS without a body; with --upstream every query',
  cannot: 'queries that are not enumerated, percent-encoding; does not cache responses of an upstream',
  limits: [
    { limit: 'no limit on files or their size', source: 'https://httpd.apache.org/docs/2.4/' },
    {
      limit: 'a URL of at most 8,190 bytes',
      source: 'https://httpd.apache.org/docs/2.4/mod/core.html#limitrequestline',
    },
  ],
  deploy: [
    'stillwave build --layout both --site /srv/stillwave --base-url https://catalogue.example',
    'stillwave host apache --site /srv/stillwave --out /etc/apache2/sites-available',
    'a2enmod rewrite headers',
    'a2ensite stillwave',
    'systemctl reload apache2',
  ],
  layouts: ['both', 'pages'],
  skips: RULE_SKIPS,
  emit,
};

/**
 * Apache httpd: emits a virtual host. Rewrite rules read the raw request into variables that name a file; without a file, a few rules
 * choose the error.
 *
 * https://httpd.apache.org/docs/2.4/mod/mod_rewrite.html, https://httpd.apache.org/docs/2.4/custom-error.html
 */

import { errorCacheControl, type Headers, JSON_TYPE, PREFLIGHT } from '../../core/contract/headers.ts';
import { ERROR_FOLDER } from '../../core/contract/paths.ts';
import { RETRY_AFTER_S } from '../../core/contract/refusals.ts';
import type { Host, HostFile, HostSettings } from '../host.ts';
import { commonHeaders, FILE_CACHE, FILE_TYPES } from '../rules/files.ts';
import { type RequestRules, requestRules } from '../rules/request.ts';

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

/** Sets a variable if a pattern matches a text. */
const setIf = (text: string, pattern: string, name: string, value: string): string =>
  `SetEnvIfExpr ${quote(`${text} =~ m'${pattern}'`)} sw_${name}=${value}`;

/** Reads the request. The last pattern that matches counts here, so rows are written in reverse. */
function requestLines({ query, path, defaults, oddTarget, archivePath, pages }: RequestRules): string[] {
  const assigned = Object.entries(defaults).map(([name, value]) => `sw_${name}=${value}`);
  const queryLines = query
    .toReversed()
    .flatMap(({ pattern, values }) =>
      Object.entries(values).map(([name, value]) => setIf("'&%{QUERY_STRING}&'", pattern, name, value)),
    );
  // The path is decoded when rules are applied, after the variables above are set.
  const archive = archivePath === null ? [] : [{ pattern: archivePath, values: { archive: '$1' } }];
  const pathLines = [...archive, ...path.toReversed()].map(({ pattern, values }) => {
    const flags = Object.entries(values).map(([name, value]) => `E=sw_${name}:${value}`);
    return `RewriteRule ${quote(pattern)} - ${quote(`[${flags}]`)}`;
  });
  return [
    `SetEnvIf Request_Method ^ ${assigned.join(' ')}`,
    ...queryLines,
    setIf('%{THE_REQUEST}', oddTarget, 'odd', '/~'),
    setIf('%{REQUEST_METHOD}', '^(?!GET$|HEAD$)', 'other', '/~'),
    ...pathLines,
    ...rule([], '-', `E=sw_pages:${expand(pages)}`),
  ];
}

/** Headers for everything first, then those of files outside the API and of errors. */
function headerLines({ cache, upstream }: HostSettings): string[] {
  const own = upstream === null ? '' : ' env=!sw_passed_on';
  const isOwn = upstream === null ? '' : " && -z reqenv('sw_passed_on')";
  const set = (name: string, value: string, when: string) => `Header always set ${name} ${quote(value)}${when}`;
  const all = (headers: Headers, when: string) =>
    Object.entries(headers).map(([name, value]) => set(name, value, when));
  const { json: _json, ...types } = FILE_TYPES;
  const isFile = (pattern: string) => ` ${quote(`expr=reqenv('sw_sent') =~ m'${pattern}'`)}`;
  const status = (least: number) => ` ${quote(`expr=%{REQUEST_STATUS} -ge ${least}${isOwn}`)}`;
  return [
    ...all(commonHeaders(cache), own),
    ...(upstream === null ? all(PREFLIGHT, '') : []),
    set('content-encoding', 'gzip', ' env=sw_gzip'),
    ...FILE_CACHE.map(([pattern, value]) => set('cache-control', value, isFile(pattern))),
    ...Object.entries(types).map(([ending, type]) => set('content-type', type, isFile(`^/[^~]+[.]${ending}$`))),
    set('cache-control', errorCacheControl(cache), status(400)),
    ...(upstream === null ? [] : [set('retry-after', String(RETRY_AFTER_S), status(502))]),
    // Files outside the API support what these request.
    ...['If-Match', 'If-Unmodified-Since', 'Range'].map((name) => `RequestHeader unset ${name} env=!sw_file`),
  ];
}

/** Errors of the rules and of Apache itself get the bodies of the contract. */
function errorLines({ upstream }: HostSettings): string[] {
  const statuses: readonly (readonly [status: number, name: string])[] = [
    // Not 412, for which Apache sends nothing.
    ...[400, 405, 416].map((status) => [status, String(status)] as const),
    [404, '404%{reqenv:sw_page_missing}'],
    // If the upstream is down or too slow. Apache keeps its own status.
    ...(upstream === null ? [] : [502, 503, 504].map((status) => [status, '503'] as const)),
  ];
  return [
    ...statuses.map(([status, name]) => `ErrorDocument ${status} /${ERROR_FOLDER}/${name}.json`),
    ...rule(['%{ENV:REDIRECT_STATUS} !^$'], '-', 'END', `^/${ERROR_FOLDER}/`),
  ];
}

/** The file that answers is sent. */
function fileLines({ root }: HostSettings, { page, record, file }: RequestRules): string[] {
  const at = (path: string): string => quote(root + path);
  const sent = (path: string): string => `E=sw_sent:%{ENV:sw_other}${expand(path)}`;
  const chosen = '%{ENV:sw_sent}';
  return [
    ...rule([], '-', sent(page)),
    ...rule([`${at(expand(record))} -f`], '-', sent(record)),
    ...rule(['%{ENV:sw_file} .'], '-', sent(file)),
    ...rule(
      [`%{HTTP:Accept-Encoding} ${quote(ACCEPTS_GZIP)}`, `${at(`${chosen}.gz`)} -f`],
      `${root}${chosen}.gz`,
      'E=sw_gzip:1,E=no-gzip:1,END',
    ),
    ...rule([`${at(chosen)} -f`], `${root}${chosen}`, 'END'),
  ];
}

/** If one of these holds, the path is known, whatever the query. */
function knownConditions({ root }: HostSettings, { known, listing }: RequestRules): string[] {
  const at = (path: string): string => quote(root + expand(path));
  return [...known.map((path) => `${at(path)} -f [OR]`), '%{ENV:sw_archive} . [OR]', `${at(listing)} -d`];
}

/** Without an upstream: what a request without a file gets. */
function refusalLines(settings: HostSettings, rules: RequestRules): string[] {
  const { root, archiveUrl } = settings;
  return [
    ...rule(['%{ENV:sw_odd} .'], '-', 'R=400'),
    '# Known paths go on after the next two rules. Below a record there may be a listing under another of its ids.',
    ...rule(knownConditions(settings, rules), '-', 'S=2'),
    ...rule([`${quote(root + expand(rules.parent))} -f`], '-', 'R=400'),
    ...rule([], '-', 'R=404'),
    ...rule(['%{REQUEST_METHOD} =OPTIONS'], '-', 'R=204'),
    ...rule(['%{ENV:sw_other} .'], '-', 'R=405'),
    ...(rules.archivePath === null
      ? []
      : [
          '# Without this, Location ends with the "?" of an empty query.',
          ...rule(['%{QUERY_STRING} ^$'], '$0', 'QSD', '.*'),
          ...rule(['%{ENV:sw_archive} .'], `${archiveUrl}%{ENV:sw_archive}`, 'R=302,NE,END'),
        ]),
    // This page size has pages, but not this one.
    ...rule([`${quote(`${root}%{ENV:sw_pages}`)} -d`], '-', 'E=sw_page_missing:-page,R=404'),
    ...rule([], '-', 'R=400'),
  ];
}

/** A request handler behind Apache. Only the path: nothing else in the target may become part of its authority. */
function upstreamLines(upstream: string, settings: HostSettings, rules: RequestRules): string[] {
  const target = '%{THE_REQUEST} "^[^ ]+ (?:[A-Za-z][A-Za-z0-9+.-]*://[^/? ]*)?(/[^? ]*)?"';
  return [
    '# Apache would also pass on the body of a request that is refused in any case.',
    ...rule(
      ['%{REQUEST_METHOD} !^(?:GET|HEAD|OPTIONS)$', '%{ENV:sw_odd} ^$', ...knownConditions(settings, rules)],
      '-',
      'R=405',
    ),
    ...rule([target], `${upstream}%1`, 'E=sw_passed_on:1,P,NE'),
  ];
}

function emit(settings: HostSettings): HostFile[] {
  const { root, upstream } = settings;
  const rules = requestRules(settings, 'PCRE');
  const { hostname, port, protocol } = new URL(settings.baseUrl);
  const isTls = protocol === 'https:';
  const modules = upstream === null ? 'rewrite headers' : 'rewrite headers proxy proxy_http';
  const text = [
    `# Made by: ${settings.command}`,
    `# Needs: a2enmod ${modules}${isTls ? '. For TLS, change the port and add SSLEngine on and the certificate.' : ''}`,
    ...(isTls || port === '' ? [] : [`Listen ${port}`]),
    ...section('VirtualHost', isTls ? '*:80' : `*:${port || 80}`, [
      `ServerName ${hostname}`,
      `DocumentRoot ${quote(root)}`,
      ...section('Directory', quote(root), ['Require all granted', `ForceType ${JSON_TYPE}`]),
      'TraceEnable off',
      ...headerLines(settings),
      'RewriteEngine On',
      ...errorLines(settings),
      '# What a request asks for becomes parts of the path of a file. No path has a "~": it stands for what no file answers.',
      ...requestLines(rules),
      ...fileLines(settings, rules),
      ...(upstream === null ? refusalLines(settings, rules) : upstreamLines(upstream, settings, rules)),
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
  emit,
};

/**
 * Apache httpd: emits a virtual host. Rewrite rules read the raw request into variables that name a file; if there is no such file, a few
 * rules select the error.
 *
 * https://httpd.apache.org/docs/2.4/mod/mod_rewrite.html, https://httpd.apache.org/docs/2.4/custom-error.html
 */

import { pathOfUrl } from '../../core/contract/base-url.ts';
import { JSON_TYPE } from '../../core/contract/headers.ts';
import { ERROR_FOLDER } from '../../core/contract/site-paths.ts';
import type { Host, HostFile, HostSettings } from '../host.ts';
import { ERROR_STATUSES, errorPath, errorPattern } from '../rules/error-files.ts';
import { exampleComments } from '../rules/examples.ts';
import { INTERNAL_PATH, ownPaths } from '../rules/own-paths.ts';
import { escapePattern } from '../rules/patterns.ts';
import { ANSWERS, FOR_HANDLERS, KNOWN, requestRules } from '../rules/request.ts';
import { hostFile, quote } from '../rules/text.ts';
import { describeGroup, groupByMeaning, type RequestRules, type Variable } from '../rules/variables.ts';
import { headerLines } from './apache-headers.ts';
import { expand, rule, section, word, wrap } from './apache-syntax.ts';

/** Matches an Accept-Encoding header that accepts gzip, which means listing it with a weight other than 0. */
const ACCEPTS_GZIP = '(?:^|[, ])gzip *(?:,|$|; *q=(?:1|0[.][0-9]*[1-9]))';

/**
 * The variable that contains the query, for patterns to match. A request header with this name would take precedence, so the rules remove
 * it.
 */
const QUERY = 'sw_q';

/** Sets a variable. In Apache the last matching pattern wins, so rows are written in reverse. */
function variableLines({ name, source, rows }: Variable): string[] {
  return rows.toReversed().flatMap(([pattern, value]) => {
    if (source === 'query') return `SetEnvIf ${QUERY} ${word(pattern)} sw_${name}=${value}`;
    if (source === 'target') return `SetEnvIfExpr ${quote(`%{THE_REQUEST} =~ m'${pattern}'`)} sw_${name}=${value}`;
    if (source === 'method') return `SetEnvIf Request_Method ${word(pattern)} !sw_${name}`;
    return wrap(`RewriteRule ${word(pattern)} - [E=sw_${name}:${value}]`, ' ');
  });
}

/** Reads the request. */
function requestLines({ variables, pages }: RequestRules): string[] {
  const preset = variables.filter(({ otherwise }) => otherwise !== '');
  return [
    `RequestHeader unset ${QUERY} early`,
    `SetEnvIfExpr "'&%{QUERY_STRING}&' =~ m'(.*)'" ${QUERY}=$1`,
    `SetEnvIf Request_Method ^ ${preset.map(({ name, otherwise }) => `sw_${name}=${otherwise}`).join(' ')}`,
    ...groupByMeaning(variables).flatMap((group) => [`# ${describeGroup(group)}`, ...group.flatMap(variableLines)]),
    '# pages: the folder of the pages with these filters and this page size',
    ...rule([], '-', `E=sw_pages:${expand(pages)}`).map((line) => wrap(line)),
  ];
}

/** Errors from the rules and from Apache itself get the contract's bodies. */
function errorLines({ upstream, root, baseUrl }: HostSettings) {
  const statuses: readonly (readonly [status: number, name: string])[] = [
    // Apache sends no body for 412.
    ...ERROR_STATUSES.filter((status) => status !== 404 && status !== 412).map((one) => [one, String(one)] as const),
    [404, '404%{reqenv:sw_page_missing}'],
    // Used if the upstream is down or too slow. Apache keeps its own status.
    ...(upstream === null ? [] : [502, 503, 504].map((status) => [status, '503'] as const)),
  ];
  return {
    documents: statuses.map(([status, name]) => `ErrorDocument ${status} ${errorPath(baseUrl, name)}`),
    rewriting: rule(['%{ENV:REDIRECT_STATUS} !^$'], `${root}/${ERROR_FOLDER}/$1`, 'END', errorPattern(baseUrl)),
  };
}

/** Serves the file for the request. Does not use END, because the rules would then not find the body for a later error. */
function fileLines({ root }: HostSettings): string[] {
  const at = (path: string): string => quote(root + path);
  const answer = (path: string): string => expand(`{method}{odd}${path}`);
  const sent = (path: string): string => `E=sw_hit:${answer(path)}`;
  const { page, record, file } = ANSWERS;
  const chosen = '%{ENV:sw_hit}';
  return [
    ...rule([], '-', sent(page)),
    ...rule([`${at(answer(record))} -f`], '-', sent(record)),
    ...rule(['%{ENV:sw_odd}%{ENV:sw_file} ^/\\w.*[.](\\w+)$'], '-', `${sent(file)},E=sw_type:%1`),
    ...rule(
      [`%{HTTP:Accept-Encoding} ${quote(ACCEPTS_GZIP)}`, `${at(`${chosen}.gz`)} -f`],
      `${root}${chosen}.gz`,
      'E=sw_gzip:1,E=no-gzip:1,L',
    ),
    ...rule([`${at(chosen)} -f`], `${root}${chosen}`, 'L'),
  ];
}

/** If any of these conditions holds, the path is known, whatever the query. */
function knownConditions({ root, upstream, archiveUrl }: HostSettings): string[] {
  const at = (path: string): string => quote(root + expand(path));
  return [
    ...KNOWN.files.map((path) => `${at(path)} -f [OR]`),
    ...(upstream === null && archiveUrl !== null ? ['%{ENV:sw_archive} . [OR]'] : []),
    `${at(KNOWN.folder)} -d`,
  ];
}

/** If there is no upstream: the errors for requests that match no file. */
function refusalLines(settings: HostSettings): string[] {
  const { root, archiveUrl } = settings;
  return [
    ...rule(['%{ENV:sw_odd} .'], '-', 'R=400'),
    ...redirectLines(settings),
    '# A known path skips two rules.',
    ...rule(knownConditions(settings), '-', 'S=2'),
    ...rule([`${quote(root + expand(FOR_HANDLERS))} -f`], '-', 'R=400'),
    ...rule([], '-', 'R=404'),
    ...rule(['%{REQUEST_METHOD} =OPTIONS'], '-', 'R=204'),
    ...rule(['%{ENV:sw_method} .'], '-', 'R=405'),
    ...(archiveUrl === null
      ? []
      : [
          // Otherwise Location would end with the "?" of an empty query.
          ...rule(['%{QUERY_STRING} ^$'], '$0', 'QSD', '.*'),
          ...rule(['%{ENV:sw_archive} .'], `${archiveUrl}%{ENV:sw_archive}`, 'R=302,NE,END'),
        ]),
    // Pages with this size exist, but this page does not.
    ...rule([`${quote(`${root}%{ENV:sw_pages}`)} -d`], '-', 'E=sw_page_missing:-page,R=404'),
    ...rule([], '-', 'R=400'),
  ];
}

/**
 * A request handler behind Apache. Passes on only the path, because other parts of the target must not become part of the upstream's
 * authority.
 */
function upstreamLines(upstream: string, settings: HostSettings): string[] {
  const target = '%{THE_REQUEST} "^[^ ]+ (?:[A-Za-z][A-Za-z0-9+.-]*://[^/? ]*)?(/[^? ]*)?"';
  return [
    '# Without this, Apache also passes on the body of a rejected request.',
    ...rule(
      ['%{REQUEST_METHOD} !^(?:GET|HEAD|OPTIONS)$', '%{ENV:sw_odd} ^$', ...knownConditions(settings)],
      '-',
      'R=405',
    ),
    ...rule([target], `${upstream}%1`, 'E=sw_passed_on:1,P,NE'),
  ];
}

/** For an existing virtual host: headers and errors apply to the site's paths, and other paths skip the rules. */
function partLines(settings: HostSettings, rules: RequestRules): string[] {
  const own = ownPaths(settings.baseUrl, [INTERNAL_PATH]);
  const { documents, rewriting } = errorLines(settings);
  const requests = requestLines(rules);
  const rewritten = [...rewriting, ...requests, ...answerLines(settings)];
  const count = rewritten.filter((line) => line.startsWith('RewriteRule')).length;
  return [
    ...section('LocationMatch', quote(own), [...headerLines(settings), ...documents]),
    'RewriteEngine On',
    '# Other paths skip all rules of this file.',
    ...rule([], '-', `S=${count}`, `!${own}`),
    ...rewritten,
  ];
}

/** Sends the base URL without its final slash to the page, whose links are relative. An upstream does this itself. */
function redirectLines({ baseUrl }: HostSettings): string[] {
  const base = pathOfUrl(baseUrl);
  return base === '' ? [] : rule([], `${baseUrl}/`, 'R=302,QSD,END', `^${escapePattern(base)}$`);
}

/** Serves the file for the request, or else the error or the request handler's response. */
function answerLines(settings: HostSettings): string[] {
  const { upstream } = settings;
  const other = upstream === null ? refusalLines(settings) : upstreamLines(upstream, settings);
  return [...fileLines(settings), ...other];
}

function emit(settings: HostSettings): HostFile[] {
  const { root, upstream, command, baseUrl, part } = settings;
  const rules = requestRules(settings, 'PCRE');
  const { hostname, port, protocol } = new URL(baseUrl);
  const isTls = protocol === 'https:';
  const modules = upstream === null ? 'rewrite headers' : 'rewrite headers proxy proxy_http';
  const examples = exampleComments(settings, rules);
  const folder = section('Directory', quote(root), ['Require all granted', `ForceType ${JSON_TYPE}`]);
  const file = (path: string, ...lines: readonly string[]) => hostFile(command, path, lines);
  if (part === 'http') {
    const where = '# Include this file outside of all virtual hosts, and stillwave-server.conf in one of them.';
    return [file('stillwave-http.conf', where, ...folder)];
  }
  if (part === 'server') {
    const where = `# Include this file in a virtual host before its other rules. Needs: a2enmod ${modules}`;
    return [file('stillwave-server.conf', where, ...examples, ...partLines(settings, rules))];
  }
  const { documents, rewriting } = errorLines(settings);
  const tls = isTls ? '. For TLS, change the port and add SSLEngine on and the certificate.' : '';
  const host = section('VirtualHost', isTls ? '*:80' : `*:${port || 80}`, [
    `ServerName ${hostname}`,
    ...folder,
    // If there is no upstream, the rules refuse TRACE.
    ...(upstream === null ? [] : ['TraceEnable off']),
    ...headerLines(settings),
    ...documents,
    'RewriteEngine On',
    ...rewriting,
    ...requestLines(rules),
    ...answerLines(settings),
  ]);
  const listen = isTls || port === '' ? [] : [`Listen ${port}`];
  return [file('stillwave.conf', `# Needs: a2enmod ${modules}${tls}`, ...examples, ...listen, ...host)];
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
  hasParts: true,
  upstream: 'URL',
  emit,
};

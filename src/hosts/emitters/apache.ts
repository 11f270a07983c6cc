/**
 * Apache httpd: emits a virtual host. Rewrite rules read the raw request into variables that name a file. If that file does not exist,
 * further rules choose the error. Apache answers OPTIONS itself, without a body.
 *
 * https://httpd.apache.org/docs/2.4/mod/mod_rewrite.html, https://httpd.apache.org/docs/2.4/custom-error.html
 */

import { escapePattern } from '../../core/contract/codec-patterns.ts';
import { varyByCoding } from '../../core/contract/codings.ts';
import { errorHeaders, type Headers, IGNORED_REQUEST_HEADERS, successHeaders } from '../../core/contract/headers.ts';
import { FIXED_BODY_FOLDER, fixedBodyPath } from '../../core/contract/paths.ts';
import { NOT_DECODED, NOT_FOUND, OTHER_METHOD_BODY, UNAVAILABLE } from '../../core/contract/refusals.ts';
import { GATEWAY_ERRORS, LEAST_ERROR, METHOD_NOT_ALLOWED, OK } from '../../core/contract/statuses.ts';
import type { Host, HostFile, HostSettings } from '../host.ts';
import { NO_ANY_QUERY, NO_DECODING, NO_ECHO, NO_OTHER_IDS } from '../rules/rule-skips.ts';
import type { Rules } from '../rules/rule-types.ts';
import { createRules } from '../rules/rules.ts';
import { answerLines, BEFORE_TARGET, outcomeRule, quote, ruleLines, variable, variableRules } from './apache-rules.ts';

/** Prefix of internal paths for errors, which clients cannot request. */
const INTERNAL = '/.stillwave';

const indent = (lines: readonly string[]): string[] => lines.map((line) => (line === '' ? '' : `    ${line}`));
const section = (name: string, argument: string, lines: readonly string[]): string[] => [
  `<${name} ${argument}>`,
  ...indent(lines),
  `</${name}>`,
];

const withoutType = ({ 'content-type': _, ...headers }: Headers): [string, string][] => Object.entries(headers);

/** Headers for everything first, then overrides by type of response and by status. */
function headerLines({ answers, notFound }: Rules, { cache, upstream }: HostSettings): string[] {
  const set = ([name, value]: readonly [string, string], when = ''): string =>
    `Header always set ${name} ${quote(value)}${when}`;
  const common = withoutType(successHeaders(cache));
  const differing = (headers: Headers): [string, string][] =>
    withoutType(headers).filter(([name, value]) => !common.some(([known, same]) => known === name && value === same));
  const outcomes = [notFound, ...answers.flatMap(({ refusals }) => refusals.map(({ outcome }) => outcome))];
  const described = outcomes.find(({ status }) => status === OK);
  const files = answers.flatMap(({ name, success }) =>
    success.kind === 'file'
      ? differing(varyByCoding(success.headers)).map((header) => set(header, ` env=${variable(name)}_sent`))
      : [],
  );
  // The request handler sets all of its headers itself.
  const own = upstream === null ? '' : ` env=!${variable('passed_on')}`;
  const passedOn = upstream === null ? '' : ` && -z reqenv('${variable('passed_on')}')`;
  const isError = ` ${quote(`expr=%{REQUEST_STATUS} -ge ${LEAST_ERROR}${passedOn}`)}`;
  const known = new Set(Object.keys(notFound.headers));
  const isDown = ` ${quote(`expr=%{REQUEST_STATUS} in {${DOWN.map((status) => `'${status}'`).join(',')}}${passedOn}`)}`;
  const retryLines = differing(errorHeaders(cache, UNAVAILABLE.status))
    .filter(([name]) => !known.has(name))
    .map((header) => set(header, isDown));
  return [
    '# Apache sets its own list for OPTIONS.',
    `Header unset Allow${own}`,
    ...common.map((header) => set(header, own)),
    ...files,
    set(['content-encoding', 'gzip'], ` env=${variable('gzip')}`),
    ...differing(described?.headers ?? {}).map((header) => set(header, ` env=${variable('options')}`)),
    '# Also for errors that Apache detects itself.',
    ...differing(notFound.headers).map((header) => set(header, isError)),
    ...(upstream === null ? [] : retryLines),
    '# Only downloads support what these request.',
    ...IGNORED_REQUEST_HEADERS.map((name) => `RequestHeader unset ${name} env=!${variable('ranges')}`),
  ];
}

/** Statuses that Apache uses if the upstream is down or too slow. */
const DOWN: readonly number[] = [UNAVAILABLE.status, ...GATEWAY_ERRORS];

/** Errors that Apache reports itself, before any rule has chosen a body. */
function errorLines(settings: HostSettings): string[] {
  const own: readonly (readonly [status: number, body: string])[] = [
    [NOT_FOUND.status, fixedBodyPath('not-found')],
    [NOT_DECODED.status, fixedBodyPath('not-decoded')],
    [METHOD_NOT_ALLOWED, fixedBodyPath('method', OTHER_METHOD_BODY)],
    // If the upstream does not answer. Apache keeps its own status.
    ...(settings.upstream === null ? [] : DOWN.map((status) => [status, fixedBodyPath('unavailable')] as const)),
  ];
  const type = successHeaders(settings.cache)['content-type'];
  const isError = '%{ENV:REDIRECT_STATUS} "!^$"';
  return [
    ...own.map(([status]) => `ErrorDocument ${status} ${INTERNAL}/${status}/%{reqenv:${variable('body')}}`),
    'RewriteEngine On',
    ...own.flatMap(([status, body]) =>
      ruleLines({
        conditions: [isError],
        pattern: `^${escapePattern(INTERNAL)}/${status}/$`,
        substitution: `${settings.root}/${body}`,
        flags: [`T=${type}`, 'END'],
      }),
    ),
    ...ruleLines({
      conditions: [isError],
      pattern: `^${escapePattern(INTERNAL)}/[0-9]+/(.+)$`,
      substitution: `${settings.root}/${FIXED_BODY_FOLDER}/$1`,
      flags: [`T=${type}`, 'END'],
    }),
  ];
}

function emit(settings: HostSettings): HostFile[] {
  const rules = createRules(settings, { backreferences: true, beforeTarget: BEFORE_TARGET });
  const { hostname, port, protocol } = new URL(settings.baseUrl);
  const host = protocol === 'https:' ? '*:80' : `*:${port || 80}`;
  const text = [
    `# Made by: ${settings.command}`,
    '# Needs mod_rewrite and mod_headers (a2enmod rewrite headers); with an upstream also proxy and proxy_http.',
    ...(port === '' || protocol === 'https:'
      ? []
      : [`# Apache must listen on this port: Listen ${port} in ports.conf.`]),
    ...(protocol === 'https:' ? ['# For TLS, change the port and add SSLEngine on and the certificate.'] : []),
    '',
    ...section('VirtualHost', host, [
      `ServerName ${hostname}`,
      `DocumentRoot ${quote(settings.root)}`,
      ...section('Directory', quote(settings.root), ['Require all granted', 'AllowOverride None', 'Options None']),
      'TraceEnable off',
      'MergeSlashes Off',
      '',
      ...headerLines(rules, settings),
      '',
      ...errorLines(settings),
      '',
      ...rules.variables.flatMap(variableRules).flatMap(ruleLines),
      '',
      ...rules.answers.flatMap((answer) => [...answerLines(answer, settings), '']),
      ...ruleLines(outcomeRule([], rules.notFound, settings)),
    ]),
    '',
  ].join('\n');
  return [{ path: 'stillwave.conf', text }];
}

export const apache: Host = {
  name: 'apache',
  title: 'Apache httpd',
  tier: 'rewrite rules',
  answers: 'every enumerated query, records, OPTIONS without a body; with --upstream also any other query',
  cannot:
    'queries that are not enumerated, percent-encoding; the body of OPTIONS; does not cache responses of an upstream',
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
  skips: {
    ...NO_ANY_QUERY,
    ...NO_OTHER_IDS,
    ...NO_DECODING,
    ...NO_ECHO,
    'options-body': 'answers OPTIONS itself, without a body',
    'not-found ../../../etc/passwd': 'refuses paths above the root itself, before any rule',
  },
  emit,
};

/**
 * nginx: emits a configuration file to include in the `http` block. Maps read the raw request and name a file. If that file does not
 * exist, rules choose the error. Every `if` contains nothing but a `rewrite`.
 *
 * https://nginx.org/en/docs/http/ngx_http_map_module.html, https://nginx.org/en/docs/http/ngx_http_rewrite_module.html
 */

import { escapePattern } from '../../core/contract/codec-patterns.ts';
import { varyByCoding } from '../../core/contract/codings.ts';
import { errorHeaders } from '../../core/contract/headers.ts';
import { FIXED_BODY_FOLDER } from '../../core/contract/paths.ts';
import { OTHER_METHOD_BODY, PRECONDITION_FAILED } from '../../core/contract/refusals.ts';
import { BAD_REQUEST, METHOD_NOT_ALLOWED, OK } from '../../core/contract/statuses.ts';
import type { Host, HostFile, HostSettings } from '../host.ts';
import type { RequestVariable } from '../rules/request-variables.ts';
import { NO_ANY_QUERY, NO_DECODING, NO_ECHO, NO_OTHER_IDS } from '../rules/rule-skips.ts';
import {
  type Answer,
  type Condition,
  type Outcome,
  type Pattern,
  patternText,
  type Rules,
  type Template,
} from '../rules/rule-types.ts';
import { createRules } from '../rules/rules.ts';
import { block, headerLines, INTERNAL, quote } from './nginx-text.ts';
import { UPSTREAM_PATH, upstreamLines } from './nginx-upstream.ts';

const variable = (name: string): string => `$sw_${name}`;
/** `{name}` -> `${stillwave_name}`, a form that any character can follow. */
const expand = (template: Template): string => template.replace(/\{(\w+)\}/g, (_, name) => `\${sw_${name}}`);
/** The text of a pattern; its groups become variables. */
const named = (pattern: Pattern): string => patternText(pattern, (group) => `(?<sw_${group}>`);

const SOURCES: Record<RequestVariable['of'], string> = {
  target: '$request_uri',
  query: '$args',
  method: '$request_method',
};

function mapOf({ name, of, rows, fallback }: RequestVariable): string[] {
  const lines = rows.map(({ pattern, value }) => `${quote(`~${pattern}`)} ${quote(value)};`);
  return block(`map ${SOURCES[of]} ${variable(name)}`, [`default ${quote(fallback)};`, ...lines]);
}

/** The location that refuses methods without a fixed body. */
const OTHER_METHOD = `${INTERNAL}/${METHOD_NOT_ALLOWED}/method/${OTHER_METHOD_BODY}.json`;
/** The location for failed preconditions. */
const CONDITION_FAILED = `${INTERNAL}/condition`;

/** Errors that nginx itself finds while sending a file. */
const FILE_ERRORS: readonly string[] = [
  `error_page ${METHOD_NOT_ALLOWED} ${OTHER_METHOD};`,
  `error_page ${PRECONDITION_FAILED.status} ${CONDITION_FAILED};`,
];

/** The internal path of a refusal, which contains its status and its body's name. */
function outcomePath({ status, body, isFinal }: Outcome, { upstream }: HostSettings): string {
  if (!isFinal && upstream !== null) return UPSTREAM_PATH;
  return `${INTERNAL}/${status}/${expand(body.slice(FIXED_BODY_FOLDER.length + 1))}`;
}

function conditionOf(when: Exclude<Condition, { kind: 'always' }>, root: string): string {
  if (when.kind === 'variable') return `(${variable(when.name)} = ${quote(when.is)})`;
  if (when.kind === 'missing') return `(!-f ${quote(`${root}/${expand(when.file)}`)})`;
  return `($args ~ ${quote(named(when.matches))})`;
}

function refusalLines({ refusals }: Pick<Answer, 'refusals'>, settings: HostSettings): string[] {
  return refusals.flatMap(({ when, exists, outcome }) => {
    const send = `rewrite ^ ${outcomePath(outcome, settings)} last;`;
    if (when.kind === 'always') return [send];
    if (!exists) return block(`if ${conditionOf(when, settings.root)}`, [send]);
    // nginx cannot combine or nest conditions: the first one sets this flag, the second one can only keep it.
    return [
      'set $sw_both "";',
      ...block(`if ${conditionOf(when, settings.root)}`, [
        `set $sw_both ${quote(`${settings.root}/${expand(exists)}`)};`,
      ]),
      ...block('if (-f $sw_both)', [send]),
    ];
  });
}

function answerLines(answer: Answer, settings: HostSettings): string[] {
  const { name, path, success } = answer;
  const location = `location ~ ${quote(named(path))}`;
  const refused = refusalLines(answer, settings);
  if (success.kind === 'redirect') {
    const headers = headerLines(success.headers);
    return block(location, [
      ...refused,
      ...headers,
      `return ${success.status} ${quote(`${expand(success.location)}$is_args$args`)};`,
    ]);
  }
  const file = quote(`/${expand(success.file)}`);
  return [
    ...block(location, [
      ...headerLines(varyByCoding(success.headers)),
      // Requests for several ranges get the whole file.
      ...(success.hasRanges ? ['max_ranges 1;'] : []),
      ...FILE_ERRORS,
      `try_files ${file} @sw_${name};`,
    ]),
    '',
    ...block(`location @sw_${name}`, refused),
  ];
}

/** A location for each status. The rest of the path names the body to send. */
function outcomeLines({ answers, notFound }: Rules, { root }: HostSettings): string[] {
  const all = [notFound, ...answers.flatMap(({ refusals }) => refusals.map(({ outcome }) => outcome))];
  const headers = new Map(all.map((outcome) => [outcome.status, outcome.headers]));
  const refused = METHOD_NOT_ALLOWED;
  return [...headers].flatMap(([status, sent]) => {
    const bodies = `${INTERNAL}/bodies/${status}/`;
    // Error pages are always fetched with GET, so a file can answer any method.
    const page = `${bodies}$sw_body`;
    const send =
      status === OK
        ? [`error_page ${refused} =${status} ${page};`, `return ${refused};`]
        : [`error_page ${status} ${page};`, `return ${status};`];
    return [
      ...block(`location ~ ${quote(`^${escapePattern(INTERNAL)}/${status}/(?<sw_body>.+)$`)}`, ['internal;', ...send]),
      ...block(`location ^~ ${bodies}`, [
        'internal;',
        `alias ${quote(`${root}/${FIXED_BODY_FOLDER}/`)};`,
        ...headerLines(sent, status !== OK),
      ]),
      '',
    ];
  });
}

/** Errors that nginx finds itself, with the contract's body and headers. */
function ownErrorLines({ cache }: HostSettings): string[] {
  const { status, body } = PRECONDITION_FAILED;
  return [
    ...block(`location = ${CONDITION_FAILED}`, [
      'internal;',
      ...headerLines(errorHeaders(cache, PRECONDITION_FAILED.status), true),
      `return ${status} ${quote(JSON.stringify(body))};`,
    ]),
    '',
    '# nginx refuses TRACE before it looks for a location, but an unknown path must be a 404.',
    ...block('location @sw_refused', ['rewrite ^ $uri last;']),
    '',
  ];
}

function emit(settings: HostSettings): HostFile[] {
  const rules = createRules(settings, { backreferences: true });
  const { protocol, hostname, port } = new URL(settings.baseUrl);
  const upstream = settings.upstream === null ? { http: [], server: [] } : upstreamLines(settings.upstream, settings);
  const isTls = protocol === 'https:';
  const listen = isTls
    ? ['# TLS: listen 443 ssl; with ssl_certificate and ssl_certificate_key.', 'listen 80;']
    : [`listen ${port || 80};`];
  const notFound = `${INTERNAL}/bodies/${rules.notFound.status}/not-found.json`;
  const text = [
    `# Made by: ${settings.command}`,
    '# Include this file in the http block. "pcre_jit on;" outside of that block makes the patterns faster.',
    '',
    // nginx's default is too small for this many variables.
    'variables_hash_max_size 2048;',
    '',
    ...rules.variables.flatMap((one) => [...mapOf(one), '']),
    ...upstream.http,
    ...block('server', [
      ...listen,
      `server_name ${hostname};`,
      `root ${quote(settings.root)};`,
      'merge_slashes off;',
      'recursive_error_pages on;',
      'server_tokens off;',
      'gzip_static on;',
      'gzip_proxied any;',
      'max_ranges 0;',
      'client_max_body_size 0;',
      '# Errors that nginx reports before it looks for a location.',
      `error_page ${METHOD_NOT_ALLOWED} = @sw_refused;`,
      `error_page ${BAD_REQUEST} =${rules.notFound.status} ${notFound};`,
      '',
      ...rules.answers.flatMap((answer) => [...answerLines(answer, settings), '']),
      ...upstream.server,
      ...outcomeLines(rules, settings),
      ...ownErrorLines(settings),
      ...block('location /', [`rewrite ^ ${outcomePath(rules.notFound, settings)} last;`]),
    ]),
    '',
  ].join('\n');
  return [{ path: 'stillwave.conf', text }];
}

export const nginx: Host = {
  name: 'nginx',
  title: 'nginx',
  tier: 'rewrite rules',
  answers: 'every enumerated query, records, OPTIONS; with --upstream also any other query, cached',
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
  skips: {
    ...NO_ANY_QUERY,
    ...NO_OTHER_IDS,
    ...NO_DECODING,
    ...NO_ECHO,
    // nginx has not read the Host header yet.
    'not-found ../../../etc/passwd': 'paths above the root are refused by the default server, which may be another one',
  },
  emit,
};

/**
 * Caddy: emits a Caddyfile with one site. Maps read the raw request and name a file. If that file does not exist, rules choose the error.
 *
 * https://caddyserver.com/docs/caddyfile/directives/map, https://caddyserver.com/docs/caddyfile/matchers
 */

import { varyByCoding } from '../../core/contract/codings.ts';
import { errorHeaders, type Headers, IGNORED_REQUEST_HEADERS } from '../../core/contract/headers.ts';
import { fixedBodyPath } from '../../core/contract/paths.ts';
import { UNAVAILABLE } from '../../core/contract/refusals.ts';
import { GATEWAY_ERRORS } from '../../core/contract/statuses.ts';
import type { Host, HostFile, HostSettings } from '../host.ts';
import type { RequestVariable } from '../rules/request-variables.ts';
import { NO_ANY_QUERY, NO_DECODING, NO_ECHO, NO_OTHER_IDS, NO_REPEATED_RANGE } from '../rules/rule-skips.ts';
import {
  type Answer,
  type Condition,
  groupsOf,
  type Outcome,
  patternText,
  type Rule,
  type Template,
} from '../rules/rule-types.ts';
import { createRules } from '../rules/rules.ts';
import { block, createSnippets, headerLines, quote, type Snippets } from './caddy-text.ts';

const placeholder = (name: string): string => `{sw_${name}}`;

const SOURCES: Record<RequestVariable['of'], string> = {
  target: '{http.request.orig_uri}',
  query: '{query}',
  // The original method: bodies of errors are fetched with GET.
  method: '{http.request.orig_method}',
};

function mapOf({ name, of, rows, fallback }: RequestVariable): string[] {
  const lines = rows.map(({ pattern, value }) => `${quote(`~${pattern}`)} ${quote(value)}`);
  return block(`map ${SOURCES[of]} ${placeholder(name)}`, [...lines, `default ${quote(fallback)}`]);
}

/** The name and the regular expression of an answer's path, for reading its groups. */
type AnswerPath = Pick<Answer, 'name' | 'path'>;

/** Writes a template. Groups of the path are read from the pattern that matched it. */
function expand(template: Template, { name, path }: AnswerPath): string {
  const groups = groupsOf(path);
  return template.replace(/\{(\w+)\}/g, (_, found) => {
    const group = groups.indexOf(found);
    return group < 0 ? placeholder(found) : `{re.${name}.${group + 1}}`;
  });
}

/** Caddy itself does not cache responses; caching needs a module that its packages do not include. */
function upstreamLines(upstream: string): string[] {
  const { origin, host, pathname } = new URL(upstream);
  const path = pathname.replace(/\/$/, '');
  return [
    ...(path === '' ? [] : [`rewrite * ${path}{uri}`]),
    ...block(`reverse_proxy ${origin}`, [`header_up Host ${host}`]),
  ];
}

/** Everything that writing an answer needs. */
interface Writing {
  readonly settings: HostSettings;
  readonly snippets: Snippets;
}

/** Sends a file as the body of an error: fetched with GET or HEAD, and without request conditions, which are not meant for it. */
function sendBody({ snippets }: Writing, status: number, body: string, headers: Headers): string[] {
  const send = [
    ...headerLines(headers),
    ...block('file_server', [`status ${status}`, 'disable_canonical_uris']),
    'import stillwave_plain_get',
  ];
  return [`rewrite * /${body}`, snippets.share(`send_${status}`, send)];
}

/** If the upstream does not answer. Responses of the handler itself are passed on. */
function downLines(writing: Writing): string[] {
  const { cache, root } = writing.settings;
  const { status } = UNAVAILABLE;
  const statuses = [...GATEWAY_ERRORS, status].join(', ');
  const lines = sendBody(writing, status, fixedBodyPath('unavailable'), errorHeaders(cache, status));
  return block('handle_errors', [
    `@stillwave_down expression ${quote(`{err.status_code} in [${statuses}]`)}`,
    ...block('handle @stillwave_down', [`root * ${quote(root)}`, ...lines]),
  ]);
}

function outcomeLines({ status, body, headers, isFinal }: Outcome, answer: AnswerPath, writing: Writing): string[] {
  const { upstream } = writing.settings;
  if (!isFinal && upstream !== null) return [writing.snippets.share('upstream', upstreamLines(upstream))];
  return sendBody(writing, status, expand(body, answer), headers);
}

/** The matcher for a condition, with this name. */
function matcherLines(name: string, when: Exclude<Condition, { kind: 'always' }>, answer: AnswerPath): string[] {
  if (when.kind === 'variable') return [`@${name} vars ${placeholder(when.name)} ${quote(when.is)}`];
  if (when.kind === 'query') return [`@${name} vars_regexp {query} ${quote(patternText(when.matches))}`];
  return block(`@${name}`, [`not file /${expand(when.file, answer)}`]);
}

/** A rule that also needs a file to exist. The condition's group becomes part of its path, or "!" if the group matched nothing. */
function existingLines(name: string, { when, exists = '', outcome }: Rule, answer: AnswerPath, writing: Writing) {
  const [group] = when.kind === 'query' ? groupsOf(when.matches) : [];
  if (when.kind !== 'query' || group === undefined) throw new TypeError('only a group of the query names a file');
  const own = `${name}_${group}`;
  const variable: RequestVariable = {
    name: own,
    of: 'query',
    rows: [{ pattern: patternText(when.matches), value: '$1' }],
    fallback: '!',
  };
  const named = (template: Template): Template => template.replaceAll(`{${group}}`, `{${own}}`);
  return [
    ...mapOf(variable),
    `@${name} file /${expand(named(exists), answer)}`,
    ...block(`handle @${name}`, outcomeLines({ ...outcome, body: named(outcome.body) }, answer, writing)),
  ];
}

function refusalLines(answer: Answer, writing: Writing): string[] {
  return answer.refusals.flatMap((rule, index) => {
    const name = `${answer.name}_${index + 1}`;
    if (rule.exists) return existingLines(name, rule, answer, writing);
    const lines = outcomeLines(rule.outcome, answer, writing);
    if (rule.when.kind === 'always') return block('handle', lines);
    return [...matcherLines(name, rule.when, answer), ...block(`handle @${name}`, lines)];
  });
}

/** Sends the file that a matcher has found. */
function sendFile({ headers, hasRanges }: Extract<Answer['success'], { kind: 'file' }>): string[] {
  return [
    'rewrite * {http.matchers.file.relative}',
    ...headerLines(varyByCoding(headers)),
    ...block('file_server', ['precompressed br gzip', 'disable_canonical_uris']),
    ...(hasRanges ? [] : ['import stillwave_whole']),
  ];
}

function answerLines(answer: Answer, writing: Writing): string[] {
  const { name, path, success } = answer;
  const refused = refusalLines(answer, writing);
  const answered =
    success.kind === 'redirect'
      ? block('handle', [
          ...headerLines(success.headers),
          `@${name}_query expression \`{http.request.uri.query} != ""\``,
          `redir @${name}_query ${expand(success.location, answer)}?{query} ${success.status}`,
          `redir * ${expand(success.location, answer)} ${success.status}`,
        ])
      : [
          `@${name}_file file /${expand(success.file, answer)}`,
          ...block(`handle @${name}_file`, [writing.snippets.share(`file_${name}`, sendFile(success))]),
        ];
  const lines = success.kind === 'redirect' ? [...refused, ...answered] : [...answered, ...refused];
  // Directives in a route keep their order.
  return [
    `@${name} path_regexp ${name} ${quote(patternText(path))}`,
    ...block(`handle @${name}`, block('route', lines)),
  ];
}

function emit(settings: HostSettings): HostFile[] {
  const rules = createRules(settings, { backreferences: false });
  const snippets = createSnippets();
  const writing = { settings, snippets };
  const site = block(new URL(settings.baseUrl).origin, [
    `root * ${quote(settings.root)}`,
    ...rules.variables.flatMap(mapOf),
    '',
    ...block('route', [
      ...rules.answers.flatMap((answer) => [...answerLines(answer, writing), '']),
      ...block('handle', outcomeLines(rules.notFound, { name: 'other', path: [] }, writing)),
    ]),
    ...(settings.upstream === null ? [] : downLines(writing)),
  ]);
  const text = [
    `# Made by: ${settings.command}`,
    '# Import this file into the Caddyfile, or run Caddy with it.',
    '',
    ...block(
      '(stillwave_whole)',
      IGNORED_REQUEST_HEADERS.map((name) => `request_header -${name}`),
    ),
    '',
    ...block('(stillwave_plain_get)', [
      '@stillwave_not_head not method HEAD',
      'method @stillwave_not_head GET',
      ...['If-None-Match', 'If-Modified-Since'].map((name) => `request_header -${name}`),
      'import stillwave_whole',
    ]),
    '',
    ...snippets.lines(),
    ...site,
    '',
  ].join('\n');
  return [{ path: 'Caddyfile', text }];
}

export const caddy: Host = {
  name: 'caddy',
  title: 'Caddy',
  tier: 'rewrite rules',
  answers: 'every enumerated query, records, OPTIONS; with --upstream also any other query',
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
  skips: { ...NO_ANY_QUERY, ...NO_OTHER_IDS, ...NO_DECODING, ...NO_ECHO, ...NO_REPEATED_RANGE },
  emit,
};

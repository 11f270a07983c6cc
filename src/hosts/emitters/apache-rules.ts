/**
 * Writes rules for Apache's mod_rewrite: request variables become environment variables, answers become rules that skip each other.
 *
 * https://httpd.apache.org/docs/2.4/mod/mod_rewrite.html
 */

import { FIXED_BODY_FOLDER } from '../../core/contract/paths.ts';
import { OK } from '../../core/contract/statuses.ts';
import type { HostSettings } from '../host.ts';
import { type RequestVariable, TARGET_ORIGIN } from '../rules/request-variables.ts';
import {
  type Answer,
  type Condition,
  groupsOf,
  type Outcome,
  patternText,
  type Rule,
  type Template,
} from '../rules/rule-types.ts';

/** Matches an Accept-Encoding that accepts gzip: listed, and not with a weight of 0. */
const ACCEPTS_GZIP = '(?:^|[, ])gzip *(?:,|$|; *q=(?:1|0[.][0-9]*[1-9]))';

/** Quotes a string that may contain spaces. */
export const quote = (text: string): string => `"${text.replaceAll('"', '\\"')}"`;
/** Name of the environment variable for a request variable or a group. */
export const variable = (name: string): string => `sw_${name}`;
const expand = (template: Template): string => template.replace(/\{(\w+)\}/g, (_, name) => `%{ENV:${variable(name)}}`);

/** A rule with its conditions: these lines count as one rule for the skip flag. */
interface RewriteRule {
  readonly conditions: readonly string[];
  readonly pattern?: string;
  readonly substitution?: string;
  readonly flags: readonly string[];
}

/** The lines of one rule. */
export function ruleLines({ conditions, pattern = '^', substitution = '-', flags }: RewriteRule): string[] {
  const given = flags.length === 0 ? '' : ` ${quote(`[${flags.join(',')}]`)}`;
  return [
    ...conditions.map((condition) => `RewriteCond ${condition}`),
    `RewriteRule ${quote(pattern)} ${quote(substitution)}${given}`,
  ];
}

/** The part before the target in `THE_REQUEST`, the request line, which Apache neither decodes nor normalises. */
export const BEFORE_TARGET = '[^ ]+ ';

const SOURCES: Record<RequestVariable['of'], string> = {
  target: '%{THE_REQUEST}',
  query: '%{QUERY_STRING}',
  method: '%{REQUEST_METHOD}',
};

/** Sets the environment variable for a request variable. The first matching pattern must win, so they are written in reverse. */
export function variableRules({ name, of, rows, fallback }: RequestVariable): RewriteRule[] {
  const set = (value: string): string => `E=${variable(name)}:${value.replace('$1', '%1')}`;
  return [
    { conditions: [], flags: [set(fallback)] },
    ...rows.toReversed().map(({ pattern, value }) => ({
      conditions: [`${SOURCES[of]} ${quote(pattern)}`],
      flags: [set(value)],
    })),
  ];
}

function conditionOf(when: Condition, root: string): string[] {
  if (when.kind === 'always') return [];
  if (when.kind === 'variable') return [`%{ENV:${variable(when.name)}} ${quote(`=${when.is}`)}`];
  if (when.kind === 'missing') return [`${quote(`${root}/${expand(when.file)}`)} !-f`];
  return [`%{QUERY_STRING} ${quote(patternText(when.matches))}`];
}

/** Sends an outcome if all conditions hold. */
export function outcomeRule(conditions: readonly string[], outcome: Outcome, settings: HostSettings): RewriteRule {
  const { status, body, isFinal } = outcome;
  // Lets the request handler answer OPTIONS, because Apache would not send the body.
  if ((!isFinal || status === OK) && settings.upstream !== null) {
    // Only the path: nothing else in the target may become part of the upstream's authority.
    const target = `%{THE_REQUEST} ${quote(`^${BEFORE_TARGET}${TARGET_ORIGIN}(/[^? ]*)?`)}`;
    return {
      conditions: [...conditions, target],
      substitution: `${settings.upstream}%1`,
      flags: [`E=${variable('passed_on')}:1`, 'P', 'NE'],
    };
  }
  if (status === OK) {
    return {
      conditions,
      substitution: `${settings.root}/${expand(body)}`,
      flags: [`E=${variable('options')}:1`, 'END'],
    };
  }
  const path = expand(body.slice(FIXED_BODY_FOLDER.length + 1));
  return { conditions, flags: [`E=${variable('body')}:${path}`, `R=${status}`, 'L'] };
}

function refusalRules({ when, exists, outcome }: Rule, settings: HostSettings): RewriteRule[] {
  const conditions = conditionOf(when, settings.root);
  const [group] = when.kind === 'query' ? groupsOf(when.matches) : [];
  if (group === undefined) return [outcomeRule(conditions, outcome, settings)];
  const name = variable(group);
  const file = exists === undefined ? [] : [`${quote(`${settings.root}/${expand(exists)}`)} -f`];
  return [
    { conditions: [], flags: [`E=${name}:!`] },
    { conditions, flags: [`E=${name}:%1`] },
    outcomeRule(file, outcome, settings),
  ];
}

function successRules({ name, success }: Answer, { root }: HostSettings): RewriteRule[] {
  if (success.kind === 'redirect') {
    return [{ conditions: [], substitution: expand(success.location), flags: [`R=${success.status}`, 'END'] }];
  }
  const file = `${root}/${expand(success.file)}`;
  const ranges = success.hasRanges ? [`E=${variable('ranges')}:1`] : [];
  const flags = [`T=${success.headers['content-type']}`, `E=${variable(name)}_sent:1`, ...ranges, 'END'];
  return [
    {
      conditions: [`%{HTTP:Accept-Encoding} ${quote(ACCEPTS_GZIP)}`, `${quote(`${file}.gz`)} -f`],
      substitution: `${file}.gz`,
      flags: [`E=${variable('gzip')}:1`, 'E=no-gzip:1', ...flags],
    },
    { conditions: [`${quote(file)} -f`], substitution: file, flags },
  ];
}

/** The lines of one kind of path: every other path skips them. */
export function answerLines(answer: Answer, settings: HostSettings): string[] {
  const { success } = answer;
  const path = patternText(answer.path);
  const named = groupsOf(answer.path).map((group, index) => `E=${variable(group)}:$${index + 1}`);
  const refused = answer.refusals.flatMap((rule) => refusalRules(rule, settings));
  const answered = successRules(answer, settings);
  const rules: RewriteRule[] = [
    ...(named.length === 0 ? [] : [{ conditions: [], pattern: path, flags: named }]),
    ...(success.kind === 'redirect' ? [...refused, ...answered] : [...answered, ...refused]),
  ];
  return [
    ...ruleLines({ conditions: [], pattern: `!${path}`, flags: [`S=${rules.length}`] }),
    ...rules.flatMap(ruleLines),
  ];
}

/**
 * What the rules of every kind of path share: conditions in short, outcomes with their bodies and headers, and the refusals that
 * come first everywhere. Pure.
 */

import { errorHeaders, type Headers, PREFLIGHT, successHeaders } from '../../contract/headers.ts';
import { fixedBodyPath } from '../../contract/paths.ts';
import {
  methodNotAllowed,
  NAMED_METHODS,
  NOT_DECODED,
  NOT_FOUND,
  notEnumerated,
  type Refusal,
} from '../../contract/refusals.ts';
import { OK } from '../../contract/statuses.ts';
import { pathOfUrl } from '../../handler/release.ts';
import type { HostSettings } from '../host.ts';
import {
  ENCODED,
  escapePattern,
  METHOD_READING,
  methodMark,
  OPTIONS_METHOD,
  OTHER_METHOD,
  type Reading,
  TARGET_READING,
  UNTIDY,
} from './rule-readings.ts';
import type { Condition, Outcome, Rule, Template } from './rule-types.ts';

/** Stands for the value of a reading in a template. */
export const value = ({ name }: Reading): Template => `{${name}}`;
/** A reading has this value. */
export const is = ({ name }: Reading, text: string): Condition => ({ kind: 'reading', name, is: text });
/** The query, as it was sent, matches this pattern. */
export const matches = (pattern: string): Condition => ({ kind: 'query', matches: pattern });
export const ALWAYS: Condition = { kind: 'always' };

export interface RuleParts {
  /** Pattern of the base URL's path. */
  readonly base: string;
  /** Headers of a page or a record. */
  readonly success: Headers;
  readonly notFound: Outcome;
  readonly notDecoded: Outcome;
  refuse(refusal: Refusal, isCertain: boolean, ...body: readonly string[]): Outcome;
  /** Every 400 of a parameter has the same status and headers. */
  refuseParameter(isCertain: boolean, ...body: readonly string[]): Outcome;
  /** What is refused for its path alone. */
  readonly pathRules: readonly Rule[];
  /** What is decided by the method alone. */
  methodRules(optionsBody: Template): Rule[];
}

/** The parts for one site. */
export function createParts({ cache, baseUrl }: HostSettings): RuleParts {
  const success = successHeaders(cache);
  function refuse(refusal: Refusal, isCertain: boolean, ...body: readonly string[]): Outcome {
    return { status: refusal.status, body: fixedBodyPath(...body), headers: errorHeaders(cache, refusal), isCertain };
  }
  const refuseParameter = (isCertain: boolean, ...body: readonly string[]) =>
    refuse(notEnumerated('', ''), isCertain, ...body);
  const notFound = refuse(NOT_FOUND, true, 'not-found');
  const notDecoded = refuse(NOT_DECODED, false, 'not-decoded');

  const pathRules: readonly Rule[] = [
    { when: is(TARGET_READING, UNTIDY), outcome: notFound },
    { when: is(TARGET_READING, ENCODED), outcome: notDecoded },
  ];

  function methodRules(optionsBody: Template): Rule[] {
    const refused = (mark: string, body: string): Rule => ({
      when: is(METHOD_READING, mark),
      outcome: refuse(methodNotAllowed(''), true, 'method', body),
    });
    const described = { status: OK, body: optionsBody, headers: { ...success, ...PREFLIGHT }, isCertain: true };
    return [
      { when: is(METHOD_READING, OPTIONS_METHOD), outcome: described },
      ...NAMED_METHODS.map((method) => refused(methodMark(method), method)),
      refused(OTHER_METHOD, 'other'),
    ];
  }

  const base = escapePattern(pathOfUrl(baseUrl));
  return { base, success, notFound, notDecoded, refuse, refuseParameter, pathRules, methodRules };
}

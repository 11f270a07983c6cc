/**
 * Shared parts of the rules for all paths: shorthands for conditions, outcomes with their bodies and headers, and the refusals that are
 * checked first everywhere. Pure.
 */

import { escapePattern } from '../../core/contract/codec-patterns.ts';
import { errorHeaders, type Headers, PREFLIGHT, successHeaders } from '../../core/contract/headers.ts';
import { fixedBodyPath } from '../../core/contract/paths.ts';
import { NOT_DECODED, NOT_FOUND } from '../../core/contract/refusals.ts';
import { BAD_REQUEST, METHOD_NOT_ALLOWED, OK } from '../../core/contract/statuses.ts';
import { pathOfUrl } from '../../core/handler/release.ts';
import type { HostSettings } from '../host.ts';
import {
  ENCODED,
  METHOD_BODY_VARIABLE,
  METHOD_VARIABLE,
  OPTIONS_METHOD,
  OTHER_METHOD,
  type RequestVariable,
  TARGET_VARIABLE,
  UNTIDY,
} from './request-variables.ts';
import { type Condition, type Outcome, type Pattern, patternOf, type Rule, type Template } from './rule-types.ts';

/** A placeholder for a variable's value in a template. */
export const value = ({ name }: RequestVariable): Template => `{${name}}`;
/** Holds if a variable has this value. */
export const is = ({ name }: RequestVariable, text: string): Condition => ({ kind: 'variable', name, is: text });
/** Holds if the raw query matches this pattern. */
export const matches = (pattern: string | Pattern): Condition => ({
  kind: 'query',
  matches: typeof pattern === 'string' ? patternOf(pattern) : pattern,
});
export const ALWAYS: Condition = { kind: 'always' };

/** The outcome if there is no upstream that could answer the request. */
export const unlessUpstream = (outcome: Outcome): Outcome => ({ ...outcome, isFinal: false });

/** What the rules of all paths of a site share. */
export interface RuleParts {
  /** Pattern of the base URL's path. */
  readonly base: string;
  /** Headers of a page or a record. */
  readonly success: Headers;
  readonly notFound: Outcome;
  readonly notDecoded: Outcome;
  /** Refuses with a fixed body, with or without an upstream. */
  refuse(status: number, ...body: readonly string[]): Outcome;
  /** All 400s about a parameter have the same status and headers. */
  refuseParameter(...body: readonly string[]): Outcome;
  /** Refusals that depend only on the path. */
  readonly pathRules: readonly Rule[];
  /** Refusals that depend only on the method. */
  methodRules(optionsBody: Template): Rule[];
}

/** Creates the parts for one site. */
export function createParts({ cache, baseUrl }: HostSettings): RuleParts {
  const success = successHeaders(cache);
  function refuse(status: number, ...body: readonly string[]): Outcome {
    return { status, body: fixedBodyPath(...body), headers: errorHeaders(cache, status), isFinal: true };
  }
  const refuseParameter = (...body: readonly string[]) => refuse(BAD_REQUEST, ...body);
  const notFound = refuse(NOT_FOUND.status, 'not-found');
  const notDecoded = unlessUpstream(refuse(NOT_DECODED.status, 'not-decoded'));

  const pathRules: readonly Rule[] = [
    { when: is(TARGET_VARIABLE, UNTIDY), outcome: notFound },
    { when: is(TARGET_VARIABLE, ENCODED), outcome: notDecoded },
  ];

  function methodRules(optionsBody: Template): Rule[] {
    const refused = refuse(METHOD_NOT_ALLOWED, 'method', value(METHOD_BODY_VARIABLE));
    const described = { status: OK, body: optionsBody, headers: { ...success, ...PREFLIGHT }, isFinal: true };
    return [
      { when: is(METHOD_VARIABLE, OPTIONS_METHOD), outcome: described },
      { when: is(METHOD_VARIABLE, OTHER_METHOD), outcome: refused },
    ];
  }

  const base = escapePattern(pathOfUrl(baseUrl));
  return { base, success, notFound, notDecoded, refuse, refuseParameter, pathRules, methodRules };
}

/** Shared expectations for responses, based on the contract's tables and refusals. */

import { ALLOW, HTML_TYPE, JSON_TYPE, PREFLIGHT } from '../core/contract/headers.ts';
import { API_ROOT } from '../core/contract/paths.ts';
import {
  methodNotAllowed,
  NOT_FOUND,
  OTHER_METHOD_NOT_ALLOWED,
  type Refusal,
  wrongCase,
} from '../core/contract/refusals.ts';
import { FOUND, NO_CONTENT, NOT_MODIFIED, OK } from '../core/contract/statuses.ts';
import { bodyOf, type Expectation } from './case.ts';
import type { TestAnswer } from './send.ts';

const shorten = (text: string): string => (text.length > 160 ? `${text.slice(0, 160)}…` : text);
/** Describes the difference between two values; null if they are equal. */
export const difference = (what: string, actual: unknown, expected: unknown): string | null =>
  JSON.stringify(actual) === JSON.stringify(expected)
    ? null
    : `${what}: ${shorten(JSON.stringify(actual) ?? 'nothing')}, expected ${shorten(JSON.stringify(expected))}`;

/** The first finding that is not null. */
export const firstFault = (...findings: readonly (string | null)[]): string | null =>
  findings.find((finding) => finding !== null) ?? null;

/** Combines expectations, all of which must hold. */
export const allOf =
  (...expectations: readonly Expectation[]): Expectation =>
  async (answer, context) => {
    for (const expectation of expectations) {
      const finding = await expectation(answer, context);
      if (finding !== null) return finding;
    }
    return null;
  };

/** Lifetimes are configurable, but the header's format is not. */
const LISTING_CACHE = /^public, max-age=\d+, stale-while-revalidate=\d+$/;
const ERROR_CACHE = /^public, max-age=\d+$/;

const listed = (text: string | undefined): string[] => (text ?? '').split(',').map((item) => item.trim().toLowerCase());

function commonHeaders({ headers }: TestAnswer, cache: RegExp): string | null {
  return firstFault(
    difference('Allow', headers.allow, ALLOW),
    listed(headers.vary).includes('accept') ? null : `Vary: ${headers.vary}, expected Accept in it`,
    difference('Access-Control-Allow-Origin', headers['access-control-allow-origin'], '*'),
    listed(headers['access-control-expose-headers']).includes('etag')
      ? null
      : 'Access-Control-Expose-Headers has no ETag',
    cache.test(headers['cache-control'] ?? '') ? null : `Cache-Control: ${headers['cache-control']}`,
  );
}

const statusIs = ({ status, body }: TestAnswer, expected: number): string | null =>
  status === expected ? null : `status ${status}, expected ${expected}: ${shorten(body)}`;

/** Expects a 200 response with all its headers. */
export const isOk: Expectation = (answer) =>
  firstFault(
    statusIs(answer, OK),
    commonHeaders(answer, LISTING_CACHE),
    difference('Content-Type', answer.headers['content-type'], JSON_TYPE),
    answer.headers.etag ? null : 'there is no ETag',
  );

export const isHtml: Expectation = (answer) =>
  firstFault(
    statusIs(answer, OK),
    commonHeaders(answer, LISTING_CACHE),
    difference('Content-Type', answer.headers['content-type']?.toLowerCase(), HTML_TYPE),
    answer.body.includes(API_ROOT) ? null : 'the page does not say where the API is',
  );

/** Expects a refusal with all its headers and exactly this body. */
export const isRefusal =
  (refusal: Refusal): Expectation =>
  (answer) =>
    firstFault(
      statusIs(answer, refusal.status),
      difference('body', answer.body, JSON.stringify(refusal.body)),
      commonHeaders(answer, ERROR_CACHE),
      difference('Content-Type', answer.headers['content-type'], JSON_TYPE),
    );

export const isNotFound = isRefusal(NOT_FOUND);

/**
 * Expects the 404 response for an id in the wrong case. Hosts that serve files do not suggest the right id, so the plain 404 response
 * passes too.
 */
export const isWrongCase =
  (id: string): Expectation =>
  (answer, context) => {
    const isPlain = answer.body === JSON.stringify(NOT_FOUND.body);
    return isRefusal(isPlain ? NOT_FOUND : wrongCase(id))(answer, context);
  };

/**
 * Expects a page with entries, or the 404 response for a record that has no list of entries. That response names the records that have a
 * list.
 */
export const isNeverEmpty: Expectation = (answer) => {
  if (answer.status === OK) return answer.body.includes('"results":[]') ? 'an empty list' : null;
  return firstFault(
    statusIs(answer, NOT_FOUND.status),
    answer.body.includes('with a list: ') ? null : 'no others are named',
  );
};

/** Expects the 404 response for a time that no list in the data covers. Its message names the runs that have a list. */
export const isUnrecorded: Expectation = (answer) =>
  firstFault(
    statusIs(answer, NOT_FOUND.status),
    answer.body.includes('Runs with a list: ') ? null : 'no runs are named',
  );

/** Expects a 405 response. On hosts that serve files, it may leave out the method's name. */
export const refusesMethod =
  (method: string): Expectation =>
  (answer, context) => {
    const isFixed = answer.body === JSON.stringify(OTHER_METHOD_NOT_ALLOWED.body);
    return isRefusal(isFixed ? OTHER_METHOD_NOT_ALLOWED : methodNotAllowed(method))(answer, context);
  };

/** Expects the same body as for another target, whose status must be 200. */
export const sameAs =
  (target: string): Expectation =>
  async (answer, { get }) => {
    const fault = statusIs(answer, OK);
    if (fault !== null) return fault;
    const other = await get(target);
    return firstFault(statusIs(other, OK), difference('body', answer.body, other.body));
  };

/** Expects a JSON body in which the check finds no fault. */
export const hasJson =
  <T>(look: (value: T) => string | null): Expectation =>
  (answer) =>
    look(bodyOf<T>(answer));

export const isRedirect =
  (location: string): Expectation =>
  (answer) =>
    firstFault(
      statusIs(answer, FOUND),
      difference('Location', answer.headers.location, location),
      commonHeaders(answer, LISTING_CACHE),
    );

/** Expects the headers of a preflight response, with or without a body. */
export const isPreflight: Expectation = (answer) =>
  firstFault(
    statusIs(answer, answer.status === NO_CONTENT ? NO_CONTENT : OK),
    commonHeaders(answer, LISTING_CACHE),
    ...Object.entries(PREFLIGHT).map(([name, value]) => difference(name, answer.headers[name], value)),
  );

/** Expects the same headers as for GET, and no body. */
export const isHeadOf =
  (target: string): Expectation =>
  async (answer, { get }) => {
    const got = await get(target);
    const names = [
      'content-type',
      'content-length',
      'etag',
      'allow',
      'vary',
      'cache-control',
      'access-control-allow-origin',
    ];
    return firstFault(
      statusIs(answer, got.status),
      difference('body', answer.body, ''),
      ...names.map((name) => difference(name, answer.headers[name], got.headers[name])),
    );
  };

/** Repeats the request with its ETag in a header made by `condition`, and expects 304, or 200 if the ETag should not match. */
export const revalidates =
  (target: string, condition: (etag: string) => string, isKnown = true): Expectation =>
  async (answer, { send, sample }) => {
    const etag = answer.headers.etag;
    if (etag === undefined) return 'there is no ETag';
    const headers = { 'if-none-match': condition(etag) };
    const again = await send({ method: 'GET', target: `${sample.basePath}/${target}`, headers });
    if (!isKnown) return firstFault(statusIs(again, OK), difference('body', again.body, answer.body));
    return firstFault(
      statusIs(again, NOT_MODIFIED),
      difference('body', again.body, ''),
      again.headers.etag?.replace(/^W\//, '') === etag.replace(/^W\//, '') ? null : `ETag: ${again.headers.etag}`,
      commonHeaders(again, LISTING_CACHE),
    );
  };

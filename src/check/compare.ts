/** Compares a host's answer with the request handler's. */

import { isEnumerated } from '../core/contract/enumeration.ts';
import { queryUrl, recordPath } from '../core/contract/paths.ts';
import { INVALID_PAGE, NOT_ENUMERATED, NOT_FOUND, OTHER_METHOD_NOT_ALLOWED } from '../core/contract/refusals.ts';
import type { ResolvedRequest } from '../core/handler/resolve-request.ts';
import type { Release } from '../core/release/release.ts';
import type { CheckRequest } from './request.ts';
import type { TestAnswer } from './send.ts';

/** Headers with lists: proxies and compression add to them. */
const LISTS = ['allow', 'vary', 'access-control-expose-headers'];
/** Headers of files that hosts send without the request handler. */
const FILE_HEADERS = ['content-type', 'cache-control', 'access-control-allow-origin', 'content-range'];
/** Headers that only request handlers send. */
const HANDLER_HEADERS = /^(?:stillwave-.*|link)$/;

/** Headers of responses with a body. */
const OF_BODIES = ['content-type', 'etag', 'content-length'];

const namesIn = (list: string): string[] =>
  list
    .toLowerCase()
    .split(',')
    .map((name) => name.trim());

/** A validator without the marks of a proxy that compresses. */
const plainTag = (etag: string): string => etag.replace(/^W\/|-(?:gzip|br)(?="$)/g, '');

function isSameHeader(name: string, expected: string, got: string): boolean {
  if (LISTS.includes(name)) return namesIn(expected).every((item) => namesIn(got).includes(item));
  if (name === 'content-type') return got.toLowerCase().replace(/\s/g, '') === expected.replace(/\s/g, '');
  return name === 'etag' ? plainTag(got) === plainTag(expected) : got === expected;
}

/** The first header that differs. */
function headerFault(expected: TestAnswer['headers'], { headers }: TestAnswer): string | null {
  for (const [name, value] of Object.entries(expected)) {
    const got = headers[name];
    // A response of unknown length has none.
    if (name === 'content-length' && got === undefined) continue;
    if (got === undefined || !isSameHeader(name, value, got)) return `${name}: expected ${value}, got ${got ?? 'none'}`;
  }
  return null;
}

const EXCERPT = 80;

/** Both bodies from a little before their first difference. */
function bodyFault(expected: string, got: string): string | null {
  if (expected === got) return null;
  let at = 0;
  while (expected[at] === got[at]) at++;
  const from = Math.max(at - 20, 0);
  const excerpt = (text: string) => JSON.stringify(text.slice(from, from + EXCERPT));
  return `body, from character ${from + 1}: expected ${excerpt(expected)}, got ${excerpt(got)}`;
}

function statusFault({ status }: TestAnswer, got: TestAnswer): string | null {
  if (got.status === status) return null;
  return `status: expected ${status}, got ${got.status}${got.body === '' ? '' : ` ${JSON.stringify(got.body.slice(0, 2 * EXCERPT))}`}`;
}

/** The first difference between the answer that a request handler must give and the answer of a host. */
export function handlerFault(expected: TestAnswer, got: TestAnswer, isFile: boolean): string | null {
  const headers = Object.entries(expected.headers).filter(([name]) => !isFile || FILE_HEADERS.includes(name));
  const isBodyKnown = expected.status !== 206;
  return (
    statusFault(expected, got) ??
    headerFault(Object.fromEntries(headers), got) ??
    (isBodyKnown ? bodyFault(expected.body, got.body) : null)
  );
}

const bodiesOf = (refusals: readonly { readonly body: object }[]): string[] =>
  refusals.map(({ body }) => JSON.stringify(body));
const FIXED = bodiesOf([NOT_FOUND, INVALID_PAGE]);
const LESS_EXACT = bodiesOf([NOT_FOUND, OTHER_METHOD_NOT_ALLOWED]);

/** A header whose value is the host's own: the validator, and the names of the headers that it sends. */
function ownValue(name: string, { headers }: TestAnswer): string | undefined {
  return name === 'access-control-expose-headers' ? 'ETag' : name === 'etag' ? headers.etag : undefined;
}

/** The answers that a host with rewrite rules may send instead of a handler's. */
function withRules({ status, headers, body }: TestAnswer, got: TestAnswer, method: string): TestAnswer {
  // A file cannot describe a listing.
  const isEmpty = method === 'OPTIONS' && status === 200 && got.status === 204;
  const isSized = method === 'HEAD' && status === 200;
  // A file cannot name the method, or the record that was meant.
  const isPlain = status >= 400 && !FIXED.includes(body) && LESS_EXACT.includes(got.body);
  const kept = Object.entries(headers)
    .filter(([name]) => !HANDLER_HEADERS.test(name) && (isSized || name !== 'content-length'))
    .filter(([name]) => !isEmpty || !OF_BODIES.includes(name))
    .map(([name, value]) => [name, ownValue(name, got) ?? value]);
  const isOther = isPlain || headers.location !== undefined;
  return {
    status: isEmpty ? 204 : status,
    headers: Object.fromEntries(kept),
    body: isEmpty ? '' : isOther ? got.body : body,
  };
}

/** Whether a site's page files include the answer: the request is the canonical form of an enumerated query, or a record's own path. */
function hasFile({ method, target }: CheckRequest, resolved: ResolvedRequest | null, { data }: Release): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false;
  if (resolved?.kind === 'page')
    return isEnumerated(resolved.query, data.enumerate) && target === queryUrl(resolved.query);
  return resolved?.kind === 'record' && target === recordPath(resolved.collection.name, resolved.id);
}

/** True if a host with rewrite rules says that it has no file for a request, although it may have one for the request's meaning. */
export function saysNoFile(
  request: CheckRequest,
  got: TestAnswer,
  resolved: ResolvedRequest | null,
  release: Release,
): boolean {
  if (got.status < 400 || got.status >= 500 || hasFile(request, resolved, release)) return false;
  const isRefused =
    got.status === NOT_ENUMERATED.status &&
    (request.method === 'HEAD' || got.body === JSON.stringify(NOT_ENUMERATED.body));
  // The rules do not decode paths.
  return isRefused || request.target.split('?')[0]?.includes('%') === true;
}

/** The first difference between the answer that a request handler gives and the answer of a host with rewrite rules. */
export function ruleFault(
  expected: TestAnswer,
  got: TestAnswer,
  { method }: CheckRequest,
  isFile: boolean,
): string | null {
  return handlerFault(withRules(expected, got, method), got, isFile);
}

/**
 * Statuses and bodies for all refusals.
 *
 * The fixed messages come from the framework behind the real service (Django REST framework), because clients match on them.
 */

import type { ErrorBody } from './wire.ts';

/** An error response. */
export interface Refusal {
  readonly status: number;
  readonly body: ErrorBody;
}

export const ALLOWED_METHODS = ['GET', 'HEAD', 'OPTIONS'] as const;

const notFound = (detail: string): Refusal => ({ status: 404, body: { detail } });

export const NOT_FOUND = notFound('Not found.');
export const INVALID_PAGE = notFound('Invalid page.');
export const UNAVAILABLE: Refusal = {
  status: 503,
  body: { detail: 'Part of the catalogue is unavailable. Try again.' },
};

/** Seconds after which clients may try again. */
export const RETRY_AFTER_S = 10;

/** The 405 for a method; the message contains the method's name. */
export function methodNotAllowed(method: string): Refusal {
  return { status: 405, body: { detail: `Method "${method}" not allowed.` } };
}

/** Sent by hosts that serve files: a file cannot contain the request's method. */
export const OTHER_METHOD_NOT_ALLOWED: Refusal = { status: 405, body: { detail: 'This method is not allowed.' } };

/** Sent by hosts that evaluate If-Match and If-Unmodified-Since, which are meant for requests that change something. */
export const PRECONDITION_FAILED: Refusal = { status: 412, body: { detail: 'The resource has changed.' } };

/** Sent for downloads, which support range requests. */
export const NO_SUCH_RANGE: Refusal = { status: 416, body: { detail: 'No such range.' } };

/** Sent for pages on the old portal; `json` and `home` are URLs. */
export function portalPage(json: string, home: string): Refusal {
  return notFound(`This site has no HTML pages of the old portal. JSON: ${json}. Explorer: ${home}.`);
}

/**
 * Sent for entries that the data do not list: an empty response would claim that none exist. `listed` names the parents that have a list.
 */
export function notRecorded(what: string, parents: string, listed: readonly string[]): Refusal {
  return notFound(`No ${what}. ${parents} with a list: ${listed.join(', ')}.`);
}

/** Sent for an id that differs from a known id only in case. */
export function wrongCase(id: string): Refusal {
  return notFound(`Not found. Did you mean "${id}"?`);
}

/**
 * Sent if a response would be too long and is not paginated. `count` is the number of matches; `parameter` can make the response shorter.
 */
export function tooManyRows(parameter: string, count: number, most: number): Refusal {
  const detail = `${count} match; at most ${most} are sent. Use "${parameter}" or downloads/.`;
  return badParameter(parameter, detail);
}

/** Sent by hosts that serve files: they cannot tell whether the request is valid. */
export const NOT_ENUMERATED: Refusal = {
  status: 400,
  body: {
    detail:
      'The request is invalid, or this host only answers precomputed queries. The explorer at the base URL answers every query, downloads/ has all data, and docs/hosts.md describes such hosts.',
  },
};

/**
 * The refusals whose bodies are files, by the files' names, for hosts that serve files: rules select 400, 404 and 405, servers detect 412 and
 * 416 while serving a file, and 503 is for an upstream that is down.
 */
export const FILE_REFUSALS: Readonly<Record<string, Refusal>> = {
  '400': NOT_ENUMERATED,
  '404': NOT_FOUND,
  '404-page': INVALID_PAGE,
  '405': OTHER_METHOD_NOT_ALLOWED,
  '412': PRECONDITION_FAILED,
  '416': NO_SUCH_RANGE,
  '503': UNAVAILABLE,
};

function badParameter(parameter: string, detail: string, allowed?: readonly string[]): Refusal {
  return { status: 400, body: { detail, parameter, ...(allowed && { allowed }) } };
}

/** `expected` completes the sentence "The value must be …"; `allowed` lists the valid values if there are finitely many. */
export function invalidValue(parameter: string, expected: string, allowed?: readonly string[]): Refusal {
  return badParameter(parameter, `The value of "${parameter}" must be ${expected}.`, allowed);
}

export function repeatedParameter(parameter: string, allowed?: readonly string[]): Refusal {
  return badParameter(parameter, `The parameter "${parameter}" is given more than once.`, allowed);
}

export function malformedEncoding(parameter: string, allowed?: readonly string[]): Refusal {
  return badParameter(parameter, `The value of "${parameter}" is not valid percent-encoded UTF-8.`, allowed);
}

/** `allowed` contains the names of the listing's range filters. */
export function unknownRangeFilter(parameter: string, allowed: readonly string[]): Refusal {
  return badParameter(parameter, `There is no parameter "${parameter}".`, allowed);
}

/** Sent for an interval whose start is after its stop. Takes the names of the two parameters. */
export function reversedInterval(start: string, stop: string): Refusal {
  return badParameter(start, `The value of "${start}" must not exceed the value of "${stop}".`);
}

/** The requests of a check, and those that are made of every kind of resource: methods, conditions, and headers that must not matter. */

import { ALLOWED_METHODS } from '../core/contract/refusals.ts';
import type { TestAnswer } from './send.ts';

/** Reads JSON with the request handler in this process; null if the status is not 200. `target` is below the base URL. */
export type ReadJson = (target: string) => Promise<unknown>;

export interface CheckRequest {
  /** The heading that reports count it under. */
  readonly group: string;
  readonly method: string;
  /** Path and query below the base URL. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Makes the value of If-None-Match from the ETag of the same target. */
  readonly ifNoneMatch?: (etag: string) => string;
  /** The expected answer, if the request handler does not make it. */
  readonly expected?: TestAnswer;
}

/** A GET request. */
export const get = (group: string, target: string, more: Partial<CheckRequest> = {}): CheckRequest => ({
  ...{ group, method: 'GET', target, headers: {} },
  ...more,
});

const [, HEAD, OPTIONS] = ALLOWED_METHODS;
const REFUSED = ['POST', 'PUT', 'PATCH', 'DELETE'];

const PREFLIGHT_REQUEST = { origin: 'https://client.example', 'access-control-request-method': 'GET' };

/** Values of If-None-Match: three that match, and one that does not. */
const CONDITIONS: readonly ((etag: string) => string)[] = [
  (etag) => etag,
  (etag) => `"x", W/${etag.replace(/^W\//, '')}`,
  () => '*',
  () => '"x"',
];

/** The requests to one resource with other methods, conditions and headers. */
export function protocolRequests(target: string): CheckRequest[] {
  return [
    ...[HEAD, OPTIONS, ...REFUSED].map((method) => get('methods', target, { method })),
    get('methods', target, { method: OPTIONS, headers: PREFLIGHT_REQUEST }),
    ...CONDITIONS.map((ifNoneMatch) => get('conditions', target, { ifNoneMatch })),
    ...['text/html', 'image/png', '*/*;q=0', ''].map((accept) => get('headers', target, { headers: { accept } })),
    get('headers', target, { headers: { origin: 'https://client.example' } }),
  ];
}

/** The id in the link to an entry's record; undefined if there is no link. */
export function idIn(entry: unknown): string | undefined {
  const { detail_url } = (entry ?? {}) as { detail_url?: string };
  return detail_url?.replace(/^.*\//, '').replace(/\?.*$/, '');
}

/** The requests of a check, and those that are made of every kind of resource: methods, conditions, and headers that must not matter. */

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

/** A request, by default with GET. */
export const requestFor = (group: string, target: string, more: Partial<CheckRequest> = {}): CheckRequest => ({
  ...{ group, method: 'GET', target, headers: {} },
  ...more,
});

const OTHER_METHODS = ['HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE'];

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
    ...OTHER_METHODS.map((method) => requestFor('methods', target, { method })),
    requestFor('methods', target, { method: 'OPTIONS', headers: PREFLIGHT_REQUEST }),
    ...CONDITIONS.map((ifNoneMatch) => requestFor('conditions', target, { ifNoneMatch })),
    ...['text/html', 'image/png', '*/*;q=0', ''].map((accept) =>
      requestFor('headers', target, { headers: { accept } }),
    ),
    requestFor('headers', target, { headers: { origin: 'https://client.example' } }),
  ];
}

/** The id in the link to an entry's record; undefined if there is no link. */
export function idIn(entry: unknown): string | undefined {
  const { detail_url } = (entry ?? {}) as { detail_url?: string };
  return detail_url?.replace(/^.*\//, '').replace(/\?.*$/, '');
}

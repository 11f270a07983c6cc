/** Runs calls of the client against a server, and compares their requests and results with the expected ones. */

import { expect } from 'vitest';
import type { Case } from './case.ts';
import { GwoscApi } from './gwosc-api.ts';
import { createClient, type GwoscClient } from './gwosc-client.ts';

/** A separate Python process, without cached responses. */
export function startClient(serverUrl: string): { api: GwoscApi; client: GwoscClient } {
  const api = new GwoscApi(serverUrl);
  return { api, client: createClient(api) };
}

/** The requests to the API, without followed links: the client itself never sends a format. */
export const firstRequests = ({ requests, serverUrl }: GwoscApi): string[] =>
  requests.filter((url) => !/[?&]page=/.test(url)).map((url) => url.replace(`${serverUrl}/api/v2/`, ''));

/** URLs in a result, relative to the base URL. */
const withoutBase = (result: unknown, serverUrl: string): unknown =>
  Array.isArray(result)
    ? result.map((item) =>
        typeof item === 'string' && item.startsWith(serverUrl) ? item.slice(serverUrl.length) : item,
      )
    : result;

/** Runs a call. `gives` is its result on this server. */
export async function replay({ run, asks, fails }: Case, serverUrl: string, gives: unknown): Promise<void> {
  const { api, client } = startClient(serverUrl);
  const outcome = await run(client).then(
    (result) => ({ result: withoutBase(result, serverUrl) }),
    (error: Error) => ({ name: error.name, message: error.message }),
  );
  expect(outcome).toEqual(fails ? { name: fails[0], message: expect.stringMatching(fails[1]) } : { result: gives });
  expect(firstRequests(api)).toEqual(asks);
}

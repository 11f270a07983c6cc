/** Fetch handlers log why files of the site cannot be read, as the hosts' own logs show only the 503. */

import { afterEach, expect, it, vi } from 'vitest';
import { RELEASE_PATH } from '../../../src/core/contract/paths.ts';
import { createFetchHandler } from '../../../src/hosts/fetch.ts';
import { a, EVENT, eventPack, folder } from './site-folder.ts';

const log = vi.spyOn(console, 'error').mockImplementation(() => {});
afterEach(() => log.mockClear());

/** The status of an answer, and the messages in the log with their causes. */
async function answerWithout(lost: string | null): Promise<readonly unknown[]> {
  const { held, readFile } = folder();
  if (lost !== null) held.delete(lost);
  const { status } = await createFetchHandler({ readFile })(new Request(`https://x.test${EVENT}`));
  return [status, ...log.mock.calls.map(([error]) => [error.message, error.cause instanceof Error])];
}

it('nothing is logged if all files can be read', async () => {
  expect(await answerWithout(null)).toEqual([200]);
});

it.each([RELEASE_PATH, eventPack(a)])('%s cannot be read: logged with its cause', async (path) => {
  expect(await answerWithout(path)).toEqual([503, [`${path} cannot be read`, true]]);
});

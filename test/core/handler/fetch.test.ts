/**
 * Fetch handlers: they log why files of the site cannot be read, because the hosts' own logs show only the 503; they follow new releases;
 * and they send the site's files.
 */

import { afterEach, expect, it, vi } from 'vitest';
import { RELEASE_ID_PATH, RELEASE_PATH, ROBOTS_PATH } from '../../../src/core/contract/site-paths.ts';
import { createFetchHandler, fileOf } from '../../../src/hosts/fetch.ts';
import { a, b, EVENT, eventPack, folder } from './site-folder.ts';

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

it('a file that the platform does not have is missing; any other failure is not', async () => {
  const read = (status: number) => fileOf(new Response('', { status })).catch(({ code }) => ({ code }));
  expect([await read(404), await read(500)]).toEqual([{ code: 'ENOENT' }, { code: undefined }]);
});

it('a new release is noticed within 30 s', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  try {
    const { readFile, replace } = folder();
    // Callers pass on an option that they were not given.
    const handler = createFetchHandler({ readFile, releaseTtlMs: undefined });
    const idOf = async () => (await handler(new Request(`https://x.test${EVENT}`))).headers.get('stillwave-release');
    expect(await idOf()).toBe(a.data.id);
    replace(b.files);
    vi.setSystemTime(Date.now() + 29_000);
    expect(await idOf()).toBe(a.data.id);
    vi.setSystemTime(Date.now() + 1_000);
    expect(await idOf()).toBe(b.data.id);
  } finally {
    vi.useRealTimers();
  }
});

it("the site's files are sent with their types", async () => {
  const { held, readFile } = folder();
  held.set(ROBOTS_PATH, new TextEncoder().encode('User-agent: *\n'));
  held.set(RELEASE_ID_PATH, new TextEncoder().encode(`${a.data.id}\n`));
  const handler = createFetchHandler({ readFile });
  const typeOf = async (path: string) => {
    const { status, headers } = await handler(new Request(`https://x.test/gw/${path}`));
    return [status, headers.get('content-type')];
  };
  expect(await typeOf(ROBOTS_PATH)).toEqual([200, 'text/plain; charset=utf-8']);
  expect(await typeOf(RELEASE_ID_PATH)).toEqual([200, 'text/plain; charset=utf-8']);
  expect(await typeOf(RELEASE_PATH)).toEqual([200, 'application/json']);
  expect(await typeOf(eventPack(a))).toEqual([200, 'application/x-ndjson']);
});

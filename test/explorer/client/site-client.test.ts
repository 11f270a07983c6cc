/** The explorer's core, which reads the files of the shipped site with fetch. */

import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { Envelope } from '../../../src/core/contract/wire.ts';
import { type FileServer, serveFiles } from '../../support/browser.ts';

/** Its types are those of browsers, which tests do not have. */
const MODULE = '../../../src/explorer/client/site-client.ts';

interface Core {
  json<T>(target: string): Promise<T>;
  text(target: string): Promise<string>;
  count(target: string): Promise<number>;
  entries(target: string): Promise<readonly unknown[]>;
}

let files: FileServer;
let core: Core;
beforeAll(async () => {
  files = await serveFiles(inject('shipped').root, '');
  // Browsers say so for localhost; Node always has Web Crypto.
  Object.assign(globalThis, { isSecureContext: true });
  core = await (await import(MODULE)).openCore(new URL(`${files.origin}/`));
});
afterAll(() => {
  Reflect.deleteProperty(globalThis, 'isSecureContext');
  return files?.close();
});

/** The index of segments is a file of its own, and this run has no list of them. */
const UNLISTED = 'timelines/H1_DATA/segments?start=815155213&stop=815155214';

test('a list that the data do not have has no count, also if its index is a file of its own', async () => {
  await expect(core.entries(UNLISTED)).rejects.toMatchObject({ kind: 'unlisted' });
  expect(await core.count(UNLISTED)).toBeNull();
  await expect(core.count('runs/none/strain-files')).rejects.toMatchObject({ kind: 'unknown' });
});

test('a list that is requested as CSV is read as JSON', async () => {
  const json = await core.json<Envelope<unknown>>('runs');
  expect(await core.json('runs?format=csv')).toEqual(json);
  expect(await core.count('runs?format=csv')).toBe(json.results_count);
  expect(await core.entries('runs?format=csv')).toEqual(await core.entries('runs'));
  await expect(core.json('runs?format=xml')).rejects.toMatchObject({ status: 404 });
});

/** The explorer's client, which reads the files of the shipped site with fetch. */

import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { Envelope } from '../../../src/core/contract/wire.ts';
import { type FileServer, serveFiles } from '../../support/browser.ts';

/** Its types are those of browsers, which tests do not have. */
const MODULE = '../../../src/explorer/client/site-client.ts';

interface Client {
  json<T>(target: string): Promise<T>;
  text(target: string): Promise<string>;
  count(target: string): Promise<number>;
  entries(target: string): Promise<readonly unknown[]>;
}

let files: FileServer;
let client: Client;
beforeAll(async () => {
  files = await serveFiles(inject('shipped').root, '');
  // Browsers say so for localhost; Node always has Web Crypto.
  Object.assign(globalThis, { isSecureContext: true });
  client = await (await import(MODULE)).openClient(new URL(`${files.origin}/`));
});
afterAll(() => {
  Reflect.deleteProperty(globalThis, 'isSecureContext');
  return files?.close();
});

/** The index of segments is a file of its own, and this run has no list of them. */
const UNLISTED = 'timelines/H1_DATA/segments?start=815155213&stop=815155214';

test('a list that the data do not have has no count, also if its index is a file of its own', async () => {
  await expect(client.entries(UNLISTED)).rejects.toMatchObject({ kind: 'unlisted' });
  expect(await client.count(UNLISTED)).toBeNull();
  await expect(client.count('runs/none/strain-files')).rejects.toMatchObject({ kind: 'unknown' });
});

test('a list that is requested in another format is read as JSON', async () => {
  const json = await client.json<Envelope<unknown>>('runs');
  expect(await client.json('runs?format=csv')).toEqual(json);
  expect(await client.count('runs?format=csv')).toBe(json.results_count);
  expect(await client.entries('runs?format=csv')).toEqual(await client.entries('runs'));
  expect(await client.json('runs?format=xml')).toEqual(json);
});

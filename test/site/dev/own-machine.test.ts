/** `stillwave dev` shows unpublished data only on its own machine, and reads nothing but the data. */
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { watchPaths } from '../../../src/site/dev/watch.ts';
import { eventually } from '../../support/server.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { type Dev, makeProject, startDev, whenStarted } from './running.ts';

describe('a request', () => {
  const project = makeProject();
  let dev: Dev;
  beforeAll(async () => {
    dev = await whenStarted(startDev(project));
  });
  afterAll(async () => {
    dev.kill('SIGINT');
    await dev.exited;
  });

  const statusOf = (path: string, headers: Readonly<Record<string, string>>): Promise<number | undefined> =>
    new Promise((resolve, reject) => {
      get(`${dev.origin}${path}`, { headers }, (response) => {
        resolve(response.statusCode);
        response.destroy();
      }).once('error', reject);
    });

  const PATHS = ['/', '/api/v2/event-versions', '/_dev/events', '/_dev/page.js', '/release.json'];

  it.each([
    { host: 'evil.example' },
    { host: 'localhost.evil.example:8000' },
    { host: '127.0.0.1.evil.example' },
    { host: '192.0.2.1' },
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: 'file://' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site', 'sec-fetch-dest': 'object' },
  ])('with %j is refused', async (headers) => {
    for (const path of PATHS) expect([path, await statusOf(path, headers)]).toEqual([path, 403]);
  });

  it.each([
    {},
    { host: 'localhost' },
    { host: '127.0.0.1:8000' },
    { host: '[::1]:8000' },
    { host: 'LOCALHOST:1' },
    { origin: 'http://localhost:5173' },
    { 'sec-fetch-site': 'none' },
    { 'sec-fetch-site': 'same-origin', origin: 'http://localhost:8000' },
  ])('with %j is answered', async (headers) => {
    for (const path of PATHS) expect([path, await statusOf(path, headers)]).toEqual([path, 200]);
  });
});

it('folders behind a link are not watched', async () => {
  const folder = temporaryFolder();
  const [data, other] = [join(folder, 'project/data'), join(folder, 'other')];
  mkdirSync(join(data, 'strain-files'), { recursive: true });
  mkdirSync(join(other, 'deep'), { recursive: true });
  symlinkSync(other, join(data, 'strain-files/link'));
  writeFileSync(join(other, 'deep/file'), '1');
  writeFileSync(join(data, 'strain-files/O1.yaml'), '1');
  let changes = 0;
  const ending = new AbortController();
  await watchPaths(
    [data],
    () => changes++,
    () => {},
    ending.signal,
  );
  writeFileSync(join(other, 'deep/file'), '22');
  await sleep(500);
  expect(changes).toBe(0);
  writeFileSync(join(data, 'strain-files/O1.yaml'), '22');
  await eventually(() => changes > 0, 'a change of a data file is noticed');
  ending.abort();
});

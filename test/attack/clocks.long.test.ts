/** Builds with clocks that jump, stand still or are in another time zone: the site must not depend on the time. */

import { cpSync, readFileSync, renameSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { SMALL_DATA } from '../support/data-folders.ts';
import { copyTree, differences, runCli, snapshot } from '../support/folders.ts';
import { ask, eventually, startServer } from '../support/server.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const root = temporaryFolder();
const data = join(root, 'data');
cpSync(SMALL_DATA, data, { recursive: true });
const HOUR_S = 3600;

const build = (from: string, site: string, env = {}) =>
  runCli(inject('cli'), ['build', '--quiet', '--data', from, '--site', site], env);

describe('a build', () => {
  const plain = join(root, 'plain');
  beforeAll(async () => {
    expect((await build(data, plain)).status).toBe(0);
  });

  it.each([
    { TZ: 'Asia/Kathmandu', LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8' },
    { TZ: 'Pacific/Kiritimati', LANG: 'C' },
  ])('gives the same site with %o', async (environment) => {
    const other = join(root, `other-${environment.LANG}`);
    expect((await build(data, other, environment)).status).toBe(0);
    expect(differences(snapshot(plain), snapshot(other))).toEqual([]);
  });

  it('dates changed files later than old files that are dated in the future, so caches notice the change', async () => {
    const site = join(root, 'future');
    copyTree(plain, site);
    const year2100 = Date.UTC(2100, 0) / 1000;
    for (const path of snapshot(site).keys()) utimesSync(join(site, path), year2100, year2100);
    const edited = join(root, 'edited');
    cpSync(data, edited, { recursive: true });
    const catalogs = join(edited, 'catalogs.yaml');
    writeFileSync(catalogs, readFileSync(catalogs, 'utf8').replace('First catalog', 'The first catalog'));
    const before = snapshot(site);
    expect((await build(edited, site)).status).toBe(0);
    const changed = [...snapshot(site)].filter(
      ([path, { hash }]) => before.get(path)?.hash !== hash && before.has(path),
    );
    expect(changed.length).toBeGreaterThan(2);
    expect(changed.filter(([, { mtimeMs }]) => mtimeMs <= year2100 * 1000)).toEqual([]);
  });
});

it('serve notices a new pointer that is older than the previous pointer, or has the same time', async () => {
  const site = join(root, 'served');
  copyTree(inject('partial').root, site);
  const pointer = join(site, 'release.json');
  const sound = readFileSync(pointer);
  const server = await startServer(inject('cli'), site);
  const status = async () => (await ask(`${server.origin}/api/v2/runs`)).status;
  const later = Date.now() / 1000 + 10 * HOUR_S;
  const put = (content: Buffer | string, seconds: number) => {
    writeFileSync(`${pointer}.new`, content);
    utimesSync(`${pointer}.new`, seconds, seconds);
    renameSync(`${pointer}.new`, pointer);
  };
  for (const seconds of [0, later, 0]) {
    put('damaged', seconds);
    await eventually(async () => (await status()) === 503, 'the damaged pointer is seen');
    put(sound, seconds);
    await eventually(async () => (await status()) === 200, 'the sound pointer is seen');
  }
  expect(await server.stop()).toBe(0);
});

/** Clocks that jump, stand still or are in another time zone: sites do not depend on the time. */

import { cpSync, readFileSync, renameSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import { copyTree, differences, runCli, snapshot } from '../support/folders.ts';
import { ask, eventually, startServer } from '../support/server.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const root = temporaryFolder();
const data = join(root, 'data');
cpSync(join(import.meta.dirname, '../fixtures/small-data'), data, { recursive: true });
const HOUR_S = 3600;

describe('a build', () => {
  it.each([
    { TZ: 'Asia/Kathmandu', LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8' },
    { TZ: 'Pacific/Kiritimati', LANG: 'C' },
  ])('gives the same site with %o', async (environment) => {
    const build = (site: string, env = {}) =>
      runCli(inject('cli'), ['build', '--quiet', '--data', data, '--site', site], env);
    const [plain, other] = [join(root, `plain-${environment.LANG}`), join(root, `other-${environment.LANG}`)];
    expect([(await build(plain)).status, (await build(other, environment)).status]).toEqual([0, 0]);
    expect(differences(snapshot(plain), snapshot(other))).toEqual([]);
  });

  it('gives files that replace files dated in the future a later time, so caches notice the change', async () => {
    const site = join(root, 'future');
    const build = (from: string) => runCli(inject('cli'), ['build', '--quiet', '--data', from, '--site', site]);
    await build(data);
    const year2100 = Date.UTC(2100, 0) / 1000;
    for (const path of snapshot(site).keys()) utimesSync(join(site, path), year2100, year2100);
    const edited = join(root, 'edited');
    cpSync(data, edited, { recursive: true });
    const catalogs = join(edited, 'catalogs.yaml');
    writeFileSync(catalogs, readFileSync(catalogs, 'utf8').replace('First catalog', 'The first catalog'));
    const before = snapshot(site);
    expect((await build(edited)).status).toBe(0);
    const changed = [...snapshot(site)].filter(
      ([path, { hash }]) => before.get(path)?.hash !== hash && before.has(path),
    );
    expect(changed.length).toBeGreaterThan(2);
    expect(changed.filter(([, { mtimeMs }]) => mtimeMs <= year2100 * 1000)).toEqual([]);
  });
});

it('serve notices a pointer that is older than the previous one, and one with the same time', async () => {
  const site = join(root, 'served');
  copyTree(inject('partial').root, site);
  const pointer = join(site, 'release.json');
  const sound = readFileSync(pointer);
  const server = await startServer(inject('cli'), site);
  const status = async () => (await ask(`${server.origin}/api/v2/runs`)).status;
  const previous = Date.now() / 1000;
  const put = (content: Buffer | string, seconds: number) => {
    writeFileSync(`${pointer}.new`, content);
    utimesSync(`${pointer}.new`, seconds, seconds);
    renameSync(`${pointer}.new`, pointer);
  };
  for (const seconds of [0, 0, previous - HOUR_S, previous + 10 * HOUR_S, 0]) {
    put('damaged', seconds);
    await eventually(async () => (await status()) === 503, 'the damaged pointer is seen');
    put(sound, seconds);
    await eventually(async () => (await status()) === 200, 'the sound pointer is seen');
  }
  expect(await server.stop()).toBe(0);
});

/**
 * Other file systems below a site: nothing can be moved there in one step, so a build is refused before anything changes. A site may be
 * on another file system as a whole.
 */

import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { differences, runCli, snapshot } from '../support/folders.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const root = temporaryFolder();
const data = join(root, 'data');
cpSync(join(import.meta.dirname, '../fixtures/small-data'), data, { recursive: true });

const mounted: string[] = [];
const unmount = (): void => {
  for (const path of mounted.splice(0)) spawnSync('umount', [path]);
};
function mount(path: string, ...words: readonly string[]): boolean {
  if (spawnSync('mount', [...words, path]).status !== 0) return false;
  mounted.push(path);
  return true;
}
const disk = join(root, 'a b');
mkdirSync(disk);
const canMount = mount(disk, '-t', 'tmpfs', '-o', 'size=99m', 'tmpfs');
if (!canMount) console.warn('a file system cannot be mounted here: sites with mount points are not tested');
afterAll(unmount);

const build = (site: string) =>
  runCli(inject('cli'), ['build', '--quiet', '--data', data, '--site', site, '--layout', 'both']);

let edits = 0;
function edit(): void {
  const path = join(data, 'catalogs.yaml');
  writeFileSync(path, readFileSync(path, 'utf8').replace(/description: [^,}\n]*/g, `description: Edit ${edits++}`));
}

describe.runIf(canMount)('a site', () => {
  it.each([
    ['a folder of packs on another file system', 'packs', ['-t', 'tmpfs', '-o', 'size=9m', 'tmpfs']],
    ['a folder of the same file system mounted again', 'api/v2', null],
    ['a mounted file', 'release.json', null],
    ['its work folder on another file system', '.stillwave', ['-t', 'tmpfs', '-o', 'size=9m', 'tmpfs']],
  ])('with %s is not changed, and can be built afterwards', async (name, path, words) => {
    const site = join(disk, name);
    expect(await build(site)).toMatchObject({ status: 0 });
    const at = join(site, path);
    if (path === '.stillwave') mkdirSync(at);
    const copy = join(disk, `copy of ${path.replaceAll('/', ' ')}`);
    if (path !== '.stillwave') cpSync(at, copy, { recursive: true });
    expect(mount(at, ...(words ?? ['--bind', copy]))).toBe(true);
    if (path === 'packs') cpSync(copy, at, { recursive: true });
    const before = snapshot(site);
    edit();
    const ended = await build(site);
    expect([ended.status, ended.stderr]).toEqual([2, expect.stringContaining(`${at} is a mount point`)]);
    expect(differences(snapshot(site), before)).toEqual([]);
    spawnSync('umount', [mounted.pop() as string]);
    expect(await build(site)).toMatchObject({ status: 0 });
    expect(await runCli(inject('cli'), ['verify', '--site', site])).toMatchObject({ status: 0 });
  });

  it('behind a link to another file system is built', async () => {
    const site = join(root, 'link');
    mkdirSync(join(disk, 'target'));
    symlinkSync(join(disk, 'target'), site);
    for (let round = 0; round < 2; round++) {
      edit();
      expect(await build(site)).toMatchObject({ status: 0 });
      expect(await runCli(inject('cli'), ['verify', '--site', site])).toMatchObject({ status: 0 });
    }
  });
});

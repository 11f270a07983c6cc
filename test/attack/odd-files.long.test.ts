/** Pipes, sockets and links instead of files, which could block readers forever; and folders without write access. */

import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import { SMALL_DATA } from '../support/data-folders.ts';
import { copyTree, snapshot } from '../support/folders.ts';
import { HANG_MS } from '../support/server.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { makePipe } from './pipes.ts';

const root = temporaryFolder();
const [data, site] = [join(root, 'data'), join(root, 'site')];
cpSync(SMALL_DATA, data, { recursive: true });

const run = (...args: string[]) =>
  spawnSync(process.execPath, [inject('cli'), ...args], { encoding: 'utf8', timeout: HANG_MS, killSignal: 'SIGKILL' });
const build = (to: string, dataDir = data) =>
  run('build', '--data', dataDir, '--site', to, '--layout', 'packs', '--quiet');
build(site);
const pack = [...snapshot(site).keys()].find((path) => path.startsWith('packs/')) as string;

const canPipe = makePipe(join(root, 'pipe'));

describe.runIf(canPipe)('a pipe', () => {
  it.each([pack, 'index.html', 'release.json', 'manifest.json'])('instead of %s is not read', (path) => {
    const copy = join(root, 'copy');
    copyTree(site, copy);
    rmSync(join(copy, path));
    makePipe(join(copy, path));
    const verified = run('verify', '--site', copy);
    expect(verified.status).toBe(1);
    expect(verified.stderr).toContain(path);
    expect(build(copy).status).toBe(path === 'manifest.json' ? 2 : 0);
  });

  it('in a data folder is a located problem', () => {
    const copy = join(root, 'with-pipes');
    cpSync(SMALL_DATA, copy, { recursive: true });
    mkdirSync(join(copy, 'strain-statistics'), { recursive: true });
    for (const path of ['event-versions/p.yaml', 'strain-statistics/O1.ndjson', 'runs.yaml']) {
      rmSync(join(copy, path), { force: true });
      makePipe(join(copy, path));
    }
    for (const ended of [run('validate', '--data', copy), build(join(root, 'none'), copy)]) {
      expect(ended.status).toBe(1);
      for (const path of ['p.yaml', 'runs.yaml', 'O1.ndjson']) {
        expect(ended.stderr).toMatch(new RegExp(`${path}:1:1 +D102`));
      }
    }
    mkdirSync(join(copy, 'timelines'), { recursive: true });
    symlinkSync('/dev/zero', join(copy, 'timelines/O9.yaml'));
    symlinkSync('loop.yaml', join(copy, 'event-versions/loop.yaml'));
    for (const ended of [run('validate', '--data', copy), build(join(root, 'none'), copy)]) {
      expect(ended.status).toBe(1);
      for (const path of ['O9.yaml', 'loop.yaml']) {
        expect(ended.stderr).toMatch(new RegExp(`${path}:1:1 +D100`));
      }
    }
    expect(existsSync(join(root, 'none'))).toBe(false);
  });
});

describe('a read-only file system', () => {
  const disk = join(root, 'disk');
  mkdirSync(disk);
  const isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m,ro', 'tmpfs', disk]).status === 0;
  if (!isMounted) console.warn('a file system cannot be mounted here: a read-only one is not tested');

  it.runIf(isMounted)('is named in the error', () => {
    const ended = [build(disk), build(join(disk, 'new/deep'))];
    spawnSync('umount', [disk]);
    for (const { status, stderr } of ended) {
      expect(status).toBe(2);
      expect(stderr).toMatch(/cannot be written: the file system is read-only\. The site is unchanged\.\n$/);
    }
  });
});

/** Full disks: incomplete files never replace complete ones, and `serve` continues without its log. */

import { spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, openSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { SMALL_DATA } from '../support/data-folders.ts';
import { differences, runCli, snapshot } from '../support/folders.ts';
import { freePort } from '../support/programs.ts';
import { ask, eventually } from '../support/server.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const root = temporaryFolder();

describe('the log of requests', () => {
  /** Starts `serve --log`, with its output going to a file descriptor or to a closed pipe; sends requests, and stops it. */
  async function serveInto(output: number | 'closed') {
    const port = await freePort();
    const args = [inject('cli'), 'serve', '--log', '--site', inject('partial').root, '--port', String(port)];
    const child = spawn(process.execPath, args, { stdio: ['ignore', output === 'closed' ? 'pipe' : output, 'pipe'] });
    if (output === 'closed') child.stdout?.destroy();
    let stderr = '';
    child.stderr?.on('data', (text) => {
      stderr += text;
    });
    const ended = new Promise((resolve) => child.once('exit', resolve));
    await eventually(() => stderr.includes('Serving'), 'it serves');
    const statuses: (number | undefined)[] = [];
    for (let n = 0; n < 3; n++) statuses.push((await ask(`http://127.0.0.1:${port}/api/v2/runs`)).status);
    child.kill('SIGTERM');
    return { statuses, status: await ended, told: stderr.match(/the request log cannot be written/g)?.length };
  }

  it.runIf(existsSync('/dev/full'))('on a full disk is reported once, and requests are answered', async () => {
    const ended = await serveInto(openSync('/dev/full', 'w'));
    expect(ended).toEqual({ statuses: [200, 200, 200], status: 0, told: 1 });
  });

  it('without a reader does not end the server', async () => {
    expect(await serveInto('closed')).toEqual({ statuses: [200, 200, 200], status: 0, told: 1 });
  });
});

it.runIf(existsSync('/dev/full'))('standard output on a full disk is reported, with exit status 2', () => {
  const { root } = inject('small');
  const stdio = ['ignore', openSync('/dev/full', 'w'), 'pipe'] as const;
  const diff = spawnSync(process.execPath, [inject('cli'), 'diff', root, inject('partial').root], {
    stdio: [...stdio],
  });
  expect([diff.status, String(diff.stderr)]).toEqual([
    2,
    'stillwave: standard output cannot be written: ENOSPC: no space left on device, write\n',
  ]);
});

describe('a disk of two megabytes', () => {
  const disk = join(root, 'disk');
  mkdirSync(disk);
  const isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', disk]).status === 0;
  if (!isMounted) console.warn('a file system cannot be mounted here: a full one is not tested');
  afterAll(() => isMounted && spawnSync('umount', [disk]));

  it.runIf(isMounted)('keeps its site if a larger one does not fit', async () => {
    const build = (layout: string) =>
      runCli(inject('cli'), [
        'build',
        '--quiet',
        '--data',
        SMALL_DATA,
        '--site',
        join(disk, 'site'),
        '--layout',
        layout,
      ]);
    expect(await build('packs')).toMatchObject({ status: 0, stderr: '' });
    const before = snapshot(disk);
    const ended = await build('both');
    expect([ended.status, ended.stderr]).toEqual([2, expect.stringContaining('no space is left on the disk')]);
    expect(differences(snapshot(disk), before)).toEqual([]);
  });

  it.runIf(isMounted)('keeps its data if an import does not fit', async () => {
    // Frees space by removing the previous test's site.
    rmSync(join(disk, 'site'), { recursive: true, force: true });
    const data = join(disk, 'data');
    cpSync(SMALL_DATA, data, { recursive: true });
    const csv = join(root, 'rows.csv');
    const { bavail, bsize } = statfsSync(disk);
    writeFileSync(join(disk, 'filling'), Buffer.alloc(bavail * bsize - 100_000));
    const rows = Array.from({ length: 2000 }, (_, n) => `NEW${n},1,1126259462.4,GWTC-1,H1\n`);
    writeFileSync(csv, `name,version,gps,catalog,detectors\n${rows.join('')}`);
    const before = snapshot(data);
    const ended = await runCli(inject('cli'), ['import', 'event-versions', csv, '--data', data]);
    expect([ended.status, ended.stderr]).toEqual([2, expect.stringContaining('no space is left on the disk')]);
    expect(differences(snapshot(data), before)).toEqual([]);
    expect(readFileSync(join(data, 'event-versions/GWTC-1.yaml'), 'utf8')).not.toContain('NEW');
  });
});

import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import { type Lock, takeLock } from '../../src/fs/lock.ts';
import { inParallel, runCli } from '../support/folders.ts';
import { createInterceptor } from '../support/intercept-calls.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const cli = inject('cli');

const lockFolder = (folder: string, waitMs?: number): Lock =>
  takeLock(folder, 'test is running', 'Nothing was done.', waitMs);

const deadPid = spawnSync(process.execPath, ['--version']).pid;

/** A folder with a lock that has this content and age. */
function lockedFolder(text: string, ageS = 0): string {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'lock'), text);
  const time = Date.now() / 1000 - ageS;
  utimesSync(join(folder, 'lock'), time, time);
  return folder;
}

const work = () => join(temporaryFolder(), 'work');

describe('the lock of a folder', () => {
  it('is held by one process at a time, and leaves nothing', () => {
    const folder = work();
    const lock = lockFolder(folder);
    expect(lock.isHeld()).toBe(true);
    expect(readdirSync(folder)).toEqual(['lock']);
    expect(() => lockFolder(folder)).toThrow('this process');
    lock.release();
    lock.release();
    expect(lock.isHeld()).toBe(false);
    lockFolder(folder).release();
    expect(existsSync(folder)).toBe(false);
  });

  it('of a process on this host that has ended is taken over at once', () => {
    for (const pid of [deadPid, process.pid]) {
      const folder = lockedFolder(`${pid} ${hostname()} abc\n`);
      const lock = lockFolder(folder);
      expect(lock.isHeld()).toBe(true);
      expect(readdirSync(folder)).toEqual(['lock']);
      lock.release();
    }
  });

  it('of a running process on this host is left alone at any age', () => {
    const folder = lockedFolder(`${process.ppid} ${hostname()} abc\n`, 10 * 24 * 3600);
    expect(() => lockFolder(folder)).toThrow(`process ${process.ppid}`);
  });

  it.each([
    ['of another host', '1 elsewhere abc\n', 'process 1 on elsewhere'],
    ['with control characters', '1 \u001b[2J abc\n', 'an unknown process'],
    ['of process 0', `0 ${hostname()} abc\n`, 'an unknown process'],
    ['of a megabyte', 'x'.repeat(1e6), 'an unknown process'],
  ])('%s is abandoned after ten minutes and not before', (_, text, holder) => {
    expect(() => lockFolder(lockedFolder(text, 9 * 60))).toThrow(holder);
    lockFolder(lockedFolder(text, 10 * 60 + 1)).release();
  });

  it('that is empty, because its process was killed before writing it, is abandoned after a second', () => {
    expect(() => lockFolder(lockedFolder('', 0))).toThrow('an unknown process');
    lockFolder(lockedFolder('', 2)).release();
  });

  it('of another process stays if our own lock cannot be created', () => {
    const folder = work();
    const path = join(folder, 'lock');
    const other = `${process.ppid} ${hostname()} def\n`;
    const { intercept, restore } = createInterceptor(['openSync']);
    intercept((_, original) => (...given) => {
      if (given[0] !== path) return original(...given);
      writeFileSync(path, other);
      throw Object.assign(new Error('too many open files'), { code: 'EMFILE' });
    });
    expect(() => lockFolder(folder)).toThrow('too many open files');
    restore();
    expect(readFileSync(path, 'utf8')).toBe(other);
  });

  it('that is removed while it is read is free at the next attempt', () => {
    const folder = lockedFolder('1 elsewhere abc\n');
    const { intercept, restore } = createInterceptor(['readFileSync']);
    intercept((_, original) => (...given) => {
      if (given[0] === join(folder, 'lock')) renameSync(join(folder, 'lock'), join(folder, 'gone'));
      restore();
      return original(...given);
    });
    expect(() => lockFolder(folder)).toThrow('another process');
    const lock = lockFolder(folder);
    expect(lock.isHeld()).toBe(true);
    lock.release();
  });

  it('that two processes take over at the same moment is held by the last one', () => {
    const folder = lockedFolder(`${deadPid} ${hostname()} abc\n`);
    const path = join(folder, 'lock');
    const other = `${process.ppid} ${hostname()} def\n`;
    const { intercept, restore } = createInterceptor(['renameSync']);
    intercept((_, original) => (...given) => {
      original(...given);
      if (given[1] === path) writeFileSync(path, other);
    });
    const lock = lockFolder(folder);
    restore();
    expect(lock.isHeld()).toBe(false);
    lock.release();
    expect(readdirSync(folder)).toEqual(['lock']);
    expect(readFileSync(path, 'utf8')).toBe(other);
  });

  it('that cannot be written, because the disk is full, is removed', () => {
    const folder = work();
    const { intercept, restore } = createInterceptor(['writeFileSync']);
    intercept((_, original) => (...given) => {
      if (typeof given[0] !== 'number') return original(...given);
      throw Object.assign(new Error('no space left'), { code: 'ENOSPC' });
    });
    expect(() => lockFolder(folder)).toThrow('no space left');
    restore();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('that somebody removed is free, and its holder notices', () => {
    const folder = work();
    const lock = lockFolder(folder);
    rmSync(join(folder, 'lock'));
    const other = lockFolder(folder);
    expect([lock.isHeld(), other.isHeld()]).toEqual([false, true]);
    lock.release();
    expect(other.isHeld()).toBe(true);
    other.release();
    expect(existsSync(folder)).toBe(false);
  });

  it('is lost when its folder is moved away', () => {
    const folder = work();
    const lock = lockFolder(folder);
    renameSync(folder, `${folder}-moved`);
    mkdirSync(folder);
    expect(lock.isHeld()).toBe(false);
    lock.release();
    expect(readdirSync(`${folder}-moved`)).toEqual(['lock']);
  });

  it('that stays held is refused once the waiting time has passed', async () => {
    const folder = lockedFolder('1 elsewhere abc\n');
    const start = performance.now();
    expect(() => lockFolder(folder, 300)).toThrow('another test is running (process 1 on elsewhere)');
    expect(performance.now() - start).toBeGreaterThanOrEqual(300);
  });
});

describe('a file that a pull request puts in place of a lock', () => {
  it.each([
    ['a link as the lock', (folder: string, outside: string) => symlinkSync(outside, join(folder, 'lock'))],
    ['a folder as the lock', (folder: string) => mkdirSync(join(folder, 'lock'))],
  ])('%s is refused and left alone', (_, put) => {
    const [folder, outside] = [temporaryFolder(), join(temporaryFolder(), 'precious')];
    writeFileSync(outside, 'precious');
    put(folder, outside);
    expect(() => lockFolder(folder)).toThrow(/Move it away[.] Nothing was done[.]$/);
    expect(readFileSync(outside, 'utf8')).toBe('precious');
    expect(readdirSync(folder)).toEqual(['lock']);
  });

  it('a link as the folder is refused, and its target is left alone', () => {
    const outside = temporaryFolder();
    writeFileSync(join(outside, 'lock'), 'precious');
    const folder = work();
    symlinkSync(outside, folder);
    expect(() => lockFolder(folder)).toThrow(/Move it away[.] Nothing was done[.]$/);
    expect(readdirSync(outside)).toEqual(['lock']);
  });

  it('build says what to move away', async () => {
    const site = join(temporaryFolder(), 'site');
    mkdirSync(site);
    symlinkSync(temporaryFolder(), join(site, '.stillwave'));
    const ended = await runCli(cli, ['build', '--data', inject('small').data, '--site', site]);
    expect(ended.status).toBe(2);
    expect(ended.stderr).toContain('.stillwave is not a folder, but Stillwave needs a folder of its own there');
  });
});

describe('a second build', () => {
  it('stops with a clear message', async () => {
    const out = join(temporaryFolder(), 'site');
    mkdirSync(out);
    const lock = lockFolder(join(out, '.stillwave'));
    const second = await runCli(cli, ['build', '--data', inject('small').data, '--site', out, '--layout', 'packs']);
    expect(second.status).toBe(2);
    expect(second.stderr).toContain(`another build is writing to ${out} (process ${process.pid})`);
    lock.release();
    expect(existsSync(join(out, 'release.json'))).toBe(false);
  });

  it('at the same time leaves one complete release', async () => {
    const out = join(temporaryFolder(), 'site');
    const args = ['build', '--data', inject('small').data, '--site', out, '--layout', 'packs', '--quiet'];
    const ended = await inParallel([1, 2, 3], 3, () => runCli(cli, args));
    const refused = ended.filter(({ status }) => status === 2);
    for (const { stderr } of refused) expect(stderr).toContain('another build is writing');
    expect(ended.filter(({ status }) => status === 0)).toHaveLength(3 - refused.length);
    expect(refused.length).toBeLessThan(3);
    expect((await runCli(cli, ['verify', '--site', out])).status).toBe(0);
    expect(existsSync(join(out, '.stillwave'))).toBe(false);
  });
});

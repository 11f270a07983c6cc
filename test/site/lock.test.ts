import { spawn, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { describe, expect, inject, it } from 'vitest';
import { LockedError, lockFolder, takeLock } from '../../src/fs/lock.ts';
import { openOutput, recoverInterruptedBuild } from '../../src/site/install/output.ts';
import { inParallel, runCli } from '../support/folders.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const cli = inject('cli');

function deadPid(): number {
  return spawnSync(process.execPath, ['-e', '']).pid;
}

describe('the lock of an output folder', () => {
  it('is held by one process at a time', () => {
    const folder = temporaryFolder();
    const lock = takeLock(folder);
    expect(() => takeLock(folder)).toThrow(LockedError);
    lock.release();
    lock.release();
    takeLock(folder).release();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('is taken over from a process that no longer runs', () => {
    const folder = temporaryFolder();
    const name = readdirOf(folder, () => takeLock(folder));
    const fields = name.split('-');
    writeFileSync(join(folder, [fields[0], deadPid(), fields[2], fields[3], 'x'].join('-')), '');
    // A process with this number runs, but it is another one: it started at another time.
    writeFileSync(join(folder, [fields[0], process.ppid, '1', fields[3], 'y'].join('-')), '');
    // Left by a process that had this number before.
    writeFileSync(join(folder, [fields[0], process.pid, '1', fields[3], 'z'].join('-')), '');
    takeLock(folder).release();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('is left to a process of another machine, which cannot be seen, as long as it writes to its lock', () => {
    const folder = temporaryFolder();
    const path = join(folder, `lock-${deadPid()}-1-0badcafe-x`);
    writeFileSync(path, '');
    const code = `setInterval(() => require('fs').writeFileSync(${JSON.stringify(path)}, '.'), 1000)`;
    const writer = spawn(process.execPath, ['-e', code]);
    expect(() => takeLock(folder)).toThrow('another machine or container');
    writer.kill();
    expect(readdirSync(folder)).toHaveLength(1);
  });

  it('is taken over from a process of another machine that has stopped writing to it', () => {
    const folder = temporaryFolder();
    const path = join(folder, 'lock-1-1-0badcafe-x');
    writeFileSync(path, '');
    const past = Date.now() / 1000 - 20;
    utimesSync(path, past, past);
    const start = performance.now();
    takeLock(folder).release();
    expect(performance.now() - start).toBeLessThan(5000);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('is written to while its holder computes without a pause, at once or after a delay', async () => {
    const folders = [0, 10, 60_000, 60_000].map((delay) => ({ folder: temporaryFolder(), delay }));
    const locks = folders.map(({ folder, delay }) => takeLock(folder, delay));
    const paths = folders.map(({ folder }) => join(folder, readdirSync(folder)[0] as string));
    const timesNow = () => paths.map((path) => statSync(path).mtimeMs);
    const pause = (milliseconds: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
    const untouched = timesNow()[3];
    // Until the delay of the second one is over.
    await setTimeout(100);
    // The first beat of the third one fails, because a folder is there.
    const disturbed = paths[2] as string;
    renameSync(disturbed, `${disturbed}.moved`);
    symlinkSync('.', disturbed);
    locks[2]?.keepAlive();
    pause(3000);
    // Replaces the link in one step: a beat that finds no file is the last one.
    renameSync(`${disturbed}.moved`, disturbed);
    const before = timesNow();
    const isBeating = () => timesNow().map((time, n) => time !== before[n]);
    const end = performance.now() + 20_000;
    while (isBeating().slice(0, 3).includes(false) && performance.now() < end) pause(200);
    expect(isBeating()).toEqual([true, true, true, false]);
    expect(before[3]).toBe(untouched);
    for (const lock of locks) lock.release();
  });

  it('is held without a heartbeat if no thread can be started', () => {
    const module = JSON.stringify(pathToFileURL(join(dirname(dirname(cli)), 'fs/lock.js')).href);
    const code = `import { takeLock } from ${module};
      const lock = takeLock(${JSON.stringify(temporaryFolder())});
      console.log(lock.isHeld());
      lock.release();`;
    const [major] = process.versions.node.split('.').map(Number) as [number];
    const permission = [major < 24 ? '--experimental-permission' : '--permission'];
    const limited = [...permission, '--allow-fs-read=*', '--allow-fs-write=*', '--no-warnings'];
    const ended = spawnSync(process.execPath, [...limited, '--input-type=module', '-e', code], { encoding: 'utf8' });
    expect([ended.stdout, ended.stderr]).toEqual(['true\n', '']);
  });

  it('can be taken by force, which the other process notices', () => {
    const folder = join(temporaryFolder(), 'work');
    const lock = lockFolder(folder);
    expect(() => lockFolder(folder)).toThrow(LockedError);
    const other = lockFolder(folder, { takeOver: true });
    expect([lock.isHeld(), other.isHeld()]).toEqual([false, true]);
    lock.release();
    expect(other.isHeld()).toBe(true);
    other.release();
    expect(existsSync(folder)).toBe(false);
  });

  it('is never held by two, however many want it and die while holding it', async () => {
    const folder = temporaryFolder();
    const racer = join(import.meta.dirname, 'lock-racer.mjs');
    const module = pathToFileURL(join(dirname(dirname(cli)), 'fs/lock.js')).href;
    // Two of three die while they hold it, after 4 to 44 rounds; the others must still get it afterwards.
    const racers = Array.from({ length: 12 }, (_, n) => (n % 3 === 0 ? ['60', 'live'] : [`${4 * n}`, 'die']));
    const ended = await inParallel(racers, 6, (args) => runCli(racer, [module, folder, ...args]));
    expect(ended.map(({ stderr }) => stderr).join('')).toBe('');
    expect(ended.map(({ status, signal }) => signal ?? status)).toEqual(
      racers.map(([, end]) => (end === 'live' ? 0 : 'SIGKILL')),
    );
    takeLock(folder).release();
    expect(readdirSync(folder)).toEqual([]);
  });
});

/** The name of the only lock in a folder while `take` holds it. */
function readdirOf(folder: string, take: () => { release(): void }): string {
  const lock = take();
  const [name] = readdirSync(folder);
  lock.release();
  return name as string;
}

describe('the heartbeat of a build', () => {
  /** Number of threads that `work` starts. */
  async function threadsOf(work: () => void): Promise<number> {
    let count = 0;
    const onWorker = () => count++;
    // Threads of earlier work are reported late.
    await setTimeout(20);
    process.on('worker', onWorker);
    work();
    await setTimeout(20);
    process.off('worker', onWorker);
    return count;
  }

  it('starts at once before many files are moved or removed, otherwise later', async () => {
    const out = temporaryFolder();
    expect(await threadsOf(() => openOutput(out).commit([], new Set(), 0))).toBe(0);
    expect(await threadsOf(() => openOutput(out).commit(['a'], new Set(), 499))).toBe(0);
    const many = Array.from({ length: 501 }, (_, n) => `a/${n}`);
    expect(await threadsOf(() => openOutput(out).commit(many, new Set(), 0))).toBe(1);
    expect(await threadsOf(() => openOutput(out).commit([], new Set(), 501))).toBe(1);
    expect(await threadsOf(() => openOutput(out, { durable: true }).commit([], new Set(), 0))).toBe(1);
    expect(await threadsOf(() => openOutput(out).abandon())).toBe(1);
    expect(await threadsOf(() => openOutput(out, { force: true }).commit([], new Set(), 0))).toBe(1);
    mkdirSync(join(out, '.stillwave/new'), { recursive: true });
    expect(await threadsOf(() => recoverInterruptedBuild(out))).toBe(1);
    expect(readdirSync(out)).toEqual([]);
  });
});

describe('a second build', () => {
  it('stops with a clear message', async () => {
    const { data } = inject('partial');
    const out = join(temporaryFolder(), 'site');
    mkdirSync(join(out, '.stillwave'), { recursive: true });
    const lock = takeLock(join(out, '.stillwave'));
    for (const args of [
      ['build', '--data', data, '--site', out, '--layout', 'packs'],
      ['verify', '--site', out],
    ]) {
      const second = await runCli(cli, args);
      expect(second.status).toBe(2);
      expect(second.stderr).toContain(`another build is writing to ${out} (process ${process.pid})`);
    }
    lock.release();
    expect(existsSync(join(out, 'release.json'))).toBe(false);
  });

  it('at the same time leaves one complete release', async () => {
    const { data } = inject('partial');
    const out = join(temporaryFolder(), 'site');
    const args = ['build', '--data', data, '--site', out, '--layout', 'packs', '--quiet'];
    const ended = await inParallel([1, 2, 3], 3, () => runCli(cli, args));
    const refused = ended.filter(({ status }) => status === 2);
    for (const { stderr } of refused) expect(stderr).toContain('another build is writing');
    expect(ended.filter(({ status }) => status === 0)).toHaveLength(3 - refused.length);
    expect(refused.length).toBeLessThan(3);
    expect((await runCli(cli, ['verify', '--site', out])).status).toBe(0);
    expect(existsSync(join(out, '.stillwave'))).toBe(false);
  });
});

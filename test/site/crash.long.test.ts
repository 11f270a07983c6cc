/**
 * Builds of a small catalogue are killed, or get a full disk, at chosen file system calls. Afterwards, a host can always answer from the
 * folder, and the next command turns the folder into the old release or the new one, byte for byte. `npm run long -- crash` chooses more
 * calls.
 */

import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { createSite } from '../../src/core/handler/site.ts';
import { sha256 } from '../../src/fs/hash.ts';
import type { Config } from '../../src/site/config/config.ts';
import { loadConfig } from '../../src/site/config/load-config.ts';
import { random } from '../oracle/generated.ts';
import { Random } from '../oracle/random.ts';
import {
  compiled,
  copyTree,
  differences,
  type Ended,
  faultAt,
  inParallel,
  makeLarge,
  runCli,
  snapshot,
} from '../support/folders.ts';
import { propertyRuns } from '../support/property-runs.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const cli = inject('cli');
const root = temporaryFolder();
const data = { old: join(root, 'data-old'), new: join(root, 'data-new') };
const config = join(root, 'config.yaml');
const site = { old: join(root, 'site-old'), new: join(root, 'site-new') };
/** Calls of the main thread in a build from scratch, and in one from the old release to the new. */
const calls = { full: 0, incremental: 0 };
let trees: { old: ReturnType<typeof snapshot>; new: ReturnType<typeof snapshot> };

const build = (which: 'old' | 'new', out: string, env = {}): Promise<Ended> =>
  runCli(cli, ['build', '--data', data[which], '--site', out, '--quiet', '--config', config], env);

beforeAll(async () => {
  writeFileSync(config, 'enumerate:\n  pageSizes: [20]\n');
  // Small catalogues with every kind of entry.
  random(28).write(data.old);
  random(2).write(data.new);
  for (const folder of Object.values(data)) makeLarge(folder);
  const count = join(root, 'count');
  const counting = faultAt(Number.MAX_SAFE_INTEGER, 'kill', { FAULT_COUNT: count });
  expect((await build('old', site.old, counting)).stderr).toBe('');
  copyTree(site.old, join(root, 'counted'));
  await build('new', join(root, 'counted'), counting);
  [calls.full, calls.incremental] = readFileSync(count, 'utf8').split('\n').map(Number) as [number, number];
  await build('new', site.new);
  trees = { old: snapshot(site.old), new: snapshot(site.new) };
  expect(differences(snapshot(join(root, 'counted')), trees.new)).toEqual([]);
});

interface Case {
  readonly kind: 'full' | 'incremental';
  readonly fault: string;
  readonly at: number;
  readonly thread: 'main' | 'worker';
}

/** The calls at which a fault occurs: the last ones, which end a build, and random ones before them. Some faults occur in threads. */
function choose(kind: Case['kind'], fault: string, last: number, others: number, threads = 0): Case[] {
  const source = new Random(others);
  const ends = Array.from({ length: propertyRuns(last) }, (_, n) => calls[kind] - n);
  const chosen = Array.from({ length: propertyRuns(others) }, () => source.integer(1, calls[kind] - ends.length));
  const main = [...ends, ...chosen].map((at): Case => ({ kind, fault, at, thread: 'main' }));
  const worker = [20, 1, 5]
    .slice(0, propertyRuns(1) > 1 ? 3 : threads)
    .map((at): Case => ({ kind, fault, at, thread: 'worker' }));
  return [...main, ...worker];
}

/** Answers a query from the current folder; returns the release that answered, or the status. */
async function answers(out: string): Promise<string | number> {
  const host = createSite({ readFile: async (path) => readFileSync(join(out, path)), sha256 });
  const url = '/api/v2/strain-files?format=api&pagesize=1000';
  const { status, body } = await host.respond({ method: 'GET', url, header: () => undefined });
  if (status !== 200) return status;
  const { results_count, results } = JSON.parse(new TextDecoder().decode(body));
  expect(results).toHaveLength(results_count);
  return host.release?.data.id ?? '';
}

const releaseOf = (tree: string): string => JSON.parse(readFileSync(join(tree, 'manifest.json'), 'utf8')).release;

/** Builds that were killed while they moved files into place. */
let killedMoving = 0;

/** Causes a fault in a build and checks the result; returns the error, or null. */
async function strike({ kind, fault, at, thread }: Case, number: number): Promise<string | null> {
  const { verifySite } = await compiled<typeof import('../../src/site/install/verify-site.ts')>(
    cli,
    'site/install/verify-site.js',
  );
  const { recoverInterruptedBuild } = await compiled<typeof import('../../src/site/install/output.ts')>(
    cli,
    'site/install/output.js',
  );
  const { buildSite } = await compiled<typeof import('../../src/site/build.ts')>(cli, 'site/build.js');
  const out = join(root, `out-${fault}-${number}`);
  const before = kind === 'full' ? new Map() : trees.old;
  if (kind === 'incremental') copyTree(site.old, out);
  const ended = await build('new', out, faultAt(at, fault, { FAULT_THREAD: thread }));
  const isKilled = ended.signal === 'SIGKILL';
  const isMoving = existsSync(join(out, '.stillwave/new/manifest.json'));
  if (isKilled && isMoving) killedMoving++;
  if (!isKilled && ended.status === 0) {
    // Once everything is in place, the remaining steps need no disk space.
    return differences(snapshot(out), trees.new).length === 0 ? null : 'is not the new release';
  }
  if (!isKilled && (ended.status !== 2 || !/^error: .* no space is left .*\n$/.test(ended.stderr))) {
    return `ended with ${ended.status}: ${ended.stderr}`;
  }
  const left = await answers(out);
  const isOld = kind === 'full' ? left === 503 : left === releaseOf(site.old);
  if (!isOld && left !== releaseOf(site.new)) return `answers ${left}`;

  if (!isKilled && !isMoving && differences(snapshot(out), before).length > 0) return 'rubbish is left';
  if (!isKilled && !isMoving && kind === 'full' && existsSync(out)) return 'the folder is left';

  // The next command can be any: one that only recovers the site, or a build.
  if (number % 2 === 0 || isMoving) recoverInterruptedBuild(out);
  if (number % 2 === 0) {
    const now = snapshot(out);
    const isAsBefore = differences(now, before).length === 0;
    if (!isAsBefore && differences(now, trees.new).length > 0) return `neither release: ${differences(now, trees.new)}`;
    if (isMoving && isAsBefore && kind === 'incremental') return 'was not finished';
    if (now.size > 0 && (await verifySite(out)).faults.length > 0) return 'is not sound';
  }
  const next = await buildSite({ dataDir: data.new, out, config: loadConfig(config).config as Config });
  if (next.kind === 'problems') return 'the next build finds problems';
  const wrong = differences(snapshot(out), trees.new);
  return wrong.length > 0 ? `after the next build: ${wrong.slice(0, 5)}` : null;
}

/** Needs administrator rights. */
function mountDisk(folder: string): boolean {
  mkdirSync(folder);
  return spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=20m', 'tmpfs', folder]).status === 0;
}

async function strikeAll(cases: readonly Case[]): Promise<string[]> {
  const found = await inParallel(cases, 3, async (one, number) => {
    const wrong = await strike(one, number);
    return wrong === null ? [] : [`${one.kind} ${one.fault} at ${one.at} (${one.thread}): ${wrong}`];
  });
  return found.flat();
}

describe('a build that is killed', () => {
  it('leaves the old or the new release, at the latest after the next command', async () => {
    const cases = [
      ...choose('full', 'kill', 1, 1),
      ...choose('incremental', 'kill', 1, 1, 1),
      ...choose('incremental', 'half', 1, 1),
    ];
    expect(await strikeAll(cases)).toEqual([]);
    // The last calls move files.
    expect(killedMoving).toBeGreaterThan(0);
  });
});

describe('a build on a full disk', () => {
  it('keeps the old release, cleans up, and reports the reason', async () => {
    const cases = [...choose('full', 'ENOSPC', 0, 1), ...choose('incremental', 'ENOSPC', 1, 1, 1)];
    expect(await strikeAll(cases)).toEqual([]);
  });
});

describe('a build on a small disk', () => {
  const disk = join(root, 'disk');
  const isMounted = mountDisk(disk);
  if (!isMounted) console.warn('a file system in memory cannot be mounted here: a small disk is not tested');

  it.runIf(isMounted)('keeps the old release and cleans up', async () => {
    const out = join(disk, 'site');
    copyTree(site.old, out);
    writeFileSync(join(disk, 'filling'), Buffer.alloc(statfsSync(disk).bavail * statfsSync(disk).bsize - 400_000));
    const ended = await build('new', out);
    const left = differences(snapshot(out), trees.old);
    rmSync(join(disk, 'filling'));
    const again = await build('new', out);
    const done = differences(snapshot(out), trees.new);
    spawnSync('umount', [disk]);
    expect(ended).toMatchObject({ status: 2, stderr: expect.stringContaining('no space is left on the disk') });
    expect({ left, again: again.status, done }).toEqual({ left: [], again: 0, done: [] });
  });
});

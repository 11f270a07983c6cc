/** What the benchmarks share: the median, the machine's description, and a run of the compiled program with what it took. */

import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

export const ROOT = join(import.meta.dirname, '../..');
/** The compiled program. */
export const CLI = join(ROOT, 'build/cli.js');
const PEAK = pathToFileURL(join(import.meta.dirname, 'peak-memory.mjs')).href;

export interface Run {
  readonly seconds: number;
  /** Of all threads. Unlike `seconds`, hardly changed by what else the machine does. */
  readonly cpuSeconds: number;
  readonly peakBytes: number;
  readonly stdout: string;
}

/** The middle value; of an even number the greater of the two in the middle. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] as number;
}

/** `2 cores (AMD EPYC), 24 GB, Node v20.20.2` */
export function describeMachine(): string {
  return `${cpus().length} cores (${cpus()[0]?.model.trim()}), ${(totalmem() / 2 ** 30).toFixed(0)} GB, Node ${process.version}`;
}

/** Whether RUNS or SECONDS ask for a short try, whose figures are not worth keeping. */
const isTry = process.env.RUNS !== undefined || process.env.SECONDS !== undefined;

/** Writes a file of `docs/`, unless this is a short try. */
export function writeReport(file: string, text: string): void {
  if (isTry) process.stderr.write(`docs/${file} stays as it is: RUNS or SECONDS are set\n`);
  else writeFileSync(join(ROOT, 'docs', file), text);
}

/** Calls `work` with a new folder, on a file system in memory where there is one, and removes it. */
export async function withFolder<T>(work: (folder: string) => T): Promise<Awaited<T>> {
  const folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'stillwave-bench-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Runs the compiled program. Throws what it says where it does not end with 0. `folder` is for a file of a moment. */
export function runProgram(folder: string, args: readonly string[]): Run {
  const peakFile = join(folder, 'peak');
  const start = performance.now();
  const { status, stdout, stderr } = spawnSync(process.execPath, [CLI, ...args], {
    encoding: 'utf8',
    env: { ...process.env, NODE_OPTIONS: `--import ${PEAK}`, PEAK_FILE: peakFile },
  });
  const seconds = (performance.now() - start) / 1000;
  if (status !== 0) throw new Error(stderr);
  return { seconds, stdout, ...(JSON.parse(readFileSync(peakFile, 'utf8')) as Pick<Run, 'cpuSeconds' | 'peakBytes'>) };
}

/** Builds the shipped catalogue in packs. `folder` is for a file of a moment. */
export function buildPacks(folder: string, site: string): void {
  runProgram(folder, ['build', '--quiet', '--site', site, '--layout', 'packs']);
}

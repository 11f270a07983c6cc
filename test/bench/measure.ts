/** Shared code for benchmarks: the median, a description of the machine, and runs of the compiled program with their cost. */

import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

export const ROOT = join(import.meta.dirname, '../..');
/** The compiled program. */
export const CLI = join(ROOT, 'build/cli/main.js');
const PEAK = pathToFileURL(join(import.meta.dirname, 'peak-memory.mjs')).href;

export interface Run {
  readonly seconds: number;
  /** Sum over all threads. Unlike `seconds`, it is hardly affected by other load on the machine. */
  readonly cpuSeconds: number;
  readonly peakBytes: number;
  readonly stdout: string;
}

/** The middle value; for an even number of values, the greater of the two in the middle. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] as number;
}

/** `2 cores (AMD EPYC), 24 GB, Node v20.20.2` */
export function describeMachine(): string {
  return `${cpus().length} cores (${cpus()[0]?.model.trim()}), ${(totalmem() / 2 ** 30).toFixed(0)} GB, Node ${process.version}`;
}

/** True if RUNS or SECONDS ask for a short trial, whose figures are not kept. */
const isTry = process.env.RUNS !== undefined || process.env.SECONDS !== undefined;

/** Writes a file in `docs/measurements/`; a short trial prints it instead. */
export function writeReport(file: string, text: string): void {
  if (isTry) process.stdout.write(`${text}\ndocs/measurements/${file} stays as it is: RUNS or SECONDS are set\n`);
  else writeFileSync(join(ROOT, 'docs/measurements', file), text);
}

/** Calls `work` with a new folder, on an in-memory file system if there is one, and removes the folder. */
export async function withFolder<T>(work: (folder: string) => T): Promise<Awaited<T>> {
  const folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'stillwave-bench-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Runs the compiled program. Throws an error with the output unless the program exits with 0. `folder` is for a temporary file. */
export function runProgram(folder: string, args: readonly string[]): Run {
  const peakFile = join(folder, 'peak');
  const start = performance.now();
  const { status, stdout, stderr } = spawnSync(process.execPath, [CLI, ...args], {
    encoding: 'utf8',
    // With extra certificates, Node takes 0.03 s longer to start.
    env: {
      ...process.env,
      NODE_EXTRA_CA_CERTS: undefined,
      NODE_OPTIONS: `--import ${PEAK}`,
      PEAK_FILE: peakFile,
    },
  });
  const seconds = (performance.now() - start) / 1000;
  if (status !== 0) throw new Error(stderr);
  return { seconds, stdout, ...(JSON.parse(readFileSync(peakFile, 'utf8')) as Pick<Run, 'cpuSeconds' | 'peakBytes'>) };
}

/** Builds the shipped catalogue in packs. `folder` is for a temporary file. */
export function buildPacks(folder: string, site: string): void {
  runProgram(folder, ['build', '--quiet', '--site', site, '--layout', 'packs']);
}

/**
 * The type of an attack: one file per scenario in this folder; `npm run attack` runs the long version and `npm test` the short
 * one. To add one, write its file and list it in `scenarios.ts`. Everything stays on this machine, and is bounded in time and
 * memory.
 */

import { readFileSync } from 'node:fs';

/** The targets of scenarios, and their size. */
export interface Ground {
  /** Path of the compiled command line. */
  readonly cli: string;
  /** The shipped catalogue in packs. */
  readonly shipped: string;
  /** A part of it in both layouts with its data: base URL https://user.example/gw, page sizes 20 and 500. */
  readonly partial: { readonly root: string; readonly data: string };
  readonly isLong: boolean;
  /** Reports what is being measured. */
  readonly say: (text: string) => void;
}

export interface Scenario {
  readonly name: string;
  /** Resolves to the failures, one per line. */
  readonly run: (ground: Ground) => Promise<readonly string[]>;
}

/** Current or peak resident memory of a process in MB; 0 if the system does not report it. */
export function memoryMb(pid: number | undefined, which: 'now' | 'peak'): number {
  if (process.platform !== 'linux') return 0;
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number((which === 'now' ? /VmRSS:\s+(\d+)/ : /VmHWM:\s+(\d+)/).exec(status)?.[1]) / 1024;
}

/** CPU time used by a process so far, in ms; wall-clock time if the system does not report it. A tick is 10 ms. */
export function cpuMs(pid: number | undefined): number {
  if (process.platform !== 'linux') return performance.now();
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** Lines for values beyond their limits. */
export function beyond(what: string, value: number, limit: number): string[] {
  return value > limit ? [`${what}: ${value.toFixed(1)}, at most ${limit} expected`] : [];
}

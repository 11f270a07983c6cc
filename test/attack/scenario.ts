/**
 * What an attack is: one file a scenario in this folder, which `npm run attack` runs at length and `npm test` in short. To add
 * one, write its file and name it in `scenarios.ts`. Everything stays on this machine, and is bounded in time and memory.
 */

import { readFileSync } from 'node:fs';

/** What scenarios attack, and how much of it. */
export interface Ground {
  /** Path of the compiled command line. */
  readonly cli: string;
  /** The shipped catalogue in packs. */
  readonly shipped: string;
  /** A part of it in both layouts, base URL https://user.example/gw, page sizes 20 and 500, with its data. */
  readonly partial: { readonly root: string; readonly data: string };
  readonly isLong: boolean;
  /** Tells what is being measured. */
  readonly say: (text: string) => void;
}

export interface Scenario {
  readonly name: string;
  /** Resolves to what went wrong, a line each. */
  readonly run: (ground: Ground) => Promise<readonly string[]>;
}

/** Resident memory of a process now, or at its greatest, in MB; 0 where the system does not tell. */
export function memoryMb(pid: number | undefined, which: 'now' | 'peak'): number {
  if (process.platform !== 'linux') return 0;
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number((which === 'now' ? /VmRSS:\s+(\d+)/ : /VmHWM:\s+(\d+)/).exec(status)?.[1]) / 1024;
}

/** CPU time that a process has used so far, in ms; the time of day where the system does not tell. A tick is 10 ms. */
export function cpuMs(pid: number | undefined): number {
  if (process.platform !== 'linux') return performance.now();
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** Lines for what is beyond its limit. */
export function beyond(what: string, value: number, limit: number): string[] {
  return value > limit ? [`${what}: ${value.toFixed(1)}, at most ${limit} expected`] : [];
}

/** Memory and CPU time of processes, as the system reports them. */

import { readFileSync } from 'node:fs';

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

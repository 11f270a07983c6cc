/** Creates marked names for requests, and searches heap snapshots for marked names that stay in memory. */

import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeHeapSnapshot } from 'node:v8';
import { ask, eventually, type Server } from '../support/server.ts';

/** Names begin with this mark, because heap snapshots contain only the first 1,024 characters of each string. */
export const MARK = 'unheard';
/** Ten-digit numbers that end in the request's number. V8 stores numbers this large as heap objects, so they appear in snapshots. */
export const MARKED_NUMBERS = 7_710_000_000;
const MARKED = /unheard\d+|\b771\d{7}\b/gi;

/** Runs `work` with a temporary folder. */
export async function inFolder<T>(work: (folder: string) => T | Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'stillwave-heap-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The distinct marked names in a heap snapshot: V8 writes all strings last, after the graph, which consists of numbers. */
function namesKept(snapshot: string): readonly string[] {
  const text = readFileSync(snapshot, 'latin1');
  return [...new Set(text.slice(text.lastIndexOf('"strings":[')).match(MARKED))];
}

/** The marked names in this process's memory. */
export function keptHere(): Promise<readonly string[]> {
  return inFolder((folder) =>
    namesKept(writeHeapSnapshot(join(folder, 'this.heapsnapshot'), { exposeNumericValues: true })),
  );
}

const SNAPSHOT_SIGNAL = 'SIGUSR2';
/** Node options with which `keptByServe` can ask for a heap snapshot. */
export const snapshotsInto = (folder: string) => [
  `--heapsnapshot-signal=${SNAPSHOT_SIGNAL}`,
  `--diagnostic-dir=${folder}`,
];

/** The marked names in the memory of `serve`, which was started with `snapshotsInto(folder)`. */
export async function keptByServe({ child, origin }: Server, folder: string): Promise<readonly string[]> {
  const written = () => readdirSync(folder).filter((name) => name.endsWith('.heapsnapshot'));
  child.kill(SNAPSHOT_SIGNAL);
  await eventually(() => written().length > 0, 'serve writes a heap snapshot');
  // `serve` answers nothing while it writes the snapshot, so this waits for the end.
  await ask(`${origin}/api/v2`);
  return namesKept(join(folder, written()[0] as string));
}

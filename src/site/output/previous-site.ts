/**
 * What the build before left in the output folder: its tasks, which of them can stand as they are, and what is known of the
 * files of the others.
 *
 * Where a task has all its files is looked up by all threads; each takes the tasks that no other has taken. Build time.
 */

import { filesOfLines, type ManifestFile, type StoredManifest, type TaskEntry, taskOffsets } from './manifest.ts';
import { isFileOfSize } from './site-files.ts';

/** Plain data and shared memory, so that threads can be told. */
export interface PreviousSite {
  /** Folder of the site. */
  readonly root: string;
  readonly manifest: StoredManifest;
  /** Where the lines of each task begin. */
  readonly offsets: readonly number[];
  /** Of each task, one of the states below. */
  readonly states: Int32Array;
}

const UNKNOWN = 0;
const IN_WORK = 1;
const WHOLE = 2;
const BROKEN = 3;

export function openPrevious(root: string, manifest: StoredManifest): PreviousSite {
  const states = new Int32Array(new SharedArrayBuffer(4 * manifest.tasks.length));
  return { root, manifest, offsets: taskOffsets(manifest.tasks), states };
}

/** The lines of a task, as they stand in the manifest. */
export function bytesOfTask({ manifest, offsets }: PreviousSite, number: number): Uint8Array {
  const start = offsets[number] as number;
  return manifest.text.subarray(start, start + (manifest.tasks[number] as TaskEntry).lines);
}

/** The files of a task. */
export function filesOfTask(previous: PreviousSite, number: number): Generator<ManifestFile> {
  const { buffer, byteOffset, length } = bytesOfTask(previous, number);
  return filesOfLines(Buffer.from(buffer, byteOffset, length).toString('latin1'));
}

function hasAllFiles(previous: PreviousSite, number: number): boolean {
  for (const { path, size } of filesOfTask(previous, number)) {
    if (!isFileOfSize(`${previous.root}/${path}`, size)) return false;
  }
  return true;
}

/** Looks a task up where nobody has done so. */
function check(previous: PreviousSite, number: number): void {
  const { states } = previous;
  if (Atomics.compareExchange(states, number, UNKNOWN, IN_WORK) !== UNKNOWN) return;
  Atomics.store(states, number, hasAllFiles(previous, number) ? WHOLE : BROKEN);
  Atomics.notify(states, number);
}

/** Looks tasks up, the last one first, while another thread asks for the first ones. Pauses after each. */
export async function checkTasks(previous: PreviousSite, pause: () => Promise<void>): Promise<void> {
  for (let number = previous.states.length - 1; number >= 0; number--) {
    if (Atomics.load(previous.states, number) !== UNKNOWN) continue;
    check(previous, number);
    await pause();
  }
}

/** True where every file of a task is there in its size. What has the size but another content, `verify` finds. */
export function isWhole(previous: PreviousSite, number: number): boolean {
  check(previous, number);
  Atomics.wait(previous.states, number, IN_WORK);
  return Atomics.load(previous.states, number) === WHOLE;
}

/** Name of a task without its number: tasks of one group make files that those of no other group make. */
export const groupOf = (name: string): string => name.replace(/ \d+$/, '');

/** SHA-256 by path. */
export type KnownFiles = ReadonlyMap<string, string>;

const NOTHING: KnownFiles = new Map();

/** What is known of the files of a group; of all files, where the build before had no such group. */
export function createKnownFiles(previous: PreviousSite | null): (group: string) => KnownFiles {
  const known = new Map<string | null, KnownFiles>();
  const groups = new Set(previous?.manifest.tasks.map(({ name }) => groupOf(name)));
  function read(group: string | null): KnownFiles {
    const files = new Map<string, string>();
    for (const [number, { name }] of previous?.manifest.tasks.entries() ?? []) {
      if (!previous || (group !== null && groupOf(name) !== group)) continue;
      for (const { path, sha256 } of filesOfTask(previous, number)) files.set(path, sha256);
    }
    return files;
  }
  return (name) => {
    if (!previous) return NOTHING;
    const group = groups.has(name) ? name : null;
    const files = known.get(group) ?? read(group);
    known.set(group, files);
    return files;
  };
}

/**
 * What the build before left in the output folder: its tasks, which of them can stand as they are, and what is known of the
 * files of the others.
 *
 * Where a task has all its files is looked up by all threads; each takes the tasks that no other has taken. Build time.
 */

import { readdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { MANIFEST_PATH } from '../../contract/paths.ts';
import { filesOfLines, type ManifestFile, type StoredManifest, type TaskEntry, taskOffsets } from './manifest.ts';
import { isFileOfSize, WORK_FOLDER } from './site-files.ts';

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
  return filesOfLines(textOf(previous, number));
}

function textOf(previous: PreviousSite, number: number): string {
  const { buffer, byteOffset, length } = bytesOfTask(previous, number);
  return Buffer.from(buffer, byteOffset, length).toString('latin1');
}

const BEFORE_PATH = '{"path":"';
const BEFORE_SIZE = '","size":';

/** True where all files are there. Looks for no more than path and size in the lines, as these are most of what a build reads. */
function hasAllFiles(previous: PreviousSite, number: number): boolean {
  const text = textOf(previous, number);
  for (let at = text.indexOf(BEFORE_PATH); at >= 0; at = text.indexOf(BEFORE_PATH, at)) {
    const end = text.indexOf('"', at + BEFORE_PATH.length);
    const path = text.slice(at + BEFORE_PATH.length, end);
    at = end + BEFORE_SIZE.length;
    if (!isFileOfSize(`${previous.root}/${path}`, Number.parseInt(text.slice(at, at + 16), 10))) return false;
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

/** How many files and folders each folder has, "." for the site's own. */
function countEntries(previous: PreviousSite): Map<string, number> {
  const counts = new Map<string, number>();
  const add = (folder: string): void => {
    const count = counts.get(folder);
    counts.set(folder, (count ?? 0) + 1);
    if (count === undefined && folder !== '.') add(dirname(folder));
  };
  // The manifest, which is not in itself.
  add(dirname(MANIFEST_PATH));
  for (const number of previous.manifest.tasks.keys()) {
    const text = textOf(previous, number);
    for (let at = text.indexOf(BEFORE_PATH); at >= 0; at = text.indexOf(BEFORE_PATH, at + 1)) {
      const start = at + BEFORE_PATH.length;
      const path = text.slice(start, text.indexOf('"', start));
      const end = path.lastIndexOf('/');
      add(end < 0 ? '.' : path.slice(0, end));
    }
  }
  return counts;
}

/** Folders between two pauses. */
const FOLDERS_AT_ONCE = 100;

/** True where the site has all its files and nothing else: as many entries in each folder as it should have. */
export async function isExact(previous: PreviousSite, pause: () => Promise<void>): Promise<boolean> {
  let next = 0;
  for (const [folder, expected] of countEntries(previous)) {
    if (next++ % FOLDERS_AT_ONCE === 0) await pause();
    try {
      const names = readdirSync(`${previous.root}/${folder}`);
      const hasWork = folder === '.' && names.includes(WORK_FOLDER);
      if (names.length - (hasWork ? 1 : 0) !== expected) return false;
    } catch {
      return false;
    }
  }
  // Missing files would make up for those that are not the site's.
  return [...previous.states.keys()].every((number) => isWhole(previous, number));
}

/** Name of a task without its number: tasks of one group make files that those of no other group make. */
export const groupOf = (name: string): string => name.replace(/ \d+$/, '');

/** SHA-256 by path. */
export type KnownFiles = ReadonlyMap<string, string>;

const NOTHING: KnownFiles = new Map();

/**
 * What is known of the files of a group; of all files, where the build before had no such group. Only those of the last group are
 * kept, as tasks come group by group.
 */
export function createKnownFiles(previous: PreviousSite | null): (group: string) => KnownFiles {
  if (!previous) return () => NOTHING;
  const { tasks } = previous.manifest;
  const groups = new Set(tasks.map(({ name }) => groupOf(name)));
  function read(group: string | null): KnownFiles {
    const files = new Map<string, string>();
    for (const [number, { name }] of tasks.entries()) {
      if (group !== null && groupOf(name) !== group) continue;
      for (const { path, sha256 } of filesOfTask(previous as PreviousSite, number)) files.set(path, sha256);
    }
    return files;
  }
  let last: { readonly group: string | null; readonly files: KnownFiles } | undefined;
  return (name) => {
    const group = groups.has(name) ? name : null;
    if (last?.group !== group || !last) last = { group, files: read(group) };
    return last.files;
  };
}

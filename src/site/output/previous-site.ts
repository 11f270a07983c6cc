/**
 * What the build before left in the output folder: its tasks, what is known of their files, and whether the files are still there.
 *
 * A file that is in place is taken for what the manifest says it is: `verify` reads them. Build time.
 */

import { readdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { MANIFEST_PATH } from '../../contract/paths.ts';
import { filesOfLines, type ManifestFile, type TaskEntry } from './manifest.ts';
import { WORK_FOLDER } from './site-files.ts';
import { type StoredManifest, taskOffsets } from './stored-manifest.ts';

/** Plain data and shared memory, so that threads can be told. */
export interface PreviousSite {
  /** Folder of the site. */
  readonly root: string;
  readonly manifest: StoredManifest;
  /** Where the lines of each task begin. */
  readonly offsets: readonly number[];
}

export const openPrevious = (root: string, manifest: StoredManifest): PreviousSite => ({
  root,
  manifest,
  offsets: taskOffsets(manifest.tasks),
});

/** The lines of a task, as they stand in the manifest. */
export function bytesOfTask({ manifest, offsets }: PreviousSite, number: number): Buffer {
  const { buffer, byteOffset } = manifest.text;
  return Buffer.from(buffer, byteOffset + (offsets[number] as number), (manifest.tasks[number] as TaskEntry).lines);
}

/** The files of a task. */
export function filesOfTask(previous: PreviousSite, number: number): Generator<ManifestFile> {
  return filesOfLines(bytesOfTask(previous, number).toString('latin1'));
}

const BEFORE_PATH = '{"path":"';

/** The paths of a site, without the manifest's own, which come folder by folder for the most part. */
function* pathsOf(previous: PreviousSite): Generator<string> {
  for (const number of previous.manifest.tasks.keys()) {
    const lines = bytesOfTask(previous, number).toString('latin1');
    // Looks for no more than the path in a line, as these are most of what a build reads.
    for (let at = lines.indexOf(BEFORE_PATH); at >= 0; at = lines.indexOf(BEFORE_PATH, at + 1)) {
      const start = at + BEFORE_PATH.length;
      yield lines.slice(start, lines.indexOf('"', start));
    }
  }
}

/** What the names in the folders of a site tell. */
export interface Presence {
  /** True where a file of the site is missing. */
  readonly isPartial: boolean;
  /** True where there may be something that no build wrote. */
  readonly hasOthers: boolean;
}

/** Folders between two pauses. */
const FOLDERS_AT_ONCE = 100;

/** Lists every folder of the site, which costs a fraction of looking at every file. */
export async function findPresence(previous: PreviousSite, pause: () => Promise<void>): Promise<Presence> {
  const { root } = previous;
  /** Of each folder, "." for the site's own, how many entries it has that are not the site's. */
  const others = new Map<string, number>();
  let opened = 0;
  let last = '';
  let names = new Set<string>();
  function open(folder: string): void {
    last = folder;
    names = new Set(readdirSync(`${root}/${folder}`));
    if (folder === '.') names.delete(WORK_FOLDER);
    if (others.has(folder)) return;
    others.set(folder, names.size);
    if (folder !== '.') countIn(dirname(folder));
  }
  /** Counts one entry of the site in a folder. */
  function countIn(folder: string): void {
    if (!others.has(folder)) open(folder);
    others.set(folder, (others.get(folder) as number) - 1);
  }
  try {
    countIn(dirname(MANIFEST_PATH));
    for (const path of pathsOf(previous)) {
      const end = path.lastIndexOf('/');
      const folder = end < 0 ? '.' : path.slice(0, end);
      countIn(folder);
      if (last !== folder) {
        open(folder);
        if (opened++ % FOLDERS_AT_ONCE === 0) await pause();
      }
      if (!names.has(path.slice(end + 1))) return { isPartial: true, hasOthers: true };
    }
  } catch {
    // A folder of the site is missing, or is none.
    return { isPartial: true, hasOthers: true };
  }
  return { isPartial: false, hasOthers: [...others.values()].some((count) => count > 0) };
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

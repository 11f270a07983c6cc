/**
 * What the build before left in the output folder: its tasks, what is known of their files, and whether they are still there.
 *
 * A file that is in place is taken for what the manifest says it is: `verify` reads them. Build time.
 */

import { readdirSync, statSync, utimesSync } from 'node:fs';
import { dirname, join } from 'node:path';
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
const FOLDERS_AT_ONCE = 500;

/**
 * When the manifest took its place, in ms: what was done to the site's folders since then was not done by a build. The
 * earlier one of two times, as a copy can keep the time of the content, but not that of the change, which folders are asked for.
 */
function placedAt(root: string): number {
  const { mtimeMs, ctimeMs } = statSync(join(root, MANIFEST_PATH));
  return Math.min(mtimeMs, ctimeMs);
}

/** The folder that a path is in, "." for the site's own, and its name there. `node:path` looks at every character. */
function split(path: string): [folder: string, name: string] {
  const end = path.lastIndexOf('/');
  return end < 0 ? ['.', path] : [path.slice(0, end), path.slice(end + 1)];
}

/**
 * Looks at every folder of the site, and lists those that were changed since the manifest took its place: the system notes in a
 * folder when an entry of it was added, removed or renamed. That takes a third of the time of listing all of them, 19,000 for the shipped
 * catalogue.
 *
 * Not found is what was removed while a build ran, or before the clock was set back, or before the site was copied without its times.
 */
export async function findPresence(previous: PreviousSite, pause: () => Promise<void>): Promise<Presence> {
  const { root } = previous;
  /** Of each folder, "." for the site's own, the entries that no path has named yet; null where it is as it was. */
  const folders = new Map<string, Set<string> | null>();
  /** Takes one entry of the site out of its folder. False where the folder lacks it. */
  function take(folder: string, name: string): boolean {
    const unnamed = folders.get(folder);
    if (unnamed === undefined) return open(folder) && take(folder, name);
    return unnamed === null || unnamed.delete(name);
  }
  /** False where the folder is not in the one above it. Throws where it is missing. */
  function open(folder: string): boolean {
    const isChanged = statSync(`${root}/${folder}`).ctimeMs >= since;
    folders.set(folder, isChanged ? new Set(readdirSync(`${root}/${folder}`)) : null);
    return folder === '.' || take(...split(folder));
  }
  let since = 0;
  let last = '';
  let opened = 0;
  try {
    since = placedAt(root);
    if (!take('.', MANIFEST_PATH)) return MISSING;
    for (const path of pathsOf(previous)) {
      const end = path.lastIndexOf('/');
      // Most folders are as they were: then the next path in it says nothing new.
      if (end > 0 && end === last.length && path.startsWith(last) && folders.get(last) === null) continue;
      const [folder, name] = split(path);
      if (!take(folder, name)) return MISSING;
      last = folder;
      if (opened++ % FOLDERS_AT_ONCE === 0) await pause();
    }
  } catch {
    // A folder of the site is missing, or is none.
    return MISSING;
  }
  folders.get('.')?.delete(WORK_FOLDER);
  return { isPartial: false, hasOthers: [...folders.values()].some((unnamed) => unnamed !== null && unnamed.size > 0) };
}

const MISSING: Presence = { isPartial: true, hasOthers: true };

/**
 * Has the next build list the folders of these paths again: what no build wrote is named by each build, not only by the first one
 * that finds it. Setting the times that a folder has already notes a change of it, and changes nothing else.
 */
export function keepInSight(root: string, paths: readonly string[]): void {
  for (const folder of new Set(paths.map((path) => dirname(path)))) {
    try {
      const { atime, mtime } = statSync(join(root, folder));
      utimesSync(join(root, folder), atime, mtime);
    } catch {
      // It is another one's folder, which may be gone or may not be touched: then it is not named again.
    }
  }
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

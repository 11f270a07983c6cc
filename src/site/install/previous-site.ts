/**
 * The site that the previous build wrote to the output folder: its tasks and their files.
 *
 * Files are assumed to exist with the content that the manifest describes; `verify` reads them all. Build time.
 */

import { filesOfLines, linesOfText, type ManifestFile, type TaskEntry } from './manifest.ts';
import { type StoredManifest, taskOffsets } from './stored-manifest.ts';

/** Plain data and shared memory that can be passed between threads. */
export interface PreviousSite {
  /** Folder of the site. */
  readonly root: string;
  readonly manifest: StoredManifest;
  /** Offsets of the lines of each task. */
  readonly offsets: readonly number[];
}

export const openPrevious = (root: string, manifest: StoredManifest): PreviousSite => ({
  root,
  manifest,
  offsets: taskOffsets(manifest.tasks),
});

/** The lines of a task in the manifest. */
export function bytesOfTask({ manifest, offsets }: PreviousSite, number: number): Buffer {
  const { buffer, byteOffset } = manifest.text;
  return Buffer.from(buffer, byteOffset + (offsets[number] as number), (manifest.tasks[number] as TaskEntry).lines);
}

/** The files of a task. */
export function filesOfTask(previous: PreviousSite, number: number): Generator<ManifestFile> {
  return filesOfLines(bytesOfTask(previous, number));
}

/** Name of a task without its number. No two groups of tasks write the same file. */
export const groupOf = (name: string): string => name.replace(/ \d+$/, '');

/** Lines of the manifest by path. */
export type KnownFiles = ReadonlyMap<string, string>;

const NOTHING: KnownFiles = new Map();

/**
 * Finds the known files of a group, or all files if the previous build had no such group. Only the last group is kept in memory, because
 * tasks are run group by group.
 */
export function createKnownFiles(previous: PreviousSite | null): (group: string) => KnownFiles {
  if (!previous) return () => NOTHING;
  const { tasks } = previous.manifest;
  const groups = new Set(tasks.map(({ name }) => groupOf(name)));
  function read(group: string | null): KnownFiles {
    const files = new Map<string, string>();
    for (const [number, { name }] of tasks.entries()) {
      if (group !== null && groupOf(name) !== group) continue;
      const text = bytesOfTask(previous as PreviousSite, number).toString('latin1');
      for (const [line, path] of linesOfText(text)) files.set(path, line);
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

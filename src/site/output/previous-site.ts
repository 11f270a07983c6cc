/**
 * What the build before left in the output folder: its tasks, and what is known of their files.
 *
 * A file of the manifest is taken to be there, with the content that the manifest says: `verify` reads them all. Build time.
 */

import { filesOfLines, linesOfText, type ManifestFile, type TaskEntry } from './manifest.ts';
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

/** Name of a task without its number: tasks of one group make files that those of no other group make. */
export const groupOf = (name: string): string => name.replace(/ \d+$/, '');

/** Lines of the manifest by path. */
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

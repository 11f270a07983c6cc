/**
 * The manifest of the previous site, without parsing its lines: a build copies the lines of the tasks that it skips. Build time.
 */

import { type BigIntStats, closeSync, fstatSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { MANIFEST_PATH } from '../../core/contract/paths.ts';
import { sha256 } from '../../fs/hash.ts';
import { openRegularFile } from '../../fs/regular-file.ts';
import {
  hashOfManifest,
  isTaskEntry,
  MANIFEST_END,
  MANIFEST_LINE_END,
  type Manifest,
  type ManifestFile,
  type ManifestPart,
  manifestLine,
  manifestPart,
  readManifest,
  type TaskEntry,
} from './manifest.ts';

/** A manifest whose lines are not parsed. */
export interface StoredManifest {
  readonly release: string;
  readonly tasks: readonly TaskEntry[];
  /** The lines of the tasks that have files, in order, separated by line ends. */
  readonly text: Uint8Array;
  /** SHA-256 of the lines of each task, hex. */
  readonly hashes: readonly string[];
  /** Identifies the file and its state when it was read; null if unknown. */
  readonly stamp: string | null;
}

/** For a manifest without usable tasks: a single task with all files and unknown inputs. */
function unknownTask(files: readonly ManifestFile[], { length }: Uint8Array): TaskEntry {
  const size = files.reduce((sum, file) => sum + file.size, 0);
  return { name: '', inputs: '', files: files.length, size, lines: length };
}

/** A manifest of files whose tasks are unknown. */
export function storedManifest(release: string, files: readonly ManifestFile[]): StoredManifest {
  const { lines, sha256 } = manifestPart(files.map(manifestLine));
  return { release, tasks: [unknownTask(files, lines)], text: lines, hashes: [sha256], stamp: null };
}

/** Offsets of the lines of each task in the text of a manifest. */
export function taskOffsets(tasks: readonly TaskEntry[]): number[] {
  let next = 0;
  return tasks.map(({ lines }) => {
    const at = next;
    if (lines > 0) next += lines + MANIFEST_LINE_END.length;
    return at;
  });
}

/** Opens the bytes of a manifest; null if its hash does not match. */
function openValid(bytes: Buffer, stamp: string): StoredManifest | null {
  const start = bytes.indexOf('\n') + 1;
  const {
    release,
    sha256: hash,
    tasks,
  } = JSON.parse(`${bytes.toString('utf8', 0, start)}]}`) as Partial<Manifest> & {
    readonly sha256?: string;
  };
  if (typeof release !== 'string' || !Array.isArray(tasks) || !tasks.every(isTaskEntry)) return null;
  const text = bytes.subarray(start, -MANIFEST_END.length);
  const offsets = taskOffsets(tasks);
  const parts = tasks.map(({ lines: length }, n): ManifestPart => {
    const lines = text.subarray(offsets[n], (offsets[n] as number) + length);
    return { lines, sha256: sha256(lines) };
  });
  const written = parts.filter(({ lines }) => lines.length > 0);
  const size = written.reduce((sum, { lines }) => sum + lines.length + MANIFEST_LINE_END.length, 0);
  const isWhole = size === (text.length > 0 ? text.length + MANIFEST_LINE_END.length : 0);
  const isValid = isWhole && hashOfManifest(release, JSON.stringify(tasks), written) === hash;
  return isValid ? { release, tasks, text, hashes: parts.map(({ sha256 }) => sha256), stamp } : null;
}

const stampOf = ({ dev, ino, size, mtimeNs, ctimeNs }: BigIntStats): string =>
  [dev, ino, size, mtimeNs, ctimeNs].join();

/** Identifies the current state of the manifest of a site; null if there is none. */
export function manifestStamp(root: string): string | null {
  const found = statSync(join(root, MANIFEST_PATH), { throwIfNoEntry: false, bigint: true });
  return found ? stampOf(found) : null;
}

/** Reads a file into memory that threads can share. */
function readShared(path: string): { readonly bytes: Buffer; readonly stamp: string } {
  const file = openRegularFile(path);
  try {
    const stats = fstatSync(file, { bigint: true });
    const bytes = Buffer.from(new SharedArrayBuffer(Number(stats.size)));
    let at = 0;
    for (let size = -1; at < bytes.length && size !== 0; at += size)
      size = readSync(file, bytes, at, bytes.length - at, null);
    return { bytes: bytes.subarray(0, at), stamp: stampOf(stats) };
  } finally {
    closeSync(file);
  }
}

/**
 * Reads the manifest of a site without parsing its lines; null if there is none, or if it is not one that builds write. A modified
 * manifest that can still be parsed lists the files of the site, but its tasks are treated as unknown.
 */
export function readStoredManifest(root: string): StoredManifest | null {
  let read: ReturnType<typeof readShared>;
  try {
    read = readShared(join(root, MANIFEST_PATH));
  } catch {
    return null;
  }
  try {
    const valid = openValid(read.bytes, read.stamp);
    if (valid) return valid;
  } catch {
    // It may still be a modified manifest.
  }
  const manifest = readManifest(root);
  return manifest && storedManifest(manifest.release, manifest.files);
}

/**
 * Writes files of a site into the staging folder and keeps account of them. A file that is in place with the same content, by the
 * manifest, is counted, but not written, so that it keeps its modification time. Build time.
 */

import { createHash } from 'node:crypto';
import { closeSync, mkdirSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { sha256 } from './hash.ts';
import { MANIFEST_LINE_END, type ManifestFile, manifestLine, sizeOfLine } from './manifest.ts';
import { createKnownFiles, type KnownFiles, type PreviousSite } from './previous-site.ts';

/** What a task made, whether it had to be written or not. Plain data, so that threads can hand it on. */
export interface TaskResult {
  /** Lines of the manifest, joined, as one long text is handed on faster than many short ones. */
  readonly lines: string;
  readonly files: number;
  /** Bytes. */
  readonly size: number;
  /** Files that had to be written. */
  readonly written: number;
}

/** A file that is written part by part. */
export interface OpenFile {
  write(part: Uint8Array): void;
  /** Ends the file; `isDone` where all of it was written, so that it counts. */
  close(isDone: boolean): void;
}

/** Writes the files of one task. */
export interface FileWriter {
  /** Returns the folder that the file is in now. `hash` is the content's SHA-256 where the caller knows it already. */
  write(path: string, content: Uint8Array, hash?: string): string;
  /** Counts a file that is in place and would be made again as it is. False where there is none. */
  keep(path: string): boolean;
  /** Begins a file that is too large for memory. */
  open(path: string): OpenFile;
  result(): TaskResult;
}

/** Makes writers. `previous` is null where every file is to be written. */
export function createFileWriters(staging: string, previous: PreviousSite | null): (group: string) => FileWriter {
  const folders = new Set(['.']);
  const knownOf = createKnownFiles(previous);
  const root = previous?.root ?? staging;

  /** Makes a folder, of which there are thousands, in one call: Node's `recursive` tries the whole way up each time. */
  function makeFolder(folder: string): void {
    if (folders.has(folder)) return;
    makeFolder(dirname(folder));
    try {
      mkdirSync(`${staging}/${folder}`);
    } catch (error) {
      // Another thread was first.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    folders.add(folder);
  }

  /** Where a file is staged; its folder is there. */
  function stagedPath(path: string): string {
    makeFolder(dirname(path));
    // Put together by hand, as `join` looks at every character, for every file.
    return `${staging}/${path}`;
  }

  function createWriter(known: KnownFiles): FileWriter {
    const lines: string[] = [];
    let size = 0;
    let written = 0;

    /** Counts a file. False where it is in place, so that it need not be written. */
    function count(file: ManifestFile): boolean {
      const line = manifestLine(file);
      lines.push(line);
      size += file.size;
      if (known.get(file.path) === line) return false;
      written++;
      return true;
    }

    return {
      write(path, content, hash = sha256(content)) {
        if (!count({ path, size: content.length, sha256: hash })) return root;
        writeFileSync(stagedPath(path), content);
        return staging;
      },
      keep(path) {
        const line = known.get(path);
        if (line === undefined) return false;
        lines.push(line);
        size += sizeOfLine(line);
        return true;
      },
      open(path) {
        const hash = createHash('sha256');
        let bytes = 0;
        const staged = stagedPath(path);
        const file = openSync(staged, 'w');
        return {
          write(part) {
            writeFileSync(file, part);
            hash.update(part);
            bytes += part.length;
          },
          close(isDone) {
            closeSync(file);
            // Only now is it known whether it is the file that is there.
            if (isDone && !count({ path, size: bytes, sha256: hash.digest('hex') })) rmSync(staged);
          },
        };
      },
      result: () => ({ lines: lines.join(MANIFEST_LINE_END), files: lines.length, size, written }),
    };
  }
  return (group) => createWriter(knownOf(group));
}

/**
 * Writes files of a site to the staging folder and counts them. A file that the site already has with the same content, according to
 * its manifest, is counted but not written, so it keeps its modification time. Build time.
 */

import { createHash } from 'node:crypto';
import { closeSync, mkdirSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { sha256 } from '../../fs/hash.ts';
import { type ManifestFile, type ManifestPart, manifestLine, manifestPart, sizeOfLine } from './manifest.ts';
import { createKnownFiles, type KnownFiles, type PreviousSite } from './previous-site.ts';

/** The files of a task, written or unchanged. */
export interface TaskResult extends ManifestPart {
  /** Threads pass this memory on without copying it. */
  readonly lines: Uint8Array<ArrayBuffer>;
  readonly files: number;
  /** Bytes. */
  readonly size: number;
  /** Files that had to be written. */
  readonly written: number;
}

/** A file that is written part by part. */
export interface OpenFile {
  write(part: Uint8Array): void;
  /** Ends the file. `isDone`: it is complete, so it counts. */
  close(isDone: boolean): void;
}

/** Writes the files of one task. */
export interface FileWriter {
  /** Returns the folder that now contains the file. `hash` is the content's SHA-256, if the caller already knows it. */
  write(path: string, content: Uint8Array, hash?: string): string;
  /** Counts a file that exists and would not change. Returns false if the previous site has no such file. */
  keep(path: string): boolean;
  /** Starts a file that is too large for memory. */
  open(path: string): OpenFile;
  result(): TaskResult;
}

/** Creates writers. If `previous` is null, every file is written. */
export function createFileWriters(staging: string, previous: PreviousSite | null): (group: string) => FileWriter {
  const folders = new Set(['.']);
  const knownOf = createKnownFiles(previous);
  const root = previous?.root ?? staging;

  /** Creates one of thousands of folders with a single call: Node's `recursive` checks all folders above it each time. */
  function makeFolder(folder: string): void {
    if (folders.has(folder)) return;
    makeFolder(dirname(folder));
    try {
      mkdirSync(`${staging}/${folder}`);
    } catch (error) {
      // Another thread has created it.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    folders.add(folder);
  }

  /** Path for staging a file, in an existing folder. */
  function stagedPath(path: string): string {
    makeFolder(dirname(path));
    // Not `join`, which would look at every character of every path.
    return `${staging}/${path}`;
  }

  function createWriter(known: KnownFiles): FileWriter {
    const lines: string[] = [];
    let size = 0;
    let written = 0;

    /** Counts a file. Returns false if it exists unchanged and need not be written. */
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
            // Whether the content has changed is only known now.
            if (isDone && !count({ path, size: bytes, sha256: hash.digest('hex') })) rmSync(staged);
          },
        };
      },
      result: () => ({ ...manifestPart(lines), files: lines.length, size, written }),
    };
  }
  return (group) => createWriter(knownOf(group));
}

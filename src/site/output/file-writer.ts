/**
 * Writes files of a site into the staging folder and keeps account of them. A file that is in place with the same content
 * is counted, but not written, so that it keeps its modification time. That it is there is seen, not believed: a file that
 * somebody removed or cut is written again. Build time.
 */

import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { sha256 } from './hash.ts';
import { MANIFEST_LINE_END, manifestLine } from './manifest.ts';
import { createKnownFiles, type KnownFiles, type PreviousSite } from './previous-site.ts';
import { isFileOfSize } from './site-files.ts';

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

/** Writes the files of one task. */
export interface FileWriter {
  /** Returns the folder that the file is in now. `hash` is the content's SHA-256 where the caller knows it already. */
  write(path: string, content: Uint8Array, hash?: string): string;
  result(): TaskResult;
}

/** Makes writers. `previous` is null where every file is to be written. */
export function createFileWriters(staging: string, previous: PreviousSite | null): (group: string) => FileWriter {
  const folders = new Set<string>();
  const knownOf = createKnownFiles(previous);
  const root = previous?.root ?? staging;

  function stage(path: string, content: Uint8Array): void {
    const folder = dirname(path);
    if (!folders.has(folder)) mkdirSync(join(staging, folder), { recursive: true });
    folders.add(folder);
    // Put together by hand, as `join` looks at every character, for every file.
    writeFileSync(`${staging}/${path}`, content);
  }

  function createWriter(known: KnownFiles): FileWriter {
    const lines: string[] = [];
    let size = 0;
    let written = 0;
    return {
      write(path, content, hash = sha256(content)) {
        lines.push(manifestLine({ path, size: content.length, sha256: hash }));
        size += content.length;
        if (known.get(path) === hash && isFileOfSize(`${root}/${path}`, content.length)) return root;
        written++;
        stage(path, content);
        return staging;
      },
      result: () => ({ lines: lines.join(MANIFEST_LINE_END), files: lines.length, size, written }),
    };
  }
  return (group) => createWriter(knownOf(group));
}

/**
 * Writes a site's files to the staging folder and counts them. A file that the site already has with the same content, according to its
 * manifest, is counted but not written, so it keeps its modification time.
 */

import { createHash } from 'node:crypto';
import { closeSync, mkdirSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { ManifestFile } from '../../core/contract/files.ts';
import { compressedCopies } from '../../fs/compress.ts';
import { sha256 } from '../../fs/hash.ts';
import {
  concatLines,
  filesOf,
  type Group,
  groupId,
  joinLines,
  manifestLine,
  type WrittenFiles,
  type WrittenGroup,
} from './manifest.ts';

/** Combines the results of several writers. */
export function joinWritten(parts: readonly WrittenFiles[]): WrittenFiles {
  const sum = (value: (part: WrittenFiles) => number) => parts.reduce((total, part) => total + value(part), 0);
  return {
    files: sum(({ files }) => files),
    size: sum(({ size }) => size),
    written: sum(({ written }) => written),
    lines: concatLines(parts.map(({ lines }) => lines)),
  };
}

/** A folder to write files to, as plain data, so that it can be sent to threads. */
export interface StageFolder {
  readonly path: string;
  /** The site's groups, whose unchanged files need not be written again; null to write everything. */
  readonly previous: readonly WrittenGroup[] | null;
  /** Whether pages and packs get compressed copies. */
  readonly compress: boolean;
}

export interface FileWriter {
  /** Writes a file. `hash` is the content's SHA-256, if the caller already knows it. */
  write(path: string, content: Uint8Array, hash?: string): void;
  /** Writes a file and, if the folder has them, its compressed copies. */
  writeWithCopies: FileWriter['write'];
  /** Writes a file that is too large for memory. */
  writeParts(path: string, parts: AsyncIterable<Uint8Array>): Promise<void>;
  result(): WrittenFiles;
}

/** Creates a function that returns a file's path in the staging folder and makes sure that the folder above it exists. */
function createStagedPaths(staging: string): (path: string) => string {
  const folders = new Set(['.']);

  /** Creates a folder below the staging folder. Not `recursive`: if the staging folder has been moved away, it must not be recreated. */
  function makeFolder(folder: string): void {
    if (folders.has(folder)) return;
    makeFolder(dirname(folder));
    try {
      mkdirSync(`${staging}/${folder}`);
    } catch (error) {
      // Another thread has created the folder.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    folders.add(folder);
  }

  return (path) => {
    makeFolder(dirname(path));
    // Avoids `join`, which would scan every character of every path.
    return `${staging}/${path}`;
  };
}

/** Creates writers for groups. */
export function createFileWriters({ path: staging, previous, compress }: StageFolder): (group: Group) => FileWriter {
  const stagedPath = createStagedPaths(staging);
  // Only the last group is kept in memory, because groups are written one after the other.
  let last: { readonly group: string; readonly known: ReadonlyMap<string, string> } | undefined;

  function findKnown(wanted: Group): ReadonlyMap<string, string> {
    const name = groupId(wanted);
    if (last?.group !== name) {
      const group = previous?.find((one) => groupId(one) === name);
      const lines = Array.from(group ? filesOf(group) : [], (file) => [file.path, manifestLine(file)] as const);
      last = { group: name, known: new Map(lines) };
    }
    return last.known;
  }

  return (group) => {
    const known = findKnown(group);
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

    const write: FileWriter['write'] = (path, content, hash = sha256(content)) => {
      if (count({ path, size: content.length, sha256: hash })) writeFileSync(stagedPath(path), content);
    };

    return {
      write,
      writeWithCopies(path, content, hash) {
        write(path, content, hash);
        if (compress) for (const copy of compressedCopies(path, content)) write(...copy);
      },
      async writeParts(path, parts) {
        const hash = createHash('sha256');
        let bytes = 0;
        const staged = stagedPath(path);
        const file = openSync(staged, 'w');
        try {
          for await (const part of parts) {
            writeFileSync(file, part);
            hash.update(part);
            bytes += part.length;
          }
        } finally {
          closeSync(file);
        }
        // Only now is it known whether the content has changed.
        if (!count({ path, size: bytes, sha256: hash.digest('hex') })) rmSync(staged);
      },
      result: () => ({ files: lines.length, size, written, lines: joinLines(lines) }),
    };
  };
}

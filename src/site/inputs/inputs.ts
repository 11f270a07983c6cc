/**
 * The input files of a build. Each file except statistics is read only once: the release id is computed from the same bytes that are
 * parsed, so an edit during a build cannot publish content under an id for different content.
 *
 * Statistics may be larger than memory, so they are read again when they are checked and rendered. Each read must return the same bytes.
 */

import { allPaths, type InputFiles, listInputFiles } from '../../catalogue/files/input-files.ts';
import type { Overlay } from '../../catalogue/files/text-file.ts';
import { hashFile, sha256 } from '../../fs/hash.ts';
import { readRegularFile } from '../../fs/regular-file.ts';
import { type Problem, placeOfFile, toProblem } from '../../report/problems.ts';

export interface Inputs {
  readonly files: InputFiles;
  /** Content of every file except statistics. */
  readonly content: Overlay;
  /** SHA-256 of every file that could be read, by path. */
  readonly hashes: ReadonlyMap<string, string>;
  /** Files that could not be read. If there are any, no release can be built. */
  readonly unread: readonly string[];
}

/** Reads the input files in a data folder. */
export function readInputs(dataDir: string): Inputs {
  const files = listInputFiles(dataDir);
  const statistics = new Set(files.paths['strain-statistics']);
  const content = new Map<string, Uint8Array>();
  const hashes = new Map<string, string>();
  const unread: string[] = [];
  for (const path of allPaths(files)) {
    try {
      if (statistics.has(path)) {
        hashes.set(path, hashFile(path));
      } else {
        const bytes = readRegularFile(path);
        content.set(path, bytes);
        hashes.set(path, sha256(bytes));
      }
    } catch {
      // The loader itself reads files that are not in `content`, and reports the problem.
      unread.push(path);
    }
  }
  return { files, content, hashes, unread };
}

/** Thrown if a file is modified while a build is reading it. */
export class InputChangedError extends Error {
  override readonly name = 'InputChangedError';
  readonly path: string;

  constructor(path: string) {
    super(`${path} changed while it was read`);
    this.path = path;
  }
}

/** The problem to report for a file that was modified while a build was reading it. */
export function changedProblem(path: string): Problem {
  const message = 'the file changed while it was read';
  const fix = 'run the command again when no other program is writing to it';
  return toProblem({ code: 'D102', message, fix }, placeOfFile(path));
}

/** Reads a file again. Throws InputChangedError if its bytes have changed since the release id was computed. */
export function readUnchanged(path: string, hashes: Inputs['hashes']): Buffer {
  let bytes: Buffer;
  try {
    bytes = readRegularFile(path);
  } catch {
    throw new InputChangedError(path);
  }
  if (sha256(bytes) !== hashes.get(path)) throw new InputChangedError(path);
  return bytes;
}

/**
 * Writes files of a site into the staging folder and keeps account of them. A file that is in place with the same content
 * is counted, but not written, so that it keeps its modification time. That it is there is seen, not believed: a file that
 * somebody removed or cut is written again. Build time.
 */

import { lstatSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { sha256 } from './hash.ts';
import { type ManifestFile, manifestLine } from './manifest.ts';

/** What was made, whether it had to be written or not. Plain data, so that threads can hand it on. */
export interface Account {
  /** Lines of the manifest, in order. */
  readonly lines: readonly string[];
  readonly count: number;
  readonly bytes: number;
  /** Files that had to be written. */
  readonly written: number;
}

export interface FileWriter {
  /** `hash` is the content's SHA-256 where the caller knows it already. */
  write(path: string, content: Uint8Array, hash?: string): void;
  /** The account since the last call. */
  account(): Account;
}

/** What a build finds. Plain data, so that threads can be told. */
export interface InPlace {
  /** Folder of the site. */
  readonly root: string;
  /** SHA-256 of the files that the last build wrote, by path. */
  readonly known: ReadonlyMap<string, string>;
}

/** True where the file is in place: written by the last build with this content, and still there in this size. */
export function isInPlace({ path, size, sha256 }: ManifestFile, { root, known }: InPlace): boolean {
  return known.get(path) === sha256 && isFileOfSize(`${root}/${path}`, size);
}

/** True for a file of this many bytes; links are not followed. */
export function isFileOfSize(path: string, size: number): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false });
  return found?.isFile() === true && found.size === size;
}

export function createFileWriter(staging: string, inPlace: InPlace): FileWriter {
  const folders = new Set<string>();
  let lines: string[] = [];
  let bytes = 0;
  let written = 0;
  return {
    write(path, content, hash = sha256(content)) {
      const file = { path, size: content.length, sha256: hash };
      lines.push(manifestLine(file));
      bytes += content.length;
      if (isInPlace(file, inPlace)) return;
      written++;
      const folder = dirname(path);
      if (!folders.has(folder)) mkdirSync(join(staging, folder), { recursive: true });
      folders.add(folder);
      // Put together by hand, as `join` looks at every character, for every file.
      writeFileSync(`${staging}/${path}`, content);
    },
    account() {
      const account = { lines, count: lines.length, bytes, written };
      lines = [];
      bytes = 0;
      written = 0;
      return account;
    },
  };
}

export function addAccounts(accounts: readonly Account[]): Account {
  return {
    lines: accounts.flatMap(({ lines }) => lines),
    count: accounts.reduce((sum, { count }) => sum + count, 0),
    bytes: accounts.reduce((sum, { bytes }) => sum + bytes, 0),
    written: accounts.reduce((sum, { written }) => sum + written, 0),
  };
}

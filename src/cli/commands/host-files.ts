/**
 * Writes the files of a host into a folder, and never replaces files that Stillwave did not write.
 *
 * The first line of a file names the command that generated it, and contains a digest of the other lines. Files that someone wrote or
 * edited have no digest or a wrong one. Files in formats without comments are only replaced by identical ones, or with --force.
 */

import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { sha256 } from '../../fs/hash.ts';
import type { HostFile } from '../../hosts/host.ts';

const MADE_BY = /Made by: stillwave host .*$/;
const STAMP = / \(until edited: ([0-9a-f]{16})\)$/;

const digestOf = (text: string): string => sha256(Buffer.from(text)).slice(0, 16);

function split(text: string): { readonly head: string; readonly rest: string } {
  const end = text.indexOf('\n');
  return end < 0 ? { head: text, rest: '' } : { head: text.slice(0, end), rest: text.slice(end) };
}

/** Adds the digest of the other lines to the first line, if that names the generating command. */
export function addStamp(text: string): string {
  const { head, rest } = split(text);
  return MADE_BY.test(head) ? `${head} (until edited: ${digestOf(rest)})${rest}` : text;
}

/** True if Stillwave wrote the text and nobody has edited it since. */
function isUnedited(text: string): boolean {
  const { head, rest } = split(text);
  return MADE_BY.test(head) && STAMP.exec(head)?.[1] === digestOf(rest);
}

/** The files cannot be written. None has been. */
export class NotWrittenError extends Error {
  override readonly name = 'NotWrittenError';
}

/** Reads the existing file; null if there is none. */
function readPresent(path: string): string | null {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found) return null;
  if (!found.isFile()) throw new NotWrittenError(`${path} already exists and is not a file`);
  return readFileSync(path, 'utf8');
}

/**
 * Writes the files into `folder` and creates it if necessary. Out: the paths of new and changed files. Throws NotWrittenError before
 * anything is written.
 */
export function writeHostFiles(files: readonly HostFile[], folder: string, force: boolean): string[] {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() === false) {
    throw new NotWrittenError(`${folder} is a file; --out must be a folder`);
  }
  const targets = files.map(({ path, text }) => ({ path: join(folder, path), text: addStamp(text) }));
  const differing = targets.filter(({ path, text }) => {
    const present = readPresent(path);
    if (present === text) return false;
    if (present === null || force || isUnedited(present)) return true;
    throw new NotWrittenError(
      `${path} already exists, and was not created by Stillwave or has been edited. Nothing was written. ` +
        'Choose another folder with --out, or replace the file with --force',
    );
  });
  for (const { path, text } of differing) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  return differing.map(({ path }) => path);
}

/**
 * Writes the files of a host into a folder, and replaces none that Stillwave did not write.
 *
 * The first line of a file names the command that made it. When it is written, that line also gets a digest of the rest: a file
 * that somebody wrote or changed by hand has none, or another one. Files of formats without comments can be replaced only by
 * the same text, or with force.
 */

import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { HostFile } from '../hosts/host.ts';
import { sha256 } from '../site/output/hash.ts';

const MADE_BY = /Made by: stillwave host .*$/;
const STAMP = / \(until edited: ([0-9a-f]{16})\)$/;

const digestOf = (text: string): string => sha256(Buffer.from(text)).slice(0, 16);

function split(text: string): { readonly head: string; readonly rest: string } {
  const end = text.indexOf('\n');
  return end < 0 ? { head: text, rest: '' } : { head: text.slice(0, end), rest: text.slice(end) };
}

/** The text as it is written: its first line, where that says what made it, has the digest of all others. */
export function stamped(text: string): string {
  const { head, rest } = split(text);
  return MADE_BY.test(head) ? `${head} (until edited: ${digestOf(rest)})${rest}` : text;
}

/** True where Stillwave wrote the text and nobody has changed it since. */
export function isAsWritten(text: string): boolean {
  const { head, rest } = split(text);
  return MADE_BY.test(head) && STAMP.exec(head)?.[1] === digestOf(rest);
}

/** Why the files are not written; nothing has been then. */
export class NotWrittenError extends Error {
  override readonly name = 'NotWrittenError';
}

/** What is there now; null where nothing is. */
function readPresent(path: string): string | null {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found) return null;
  if (!found.isFile()) throw new NotWrittenError(`${path} is there already, and is no file`);
  return readFileSync(path, 'utf8');
}

/**
 * Writes the files below `folder`, which is made where it is missing. Out: the paths of those that were not there already with
 * the same text. Throws NotWrittenError before anything is written.
 */
export function writeHostFiles(files: readonly HostFile[], folder: string, force: boolean): string[] {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() === false) {
    throw new NotWrittenError(`${folder} is a file; --out names a folder`);
  }
  const targets = files.map(({ path, text }) => ({ path: join(folder, path), text: stamped(text) }));
  const differing = targets.filter(({ path, text }) => {
    const present = readPresent(path);
    if (present === text) return false;
    if (present === null || force || isAsWritten(present)) return true;
    throw new NotWrittenError(
      `${path} is there already, and Stillwave did not write it, or somebody has changed it since. Nothing was written. ` +
        'Choose another folder with --out, or replace the file with --force',
    );
  });
  for (const { path, text } of differing) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  return differing.map(({ path }) => path);
}

/**
 * Replaces whole files: the new content is written to a temporary file beside the old file, with the old file's permissions, and the
 * temporary file is then renamed.
 *
 * A data folder may come from someone else, and others may be editing it at the same time. So temporary files are always new and have
 * random names, links out of the folder are not followed, nothing in the folder determines what is written where, and a file is replaced
 * only if it has not changed since it was read. If the process is killed, each file is either old or new; repeating the call finishes the
 * job.
 */
import { randomBytes } from 'node:crypto';
import {
  closeSync,
  fchmodSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { hashFile } from './hash.ts';
import { assertInside } from './links.ts';

/** New content for a file. */
export interface Replacement {
  /** SHA-256 of the old content that the new content is based on; null if there was no file. */
  readonly before: string | null;
  /** Null removes the file. */
  readonly text: string | null;
}

/** A file has changed since it was read. */
export class EditConflictError extends Error {
  override readonly name = 'EditConflictError';
  readonly path: string;

  constructor(path: string) {
    super(`${path} has changed since it was read`);
    this.path = path;
  }
}

/**
 * Replaces or removes files in a folder, by path. If a file cannot be written or has changed, none is replaced. Only a failure or a change
 * during the renames themselves leaves some files new and some old; `onReplaced` is called after each rename or removal. Throws
 * EditConflictError, LinkError, or file system errors.
 */
export function replaceFiles(
  root: string,
  files: ReadonlyMap<string, Replacement>,
  onReplaced: () => void = () => {},
): void {
  const written: [path: string, temporary: string | null, before: string | null][] = [];
  try {
    for (const [path, { before, text }] of files) {
      assertInside(root, path);
      mkdirSync(dirname(path), { recursive: true });
      const temporary = text === null ? null : temporaryPath(path);
      written.push([path, temporary, before]);
      if (temporary !== null && text !== null) onBehalfOf(path, () => writeSynced(temporary, text, path));
    }
    for (const [path, , before] of written) assertUnchanged(path, before);
    for (const [path, temporary, before] of written) {
      assertUnchanged(path, before);
      if (temporary === null) rmSync(path, { force: true });
      else onBehalfOf(path, () => renameSync(temporary, path));
      onReplaced();
    }
  } finally {
    for (const [, temporary] of written) if (temporary !== null) rmSync(temporary, { force: true });
  }
}

/** Writes one file as a whole, regardless of its old content. Throws file system errors. */
export function replaceFile(path: string, text: string): void {
  const temporary = temporaryPath(path);
  try {
    onBehalfOf(path, () => {
      writeSynced(temporary, text, path);
      renameSync(temporary, path);
    });
  } finally {
    rmSync(temporary, { force: true });
  }
}

/** Makes file system errors name the file to replace, because users have never heard of the temporary file. */
function onBehalfOf(path: string, write: () => void): void {
  try {
    write();
  } catch (error) {
    throw Object.assign(error as NodeJS.ErrnoException, { path });
  }
}

/** Throws EditConflictError if a file's SHA-256 differs; `before` is null if there was no file. */
function assertUnchanged(path: string, before: string | null): void {
  let now: string | null = null;
  try {
    now = hashFile(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  if (now !== before) throw new EditConflictError(path);
}

const temporaryPath = (path: string): string =>
  join(dirname(path), `.${basename(path)}.${randomBytes(8).toString('hex')}.tmp`);

/** True for the names of the temporary files that are made here. */
export const isTemporary = (name: string): boolean => /^\..+\.[0-9a-f]{16}\.tmp$/.test(name);

/** Removes the temporary files that a killed process left directly in these folders. Does not touch links or their targets. */
export function removeTemporaryFiles(folders: readonly string[]): void {
  for (const folder of folders) {
    if (!lstatSync(folder, { throwIfNoEntry: false })?.isDirectory()) continue;
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (entry.isFile() && isTemporary(entry.name)) rmSync(join(folder, entry.name), { force: true });
    }
  }
}

/** Writes a new file, with the permissions of the file that it will replace. Throws if the path exists, even as a link. */
function writeSynced(path: string, text: string, replaced: string): void {
  const descriptor = openSync(path, 'wx');
  try {
    const old = statSync(replaced, { throwIfNoEntry: false });
    if (old) fchmodSync(descriptor, old.mode);
    writeFileSync(descriptor, text);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

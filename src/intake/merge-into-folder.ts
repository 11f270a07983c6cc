/** Merges into a data folder, for import and harvest: locks it, starts over if somebody edits it, and writes the result. */

import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { FOLDERS } from '../catalogue/files/input-files.ts';
import { sha256 } from '../fs/hash.ts';
import { LinkError } from '../fs/links.ts';
import { type Lock, takeLock } from '../fs/lock.ts';
import { OutputError, outputError } from '../fs/output-error.ts';
import { EditConflictError, type Replacement, removeTemporaryFiles, replaceFiles } from '../fs/replace-files.ts';
import { userFolder } from '../fs/user-folder.ts';
import type { Merged } from './merge/merge.ts';

/** How long a command waits for another command to release the lock. */
const WAIT_MS = 10_000;

/** Maximum number of merge attempts while somebody is editing the files that the merge changes. */
const ATTEMPTS = 3;

/** The result of an import or a harvest. If nothing was merged, `message` says why. */
export interface ImportResult extends Omit<Merged, 'files' | 'reason'> {
  /** True if everything was merged or already existed, and segments and strain files match. */
  readonly isClean: boolean;
  readonly isWritten: boolean;
  readonly message: string | null;
}

/**
 * Merges into a folder. `nothing` tells users that nothing was done, such as `Nothing was imported`. If `isWriting` is false, no file is
 * written. Throws OutputError if another command holds the lock for too long or takes it over, if a file cannot be written, or if somebody
 * edits the same files during each attempt.
 */
export function mergeIntoFolder(data: string, nothing: string, isWriting: boolean, merge: () => Merged): ImportResult {
  const lock = isWriting ? lockData(data, nothing) : null;
  try {
    for (let attempt = 1; ; attempt++) {
      try {
        return install(merge(), data, lock, nothing);
      } catch (error) {
        if (!(error instanceof EditConflictError)) throw error;
        if (attempt < ATTEMPTS) continue;
        throw new OutputError(
          `${error.path} changed during all ${ATTEMPTS} attempts. Retry when no other program is editing it`,
        );
      }
    }
  } finally {
    lock?.release();
  }
}

/**
 * Takes the lock, and removes the leftovers of a killed command. The lock is in a folder that belongs to the user, because the data may
 * come from somebody else.
 */
function lockData(data: string, nothing: string): Lock {
  let lock: Lock | null = null;
  try {
    const folder = join(userFolder('locks'), sha256(realpathSync(data)).slice(0, 16));
    lock = takeLock(folder, `import is writing to ${data}`, `${nothing}.`, WAIT_MS);
    const root = realpathSync(data);
    removeTemporaryFiles([root, ...FOLDERS.map((name) => join(root, name))]);
    return lock;
  } catch (error) {
    lock?.release();
    throw outputError(error, data, `${nothing}.`);
  }
}

/** Writes the merged files; without a lock, only returns the result. Throws EditConflictError and OutputError. */
function install(merged: Merged, data: string, lock: Lock | null, nothing: string): ImportResult {
  const { files, reason, ...result } = merged;
  const isWritten = lock !== null && files.size > 0;
  if (isWritten) writeFiles(data, files, lock, nothing);
  const isClean = reason === null && result.problems.length === 0 && result.mismatches.length === 0;
  return { ...result, isClean, isWritten, message: reason && `${nothing}: ${reason}.` };
}

function writeFiles(folder: string, files: ReadonlyMap<string, Replacement>, lock: Lock, nothing: string): void {
  if (!lock.isHeld()) throw new OutputError(`another command has taken over the lock of ${folder}. ${nothing}.`);
  let replaced = 0;
  try {
    replaceFiles(folder, files, () => replaced++);
  } catch (error) {
    if (error instanceof LinkError) throw new OutputError(`${error.message}. Replace it. ${nothing}.`);
    if (error instanceof EditConflictError) throw error;
    const half = 'Some files were updated, others not. Run the command again to finish.';
    throw outputError(error, folder, replaced > 0 ? half : `${nothing}.`);
  }
}

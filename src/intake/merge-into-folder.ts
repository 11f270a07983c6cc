/** Merges into a data folder, for import and harvest: locks it, starts over if somebody edits it, and writes the result. */

import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { FOLDERS } from '../catalogue/files/input-files.ts';
import { sha256 } from '../fs/hash.ts';
import { LinkError } from '../fs/links.ts';
import { type Lock, takeLock } from '../fs/lock.ts';
import { OutputError, outputError } from '../fs/output-error.ts';
import { EditConflictError, removeTemporaryFiles, replaceFiles } from '../fs/replace-files.ts';
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
  /** What has been written so far, for messages. */
  let state = `${nothing}.`;
  const onReplaced = () => {
    state = 'Some files were updated, others not. Run the command again to finish.';
  };
  try {
    for (let attempt = 1; ; attempt++) {
      const { files, reason, ...result } = merge();
      const isWritten = lock !== null && files.size > 0;
      if (isWritten && !lock.isHeld())
        throw new OutputError(`another command has taken over the lock of ${data}. ${state}`);
      try {
        if (isWritten) replaceFiles(data, files, onReplaced);
      } catch (error) {
        if (error instanceof EditConflictError && attempt < ATTEMPTS) continue;
        throw explain(error, data, state);
      }
      const isClean = reason === null && result.problems.length === 0 && result.mismatches.length === 0;
      return { ...result, isClean, isWritten, message: reason && `${nothing}: ${reason}.` };
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
    lock = takeLock(folder, `import or harvest is writing to ${data}`, `${nothing}.`, WAIT_MS);
    const root = realpathSync(data);
    removeTemporaryFiles([root, ...FOLDERS.map((name) => join(root, name))]);
    return lock;
  } catch (error) {
    lock?.release();
    throw outputError(error, data, `${nothing}.`);
  }
}

/** The error for files that could not be written. `state` is a sentence: what has been written so far. */
function explain(error: unknown, data: string, state: string): unknown {
  if (error instanceof LinkError) return new OutputError(`${error.message}. Replace it. ${state}`);
  if (!(error instanceof EditConflictError)) return outputError(error, data, state);
  return new OutputError(
    `${error.path} changed during all ${ATTEMPTS} attempts. Wait until no other program edits it. ${state}`,
  );
}

/** Takes a folder's lock for a command, and tells users if another command holds it. */

import { type Lock, LockedError, lockFolder, UnusableLockError } from './lock.ts';
import { OutputError } from './output-error.ts';

/**
 * Takes the lock. `other` is the competing command, for the message: `build is writing to dist`. `state` is a sentence: nothing was done.
 * `waitMs`: how long to wait for the lock. Throws OutputError if another process holds the lock; file system errors are also thrown.
 */
export function takeLock(folder: string, other: string, state: string, waitMs = 0): Lock {
  try {
    return lockFolder(folder, waitMs);
  } catch (error) {
    if (error instanceof UnusableLockError) throw new OutputError(`${error.message}. ${state}`);
    if (!(error instanceof LockedError)) throw error;
    throw new OutputError(
      `another ${other} (${error.holder}). ${state} Wait for it; if it no longer runs, remove ${error.path}`,
    );
  }
}

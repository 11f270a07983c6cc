/** Locks a data folder, for every command that writes to it. */
import { join } from 'node:path';
import { finishReplacing } from '../catalogue/import/write-files.ts';
import { type Lock, LockedError, lockFolder } from '../site/output/lock.ts';
import { OutputError, outputError } from '../site/output/output-error.ts';
import { WORK_FOLDER } from '../site/output/site-files.ts';

/** How long a command waits for another one. */
const WAIT_MS = 10_000;

/**
 * Takes the lock, and finishes what a killed command left unfinished. `nothing` is a sentence that says that nothing was done.
 * Throws OutputError if the lock is not available.
 */
export function lockDataFolder(data: string, takeOver: boolean | undefined, nothing: string): Lock {
  let lock: Lock | null = null;
  try {
    lock = lockFolder(join(data, WORK_FOLDER), { takeOver: takeOver ?? false, waitMs: WAIT_MS });
    finishReplacing(data);
    return lock;
  } catch (error) {
    lock?.release();
    if (!(error instanceof LockedError)) throw outputError(error, data, nothing);
    throw new OutputError(
      `another import is writing to ${data} (${error.holder}). ${nothing} Try again; if there is no other import, do so with --take-lock, or remove ${error.path}`,
    );
  }
}

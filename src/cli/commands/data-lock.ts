/** Locks a data folder, and describes write errors there, for every command that writes to it. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { WORK_FOLDER } from '../../fs/folders.ts';
import { type Lock, LockedError, lockFolder, UnusableLockError } from '../../fs/lock.ts';
import { finishReplacing, journalOf } from '../../intake/import/write-files.ts';
import { OutputError, outputError } from '../../site/install/output-error.ts';

/** How long a command waits for another one. */
const WAIT_MS = 10_000;

/**
 * Takes the lock, and finishes what a killed command left unfinished. `nothing` says that nothing was done: `Nothing was
 * imported`. Throws OutputError if the lock is not available.
 */
export function lockDataFolder(data: string, takeOver: boolean | undefined, nothing: string): Lock {
  let lock: Lock | null = null;
  try {
    lock = lockFolder(join(data, WORK_FOLDER), { takeOver: takeOver ?? false, waitMs: WAIT_MS });
    finishReplacing(data);
    return lock;
  } catch (error) {
    lock?.release();
    if (error instanceof UnusableLockError) throw new OutputError(`${error.message}. ${nothing}`);
    if (!(error instanceof LockedError)) throw dataError(error, data, nothing);
    throw new OutputError(
      `another import is writing to ${data} (${error.holder}). ${nothing}. Wait for it; if there is no other import, use --take-lock, or remove ${error.path}`,
    );
  }
}

/** Throws OutputError if another command has taken over the lock; call it before writing anything. */
export function assertLockHeld(lock: Lock | null, data: string, nothing: string): void {
  if (lock?.isHeld() === false) {
    throw new OutputError(`another command has taken over the lock of ${data}. ${nothing}.`);
  }
}

const HALF_DONE = 'Some files are new and some old; run any import or harvest again to finish the installation.';

/** Converts a file system error in a data folder to an OutputError; other errors are returned unchanged. */
export function dataError(error: unknown, data: string, nothing: string): unknown {
  return outputError(error, data, existsSync(journalOf(data)) ? HALF_DONE : `${nothing}.`);
}

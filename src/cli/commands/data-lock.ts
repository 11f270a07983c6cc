/** Locks a data folder, and writes there, for every command that does. */
import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { sha256 } from '../../fs/hash.ts';
import { LinkError } from '../../fs/links.ts';
import type { Lock } from '../../fs/lock.ts';
import { FileChangedError } from '../../fs/replace-files.ts';
import { userFolder } from '../../fs/user-folder.ts';
import { type DataSnapshot, removeLeftovers } from '../../intake/data-snapshot.ts';
import { OutputError, outputError } from '../../site/install/output-error.ts';
import { takeLock } from '../../site/install/take-lock.ts';

/** How long a command waits for another one. */
const WAIT_MS = 10_000;

/** How often an import starts over because somebody edits the files that it changes. */
const ATTEMPTS = 3;

/**
 * Takes the lock, and removes what a killed command left. The lock is in a folder of the user, because the data may come from somebody
 * else. `nothing` says that nothing was done: `Nothing was imported`. Throws OutputError if the lock is not available.
 */
export function lockDataFolder(data: string, nothing: string): Lock {
  let lock: Lock | null = null;
  try {
    const folder = join(userFolder('locks'), sha256(realpathSync(data)).slice(0, 16));
    lock = takeLock(folder, `import is writing to ${data}`, nothing, WAIT_MS);
    removeLeftovers(data);
    return lock;
  } catch (error) {
    lock?.release();
    throw outputError(error, data, `${nothing}.`);
  }
}

/** Replaces data files. Throws FileChangedError, or OutputError if another command has taken over the lock or a file cannot be written. */
export function writeData(
  snapshot: DataSnapshot,
  files: ReadonlyMap<string, string>,
  lock: Lock,
  nothing: string,
): void {
  const { folder } = snapshot;
  if (!lock.isHeld()) throw new OutputError(`another command has taken over the lock of ${folder}. ${nothing}.`);
  let replaced = 0;
  try {
    snapshot.replace(files, () => replaced++);
  } catch (error) {
    if (error instanceof LinkError) throw new OutputError(`${error.message}. Replace it. ${nothing}.`);
    if (error instanceof FileChangedError) throw error;
    const half = 'Some files are new and some old: run the same command again, it does the rest.';
    throw outputError(error, folder, replaced > 0 ? half : `${nothing}.`);
  }
}

/** Merges, and starts over if somebody edits the same files meanwhile. Throws OutputError if that happens each time. */
export function retryIfChanged<Result>(merge: () => Result): Result {
  for (let attempt = 1; ; attempt++) {
    try {
      return merge();
    } catch (error) {
      if (!(error instanceof FileChangedError)) throw error;
      if (attempt < ATTEMPTS) continue;
      throw new OutputError(
        `${error.path} was changed by another program each of ${ATTEMPTS} times that it was to be written. Run the same command again when it is saved`,
      );
    }
  }
}

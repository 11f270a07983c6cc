/** An output folder that is locked by one command, and its work folder, which contains staged files. */

import { realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { MANIFEST_PATH } from '../../core/contract/site-paths.ts';
import { makeFolder, unmakeFolder, WORK_FOLDER } from '../../fs/folders.ts';
import { type Lock, takeLock } from '../../fs/lock.ts';
import { outputError } from '../../fs/output-error.ts';
import { checkOutputFolder } from './check-output.ts';

// The final sentences of error messages: the state of the site.
export const UNCHANGED = 'The site is unchanged.';
export const HALF_INSTALLED = 'The new release is not fully installed; the next command finishes it.';
export const INSTALLED = 'The new release is installed; the next command removes the files that the build left behind.';
export const UNKNOWN = 'If a build was interrupted there, the next command finishes or discards it.';

export const workFolder = (root: string): string => join(root, WORK_FOLDER);
export const stagingFolder = (root: string): string => join(workFolder(root), 'new');
/** The journal while it is being written. */
export const unfinishedJournal = (root: string): string => join(workFolder(root), `${MANIFEST_PATH}.part`);

export const lock = (root: string): Lock => takeLock(workFolder(root), `build is writing to ${root}`, UNCHANGED);

/** Removes staged files. `state` describes the site in the error message if that fails. */
export function removeWork(root: string, state: string): void {
  try {
    for (const path of [stagingFolder(root), unfinishedJournal(root)]) rmSync(path, { recursive: true, force: true });
  } catch (error) {
    throw outputError(error, root, state);
  }
}

/** Removes as much as it can; the next command removes the rest. */
function discardWork(root: string): void {
  try {
    removeWork(root, UNCHANGED);
  } catch {
    // The build has failed, usually for the same reason, which is reported.
  }
}

/** An output folder that this build has created if necessary, and locked. */
export class LockedFolder {
  readonly root: string;
  readonly held: Lock;
  /** The first folder that had to be created. */
  readonly #made: string | undefined;
  #isOpen = true;
  #isMoving = false;

  /** Throws OutputError if the folder cannot be used; `dataDir` must not be inside it, or contain it. */
  constructor(out: string, dataDir: string | undefined) {
    let made: string | undefined;
    let root = out;
    try {
      checkOutputFolder(out, dataDir);
      made = makeFolder(out);
      root = realpathSync(out);
      if (made !== undefined) made = realpathSync(made);
      this.held = lock(root);
    } catch (error) {
      unmakeFolder(root, made);
      throw outputError(error, root, UNCHANGED);
    }
    this.root = root;
    this.#made = made;
  }

  /** Calls `move`. If it throws, the staged files stay, so that the next command can finish the move. */
  keepStagedDuring(move: () => void): void {
    this.#isMoving = true;
    move();
    this.#isMoving = false;
  }

  /** The state of the site after an error, for the error's message. */
  get state(): string {
    return this.#isMoving ? UNKNOWN : UNCHANGED;
  }

  close(): void {
    if (this.#isOpen) {
      // If another command has taken over the lock, the staged files belong to that command.
      if (!this.#isMoving && this.held.isHeld()) discardWork(this.root);
      this.held.release();
    }
    this.#isOpen = false;
    unmakeFolder(this.root, this.#made);
  }
}

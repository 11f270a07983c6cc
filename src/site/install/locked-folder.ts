/** An output folder that is locked by one command, and its work folder, which contains staged files. */

import { realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { MANIFEST_PATH } from '../../core/contract/site-paths.ts';
import { makeFolder, unmakeFolder, WORK_FOLDER } from '../../fs/folders.ts';
import { type Lock, takeLock } from '../../fs/lock.ts';
import { OutputError, outputError } from '../../fs/output-error.ts';
import { checkOutputFolder } from './check-output.ts';

/** The phases of a command that writes to a site. Each has the sentence about the site that ends the message of an error in this phase. */
export const PHASES = {
  recovering: 'If a build was interrupted there, the next command finishes or discards it.',
  staging: 'The site is unchanged.',
  moving: 'The new release is not fully installed; the next command finishes it.',
  installed: 'The new release is installed; the next command removes the files that the build left behind.',
} as const;

export const workFolder = (root: string): string => join(root, WORK_FOLDER);
export const stagingFolder = (root: string): string => join(workFolder(root), 'new');
export const scratchFolder = (root: string): string => join(workFolder(root), 'scratch');
/** The journal while it is being written. */
export const unfinishedJournal = (root: string): string => join(workFolder(root), `${MANIFEST_PATH}.part`);

/** Removes staged files. Throws the file system's error. */
export function removeWork(root: string): void {
  const paths = [stagingFolder(root), scratchFolder(root), unfinishedJournal(root)];
  for (const path of paths) rmSync(path, { recursive: true, force: true });
}

/** Removes as much as it can; the next command removes the rest. */
function discardWork(root: string): void {
  try {
    removeWork(root);
  } catch {
    // The build has failed, usually for the same reason, which is reported.
  }
}

/** An output folder that this command has created if necessary, and locked. */
export class LockedFolder {
  readonly root: string;
  /** How far the command has come. `output.ts` sets it before each phase. */
  phase: keyof typeof PHASES = 'staging';
  readonly #lock: Lock;
  /** The first folder that had to be created. */
  readonly #made: string | undefined;
  #isOpen = true;

  /** Throws OutputError if the folder cannot be used; `dataDir` must not be inside it, or contain it. */
  constructor(out: string, dataDir?: string) {
    let made: string | undefined;
    let root = out;
    try {
      checkOutputFolder(out, dataDir);
      made = makeFolder(out);
      root = realpathSync(out);
      if (made !== undefined) made = realpathSync(made);
      this.#lock = takeLock(workFolder(root), `build is writing to ${root}`, this.state);
    } catch (error) {
      unmakeFolder(root, made);
      throw outputError(error, root, this.state);
    }
    this.root = root;
    this.#made = made;
  }

  /** The state of the site, for the message of an error. */
  get state(): string {
    return PHASES[this.phase];
  }

  /** Throws OutputError if the folder no longer belongs to this command. */
  checkIsHeld(): void {
    if (this.#lock.isHeld()) return;
    throw new OutputError(
      `another command has taken over the lock of ${this.root}, or moved the folder. ${this.state}`,
    );
  }

  /** Releases the lock. Discards staged files, unless the next command can finish their installation. May be called repeatedly. */
  close(): void {
    if (this.#isOpen) {
      // If another command has taken over the lock, the staged files belong to that command.
      if (this.phase === 'staging' && this.#lock.isHeld()) discardWork(this.root);
      this.#lock.release();
    }
    this.#isOpen = false;
    unmakeFolder(this.root, this.#made);
  }
}

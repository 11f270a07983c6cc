/**
 * The output folder. A build writes everything to `<out>/.stillwave/` and moves it into place at the end.
 *
 * Until the journal, `commit.json`, exists, an interrupted build has changed nothing and is discarded. After that everything
 * that the new release needs is on disk. If the move is interrupted, the next command finishes it, because moving and removing
 * are safe to repeat. Packs are moved first and the pointer, release.json, last. Only one build at a time holds the lock.
 */

import { existsSync, mkdirSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { MANIFEST_PATH } from '../../core/contract/paths.ts';
import { makeFolder, removeFolderIfEmpty, WORK_FOLDER } from '../../fs/folders.ts';
import { type Lock, LockedError, type LockOptions, lockFolder, UnusableLockError } from '../../fs/lock.ts';
import { checkMoves } from './check-moves.ts';
import { checkOutputFolder } from './check-output.ts';
import { type Journal, readJournal, removeJournal, writeJournal } from './journal.ts';
import { isSafePath, readManifest } from './manifest.ts';
import { moveIntoPlace, sync, syncTree } from './moving.ts';
import { OutputError, outputError } from './output-error.ts';
import { openPrevious, type PreviousSite } from './previous-site.ts';
import { recogniseSite } from './recognise-site.ts';
import { foldersOf } from './site-files.ts';
import { manifestStamp, readStoredManifest } from './stored-manifest.ts';

export interface OutputOptions {
  /** The output folder must be neither inside this folder nor around it. */
  readonly dataDir?: string;
  /** If the manifest is damaged, identifies the files of the site by their names. */
  readonly force?: boolean;
  /** Syncs every file to disk before the journal is written, and every move before it is removed. */
  readonly durable?: boolean;
  /** Removes the locks of other builds first. */
  readonly takeLock?: boolean;
  /** The content of the folder as read before it was locked; used if the manifest is still the same file. */
  readonly seen?: PreviousSite | null;
}

export interface Output {
  readonly root: string;
  /** The site in the folder; null if the folder is empty. */
  readonly previous: PreviousSite | null;
  /** Folder with the same layout as the site; `commit` moves its files to the site. */
  readonly staging: string;
  /**
   * Moves the staged files into the site and removes the previous files at `remove`. Staged files replace only the previous files at
   * `replaceable`. Throws OutputError.
   */
  commit(remove: readonly string[], replaceable: ReadonlySet<string>): void;
  /** Discards the staged files, unless the move has begun. */
  abandon(): void;
}

// What an error says about the site, unless it is unchanged.
const HALF_INSTALLED = 'The new release is not fully installed; the next command finishes it.';
const INSTALLED = 'The new release is installed; the next command removes the files that the build left behind.';
const UNKNOWN = 'If a build was interrupted there, the next command finishes or discards it.';

const workFolder = (root: string) => join(root, WORK_FOLDER);
const stagingFolder = (root: string) => join(workFolder(root), 'new');

function lock(root: string, options: LockOptions = {}): Lock {
  try {
    return lockFolder(workFolder(root), options);
  } catch (error) {
    if (error instanceof UnusableLockError) throw new OutputError(`${error.message}. The site is unchanged`);
    if (!(error instanceof LockedError)) throw error;
    throw new OutputError(
      `another build is writing to ${root} (${error.holder}). Wait for it; if there is no other build, use --take-lock, or remove ${error.path}`,
    );
  }
}

function checkIsHeld(root: string, held: Lock, state: string): void {
  if (held.isHeld()) return;
  throw new OutputError(`another command has taken over the lock of ${root}, or moved the folder. ${state}`);
}

function moveStaged(root: string, { remove, durable }: Journal, held: Lock): void {
  const check = () => checkIsHeld(root, held, HALF_INSTALLED);
  try {
    // The journal must be on disk before anything is moved.
    if (durable) sync(workFolder(root));
    moveIntoPlace(root, stagingFolder(root), remove, check);
    if (durable) {
      // All folders of the site, because it is unknown which of them an interrupted build changed.
      const paths = readManifest(root)?.files.map(({ path }) => path) ?? [];
      for (const folder of foldersOf([...paths, ...remove])) {
        if (existsSync(join(root, folder))) sync(join(root, folder));
      }
    }
    // If the folder was replaced before, nothing was moved, and what is staged in its place belongs to another build.
    check();
  } catch (error) {
    throw outputError(error, root, HALF_INSTALLED);
  }
}

/** Removes the journal and staged files. `state` describes the site if that fails. */
function removeWork(root: string, state?: string): void {
  try {
    removeJournal(workFolder(root));
    rmSync(stagingFolder(root), { recursive: true, force: true });
  } catch (error) {
    throw outputError(error, root, state);
  }
}

/** Removes what it can; the next command removes the rest. */
function discardWork(root: string): void {
  try {
    removeWork(root);
  } catch {
    // The reason is usually the one for which the build failed, which is reported.
  }
}

/** Finishes or discards an interrupted build. The lock must be held. Returns true if a release was finished. */
function recoverLocked(root: string, held: Lock): boolean {
  const journal = readJournal(workFolder(root));
  if (journal) moveStaged(root, journal, held);
  removeWork(root, journal ? INSTALLED : undefined);
  return journal !== null;
}

/** True if a build was interrupted or is running. */
export function hasUnfinishedBuild(root: string): boolean {
  return existsSync(workFolder(root));
}

/**
 * Recovers a folder in which a build was interrupted. If everything was staged, the result is the new release, otherwise the old
 * one. Throws OutputError if a build is running there or the folder cannot be written.
 */
export function recoverInterruptedBuild(root: string, takeOver = false): 'nothing to do' | 'finished' | 'discarded' {
  if (!hasUnfinishedBuild(root)) return 'nothing to do';
  try {
    const held = lock(root, { takeOver });
    try {
      return recoverLocked(root, held) ? 'finished' : 'discarded';
    } finally {
      held.release();
    }
  } catch (error) {
    throw outputError(error, root, UNKNOWN);
  }
}

function checkIsSite(root: string, previous: PreviousSite | null): void {
  const names = readdirSync(root).filter((name) => name !== WORK_FOLDER);
  if (previous !== null || names.length === 0) return;
  const isSite = names.includes(MANIFEST_PATH) || recogniseSite(root) !== null;
  throw new OutputError(
    isSite
      ? `${join(root, MANIFEST_PATH)} is missing or damaged, so Stillwave cannot tell which files belong to the site. Build with --force to write them all again, or choose another folder`
      : `${root} contains files (such as ${names[0]}), but is not a site that Stillwave built. Choose an empty or a new folder`,
  );
}

/** Removes the empty folders from `root` up to `first`, the first one that a build created. */
function unmakeFolder(root: string, first: string | undefined): void {
  if (first === undefined) return;
  for (let folder = root; ; folder = dirname(folder)) {
    removeFolderIfEmpty(folder);
    if (folder === first || dirname(folder) === folder) return;
  }
}

/**
 * Opens a folder for a build: locks it, and finishes or discards an interrupted build. Throws OutputError if the folder cannot be
 * used, and leaves it unchanged.
 */
export function openOutput(out: string, options: OutputOptions = {}): Output {
  const { force = false, durable = false } = options;
  let made: string | undefined;
  let held: Lock | null = null;
  let root = out;
  /** True while the journal must stay, so that the next command can finish the move. */
  let isMoving = false;
  const close = () => {
    if (held !== null) {
      // If another command has taken the lock over, the staged files belong to it.
      if (!isMoving && held.isHeld()) discardWork(root);
      held.release();
    }
    held = null;
    unmakeFolder(root, made);
  };
  const findPrevious = (): PreviousSite | null => {
    const { seen } = options;
    if (seen && seen.root === root && seen.manifest.stamp === manifestStamp(root)) return seen;
    const stored = readStoredManifest(root);
    // A manifest that was edited by hand may list too few files.
    const manifest = force && (stored?.stamp ?? null) === null ? (recogniseSite(root) ?? stored) : stored;
    return manifest && openPrevious(root, manifest);
  };
  try {
    checkOutputFolder(out, options.dataDir);
    made = makeFolder(out);
    root = realpathSync(out);
    if (made !== undefined) made = realpathSync(made);
    if (!hasUnfinishedBuild(root)) checkIsSite(root, findPrevious());
    held = lock(root, { takeOver: options.takeLock ?? false });
    const own = held;
    isMoving = true;
    recoverLocked(root, own);
    isMoving = false;
    const previous = findPrevious();
    checkIsSite(root, previous);
    const staging = stagingFolder(root);
    // Not `recursive`: if the folder has been moved, nothing may be staged in another one.
    mkdirSync(staging);
    return {
      root,
      previous,
      staging,
      commit(remove, replaceable) {
        checkMoves(root, staging, remove, replaceable);
        checkIsHeld(root, own, 'The site is unchanged');
        const journal: Journal = { remove: remove.filter(isSafePath), durable };
        if (durable) syncTree(staging);
        writeJournal(workFolder(root), journal);
        isMoving = true;
        moveStaged(root, journal, own);
        removeWork(root, INSTALLED);
        isMoving = false;
        made = undefined;
        close();
      },
      abandon: close,
    };
  } catch (error) {
    const state = isMoving ? UNKNOWN : undefined;
    close();
    throw outputError(error, root, state);
  }
}

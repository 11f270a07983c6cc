/**
 * The output folder: everything is written beside the site, in `<out>/.stillwave/`, and moved into place at the end.
 *
 * Until `commit.json` is there, an interrupted build has changed nothing and is thrown away. From then on everything that
 * the new release needs is on disk, and whatever interrupts the moving, the next command finishes it: moving and removing
 * are safe to repeat. Packs are moved first and the pointer, release.json, last. One build at a time holds the lock.
 */

import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { MANIFEST_PATH } from '../../contract/paths.ts';
import { checkOutputFolder } from './check-output.ts';
import { type Lock, LockedError, type LockOptions, lockFolder, removeFolderIfEmpty } from './lock.ts';
import { isSafePath, readManifest } from './manifest.ts';
import { findObstacle, isFolder, lstatOrNull, moveIntoPlace, sync, syncTree } from './moving.ts';
import { OutputError, outputError } from './output-error.ts';
import { openPrevious, type PreviousSite } from './previous-site.ts';
import { recogniseSite } from './recognise-site.ts';
import { foldersOf, makeFolder, WORK_FOLDER } from './site-files.ts';
import { manifestStamp, readStoredManifest } from './stored-manifest.ts';

/** The journal: what is left to do once everything is staged. */
interface Commit {
  /** Paths of files that the new release no longer has. */
  readonly remove: readonly string[];
  /** Whether the disk has to confirm every move; whoever does the rest sees to that. */
  readonly durable: boolean;
}

export interface OutputOptions {
  /** Refused as an output folder, and whatever is above or below it. */
  readonly dataDir?: string;
  /** A site whose manifest is damaged is taken for ours where its files have our names. */
  readonly force?: boolean;
  /** Has the disk confirm every file before the journal is written, and every move before it is removed. */
  readonly durable?: boolean;
  /** Removes the locks of other builds first. */
  readonly takeLock?: boolean;
  /** What was read of the folder before it was locked: it is believed where the manifest is still the same file. */
  readonly seen?: PreviousSite | null;
}

export interface Output {
  readonly root: string;
  /** What the folder holds now; null where it is empty. */
  readonly previous: PreviousSite | null;
  /** Folder that mirrors the site; what is written there takes its place at `commit`. */
  readonly staging: string;
  /**
   * Makes the staged files the site, and removes the previous files at `remove`. Only previous files at `replaceable` give way to
   * staged ones. Throws OutputError.
   */
  commit(remove: readonly string[], replaceable: ReadonlySet<string>): void;
  /** Throws away what is staged, unless the moving has begun. */
  abandon(): void;
}

const HALF_WAY = 'The new release is complete, but not yet all in its place: the next command goes on with that.';

const workFolder = (root: string) => join(root, WORK_FOLDER);
const stagingFolder = (root: string) => join(workFolder(root), 'new');
const commitFile = (root: string) => join(workFolder(root), 'commit.json');

/** The journal; null where there is none, or one that a power cut spoilt before it reached the disk. */
function readCommit(root: string): Commit | null {
  try {
    const commit = JSON.parse(readFileSync(commitFile(root), 'utf8')) as Partial<Commit> | null;
    if (!Array.isArray(commit?.remove) || !commit.remove.every(isSafePath)) return null;
    return { remove: commit.remove, durable: commit.durable === true };
  } catch (error) {
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

function lock(root: string, options: LockOptions = {}): Lock {
  const work = workFolder(root);
  if (lstatOrNull(work) !== null && !isFolder(work)) {
    throw new OutputError(`${work} is no folder, so it cannot be worked in. Move it away. The site is as it was`);
  }
  try {
    return lockFolder(work, options);
  } catch (error) {
    if (!(error instanceof LockedError)) throw error;
    throw new OutputError(
      `another build is writing to ${root} (${error.holder}). Wait for it, or if there is none, build with --take-lock, or remove ${error.path}`,
    );
  }
}

function moveStaged(root: string, { remove, durable }: Commit): void {
  moveIntoPlace(root, stagingFolder(root), remove);
  if (!durable) return;
  // All that are ours, as it is not known which a build changed that was interrupted.
  const paths = readManifest(root)?.files.map(({ path }) => path) ?? [];
  for (const folder of foldersOf([...paths, ...remove])) {
    if (existsSync(join(root, folder))) sync(join(root, folder));
  }
}

/** Ends work in a folder whose lock is held: nothing of ours but the site is left. */
function finish(root: string, held: Lock): void {
  rmSync(commitFile(root), { force: true });
  rmSync(`${commitFile(root)}.part`, { force: true });
  rmSync(stagingFolder(root), { recursive: true, force: true });
  held.release();
}

/** Finishes or throws away what an interrupted build left. The lock is held. Returns true where a release was finished. */
function settleLocked(root: string): boolean {
  const commit = readCommit(root);
  if (commit) moveStaged(root, commit);
  rmSync(commitFile(root), { force: true });
  rmSync(stagingFolder(root), { recursive: true, force: true });
  return commit !== null;
}

/** True where a build was interrupted, or is running. */
export function hasUnfinishedBuild(root: string): boolean {
  return existsSync(workFolder(root));
}

/**
 * Brings a folder in which a build was interrupted into a defined state: the new release where everything was staged, else
 * the old one. Throws OutputError where a build is running there, or where the folder cannot be written.
 */
export function recoverInterruptedBuild(root: string, takeOver = false): 'nothing to do' | 'finished' | 'discarded' {
  if (!hasUnfinishedBuild(root)) return 'nothing to do';
  try {
    const held = lock(root, { takeOver });
    try {
      return settleLocked(root) ? 'finished' : 'discarded';
    } finally {
      held.release();
    }
  } catch (error) {
    throw outputError(error, root, HALF_WAY);
  }
}

function checkIsOurs(root: string, previous: PreviousSite | null): void {
  const names = readdirSync(root).filter((name) => name !== WORK_FOLDER);
  if (previous !== null || names.length === 0) return;
  const isSite = names.includes(MANIFEST_PATH) || recogniseSite(root) !== null;
  throw new OutputError(
    isSite
      ? `${join(root, MANIFEST_PATH)} is missing or damaged, so that it is not known which files are ours. Build with --force to write them all again, or name a new folder`
      : `${root} has files (${names[0]}) but no ${MANIFEST_PATH} of ours. Name an empty or a new folder`,
  );
}

/** Removes the folders from `root` up to `first`, which a build had made for itself. */
function unmakeFolder(root: string, first: string | undefined): void {
  if (first === undefined) return;
  for (let folder = root; ; folder = dirname(folder)) {
    removeFolderIfEmpty(folder);
    if (folder === first || dirname(folder) === folder) return;
  }
}

/**
 * Opens a folder for a build: locks it, finishes or throws away what an interrupted build left. Throws OutputError where it
 * cannot be used; then it is as it was.
 */
export function openOutput(out: string, options: OutputOptions = {}): Output {
  const { force = false, durable = false } = options;
  let made: string | undefined;
  let held: Lock | null = null;
  let root = out;
  /** From here on the journal must stay, so that the next command does the rest. */
  let isMoving = false;
  const close = () => {
    // Where somebody took the lock over, what is staged is theirs.
    if (held !== null && (isMoving || !held.isHeld())) held.release();
    else if (held !== null) finish(root, held);
    held = null;
    unmakeFolder(root, made);
  };
  const findPrevious = (): PreviousSite | null => {
    const { seen } = options;
    if (seen && seen.root === root && seen.manifest.stamp === manifestStamp(root)) return seen;
    const stored = readStoredManifest(root);
    // One that somebody changed may name too few files.
    const manifest = force && (stored?.stamp ?? null) === null ? (recogniseSite(root) ?? stored) : stored;
    return manifest && openPrevious(root, manifest);
  };
  try {
    checkOutputFolder(out, options.dataDir);
    made = makeFolder(out);
    root = realpathSync(out);
    if (made !== undefined) made = realpathSync(made);
    if (!hasUnfinishedBuild(root)) checkIsOurs(root, findPrevious());
    held = lock(root, { takeOver: options.takeLock ?? false });
    const own = held;
    isMoving = true;
    settleLocked(root);
    isMoving = false;
    const previous = findPrevious();
    checkIsOurs(root, previous);
    const staging = stagingFolder(root);
    mkdirSync(staging, { recursive: true });
    return {
      root,
      previous,
      staging,
      commit(remove, replaceable) {
        const inTheWay = findObstacle(root, staging, new Set([...replaceable, MANIFEST_PATH]));
        if (inTheWay !== null) {
          throw new OutputError(
            `${join(root, inTheWay)} is in the way: the new release has a file there, and no build of ours wrote this one. Move it away. The site is as it was`,
          );
        }
        if (!own.isHeld())
          throw new OutputError(`another command took the lock of ${root} over. The site is as it was`);
        const commit: Commit = { remove: remove.filter(isSafePath), durable };
        if (durable) syncTree(staging);
        writeFileSync(`${commitFile(root)}.part`, JSON.stringify(commit));
        if (durable) sync(`${commitFile(root)}.part`);
        renameSync(`${commitFile(root)}.part`, commitFile(root));
        isMoving = true;
        try {
          if (durable) sync(workFolder(root));
          moveStaged(root, commit);
        } catch (error) {
          throw outputError(error, root, HALF_WAY);
        }
        isMoving = false;
        made = undefined;
        close();
      },
      abandon: close,
    };
  } catch (error) {
    const state = isMoving ? HALF_WAY : undefined;
    close();
    throw outputError(error, root, state);
  }
}

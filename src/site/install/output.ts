/**
 * The output folder. A build stages everything in `<out>/.stillwave/new/` and moves it into place at the end.
 *
 * The staged manifest is the journal. Until it exists, an interrupted build has changed nothing and is discarded. Once it exists, all files
 * of the new release are on disk: if the move is interrupted, the next command finishes it, because moving and removing are safe to repeat.
 * Packs are moved first and the pointer, release.json, last; then stale files are removed, and the new manifest replaces the old one. Only
 * one build at a time holds the lock.
 */

import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { MANIFEST_PATH } from '../../core/contract/site-paths.ts';
import { OutputError, outputError } from '../../fs/output-error.ts';
import type { RememberedOptions } from '../config/config.ts';
import {
  allFiles,
  changedPaths,
  type Manifest,
  readManifest,
  readManifestFile,
  type WrittenGroup,
  writeManifest,
} from '../groups/manifest.ts';
import { checkIsSite } from './check-output.ts';
import {
  LockedFolder,
  removeWork,
  scratchFolder,
  stagingFolder,
  unfinishedJournal,
  workFolder,
} from './locked-folder.ts';
import { findObstacle, isFolder, lstatOrNull, moveIntoPlace, sync, syncTree } from './move-files.ts';
import { foldersOf } from './site-files.ts';

export interface OutputOptions {
  /** The output folder must not be inside this folder, or contain it. */
  readonly dataDir?: string;
  /** Writes every file, including unchanged ones, and replaces files even if a damaged manifest does not list them. */
  readonly force?: boolean;
  /** The parts of the configuration that are not from the configuration file. The manifest remembers them. */
  readonly remembered?: RememberedOptions;
  /** Syncs every file to disk before the move begins, and every folder before the move ends. */
  readonly durable?: boolean;
}

export interface Output {
  readonly root: string;
  /** The manifest of the site in the folder; null if there is no site, or if its manifest is damaged. */
  readonly previous: Manifest | null;
  /** The staging folder, which has the same layout as the site. */
  readonly staging: string;
  /** A folder for files that the site does not keep. */
  readonly scratch: string;
  /**
   * Moves the staged files into the site, and removes files that are not in the new release. The groups are in manifest order.
   * Returns the number of removed files. Throws OutputError.
   */
  install(release: string, groups: readonly WrittenGroup[]): number;
  /** Discards the staged files, unless the move has begun, and releases the lock. May be called repeatedly. */
  close(): void;
}

/** The journal. */
const journalFile = (root: string) => join(stagingFolder(root), MANIFEST_PATH);

const pathsOf = (groups: readonly WrittenGroup[]): string[] => allFiles(groups).map(({ path }) => path);

/** The paths of files that the next release no longer has. */
function findStale(previous: Manifest | null, groups: readonly WrittenGroup[]): Set<string> {
  const old = previous?.groups ?? [];
  const stale = changedPaths(old, groups);
  for (const path of changedPaths(groups, old)) stale.delete(path);
  return stale;
}

/** Moves everything once the journal exists, and removes what is left of the staging folder. */
function moveStaged(
  folder: LockedFolder,
  groups: readonly WrittenGroup[],
  stale: ReadonlySet<string>,
  durable: boolean,
): void {
  const { root } = folder;
  folder.phase = 'moving';
  // The journal must be on disk before anything is moved.
  if (durable) sync(stagingFolder(root));
  moveIntoPlace(root, stagingFolder(root), stale, () => folder.checkIsHeld());
  // Syncs all of the site's folders, because it is unknown which folders an interrupted build changed.
  const folders = durable ? foldersOf([...pathsOf(groups), ...stale]) : [];
  for (const path of folders) if (isFolder(join(root, path))) sync(join(root, path));
  // If the folder was replaced before the move, nothing was moved, and the staged files in the new folder belong to another build.
  folder.checkIsHeld();
  folder.phase = 'installed';
  removeWork(root);
}

/** Finishes or discards an interrupted build. Returns true if a release was finished. */
function recoverLocked(folder: LockedFolder): boolean {
  const { root } = folder;
  folder.phase = 'recovering';
  const journal =
    isFolder(stagingFolder(root)) && lstatOrNull(journalFile(root))?.isFile()
      ? readManifestFile(journalFile(root))
      : null;
  // Syncs, because it is unknown whether the build used --durable.
  if (journal) moveStaged(folder, journal.groups, findStale(readManifest(root), journal.groups), true);
  folder.phase = 'staging';
  if (!journal) removeWork(root);
  return journal !== null;
}

/** True if a build was interrupted or is running. */
export function hasUnfinishedBuild(root: string): boolean {
  return existsSync(workFolder(root));
}

/**
 * Recovers a folder where a build was interrupted. If everything was staged, the folder ends up with the new release, otherwise with the
 * old one. Throws OutputError if a build is running there or the folder cannot be written.
 */
export function recoverInterruptedBuild(root: string): 'nothing to do' | 'finished' | 'discarded' {
  if (!hasUnfinishedBuild(root)) return 'nothing to do';
  const folder = new LockedFolder(root);
  try {
    return recoverLocked(folder) ? 'finished' : 'discarded';
  } catch (error) {
    throw outputError(error, root, folder.state);
  } finally {
    folder.close();
  }
}

/**
 * Returns a test for files that the new release may replace: the old release's files. Those of unchanged groups are left out, because
 * nothing of these groups is staged, and most files belong to them.
 */
function isReplaceable(previous: Manifest | null, groups: readonly WrittenGroup[], force: boolean) {
  const unchanged = groups.filter(({ written }) => written === 0);
  const replaceable = changedPaths(previous?.groups ?? [], unchanged).add(MANIFEST_PATH);
  // If there is no manifest, --force lets the new release replace any file.
  return (path: string): boolean => replaceable.has(path) || (force && previous === null);
}

/** Installs a staged release; see `Output.install`. */
function installStaged(
  folder: LockedFolder,
  previous: Manifest | null,
  release: string,
  groups: readonly WrittenGroup[],
  { force = false, durable = false, remembered = {} }: OutputOptions,
): number {
  const { root } = folder;
  const stale = findStale(previous, groups);
  writeManifest(unfinishedJournal(root), release, remembered, groups);
  checkMoves(folder, isReplaceable(previous, groups, force));
  folder.checkIsHeld();
  if (durable) syncTree(workFolder(root));
  renameSync(unfinishedJournal(root), journalFile(root));
  moveStaged(folder, groups, stale, durable);
  folder.close();
  return stale.size;
}

/**
 * Opens a folder for a build: locks it, and finishes or discards an interrupted build. If the folder cannot be used, throws OutputError and
 * leaves the folder unchanged.
 */
export function openOutput(out: string, options: OutputOptions = {}): Output {
  const folder = new LockedFolder(out, options.dataDir);
  const { root } = folder;
  try {
    recoverLocked(folder);
    const previous = readManifest(root);
    checkIsSite(root, previous, options.force ?? false);
    const [staging, scratch] = [stagingFolder(root), scratchFolder(root)];
    // Not `recursive`: if the folder has been moved, nothing may be staged in a different folder.
    for (const path of [staging, scratch]) mkdirSync(path);
    return {
      root,
      previous,
      staging,
      scratch,
      install(release, groups) {
        try {
          return installStaged(folder, previous, release, groups, options);
        } catch (error) {
          throw outputError(error, root, folder.state);
        }
      },
      close: () => folder.close(),
    };
  } catch (error) {
    folder.close();
    throw outputError(error, root, folder.state);
  }
}

/** Called before anything is moved. Throws OutputError if something is in the way. */
function checkMoves({ root, state }: LockedFolder, isOurs: (path: string) => boolean): void {
  const obstacle = findObstacle(root, stagingFolder(root), isOurs);
  if (obstacle === null) return;
  throw new OutputError(
    `${join(root, obstacle)} is in the way: the new release has a file of this name, and Stillwave did not create this one. Move it away. ${state}`,
  );
}

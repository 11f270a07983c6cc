/**
 * Moves staged files into a site and removes files that the new release no longer has. Every step can be repeated: after an interruption,
 * redoing everything gives the same result. Paths are relative to the site.
 */

import {
  closeSync,
  fsyncSync,
  lstatSync,
  openSync,
  readdirSync,
  renameSync,
  rmdirSync,
  rmSync,
  type Stats,
  utimesSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { MANIFEST_PATH, PACK_FOLDER, RELEASE_ID_PATH, RELEASE_PATH } from '../../core/contract/site-paths.ts';

/** The status of a path, without following links; null if nothing exists there. */
export function lstatOrNull(path: string): Stats | null {
  return lstatSync(path, { throwIfNoEntry: false }) ?? null;
}

/** True for a folder, but not for a link to one, because linked files do not belong to the site. */
export const isFolder = (path: string): boolean => lstatOrNull(path)?.isDirectory() ?? false;

/**
 * Finds the first path below `root` that prevents a staged file from being moved: an existing file that `isOurs` rejects, or a file and a
 * folder with the same path. Null if nothing is in the way.
 */
export function findObstacle(
  root: string,
  staging: string,
  isOurs: (path: string) => boolean,
  folder = '',
): string | null {
  for (const entry of readdirSync(join(staging, folder), { withFileTypes: true })) {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    const found = lstatOrNull(join(root, path));
    if (found === null) continue;
    if (!entry.isDirectory()) {
      if (found.isDirectory() || !isOurs(path)) return path;
    } else {
      const inner = found.isDirectory() ? findObstacle(root, staging, isOurs, path) : path;
      if (inner !== null) return inner;
    }
  }
  return null;
}

/** Makes sure that a file's modification time is later than the replaced file's, in whole seconds: HTTP dates have no fractions. */
function markStale(staged: string, existing: string): void {
  const old = Math.floor(lstatSync(existing).mtimeMs / 1000);
  if (Math.floor(lstatSync(staged).mtimeMs / 1000) > old) return;
  utimesSync(staged, old + 1, old + 1);
}

/** Moves a file or a folder. An existing file is replaced; an existing folder keeps its other files. */
function move(from: string, to: string): void {
  const exists = lstatOrNull(to) !== null;
  if (exists && isFolder(from) && isFolder(to)) {
    for (const name of readdirSync(from)) move(join(from, name), join(to, name));
    return;
  }
  if (exists) markStale(from, to);
  renameSync(from, to);
}

/** True if a folder above the path is a link, which means that the path leads outside the site. */
function isBehindLink(root: string, path: string): boolean {
  for (let folder = dirname(path); folder !== '.'; folder = dirname(folder)) {
    if (lstatOrNull(join(root, folder))?.isSymbolicLink()) return true;
  }
  return false;
}

/** Removes a file, and any folders that become empty. */
function remove(root: string, path: string, check: () => void): void {
  if (isFolder(join(root, path)) || isBehindLink(root, path)) return;
  check();
  rmSync(join(root, path), { force: true });
  try {
    for (let folder = dirname(path); folder !== '.'; folder = dirname(folder)) rmdirSync(join(root, folder));
  } catch {
    // The folder has other files.
  }
}

/** The order in which top-level names are moved: packs first, the release's id and the pointer last. */
function rank(name: string): number {
  if (name === PACK_FOLDER) return 0;
  if (name === RELEASE_ID_PATH) return 2;
  return name === RELEASE_PATH ? 3 : 1;
}

/**
 * Moves everything staged below `root`, removes the files at the `stale` paths, and moves the manifest, which completes the installation.
 * `check` is called before each file is removed, and throws if the folder no longer belongs to this build: another site in its place could
 * have a file with the same name.
 */
export function moveIntoPlace(root: string, staging: string, stale: Iterable<string>, check: () => void): void {
  const names = readdirSync(staging).filter((name) => name !== MANIFEST_PATH);
  for (const name of names.sort((a, b) => rank(a) - rank(b))) move(join(staging, name), join(root, name));
  for (const path of stale) remove(root, path, check);
  move(join(staging, MANIFEST_PATH), join(root, MANIFEST_PATH));
}

/** Waits until a file, or a folder's list of entries, is on disk. */
export function sync(path: string): void {
  const file = openSync(path, 'r');
  try {
    fsyncSync(file);
  } catch (error) {
    // Some systems cannot sync folders and do not need to.
    if (!['EISDIR', 'EINVAL', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  } finally {
    closeSync(file);
  }
}

/** Syncs a folder and everything below it. */
export function syncTree(folder: string): void {
  for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' })) sync(join(folder, path));
  sync(folder);
}

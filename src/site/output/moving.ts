/**
 * Moves staged files into a site and removes those that it no longer has. Every step can be repeated, so that whatever
 * interrupts it, doing all of it again ends in the same place. Paths are those of `dist/`.
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
import { MANIFEST_PATH, PACK_FOLDER, RELEASE_PATH } from '../../contract/paths.ts';

/** What is at a path itself, links not followed; null where there is nothing. */
export function lstatOrNull(path: string): Stats | null {
  return lstatSync(path, { throwIfNoEntry: false }) ?? null;
}

/** A file that replaces another one gets a later modification time, also in whole seconds, which is what HTTP dates have. */
function markStale(staged: string, existing: string): void {
  const old = Math.floor(lstatSync(existing).mtimeMs / 1000);
  if (Math.floor(lstatSync(staged).mtimeMs / 1000) > old) return;
  utimesSync(staged, old + 1, old + 1);
}

/** True for a folder itself, not for a link to one: what is behind a link is not the site's. */
export const isFolder = (path: string): boolean => lstatOrNull(path)?.isDirectory() ?? false;

/** Moves a file or a whole folder; a folder that is there already is filled, a file that is there is replaced. */
function move(from: string, to: string): void {
  if (lstatOrNull(to) === null) {
    renameSync(from, to);
  } else if (isFolder(from) && isFolder(to)) {
    for (const name of readdirSync(from)) move(join(from, name), join(to, name));
  } else {
    markStale(from, to);
    renameSync(from, to);
  }
}

/** True where one of the folders on the way to a path is a link: then the file is not in the site. */
function isBehindLink(root: string, path: string): boolean {
  for (let folder = dirname(path); folder !== '.'; folder = dirname(folder)) {
    if (lstatOrNull(join(root, folder))?.isSymbolicLink()) return true;
  }
  return false;
}

/** Removes a file and the folders that it leaves empty. */
function remove(root: string, path: string): void {
  if (isFolder(join(root, path)) || isBehindLink(root, path)) return;
  rmSync(join(root, path), { force: true });
  for (let folder = dirname(path); folder !== '.'; folder = dirname(folder)) {
    try {
      rmdirSync(join(root, folder));
    } catch {
      return;
    }
  }
}

/** The order in which staged names take their places: packs first, the pointer last. */
function rank(name: string): number {
  if (name === PACK_FOLDER) return 0;
  if (name === MANIFEST_PATH) return 2;
  return name === RELEASE_PATH ? 3 : 1;
}

/** Moves everything staged below `root`, then removes the files at `stale`. */
export function moveIntoPlace(root: string, staging: string, stale: readonly string[]): void {
  const names = isFolder(staging) ? readdirSync(staging) : [];
  for (const name of names.sort((a, b) => rank(a) - rank(b))) move(join(staging, name), join(root, name));
  for (const path of stale) remove(root, path);
}

/**
 * The first path below `root` at which something stands that a staged file would replace though it is not `ours`, or that
 * is no folder where the staged file needs one; null where the way is free.
 */
export function findObstacle(root: string, staging: string, ours: ReadonlySet<string>, folder = ''): string | null {
  for (const entry of readdirSync(join(staging, folder), { withFileTypes: true })) {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    const found = lstatOrNull(join(root, path));
    if (found === null) continue;
    if (!entry.isDirectory()) {
      if (found.isDirectory() || !ours.has(path)) return path;
    } else {
      const inner = found.isDirectory() ? findObstacle(root, staging, ours, path) : path;
      if (inner !== null) return inner;
    }
  }
  return null;
}

/** Waits until a file, or the list of a folder's entries, is on the disk. */
export function sync(path: string): void {
  const file = openSync(path, 'r');
  try {
    fsyncSync(file);
  } catch (error) {
    // Some systems cannot sync folders; they keep them in order themselves.
    if (!['EISDIR', 'EINVAL', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  } finally {
    closeSync(file);
  }
}

/** Syncs a folder with everything below it. */
export function syncTree(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) syncTree(path);
    else sync(path);
  }
  sync(folder);
}

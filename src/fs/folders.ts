/** Creates and removes folders, and defines the name of the folder for work in progress. */

import { mkdirSync, rmdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** Folder for work in progress, inside a site's folder but not part of the site. */
export const WORK_FOLDER = '.stillwave';

/** Creates a folder and its parents. Returns the first folder created. Throws file system errors. */
export function makeFolder(path: string): string | undefined {
  try {
    return mkdirSync(path, { recursive: true });
  } catch (error) {
    // On a read-only file system, Node reports a missing folder; a call without `recursive` reports the actual reason.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    let first = path;
    while (statSync(dirname(first), { throwIfNoEntry: false }) === undefined) first = dirname(first);
    mkdirSync(first);
    mkdirSync(path, { recursive: true });
    return first;
  }
}

/** Does nothing if the folder is not empty or is already gone. */
function removeFolderIfEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // Another process is using it, or has already removed it.
  }
}

/** Removes the empty folders from `path` up to `first`, the first folder that `makeFolder` created. */
export function unmakeFolder(path: string, first: string | undefined): void {
  if (first === undefined) return;
  for (let folder = path; ; folder = dirname(folder)) {
    removeFolderIfEmpty(folder);
    if (folder === first || dirname(folder) === folder) return;
  }
}

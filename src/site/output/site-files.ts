/** Lists the files that are in a site's folder, and tells those that no build wrote from the others. */

import { lstatSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Where builds work; not part of the site. */
export const WORK_FOLDER = '.stillwave';

/** True for a file of this many bytes; links are not followed. */
export function isFileOfSize(path: string, size: number): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false });
  return found?.isFile() === true && found.size === size;
}

/** Makes a folder and those above it; returns the first one made. Throws what the file system throws. */
export function makeFolder(path: string): string | undefined {
  try {
    return mkdirSync(path, { recursive: true });
  } catch (error) {
    // On a read-only file system Node says that there is no such folder; the plain call says why there cannot be one.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    let first = path;
    while (statSync(dirname(first), { throwIfNoEntry: false }) === undefined) first = dirname(first);
    mkdirSync(first);
    mkdirSync(path, { recursive: true });
    return first;
  }
}

/** Folders that hold any of the paths, "" for the root. */
export function foldersOf(paths: Iterable<string>): Set<string> {
  const folders = new Set(['']);
  for (const path of paths) {
    let end = path.lastIndexOf('/');
    while (end > 0 && !folders.has(path.slice(0, end))) {
      folders.add(path.slice(0, end));
      end = path.lastIndexOf('/', end - 1);
    }
  }
  return folders;
}

/** Everything that is not a folder below `root`, by its path in `dist/`. */
export function* listFiles(root: string, folder = ''): Generator<string> {
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    if (folder === '' && entry.name === WORK_FOLDER) continue;
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory()) yield* listFiles(root, path);
    else yield path;
  }
}

function hasFiles(root: string, folder: string): boolean {
  try {
    return !listFiles(root, folder).next().done;
  } catch {
    return true;
  }
}

/**
 * What is below `root` but not among `ours`, sorted. A folder that holds none of ours is one element, with a slash at its
 * end; it is only looked at whether anything is in it, and where that may not be seen, it counts. An empty folder is no concern.
 */
export function findUnmanaged(root: string, ours: ReadonlySet<string>): string[] {
  const folders = foldersOf(ours);
  const unmanaged: string[] = [];
  const look = (folder: string): void => {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      if (folder === '' && entry.name === WORK_FOLDER) continue;
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (!entry.isDirectory()) {
        if (!ours.has(path)) unmanaged.push(path);
      } else if (folders.has(path)) look(path);
      else if (hasFiles(root, path)) unmanaged.push(`${path}/`);
    }
  };
  look('');
  return unmanaged.sort();
}

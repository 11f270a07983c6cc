/** Lists the files in a site's folder, and those that Stillwave did not create. */

import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { WORK_FOLDER } from '../../fs/folders.ts';

/** True for a file with this number of bytes, but not for a link to one. */
export function isFileOfSize(path: string, size: number): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false });
  return found?.isFile() === true && found.size === size;
}

/** All folders above the paths; "" is the root. */
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

/** Paths of everything below `root` except folders, relative to it. */
function* listFiles(root: string, folder = ''): Generator<string> {
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
 * Sorted paths below `root` that are not among `ours`. A folder without files of the site is one element that ends in a slash,
 * unless it is empty. A folder that cannot be read counts as not empty.
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

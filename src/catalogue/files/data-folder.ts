/**
 * Lists a data folder and the folders in it, one level deep. Opens no file and follows no symbolic link. Ignores `README.md` and names that
 * start with a dot, except temporary files left by an interrupted import.
 *
 * Loads no library, so that a build with nothing to do stays fast.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { isTemporary } from '../../fs/replace-files.ts';

export interface FolderEntry {
  readonly name: string;
  readonly path: string;
  readonly isFolder: boolean;
  readonly isLink: boolean;
}

const isIgnored = (name: string): boolean => name === 'README.md' || (name.startsWith('.') && !isTemporary(name));

/** Lists the entries in a folder. Throws file system errors. */
export function listFolder(folder: string): FolderEntry[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !isIgnored(name))
    .map((entry) => ({
      name: entry.name,
      path: join(folder, entry.name),
      isFolder: entry.isDirectory(),
      isLink: entry.isSymbolicLink(),
    }));
}

/**
 * The paths of all files in a data folder, whether they are expected or not. Null if the data folder contains anything but files and
 * folders of files, or if a folder cannot be listed. No site can have been built from such a data folder.
 */
export function listPlainFiles(dataDir: string): string[] | null {
  try {
    const top = listFolder(dataDir);
    const below = top.filter(({ isFolder }) => isFolder).flatMap(({ path }) => listFolder(path));
    if ([...top, ...below].some(({ isLink }) => isLink) || below.some(({ isFolder }) => isFolder)) return null;
    return [...top.filter(({ isFolder }) => !isFolder), ...below].map(({ path }) => path);
  } catch {
    return null;
  }
}

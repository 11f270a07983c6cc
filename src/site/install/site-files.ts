/** Opens a site's release, checks the files of a group, and finds files that Stillwave did not create. */

import { existsSync, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { wholeListings } from '../../core/contract/collection.ts';
import { API_ROOT } from '../../core/contract/paths.ts';
import { ASSET_FOLDER, HOME_PATH, RELEASE_PATH } from '../../core/contract/site-paths.ts';
import { createReader } from '../../core/release/pack-cache.ts';
import { hashedFiles, openRelease, parseRelease, type Release, type ReleaseData } from '../../core/release/release.ts';
import { WORK_FOLDER } from '../../fs/folders.ts';
import { hashFile, sha256 } from '../../fs/hash.ts';
import { readRegularFile } from '../../fs/regular-file.ts';
import { filesOf, readManifest, type WrittenGroup } from '../groups/manifest.ts';

/**
 * Reads the release.json of the site in a folder. Rejects with the file system's error if it cannot be read, and with SiteDamagedError if
 * it is truncated, modified or in another format.
 */
export async function readRelease(root: string): Promise<ReleaseData> {
  return parseRelease(readRegularFile(join(root, RELEASE_PATH)), sha256);
}

/** Opens the release of the site in a folder. Rejects like `readRelease`. */
export async function openReleaseIn(root: string): Promise<Release> {
  const data = await readRelease(root);
  const readFile = async (path: string) => readRegularFile(join(root, path));
  const reader = createReader({ readFile, sha256 }, { baseUrl: data.baseUrl, recordEnding: '' });
  return openRelease(data, reader);
}

/**
 * The release of the site in a folder; null unless the pointer and the manifest agree, every pack, index file and download has the right
 * size, and the home page, the explorer and the folders of pages exist. Page files are not checked one by one.
 */
export async function currentRelease(root: string): Promise<Release | null> {
  try {
    const release = await openReleaseIn(root);
    const { data, collections } = release;
    const manifest = readManifest(root);
    if (manifest?.release !== data.id) return null;
    const checked = manifest.groups.filter(({ kind }) => kind === 'packs' || kind === 'download');
    const files = checked.flatMap((group) => [...filesOf(group)]);
    const listed = new Set(files.map(({ path }) => path));
    const listings = data.layout === 'packs' ? [] : wholeListings(collections);
    const folders = listings.map(({ path }) => `${API_ROOT}/${path}`);
    const isWhole =
      (await hashedFiles(release)).every((path) => listed.has(path)) &&
      files.every(({ path, size }) => isFileOfSize(join(root, path), size)) &&
      [HOME_PATH, ASSET_FOLDER, ...folders].every((path) => existsSync(join(root, path)));
    return isWhole ? release : null;
  } catch {
    return null;
  }
}

/** True if all files in a group have the content that a build wrote. */
export function isUndamaged(root: string, group: WrittenGroup): boolean {
  try {
    return [...filesOf(group)].every(({ path, sha256: hash }) => hashFile(join(root, path)) === hash);
  } catch {
    return false;
  }
}

/** True for a file with this number of bytes, but not for a link to one. */
function isFileOfSize(path: string, size: number): boolean {
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

/** True if a folder contains anything other than folders, at any depth. */
function hasFiles(folder: string): boolean {
  try {
    const entries = readdirSync(folder, { withFileTypes: true });
    return entries.some((entry) => !entry.isDirectory() || hasFiles(join(folder, entry.name)));
  } catch {
    return true;
  }
}

/**
 * Sorted paths below `root` that are not among `ours`. A folder that has none of the site's files is listed as a single path ending in a
 * slash, unless the folder is empty. A folder that cannot be read counts as not empty.
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
      else if (hasFiles(join(root, path))) unmanaged.push(`${path}/`);
    }
  };
  look('');
  return unmanaged.sort();
}

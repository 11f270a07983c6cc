/** Reads a site's pointer, checks the files of a group, and finds files that Stillwave did not create. */

import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { packPath, partPath, RELEASE_PATH } from '../../core/contract/paths.ts';
import { createPartReader } from '../../core/handler/pack-cache.ts';
import { type PartData, parseRelease, type ReleaseData } from '../../core/handler/release.ts';
import { WORK_FOLDER } from '../../fs/folders.ts';
import { hashFile, sha256 } from '../../fs/hash.ts';
import { readRegularFile } from '../../fs/regular-file.ts';
import { type FileGroup, filesOf } from './manifest.ts';

/**
 * Reads the release.json of the site in a folder. Rejects with the file system's error if it cannot be read, and with SiteDamagedError if
 * it is truncated, modified or in another format.
 */
export async function readRelease(root: string): Promise<ReleaseData> {
  return parseRelease(readRegularFile(join(root, RELEASE_PATH)), sha256);
}

/** Reads a release's index parts, by collection. Rejects with SiteDamagedError. */
export async function readParts(root: string, { index }: ReleaseData): Promise<Record<string, PartData>> {
  const read = createPartReader({ readFile: async (path) => readRegularFile(join(root, path)), sha256 });
  const parts: Record<string, PartData> = {};
  for (const [collection, data] of Object.entries(index)) {
    if (data.kind === 'part') parts[collection] = await read(data.name);
  }
  return parts;
}

/** Adds the packs that index parts name to the pointer's packs. Rejects with SiteDamagedError. */
export async function withAllPacks(root: string, pointer: ReleaseData): Promise<ReleaseData> {
  const parts = Object.values(await readParts(root, pointer));
  return { ...pointer, packs: Object.assign({}, pointer.packs, ...parts.map(({ packs }) => packs)) };
}

/** Paths of the packs and index parts in the pointer. */
export function namedFiles({ packs, index }: ReleaseData): string[] {
  const parts = Object.values(index).flatMap((data) => (data.kind === 'part' ? partPath(data.name) : []));
  return [...Object.values(packs).flatMap(({ names }) => names.map(packPath)), ...parts];
}

/** True if all files in a group have the content that a build wrote. */
export function isUndamaged(root: string, group: FileGroup): boolean {
  try {
    return [...filesOf(group)].every(({ path, sha256: hash }) => hashFile(join(root, path)) === hash);
  } catch {
    return false;
  }
}

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

/**
 * Checks a site's files: every file against manifest.json, every pack against the hash in its name, and release.json against both. Returns
 * the faults, and the files that do not belong to the site. Writes nothing.
 */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { SiteDamagedError } from '../../core/base/site-damaged-error.ts';
import type { ManifestFile } from '../../core/contract/files.ts';
import {
  ASSET_FOLDER,
  INDEX_FOLDER,
  indexPath,
  MANIFEST_PATH,
  PACK_FOLDER,
  PACK_NAME,
  packPath,
  RELEASE_PATH,
} from '../../core/contract/site-paths.ts';
import { hashedFiles } from '../../core/release/release.ts';
import { originalOf } from '../../fs/compress.ts';
import { sha256 } from '../../fs/hash.ts';
import { NotARegularFileError, readRegularFile } from '../../fs/regular-file.ts';
import { countOf, showCount } from '../../report/count.ts';
import { ExpectedError } from '../../report/expected-error.ts';
import { allFiles, readManifest } from '../groups/manifest.ts';
import { lstatOrNull } from './move-files.ts';
import { findUnmanaged, openReleaseIn } from './site-files.ts';

export type FaultKind = 'missing' | 'truncated' | 'changed' | 'unreadable';

export interface Fault {
  readonly path: string;
  readonly kind: FaultKind;
  readonly message: string;
}

export interface Verification {
  /** Id of the release in the manifest; null if the manifest is damaged. */
  readonly release: string | null;
  /** Number of files checked, including the manifest. */
  readonly files: number;
  /** Total size of the checked files. */
  readonly bytes: number;
  readonly faults: readonly Fault[];
  /** Hashed files from earlier releases, which uploads leave in place for two days (docs/publish.md). */
  readonly outdated: readonly string[];
  /** Other files and folders, which Stillwave did not create. */
  readonly unmanaged: readonly string[];
}

type OnProgress = (done: number, total: number) => void;

const fault = (path: string, kind: FaultKind, message: string): Fault => ({ path, kind, message });

/** The fault to report for a file that could not be read because of this error. */
function unreadFault(root: string, path: string, error: unknown): Fault {
  if (error instanceof NotARegularFileError) return fault(path, 'unreadable', 'is not a regular file and was not read');
  if (lstatOrNull(join(root, path)) === null) return fault(path, 'missing', 'is missing');
  return fault(path, 'unreadable', `cannot be read: ${(error as Error).message}`);
}

/** Compares a file with its line in the manifest; null if there is no fault. */
function checkFile(root: string, { path, size, sha256: hash }: ManifestFile): Fault | null {
  let content: Buffer;
  try {
    content = readRegularFile(join(root, path));
  } catch (error) {
    return unreadFault(root, path, error);
  }
  if (content.length < size)
    return fault(path, 'truncated', `has ${countOf(content.length, 'byte')} instead of ${showCount(size)}`);
  if (content.length > size || sha256(content) !== hash) return fault(path, 'changed', 'has different content');
  return null;
}

async function findFaults(root: string, files: readonly ManifestFile[], onProgress: OnProgress): Promise<Fault[]> {
  const faults: Fault[] = [];
  for (const [index, file] of files.entries()) {
    const found = checkFile(root, file);
    if (found) faults.push(found);
    if (index % 256 > 0) continue;
    // Lets timers and signals run.
    await setImmediate();
    onProgress(index, files.length);
  }
  return faults;
}

/** The id of the release in the pointer, and the paths of the packs and index files that it names. */
async function readPointer(root: string) {
  try {
    const release = await openReleaseIn(root);
    return { id: release.data.id, named: await hashedFiles(release) };
  } catch (error) {
    if (!(error instanceof SiteDamagedError)) return unreadFault(root, RELEASE_PATH, error);
    return fault(RELEASE_PATH, 'changed', error.message.replace(`${RELEASE_PATH} `, ''));
  }
}

/** Differences between a valid pointer and a release's manifest. */
function comparePointer(
  id: string,
  named: readonly string[],
  release: string,
  files: readonly ManifestFile[],
): Fault[] {
  const listed = files.map(({ path }) => path).filter((path) => path === RELEASE_PATH || NAMED_BY_POINTER.test(path));
  const only = (paths: readonly string[], others: readonly string[], where: string) => {
    const known = new Set(others);
    return paths.filter((path) => !known.has(path)).map((path) => fault(path, 'changed', where));
  };
  const faults = [
    ...only([...named, RELEASE_PATH], listed, `is not in ${MANIFEST_PATH}`),
    ...only(listed, [...named, RELEASE_PATH], `is in ${MANIFEST_PATH}, but not in ${RELEASE_PATH}`),
  ];
  if (id === release) return faults;
  return [fault(RELEASE_PATH, 'changed', `belongs to release ${id}, but ${MANIFEST_PATH} to ${release}`), ...faults];
}

/** Matches the paths of packs and index files, but not of their compressed copies. */
const NAMED_BY_POINTER = new RegExp(`^(?:${packPath(PACK_NAME)}|${indexPath(PACK_NAME)})$`);

/** Matches the paths of files whose names contain a hash of their content. */
const HASHED = new RegExp(
  `^(?:(?:${PACK_FOLDER}|${INDEX_FOLDER})/${PACK_NAME}|${ASSET_FOLDER}/.+-[0-9A-Z]{8})[.][a-z]+$`,
);

/** Verifies the site in a folder. Rejects with ExpectedError if the folder has no site. */
export async function verifySite(root: string, onProgress: OnProgress = () => {}): Promise<Verification> {
  const hasManifest = existsSync(join(root, MANIFEST_PATH));
  const pointer = await readPointer(root);
  const hasPointer = 'named' in pointer || pointer.kind !== 'missing';
  if (!hasManifest && !hasPointer) {
    throw new ExpectedError(`${root} contains no site: it has neither ${MANIFEST_PATH} nor ${RELEASE_PATH}`);
  }
  const manifest = readManifest(root);
  if (manifest === null) {
    const message = `is ${hasManifest ? 'damaged' : 'missing'}, so no other file was checked`;
    const faults = [fault(MANIFEST_PATH, hasManifest ? 'changed' : 'missing', message)];
    return { release: null, files: 0, bytes: 0, faults, outdated: [], unmanaged: [] };
  }
  const { release } = manifest;
  const files = allFiles(manifest.groups);
  const faults = await findFaults(root, files, onProgress);
  // If the pointer or an index file is damaged, further comparisons add nothing.
  const isPointer = (path: string) => path === RELEASE_PATH || path.startsWith(`${INDEX_FOLDER}/`);
  if ('named' in pointer) faults.push(...comparePointer(pointer.id, pointer.named, release, files));
  else if (!faults.some(({ path }) => isPointer(path))) faults.push(pointer);
  const others = findUnmanaged(root, new Set([...files.map(({ path }) => path), MANIFEST_PATH]));
  const isHashed = (path: string) => HASHED.test(originalOf(path));
  const outdated = others.filter(isHashed);
  const unmanaged = others.filter((path) => !isHashed(path));
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  return { release, files: files.length + 1, bytes, faults, outdated, unmanaged };
}

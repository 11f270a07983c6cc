/**
 * Checks the files of a site: every file against manifest.json, every pack against the hash in its name, and release.json against
 * both. In: a folder. Out: faults, and files that do not belong to the site. Reads everything, writes nothing. Build time.
 */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import {
  hashMatchesName,
  MANIFEST_PATH,
  PACK_FOLDER,
  PART_FOLDER,
  packPath,
  partPath,
  RELEASE_PATH,
} from '../../core/contract/paths.ts';
import { type ReleaseData, SiteDamagedError } from '../../core/handler/release.ts';
import { sha256 } from '../../fs/hash.ts';
import { NoFileError, readRegularFile } from '../../fs/regular-file.ts';
import { countOf, showCount } from '../../report/count.ts';
import { formatManifest, type Manifest, type ManifestFile, parseManifest } from './manifest.ts';
import { lstatOrNull } from './move-files.ts';
import { readRelease } from './read-release.ts';
import { findUnmanaged } from './site-files.ts';

export type FaultKind = 'missing' | 'truncated' | 'changed' | 'unreadable';

export interface Fault {
  readonly path: string;
  readonly kind: FaultKind;
  readonly message: string;
}

export interface Verification {
  /** Id of the release in the manifest; null if the manifest is damaged. */
  readonly release: string | null;
  /** Number of files that were checked. */
  readonly files: number;
  /** Their total size. */
  readonly bytes: number;
  readonly faults: readonly Fault[];
  /** Files and folders that Stillwave did not create. */
  readonly unmanaged: readonly string[];
}

/** There is no site in the folder. */
export class NoSiteError extends Error {
  override readonly name = 'NoSiteError';
}

type OnProgress = (done: number, total: number) => void;

const fault = (path: string, kind: FaultKind, message: string): Fault => ({ path, kind, message });

/** Compares a file with its line in the manifest; null if there is no fault. */
function checkFile(root: string, { path, size, sha256: hash }: ManifestFile): Fault | null {
  let content: Buffer;
  try {
    content = readRegularFile(join(root, path));
  } catch (error) {
    if (error instanceof NoFileError) return fault(path, 'unreadable', 'is not a regular file and was not read');
    if (lstatOrNull(join(root, path)) === null) return fault(path, 'missing', 'is missing');
    return fault(path, 'unreadable', `cannot be read: ${(error as Error).message}`);
  }
  if (content.length < size)
    return fault(path, 'truncated', `has ${countOf(content.length, 'byte')} instead of ${showCount(size)}`);
  if (content.length > size || sha256(content) !== hash) return fault(path, 'changed', 'has different content');
  if (!nameMatchesContent(path, hash)) {
    return fault(path, 'changed', 'has a name that does not match its content');
  }
  return null;
}

/** False for a pack or an index part whose name has another hash than its content. */
function nameMatchesContent(path: string, hash: string): boolean {
  const isNamed = namesPack(path) || namesPart(path);
  const name = path.slice(path.indexOf('/') + 1, path.lastIndexOf('.'));
  return !isNamed || hashMatchesName(hash, name);
}

async function checkFiles(root: string, files: readonly ManifestFile[], onProgress: OnProgress): Promise<Fault[]> {
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

function readOrNull(root: string, path: string): Buffer | null {
  try {
    return readRegularFile(join(root, path));
  } catch {
    return null;
  }
}

/** Reads the manifest strictly: any byte that a build would not have written counts as damage. */
function readManifestStrictly(root: string): Manifest | null {
  const bytes = readOrNull(root, MANIFEST_PATH);
  if (bytes === null) return null;
  try {
    const manifest = parseManifest(bytes.toString('utf8'));
    const isExact = manifest && bytes.equals(Buffer.from(formatManifest(manifest)));
    return isExact ? manifest : null;
  } catch {
    return null;
  }
}

async function readPointer(root: string): Promise<ReleaseData | Fault> {
  try {
    return await readRelease(root);
  } catch (error) {
    if (!(error instanceof SiteDamagedError)) return fault(RELEASE_PATH, 'missing', 'is missing');
    return fault(RELEASE_PATH, 'changed', error.message.replace(`${RELEASE_PATH} `, ''));
  }
}

/** Differences between a valid pointer and the manifest. */
function comparePointer(pointer: ReleaseData, manifest: Manifest): Fault[] {
  const named = new Set(namedFiles(pointer).map(({ path }) => path));
  const listed = new Set(manifest.files.map(({ path }) => path));
  const faults: Fault[] = [];
  if (pointer.id !== manifest.release) {
    const message = `belongs to release ${pointer.id}, but ${MANIFEST_PATH} to ${manifest.release}`;
    faults.push(fault(RELEASE_PATH, 'changed', message));
  }
  for (const path of named) {
    if (!listed.has(path)) faults.push(fault(path, 'changed', `is in ${RELEASE_PATH}, but not in ${MANIFEST_PATH}`));
  }
  for (const path of listed) {
    if ((namesPack(path) || namesPart(path)) && !named.has(path)) {
      faults.push(fault(path, 'changed', `is in ${MANIFEST_PATH}, but not in ${RELEASE_PATH}`));
    }
  }
  return faults;
}

const namesPack = (path: string): boolean => path.startsWith(`${PACK_FOLDER}/`) && path.endsWith('.ndjson');
const namesPart = (path: string): boolean => path.startsWith(`${PART_FOLDER}/`) && path.endsWith('.json');

/** The packs and index parts in the pointer. */
export function namedFiles({ packs, index }: ReleaseData): { readonly path: string; readonly name: string }[] {
  const ofPacks = Object.values(packs).flatMap((names) => names.map((name) => ({ name, path: packPath(name) })));
  const ofParts = Object.values(index).flatMap((data) =>
    data.kind === 'part' ? [{ name: data.name, path: partPath(data.name) }] : [],
  );
  return [...ofPacks, ...ofParts];
}

/** Checks packs and index parts without a manifest, by the hashes in their names. */
function checkNamedFiles(root: string, pointer: ReleaseData): Fault[] {
  return namedFiles(pointer).flatMap(({ name, path }) => {
    const bytes = readOrNull(root, path);
    if (bytes === null) return [fault(path, 'missing', 'is missing or cannot be read')];
    return hashMatchesName(sha256(bytes), name) ? [] : [fault(path, 'changed', 'has different content')];
  });
}

/** Verifies the site in a folder. Rejects with NoSiteError if there is none. */
export async function verifySite(root: string, onProgress: OnProgress = () => {}): Promise<Verification> {
  const hasManifest = existsSync(join(root, MANIFEST_PATH));
  const pointer = await readPointer(root);
  const hasPointer = 'packs' in pointer || pointer.kind !== 'missing';
  if (!hasManifest && !hasPointer) {
    throw new NoSiteError(`${root} contains no site: it has neither ${MANIFEST_PATH} nor ${RELEASE_PATH}`);
  }
  const manifest = readManifestStrictly(root);
  if (manifest === null) {
    const kind = hasManifest ? 'changed' : 'missing';
    const message = `is ${hasManifest ? 'damaged' : 'missing'}, so only packs and index parts were checked`;
    const others = 'packs' in pointer ? checkNamedFiles(root, pointer) : [pointer];
    return {
      release: null,
      files: 0,
      bytes: 0,
      faults: [fault(MANIFEST_PATH, kind, message), ...others],
      unmanaged: [],
    };
  }
  const { files, release } = manifest;
  const faults = await checkFiles(root, files, onProgress);
  const isPointerListed = files.some(({ path }) => path === RELEASE_PATH);
  if ('packs' in pointer) faults.push(...comparePointer(pointer, manifest));
  else if (!faults.some(({ path }) => path === RELEASE_PATH)) faults.push(pointer);
  if (!isPointerListed) faults.push(fault(RELEASE_PATH, 'changed', `is not in ${MANIFEST_PATH}`));
  const unmanaged = findUnmanaged(root, new Set([...files.map(({ path }) => path), MANIFEST_PATH]));
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  return { release, files: files.length, bytes, faults, unmanaged };
}

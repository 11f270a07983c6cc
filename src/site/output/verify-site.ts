/**
 * Checks a site against its own papers: every file against manifest.json, every pack against the hash in its name, the
 * pointer against both. In: a folder. Out: faults, and what is in the folder but not the site's. Reads everything, writes
 * nothing. Build time.
 */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { countOf, showCount } from '../../catalogue/files/count.ts';
import { NoFileError, readRegularFile } from '../../catalogue/files/regular-file.ts';
import {
  hashMatchesName,
  MANIFEST_PATH,
  PACK_FOLDER,
  PART_FOLDER,
  packPath,
  partPath,
  RELEASE_PATH,
} from '../../contract/paths.ts';
import { type ReleaseData, SiteDamagedError } from '../../handler/release.ts';
import { sha256 } from './hash.ts';
import { formatManifest, type Manifest, type ManifestFile, parseManifest } from './manifest.ts';
import { lstatOrNull } from './moving.ts';
import { readRelease } from './read-release.ts';
import { findUnmanaged } from './site-files.ts';

export type FaultKind = 'missing' | 'cut' | 'changed' | 'unreadable';

export interface Fault {
  readonly path: string;
  readonly kind: FaultKind;
  readonly message: string;
}

export interface Verification {
  /** Id of the release by the manifest; null where that is damaged. */
  readonly release: string | null;
  /** Files that were checked, and their bytes. */
  readonly files: number;
  readonly bytes: number;
  readonly faults: readonly Fault[];
  /** Files and folders that no build of ours wrote. */
  readonly unmanaged: readonly string[];
}

/** There is no site in the folder. */
export class NoSiteError extends Error {
  override readonly name = 'NoSiteError';
}

type OnProgress = (done: number, total: number) => void;

const fault = (path: string, kind: FaultKind, message: string): Fault => ({ path, kind, message });

/** Compares one file with what the manifest says; null where it is as it should be. */
function checkFile(root: string, { path, size, sha256: hash }: ManifestFile): Fault | null {
  let content: Buffer;
  try {
    content = readRegularFile(join(root, path));
  } catch (error) {
    if (error instanceof NoFileError) return fault(path, 'unreadable', 'is no regular file, and was not read');
    if (lstatOrNull(join(root, path)) === null) return fault(path, 'missing', 'is missing');
    return fault(path, 'unreadable', `cannot be read: ${(error as Error).message}`);
  }
  if (content.length < size)
    return fault(path, 'cut', `has ${countOf(content.length, 'byte')} instead of ${showCount(size)}`);
  if (content.length > size || sha256(content) !== hash) return fault(path, 'changed', 'has other content');
  if (!namesItsContent(path, hash)) {
    return fault(path, 'changed', 'has a name that does not belong to its content');
  }
  return null;
}

/** True for a path that carries the hash of its bytes, as packs and parts do, or says nothing of them. */
function namesItsContent(path: string, hash: string): boolean {
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
    // Lets timers and signals have their turn.
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

/** The manifest, read strictly: a single byte that a build of ours would not have written counts as damage. */
function readManifestStrictly(root: string): Manifest | null {
  const bytes = readOrNull(root, MANIFEST_PATH);
  if (bytes === null) return null;
  try {
    const manifest = parseManifest(bytes.toString('utf8'));
    const isOurs = manifest && bytes.equals(Buffer.from(formatManifest(manifest)));
    return isOurs ? manifest : null;
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

/** What is wrong between a pointer that is sound in itself and the manifest. */
function comparePointer(pointer: ReleaseData, manifest: Manifest): Fault[] {
  const named = new Set(namedFiles(pointer).map(({ path }) => path));
  const listed = new Set(manifest.files.map(({ path }) => path));
  const faults: Fault[] = [];
  if (pointer.id !== manifest.release) {
    const message = `is of release ${pointer.id}, ${MANIFEST_PATH} of ${manifest.release}`;
    faults.push(fault(RELEASE_PATH, 'changed', message));
  }
  for (const path of named) {
    if (!listed.has(path))
      faults.push(fault(path, 'changed', `is named by ${RELEASE_PATH}, but not by ${MANIFEST_PATH}`));
  }
  for (const path of listed) {
    if ((namesPack(path) || namesPart(path)) && !named.has(path)) {
      faults.push(fault(path, 'changed', `is named by ${MANIFEST_PATH}, but not by ${RELEASE_PATH}`));
    }
  }
  return faults;
}

const namesPack = (path: string): boolean => path.startsWith(`${PACK_FOLDER}/`) && path.endsWith('.ndjson');
const namesPart = (path: string): boolean => path.startsWith(`${PART_FOLDER}/`) && path.endsWith('.json');

/** The packs and the parts of the index that the pointer names. */
export function namedFiles({ packs, index }: ReleaseData): { readonly path: string; readonly name: string }[] {
  const ofPacks = Object.values(packs).flatMap((names) => names.map((name) => ({ name, path: packPath(name) })));
  const ofParts = Object.values(index).flatMap((data) =>
    data.kind === 'part' ? [{ name: data.name, path: partPath(data.name) }] : [],
  );
  return [...ofPacks, ...ofParts];
}

/** Where the manifest is lost, what the pointer names can still be checked. */
function checkNamedFiles(root: string, pointer: ReleaseData): Fault[] {
  return namedFiles(pointer).flatMap(({ name, path }) => {
    const bytes = readOrNull(root, path);
    if (bytes === null) return [fault(path, 'missing', 'is missing or cannot be read')];
    return hashMatchesName(sha256(bytes), name) ? [] : [fault(path, 'changed', 'has other content')];
  });
}

/** Verifies the site in a folder. Rejects with NoSiteError where there is none. */
export async function verifySite(root: string, onProgress: OnProgress = () => {}): Promise<Verification> {
  const hasManifest = existsSync(join(root, MANIFEST_PATH));
  const pointer = await readPointer(root);
  const hasPointer = 'packs' in pointer || pointer.kind !== 'missing';
  if (!hasManifest && !hasPointer) {
    throw new NoSiteError(`${root} holds no site: it has neither ${MANIFEST_PATH} nor ${RELEASE_PATH}`);
  }
  const manifest = readManifestStrictly(root);
  if (manifest === null) {
    const kind = hasManifest ? 'changed' : 'missing';
    const message = `is ${hasManifest ? 'damaged' : 'missing'}, so that only packs can be checked`;
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

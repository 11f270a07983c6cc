/**
 * The pointer of the previous build: names of packs and the index, written by tasks that can be skipped now. Everything is checked
 * against its hash. Build time.
 */

import { join } from 'node:path';
import { hashMatchesName, packPath, partPath, RELEASE_PATH } from '../../core/contract/paths.ts';
import { type ReleaseData, SiteDamagedError } from '../../core/handler/release.ts';
import type { IndexData } from '../../core/listing/select.ts';
import { sha256 } from '../../fs/hash.ts';
import { readRegularFile } from '../../fs/regular-file.ts';
import type { PreviousSite } from '../install/previous-site.ts';
import { readRelease } from '../install/read-release.ts';

/** The pointer; null if there is no usable one, or if it belongs to another release than the manifest. */
export async function readPrevious({ root, manifest }: PreviousSite): Promise<ReleaseData | null> {
  try {
    const release = await readRelease(root);
    return release.id === manifest.release ? release : null;
  } catch {
    return null;
  }
}

function readNamed(root: string, path: string, name: string): Uint8Array {
  let bytes: Uint8Array;
  try {
    bytes = readRegularFile(join(root, path));
  } catch (cause) {
    throw new SiteDamagedError(`${path} cannot be read`, { cause });
  }
  if (!hashMatchesName(sha256(bytes), name)) throw new SiteDamagedError(`${path} has different content`);
  return bytes;
}

/** The bytes of an existing pack. Throws SiteDamagedError if they do not match its name. */
export const readPackBytes = (root: string, name: string): Uint8Array => readNamed(root, packPath(name), name);

/** The complete index of a collection. Throws SiteDamagedError if it is missing or damaged. */
export function readIndex(root: string, { index }: ReleaseData, name: string): IndexData {
  const data = index[name];
  if (!data) throw new SiteDamagedError(`${RELEASE_PATH} has no index of ${name}`);
  if (data.kind !== 'part') return data;
  return JSON.parse(Buffer.from(readNamed(root, partPath(data.name), data.name)).toString('utf8')) as IndexData;
}

/**
 * The pointer of the build before: names of packs and the index, which tasks that need not run again have made. Each is checked
 * against its hash before it is believed. Build time.
 */

import { join } from 'node:path';
import { readRegularFile } from '../../catalogue/files/regular-file.ts';
import { hashMatchesName, packPath, partPath, RELEASE_PATH } from '../../contract/paths.ts';
import { type ReleaseData, SiteDamagedError } from '../../handler/release.ts';
import type { IndexData } from '../../listing/select.ts';
import { sha256 } from '../output/hash.ts';
import type { PreviousSite } from '../output/previous-site.ts';
import { readRelease } from '../output/read-release.ts';

/** The pointer; null where there is none that can be used, or none of the same release as the manifest. */
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
  if (!hashMatchesName(sha256(bytes), name)) throw new SiteDamagedError(`${path} has other content`);
  return bytes;
}

/** The bytes of a pack that is in place. Throws SiteDamagedError where its name promises others. */
export const readPackBytes = (root: string, name: string): Uint8Array => readNamed(root, packPath(name), name);

/** The whole index of a collection. Throws SiteDamagedError as well. */
export function readIndex(root: string, { index }: ReleaseData, name: string): IndexData {
  const data = index[name];
  if (!data) throw new SiteDamagedError(`${RELEASE_PATH} has no index of ${name}`);
  if (data.kind !== 'part') return data;
  return JSON.parse(Buffer.from(readNamed(root, partPath(data.name), data.name)).toString('utf8')) as IndexData;
}

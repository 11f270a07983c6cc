/** Reads the pointer of a site on disk. Build time. */

import { join } from 'node:path';
import { RELEASE_PATH } from '../../core/contract/paths.ts';
import { parseRelease, type ReleaseData } from '../../core/handler/release.ts';
import { sha256 } from '../../fs/hash.ts';
import { readRegularFile } from '../../fs/regular-file.ts';

/**
 * Reads release.json of the site in a folder. Rejects with the error of the file system if it cannot be read, and with
 * SiteDamagedError if it is truncated, modified or of another format.
 */
export async function readRelease(root: string): Promise<ReleaseData> {
  return parseRelease(readRegularFile(join(root, RELEASE_PATH)), sha256);
}

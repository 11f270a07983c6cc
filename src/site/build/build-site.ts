/**
 * Builds a site. In: catalogue and configuration. Out: `dist/`. Checks first whether there is anything to do.
 *
 * A failure leaves the output folder unchanged.
 */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ASSET_FOLDER } from '../../core/contract/assets.ts';
import { wholeListings } from '../../core/contract/collection.ts';
import { API_ROOT, HOME_PATH } from '../../core/contract/paths.ts';
import { openRelease, type ReleaseData } from '../../core/handler/release.ts';
import { readInputs } from '../inputs/inputs.ts';
import { releaseId } from '../inputs/release-id.ts';
import { filesOf, type GroupedManifest, readGroups } from '../install/manifest.ts';
import { recoverInterruptedBuild } from '../install/output.ts';
import { readRelease } from '../install/read-release.ts';
import { isFileOfSize } from '../install/site-files.ts';
import { namedFiles } from '../install/verify-site.ts';
import type { BuildOptions, BuildResult } from './build-options.ts';
import { PACK_GROUPS } from './steps.ts';

/** True if everything in the pointer exists, and a folder of page files for each collection. */
function isWhole(out: string, release: ReleaseData, { groups }: GroupedManifest): boolean {
  const packFiles = groups.filter(({ name }) => name.startsWith(PACK_GROUPS)).flatMap((group) => [...filesOf(group)]);
  const sizes = new Map(packFiles.map(({ path, size }) => [path, size]));
  const isThere = (path: string) => isFileOfSize(join(out, path), sizes.get(path) ?? -1);
  const { collections } = openRelease(release);
  const folders = release.layout === 'packs' ? [] : wholeListings(collections).map(({ path }) => `${API_ROOT}/${path}`);
  return (
    namedFiles(release).every(({ path }) => sizes.has(path)) &&
    [...sizes.keys()].every(isThere) &&
    Object.entries(release.downloads).every(([path, { size }]) => isFileOfSize(join(out, path), size)) &&
    [HOME_PATH, ASSET_FOLDER, ...folders].every((path) => existsSync(join(out, path)))
  );
}

/**
 * Id of the release in a folder, on which pointer and manifest must agree. Null if there is no usable release, or if packs, index parts,
 * downloads or folders are missing or have another size. Page files are not checked one by one.
 */
export async function currentRelease(out: string): Promise<string | null> {
  try {
    const release = await readRelease(out);
    const manifest = readGroups(out);
    const isSame = manifest?.isSound && manifest.release === release.id;
    return isSame && isWhole(out, release, manifest) ? release.id : null;
  } catch {
    return null;
  }
}

/** Builds the site. Rejects with OutputError, and leaves the output folder unchanged, if it cannot be used or written. */
export async function buildSite(options: BuildOptions): Promise<BuildResult> {
  const { dataDir, out, config, force, takeLock } = options;
  const inputs = readInputs(dataDir);
  const { files, hashes, unread } = inputs;
  // Without files that cannot be listed or read, there is no release, only problems.
  const id = files.problems.length + unread.length > 0 ? null : releaseId(dataDir, hashes, config);
  let current: string | null = null;
  if (id !== null && !force) {
    recoverInterruptedBuild(out, takeLock);
    current = await currentRelease(out);
    if (current === id) return { kind: 'unchanged', release: id };
  }
  // The rest is loaded only now, because most builds of an existing site end here.
  const { buildRelease } = await import('./build-release.ts');
  return buildRelease(id, inputs, current, options);
}

/**
 * Builds a site. In: catalogue and configuration. Out: `dist/`. Checks first whether there is anything to do.
 *
 * A failure leaves the output folder unchanged.
 */

import { existsSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { ASSET_FOLDER } from '../../core/contract/assets.ts';
import { wholeListings } from '../../core/contract/collection.ts';
import { API_ROOT, HOME_PATH, MANIFEST_PATH, PACK_FOLDER, PART_FOLDER } from '../../core/contract/paths.ts';
import { openRelease, type ReleaseData } from '../../core/handler/release.ts';
import { type ManifestFile, readFirstFiles } from '../install/manifest.ts';
import { recoverInterruptedBuild } from '../install/output.ts';
import { openPrevious, type PreviousSite } from '../install/previous-site.ts';
import { readRelease } from '../install/read-release.ts';
import { isFileOfSize } from '../install/site-files.ts';
import { readStoredManifest } from '../install/stored-manifest.ts';
import { namedFiles } from '../install/verify-site.ts';
import type { BuildOptions, BuildResult } from './build-options.ts';
import type { Threads } from './build-release.ts';
import type { Inputs } from './inputs.ts';
import type { PageWriters } from './page-writer.ts';
import { releaseId, releaseIdOfFolder } from './release-id.ts';

const isPackOrPart = (path: string): boolean =>
  path.startsWith(`${PACK_FOLDER}/`) || path.startsWith(`${PART_FOLDER}/`);

/** True if everything in the pointer exists, and a folder of page files for each collection. */
function isWhole(out: string, release: ReleaseData, packFiles: readonly ManifestFile[]): boolean {
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
    const packFiles = readFirstFiles(release.id, join(out, MANIFEST_PATH), isPackOrPart);
    return packFiles && isWhole(out, release, packFiles) ? release.id : null;
  } catch {
    return null;
  }
}

/** The id of the release that a build would create; null if the input files cannot be listed or read. */
function plannedRelease({ files, hashes, unread }: Inputs, { dataDir, config }: BuildOptions): string | null {
  return files.problems.length + unread.length > 0 ? null : releaseId(dataDir, hashes, config);
}

function createThreads({ config }: BuildOptions, start: () => PageWriters): Threads {
  let writers: PageWriters | null = null;
  let stopping: Promise<unknown> = Promise.resolve();
  return {
    writers() {
      if (config.layout !== 'packs' || config.downloads.length > 0) writers ??= start();
      return writers;
    },
    async stop() {
      const last = writers;
      writers = null;
      // Repeated calls wait too, because a thread that is ending may still write.
      stopping = Promise.all([stopping, last?.stop()]);
      await stopping;
    },
  };
}

/** The files of the release in a folder that is not locked yet; null if its manifest cannot be read. */
function look(out: string): PreviousSite | null {
  try {
    const root = realpathSync(out);
    const manifest = readStoredManifest(root);
    return manifest && openPrevious(root, manifest);
  } catch {
    return null;
  }
}

/** Builds the site. Rejects with OutputError, and leaves the output folder unchanged, if it cannot be used or written. */
export async function buildSite(options: BuildOptions): Promise<BuildResult> {
  const { out, force, takeLock, signal } = options;
  const expected = releaseIdOfFolder(options.dataDir, options.config);
  let current: string | null = null;
  if (expected !== null && !force) {
    recoverInterruptedBuild(out, takeLock);
    current = await currentRelease(out);
    if (current === expected) return { kind: 'unchanged', release: expected };
  }
  // The rest is loaded only now, because most builds of an existing site end here.
  const { readInputs } = await import('./inputs.ts');
  const inputs = readInputs(options.dataDir);
  const id = plannedRelease(inputs, options);
  const { startPageWriters } = await import('./page-writer.ts');
  const threads = createThreads(options, startPageWriters);
  signal?.addEventListener('abort', threads.stop);
  try {
    // Starting threads takes as long as reading the data.
    threads.writers();
    const seen = current === null ? null : look(out);
    const { buildRelease } = await import('./build-release.ts');
    return await buildRelease(id, inputs, seen, options, threads);
  } finally {
    signal?.removeEventListener('abort', threads.stop);
    await threads.stop();
  }
}

/**
 * Builds a site of the catalogue that comes with this program, in the user's cache folder (`XDG_CACHE_HOME`, or the platform's),
 * when it is first needed; reuses it from then on. Its folder is named after the release, which depends on code and data, so each
 * version of the program builds its own.
 *
 * It is built in another folder and then renamed, so other processes see a complete site or none, however many start at once.
 */

import { mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import envPaths from 'env-paths';
import { buildSite, currentRelease } from '../../site/build.ts';
import type { Config } from '../../site/config/config.ts';
import { loadConfig } from '../../site/config/load-config.ts';
import { releaseIdOfFolder } from '../../site/inputs/release-id.ts';
import { outputError } from '../../site/install/output-error.ts';
import { untilInterrupted } from './interrupt.ts';
import { SHIPPED_CONFIG, SHIPPED_DATA } from './package-files.ts';
import { createProgress } from './progress.ts';

/** The shipped configuration, without the files that only hosts without a handler need. */
function shippedConfig(fileLinks: Config['fileLinks'] | undefined): Config {
  const { config } = loadConfig(SHIPPED_CONFIG);
  if (config === null) throw new Error(`${SHIPPED_CONFIG} has problems`);
  return { ...config, layout: 'packs', compress: false, ...(fileLinks && { fileLinks }) };
}

/** Moves a built site into place, unless another process was faster. */
async function putInPlace(site: string, target: string, id: string, aside: string): Promise<void> {
  while ((await currentRelease(target))?.id !== id) {
    try {
      renameSync(site, target);
      return;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code !== 'ENOTEMPTY' && code !== 'EEXIST' && code !== 'EPERM') throw error;
    }
    // The existing folder is damaged, for example by a program that clears caches.
    renameSync(target, aside);
  }
}

/**
 * The folder of the site, built first if it does not exist; `onBuild` is called before that. Rejects with OutputError or
 * InterruptedError.
 */
export async function shippedSite(
  onBuild: () => void,
  quiet: boolean | undefined,
  fileLinks?: Config['fileLinks'],
): Promise<string> {
  const config = shippedConfig(fileLinks);
  const id = releaseIdOfFolder(SHIPPED_DATA, config);
  if (id === null) throw new Error(`${SHIPPED_DATA} cannot be read: reinstall Stillwave`);
  const { cache } = envPaths('stillwave', { suffix: '' });
  const target = join(cache, id);
  if ((await currentRelease(target))?.id === id) return target;
  onBuild();
  const progress = createProgress(quiet);
  // Signals are handled from before the folder exists until it is removed.
  return untilInterrupted(async (signal) => {
    let folder: string | null = null;
    try {
      mkdirSync(cache, { recursive: true });
      folder = mkdtempSync(join(cache, 'building-'));
      const site = join(folder, 'site');
      const result = await buildSite({ dataDir: SHIPPED_DATA, out: site, config, signal, onProgress: progress.update });
      if (result.kind === 'problems') throw new Error(`${SHIPPED_DATA} has problems: reinstall Stillwave`);
      await putInPlace(site, target, id, join(folder, 'damaged'));
      signal.throwIfAborted();
      return target;
    } catch (error) {
      const ways =
        'On Linux, XDG_CACHE_HOME sets another folder for caches. Or build a site and choose it with --site.';
      throw outputError(error, cache, ways);
    } finally {
      progress.end();
      if (folder !== null) rmSync(folder, { recursive: true, force: true });
    }
  });
}

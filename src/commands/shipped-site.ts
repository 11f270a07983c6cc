/**
 * A site of the catalogue that comes with this program, in the user's folder for caches (`XDG_CACHE_HOME`, or the platform's): built when it
 * is first asked for, and taken as it is from then on. Its folder is named by the release, which depends on code and data, so that another
 * version of the program builds its own.
 *
 * It is built beside its place and renamed, so that whoever looks finds all of it or nothing, however many start at once.
 */

import { mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import envPaths from 'env-paths';
import { buildSite, currentRelease } from '../site/build/build-site.ts';
import { readInputs } from '../site/build/inputs.ts';
import { releaseId } from '../site/build/release-id.ts';
import type { Config } from '../site/config/config.ts';
import { loadConfig } from '../site/config/load-config.ts';
import { outputError } from '../site/output/output-error.ts';
import { untilInterrupted } from './interrupt.ts';
import { SHIPPED_CONFIG, SHIPPED_DATA } from './package-files.ts';
import { createProgress } from './progress.ts';

/** As it is configured for everybody, but for what only hosts without a handler need. */
function shippedConfig(): Config {
  const { config } = loadConfig(SHIPPED_CONFIG);
  if (config === null) throw new Error(`${SHIPPED_CONFIG} has problems`);
  return { ...config, layout: 'packs', compress: false };
}

/** Puts a built site in its place, unless another process was faster. */
async function putInPlace(site: string, target: string, id: string, aside: string): Promise<void> {
  while ((await currentRelease(target)) !== id) {
    try {
      renameSync(site, target);
      return;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code !== 'ENOTEMPTY' && code !== 'EEXIST' && code !== 'EPERM') throw error;
    }
    // What is there is damaged, as by a program that clears caches.
    renameSync(target, aside);
  }
}

/** The folder of the site, which is built where it is not there yet; `onBuild` is told so before. Rejects with OutputError, or InterruptedError. */
export async function shippedSite(onBuild: () => void, quiet: boolean | undefined): Promise<string> {
  const config = shippedConfig();
  const id = releaseId(SHIPPED_DATA, readInputs(SHIPPED_DATA).hashes, config);
  const { cache } = envPaths('stillwave', { suffix: '' });
  const target = join(cache, id);
  if ((await currentRelease(target)) === id) return target;
  onBuild();
  let folder: string | null = null;
  const progress = createProgress(quiet);
  try {
    mkdirSync(cache, { recursive: true });
    const work = mkdtempSync(join(cache, 'building-'));
    folder = work;
    const site = join(work, 'site');
    const result = await untilInterrupted((signal) =>
      buildSite({ dataDir: SHIPPED_DATA, out: site, config, signal, onProgress: progress.update }),
    );
    if (result.kind === 'problems') throw new Error(`${SHIPPED_DATA} has problems: install Stillwave again`);
    await putInPlace(site, target, id, join(work, 'damaged'));
    return target;
  } catch (error) {
    const ways = 'On Linux, XDG_CACHE_HOME names another folder for caches. Or build a site, and name it with --site.';
    throw outputError(error, cache, ways);
  } finally {
    progress.end();
    if (folder !== null) rmSync(folder, { recursive: true, force: true });
  }
}

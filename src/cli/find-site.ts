/**
 * Finds the site for `serve`: the given site, the project's site, or a site for the catalogue that comes with this program.
 *
 * A site for the shipped catalogue is built in the user's cache folder when it is first needed. Its folder is named after the release,
 * which depends on code and data, so each version of the program builds its own site. The site is built in another folder, which is then
 * renamed, so other processes see either a complete site or none, even if many start at the same time.
 */

import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { RELEASE_PATH } from '../core/contract/site-paths.ts';
import { OutputError, outputError } from '../fs/output-error.ts';
import { userFolder } from '../fs/user-folder.ts';
import { buildSite } from '../site/build.ts';
import type { Config } from '../site/config/config.ts';
import { loadConfig } from '../site/config/load-config.ts';
import { releaseIdOfFolder } from '../site/inputs/digests.ts';
import { hasUnfinishedBuild } from '../site/install/output.ts';
import { currentRelease } from '../site/install/site-files.ts';
import { untilInterrupted } from './interrupt.ts';
import { SHIPPED_CONFIG, SHIPPED_DATA } from './package-files.ts';
import { withProgress } from './progress.ts';
import type { Project } from './project.ts';
import { note } from './report.ts';

export interface FindSiteOptions extends Project {
  /** True if a flag names the site. If so, no other site is served. */
  readonly isNamed: boolean;
  /** Serves the catalogue that comes with this program, from any folder. */
  readonly shipped?: boolean;
  /** Applies to the shipped catalogue; other sites were built with their own setting. */
  readonly compatibility?: Config['compatibility'];
  readonly quiet?: boolean;
}

/**
 * Returns the path of the site's folder. Builds a site for the shipped catalogue if one is needed and does not exist yet. Rejects with
 * OutputError or InterruptedError.
 */
export async function findSite(options: FindSiteOptions): Promise<string> {
  const { site, data, config, isNamed, shipped, compatibility, quiet } = options;
  if (!shipped) {
    if (isNamed || existsSync(join(site, RELEASE_PATH)) || hasUnfinishedBuild(site)) {
      if (compatibility === undefined) return site;
      throw new OutputError(
        `--compatibility is for --shipped; run "stillwave build --compatibility ${compatibility}" for ${site}`,
      );
    }
    if (config !== null || existsSync(data)) {
      const others = 'or "stillwave serve --shipped" for the catalogue that comes with Stillwave';
      throw new OutputError(
        `there is no site in ${site}. Run "stillwave build" first, or "stillwave dev" to see the data while you edit them, ${others}`,
      );
    }
  }
  const reason = shipped ? '' : 'there is no site here, and no data to build one from; ';
  if (!quiet) note(`${reason}serving the catalogue that comes with Stillwave`);
  return shippedSite(quiet, compatibility);
}

/** The shipped configuration, without the files needed only by hosts that have no request handler. */
function shippedConfig(compatibility: Config['compatibility']): Config {
  const { config } = loadConfig(SHIPPED_CONFIG);
  if (config === null) throw new Error(`${SHIPPED_CONFIG} has problems`);
  return { ...config, layout: 'packs', compress: false, compatibility };
}

/** Moves a built site into place, unless another process has done so first. */
async function putInPlace(site: string, target: string, id: string, aside: string): Promise<void> {
  while ((await currentRelease(target))?.data.id !== id) {
    try {
      renameSync(site, target);
      return;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code !== 'ENOTEMPTY' && code !== 'EEXIST' && code !== 'EPERM') throw error;
    }
    // The existing folder is damaged, perhaps by a program that clears caches.
    renameSync(target, aside);
  }
}

function cacheFolder(): string {
  try {
    return userFolder();
  } catch (error) {
    throw cacheError(error, 'the cache folder');
  }
}

const cacheError = (error: unknown, cache: string): unknown =>
  outputError(
    error,
    cache,
    'On Linux, XDG_CACHE_HOME sets another folder for caches. Or build a site and choose it with --site.',
  );

/**
 * Returns the folder of the shipped catalogue's site, and builds the site if it does not exist yet. This site stands in for the service in
 * tests, so by default it follows the service where the service and the specification differ.
 */
async function shippedSite(
  quiet: boolean | undefined,
  compatibility: Config['compatibility'] = 'service',
): Promise<string> {
  const config = shippedConfig(compatibility);
  const id = releaseIdOfFolder(SHIPPED_DATA, config);
  if (id === null) throw new Error(`${SHIPPED_DATA} cannot be read: reinstall Stillwave`);
  const cache = cacheFolder();
  const target = join(cache, id);
  if ((await currentRelease(target))?.data.id === id) return target;
  if (!quiet) note('its site is built once, which takes a few seconds');
  // Signals are handled from before the folder is created until after it is removed.
  const build = (signal: AbortSignal) =>
    withProgress(quiet, async ({ update: onProgress }) => {
      let folder: string | null = null;
      try {
        folder = mkdtempSync(join(cache, 'building-'));
        const site = join(folder, 'site');
        const result = await buildSite({ dataDir: SHIPPED_DATA, out: site, config, signal, onProgress });
        if (result.kind === 'problems') throw new Error(`${SHIPPED_DATA} has problems: reinstall Stillwave`);
        await putInPlace(site, target, id, join(folder, 'damaged'));
        signal.throwIfAborted();
        return target;
      } catch (error) {
        throw cacheError(error, cache);
      } finally {
        if (folder !== null) rmSync(folder, { recursive: true, force: true });
      }
    });
  return untilInterrupted(build);
}

/** Finds the site for `serve`: the given one, the project's, or one of the catalogue that comes with this program. */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { RELEASE_PATH } from '../../core/contract/paths.ts';
import type { Config } from '../../site/config/config.ts';
import { hasUnfinishedBuild } from '../../site/install/output.ts';
import { OutputError } from '../../site/install/output-error.ts';
import { note } from './report.ts';
import { shippedSite } from './shipped-site.ts';

export interface FindSiteOptions {
  readonly site: string;
  readonly data: string;
  /** Path of the configuration; null if there is none. */
  readonly config: string | null;
  /** The site was given, so no other one is served. */
  readonly isNamed: boolean;
  /** Serves the catalogue that comes with this program, whatever the folder contains. */
  readonly shipped?: boolean;
  /** For the shipped catalogue; other sites were built with theirs. */
  readonly fileLinks?: Config['fileLinks'];
  readonly quiet?: boolean;
}

/**
 * Path of its folder. Builds a site of the shipped catalogue if it is needed and does not exist yet. Rejects with OutputError or
 * InterruptedError.
 */
export async function findSite(options: FindSiteOptions): Promise<string> {
  const { site, data, config, isNamed, shipped, fileLinks, quiet } = options;
  if (!shipped) {
    if (isNamed || existsSync(join(site, RELEASE_PATH)) || hasUnfinishedBuild(site)) {
      if (fileLinks === undefined) return site;
      throw new OutputError(
        `--file-links is for --shipped; run "stillwave build --file-links ${fileLinks}" for ${site}`,
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
  return shippedSite(() => quiet || note('its site is built once, which takes a few seconds'), quiet, fileLinks);
}

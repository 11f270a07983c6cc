/** The paths of a site's files, as patterns. */

import { ASSET_FOLDER } from '../../core/contract/assets.ts';
import { DOWNLOAD_FOLDER } from '../../core/contract/downloads.ts';
import { LEGACY_ROOTS } from '../../core/contract/legacy-paths.ts';
import { API_ROOT, PACK_FOLDER, PART_FOLDER } from '../../core/contract/paths.ts';
import { pathOfUrl } from '../../core/handler/release.ts';
import { escapePattern } from './patterns.ts';

/** Folders with files whose names contain a hash of their content. */
export const HASHED_FOLDERS = [ASSET_FOLDER, PACK_FOLDER, PART_FOLDER];

/** Matches the first segment of paths that rules use internally, such as `~errors`. */
export const INTERNAL_SEGMENT = '~\\w+';

/**
 * Matches paths that belong to the site, for a server that also has other paths. If the base URL has a path, these are all paths below it;
 * otherwise, `internal` adds paths to those of the site's files.
 */
export function ownPaths(baseUrl: string, internal: readonly string[] = []): string {
  const base = pathOfUrl(baseUrl);
  if (base !== '') return `^${escapePattern(base)}(?:/|$)`;
  const segments = [API_ROOT, ...LEGACY_ROOTS, ...HASHED_FOLDERS, DOWNLOAD_FOLDER, ...internal];
  return `^/(?:(?:${segments.join('|')})(?:/|$)|release[.]|$)`;
}

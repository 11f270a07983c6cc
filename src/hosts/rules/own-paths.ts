/** The paths of a site's files, as patterns. */

import { FILES, isFolder } from '../../core/contract/files.ts';
import { API_ROOTS } from '../../core/contract/paths.ts';
import { pathOfUrl } from '../../core/handler/release.ts';
import { escapePattern } from './patterns.ts';

/** Folders with files whose names contain a hash of their content. */
export const HASHED_FOLDERS = FILES.filter(({ lifetime }) => lifetime === 'forever').map(({ path }) =>
  path.slice(0, -1),
);

/** Matches the first segment of paths that rules use internally, such as `~errors`. */
export const INTERNAL_SEGMENT = '~\\w+';

/**
 * Matches paths that belong to the site, for a server that also has other paths. If the base URL has a path, these are all paths below it;
 * otherwise, `internal` adds paths to those of the site's files.
 */
export function ownPaths(baseUrl: string, internal: readonly string[] = []): string {
  const base = pathOfUrl(baseUrl);
  if (base !== '') return `^${escapePattern(base)}(?:/|$)`;
  const folders = FILES.filter(isFolder).map(({ path }) => path.slice(0, -1));
  const segments = [...API_ROOTS, ...folders, ...internal];
  return `^/(?:(?:${segments.join('|')})(?:/|$)|release[.]|$)`;
}

/** The paths of a site's files, as patterns. */

import { pathOfUrl } from '../../core/contract/base-url.ts';
import { FILES } from '../../core/contract/files.ts';
import { API_ROOTS } from '../../core/contract/paths.ts';
import { ROBOTS_PATH } from '../../core/contract/site-paths.ts';
import { escapePattern } from './patterns.ts';

/** Folders with files whose names contain a hash of their content. */
export const HASHED_FOLDERS = FILES.filter(({ lifetime }) => lifetime === 'forever').map(({ path }) =>
  path.slice(0, -1),
);

/** Matches paths that rules use internally, such as `~errors/404.json`. */
export const INTERNAL_PATH = '~.+';

/**
 * Matches paths that belong to the site, for a server that also has other paths. If the base URL has a path, these are all paths below it;
 * otherwise, they are the paths that request handlers answer, and `internal`. robots.txt and the health check are left to the server, because
 * they describe all of it.
 */
export function ownPaths(baseUrl: string, internal: readonly string[] = []): string {
  const base = pathOfUrl(baseUrl);
  if (base !== '') return `^${escapePattern(base)}(?:/|$)`;
  const files = FILES.filter(({ path, isServed }) => isServed !== false && path !== ROBOTS_PATH);
  const paths = files.map(({ path }) => path.replace(/\/$/, '').replace(/\.\w+$/, '[.]\\w+'));
  return `^/(?:(?:${[...new Set([...API_ROOTS, ...paths, ...internal])].join('|')})(?:/|$)|$)`;
}

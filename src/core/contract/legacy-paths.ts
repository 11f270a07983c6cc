/**
 * The paths of the interfaces that are older than API v2. Each path presents an API v2 listing or record in another form. The paths are
 * below the base URL, and may end with a slash. Sources: the programs that request these paths, and stored responses (docs/clients.md).
 */

import type { EventVersionEntry } from './wire.ts';

/** The first segment of paths to events and catalogs. */
export const EVENT_ROOT = 'eventapi';
/** The first segments of these paths. */
export const LEGACY_ROOTS = [EVENT_ROOT, 'archive', 'timeline'] as const;

/** The path to the list of catalogs. */
const LEGACY_CATALOGS = 'eventapi/json';

/** The path to a catalog's events. */
export const legacyCatalogPath = (catalog: string): string => `${LEGACY_CATALOGS}/${catalog}/`;

/** The path to an event version's record, as in `jsonurl`: `eventapi/json/GWTC-1-confident/GW150914/v3`. */
export function legacyEventPath({
  name,
  version,
  catalog,
}: Pick<EventVersionEntry, 'name' | 'version' | 'catalog'>): string {
  return `${legacyCatalogPath(catalog)}${name}/v${version}`;
}

/**
 * Converts the path of an old portal page to the path of its JSON version: `eventapi/html/GWTC` -> `eventapi/json/GWTC`. Null for other
 * paths.
 */
export function jsonOfPortalPage(path: readonly string[]): string | null {
  const [root, form] = path;
  if (root === 'eventapi' && form === 'html') return ['eventapi/json', ...path.slice(2)].join('/');
  if (root === 'archive' && path.at(-1) === 'simple') return [...path.slice(0, -1), 'json'].join('/');
  return null;
}

/** The dataset name for all runs together. */
export const ALL_RUNS = 'history';

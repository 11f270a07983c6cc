/**
 * Adds facts that the API offers only as filters to tables of event versions: whether a version is its event's last version, and which
 * cumulative catalogs contain it.
 */

import { EVENT_VERSION } from '../../core/collections/event-versions.ts';
import type { Row } from '../../core/contract/collection.ts';
import { isHighest } from '../../core/contract/conditions.ts';
import { type OpenBuiltRelease, recordsOf } from '../built-release.ts';
import type { DownloadColumns } from './columns.ts';
import { parseEntries } from './formats.ts';
import type { Lines } from './lines.ts';

const encoder = new TextEncoder();

/** Names of the cumulative catalogs that contain an event version: all its catalogs except its own, which comes first in the list. */
const cumulativeOf = (version: Row): readonly string[] => version.names(EVENT_VERSION.catalogs).slice(1);

const columnOf = (catalog: string): string => `in_${catalog}`;

/** One column for each cumulative catalog, such as `in_GWTC`. */
function catalogColumns(release: OpenBuiltRelease): string[] {
  const containing = new Set(recordsOf(release.loaded('event-versions')).flatMap(cumulativeOf));
  return release.data.vocabulary.catalogs.filter((name) => containing.has(name)).map(columnOf);
}

/** The columns that `withMembership` fills. */
export function membershipColumns(release: OpenBuiltRelease): DownloadColumns {
  return Object.fromEntries(['is_last_version', ...catalogColumns(release)].map((name) => [name, 'flag']));
}

/** Adds the members of `membershipColumns` to event versions, which must be in the collection's order. */
export async function* withMembership(lines: Lines, release: OpenBuiltRelease): Lines {
  const versions = release.loaded('event-versions');
  const last = new Set(versions.select([isHighest(EVENT_VERSION.version, EVENT_VERSION.name)]));
  const columns = catalogColumns(release);
  let position = 0;
  for await (const part of lines) {
    const entries = parseEntries(part).map((entry) => {
      const containing = cumulativeOf(versions.rowAt(position)).map(columnOf);
      const membership = columns.map((column) => [column, containing.includes(column)] as const);
      return { ...entry, is_last_version: last.has(position++), ...Object.fromEntries(membership) };
    });
    yield encoder.encode(JSON.stringify(entries).slice(1, -1));
  }
}

/**
 * Adds facts that the API offers only as filters to tables of event versions: whether a version is its event's last version, and which
 * cumulative catalogs contain it.
 */

import { EVENT_VERSION } from '../../core/collections/event-versions.ts';
import { isHighest } from '../../core/contract/conditions.ts';
import type { Release } from '../../core/release/release.ts';
import type { DownloadColumns } from './columns.ts';
import { parseEntries } from './formats.ts';
import type { Lines } from './lines.ts';

const encoder = new TextEncoder();

const columnOf = (catalog: string): string => `in_${catalog}`;

/** One column for each cumulative catalog, such as `in_GWTC`. */
const catalogColumns = ({ data }: Release): string[] => data.cumulative.map(columnOf);

/** The columns that `withMembership` fills. */
export function membershipColumns(release: Release): DownloadColumns {
  return Object.fromEntries(['is_last_version', ...catalogColumns(release)].map((name) => [name, 'flag']));
}

/** Adds the members of `membershipColumns` to event versions, which must be in the collection's order. */
export async function* withMembership(lines: Lines, release: Release): Lines {
  const { index: versions } = await release.open('event-versions');
  const last = new Set(versions.select([isHighest(EVENT_VERSION.version, EVENT_VERSION.name)]));
  const columns = catalogColumns(release);
  let position = 0;
  for await (const part of lines) {
    const entries = parseEntries(part).map((entry) => {
      const containing = versions.rowAt(position).names(EVENT_VERSION.catalogs).map(columnOf);
      const membership = columns.map((column) => [column, containing.includes(column)] as const);
      return { ...entry, is_last_version: last.has(position++), ...Object.fromEntries(membership) };
    });
    yield encoder.encode(JSON.stringify(entries).slice(1, -1));
  }
}

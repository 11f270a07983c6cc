/**
 * Resolves requests for the interfaces that predate API v2: finds the names and times in a path, and the entries that match. The table of
 * paths is in `legacy.ts`.
 */

import type { ListingPath } from '../collections/registry.ts';
import { gpsSecond } from '../contract/codecs.ts';
import { allListings, type Listing, type Parent } from '../contract/collection.ts';
import { ALL_RUNS } from '../contract/legacy-paths.ts';
import { MAX_CSV_ROWS } from '../contract/parameters.ts';
import { type Pairs, parseFilterQuery, type Query, Refused } from '../contract/query.ts';
import { invalidValue, reversedInterval, tooManyRows } from '../contract/refusals.ts';
import type { RowIndex, Selection } from '../listing/row-index.ts';
import { selectAll } from '../listing/select.ts';
import { findParents, parentConditions, refuseId, refuseUnrecorded } from './parents.ts';
import type { Release } from './release.ts';
import type { BodyAnswer } from './response.ts';

/** The decoded values that fill a pattern's placeholders. Names may not exist, and numbers may be invalid. */
export type Values = Readonly<Record<string, string>>;

export interface LegacyRow {
  /** Path below the base URL; `{name}` stands for a segment or the rest of one. The first matching row applies. */
  readonly pattern: string;
  /**
   * Path of the listing with the same entries. If the dataset stands for all runs, the path is used without `runs/{}/`. Missing unless the
   * response consists of entries.
   */
  readonly listing?: ListingPath;
  /** Ids of the listing's parents. May throw Refused if another name in the path is unknown. */
  readonly parents?: (values: Values, release: Release) => readonly string[] | Promise<readonly string[]>;
  /** Finds the position of a single record, or -1. */
  readonly record?: (values: Values, index: RowIndex) => number;
  /** The listing's query, as pairs. Missing if all entries match. */
  readonly conditions?: (values: Values, interval: LegacyInterval) => Pairs;
  /** True if the request's query applies; otherwise it is ignored. */
  readonly isSearch?: boolean;
  readonly envelope: LegacyEnvelope;
}

/** The interval in a path, in GPS seconds; unbounded if the path has none. */
export interface LegacyInterval {
  readonly start: number;
  readonly stop: number;
}

/** The row for a path, with the names and numbers in the path. */
export interface LegacyPath {
  readonly row: LegacyRow;
  readonly values: Values;
}

/** A resolved and valid request. */
export interface LegacyRequest extends LegacyPath {
  readonly kind: 'legacy';
  /** Empty if the response does not consist of entries. */
  readonly selection: Selection;
  /** The API v2 query with the same entries, and their index; null if the path names no listing. */
  readonly listed: { readonly query: Query; readonly index: RowIndex } | null;
  readonly interval: LegacyInterval;
}

/** Composes the body of a request. Rejects with Refused, and like `composePage`. */
export type LegacyEnvelope = (request: LegacyRequest, release: Release) => Promise<BodyAnswer>;

/** Finds the listing or record with the same content; null if there is none. Throws Refused if a name in the path is unknown. */
export async function findSource(
  { row, values }: LegacyPath,
  release: Release,
): Promise<{ readonly listing: Listing; readonly parents: readonly Parent[] } | { readonly position: number } | null> {
  const place = values.dataset === ALL_RUNS ? row.listing?.replace('runs/{}/', '') : row.listing;
  const listing = allListings(release.collections).find(({ path }) => path === place);
  if (listing === undefined) return null;
  if (row.record) {
    const index = await release.index(listing.collection.name);
    const position = row.record(values, index);
    return position < 0 ? refuseId(values.event ?? values.dataset ?? '', index) : { position };
  }
  const ids = row.parents ? await row.parents(values, release) : [];
  return { listing, parents: await findParents(listing, ids, release) };
}

/** Name of the placeholder whose number determines where a path's interval ends. */
const endOf = ({ stop }: Values): string => (stop === undefined ? 'duration' : 'stop');

/** The interval in a path, in GPS seconds: from its start to its stop, or for its duration. Unbounded if the path has no times. */
function readInterval(values: Values): LegacyInterval {
  const { start, stop, duration } = values;
  if (start === undefined) return { start: Number.NEGATIVE_INFINITY, stop: Number.POSITIVE_INFINITY };
  const from = gpsSecond.parse(start);
  if (from === undefined) throw new Refused(invalidValue('start', gpsSecond.expected));
  // NaN if the path has a stop instead.
  const length = Number(gpsSecond.parse(duration ?? ''));
  if (length < 0) throw new Refused(invalidValue('duration', '0 or more'));
  const to = gpsSecond.parse(stop ?? String(from + length));
  if (to === undefined) throw new Refused(invalidValue(endOf(values), gpsSecond.expected));
  if (to < from) throw new Refused(reversedInterval('start', 'stop'));
  return { start: from, stop: to };
}

/** Finds the entries for a request. `pairs` is its decoded query. Rejects like `resolveRequest`. */
export async function resolveLegacy(path: LegacyPath, pairs: Pairs, release: Release): Promise<LegacyRequest> {
  const { row, values } = path;
  const source = await findSource(path, release);
  const interval = readInterval(values);
  if (source === null || 'position' in source) {
    const positions = Uint32Array.from(source ? [source.position] : []);
    return { kind: 'legacy', ...path, selection: { count: positions.length, positions }, listed: null, interval };
  }
  const { listing, parents } = source;
  const ids = parents.map(({ id }) => id);
  const query = parseFilterQuery(listing, ids, row.isSearch ? pairs : (row.conditions?.(values, interval) ?? []));
  const index = await release.index(listing.collection.name);
  refuseUnrecorded(query, parents, index);
  const selection = selectAll(index, query, parentConditions(listing, parents));
  if (values.start !== undefined && selection.count > MAX_CSV_ROWS) {
    throw new Refused(tooManyRows(endOf(values), selection.count, MAX_CSV_ROWS), query);
  }
  return { kind: 'legacy', ...path, selection, listed: { query, index }, interval };
}

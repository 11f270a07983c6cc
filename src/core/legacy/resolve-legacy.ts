/**
 * Resolves requests for the interfaces that predate API v2: finds the names and times in a path, and the entries that match. The table of
 * paths is in `legacy.ts`.
 */

import type { CollectionName, ListingPath } from '../collections/registry.ts';
import { gpsSecond } from '../contract/codecs.ts';
import { listingAt } from '../contract/collection.ts';
import { ALL_TIME, type Interval } from '../contract/conditions.ts';
import { ALL_RUNS } from '../contract/legacy-paths.ts';
import { MAX_CSV_ROWS } from '../contract/parameters.ts';
import { type Pairs, parseFilterQuery, type Query, Refused } from '../contract/query.ts';
import { invalidValue, reversedInterval, tooManyRows } from '../contract/refusals.ts';
import type { OpenCollection } from '../listing/compose.ts';
import type { RowIndex } from '../listing/row-index.ts';
import { findParents, selectRecorded } from '../release/parents.ts';
import type { BodyAnswer } from '../release/ports.ts';
import type { Release } from '../release/release.ts';

/** The decoded values that fill a pattern's placeholders. Names may not exist, and numbers may be invalid. */
export type Values = Readonly<Record<string, string>>;

/** The entries that a path selects. */
export interface LegacyEntries {
  readonly values: Values;
  /** The interval in the path. */
  readonly interval: Interval;
  /** The API v2 query with the same entries; null for a record. */
  readonly query: Query | null;
  readonly positions: Uint32Array;
  readonly source: OpenCollection;
  /** The entries below these entries, for a path that presents those instead. */
  readonly below?: readonly LegacyEntries[];
}

/** Composes a body from entries. Rejects with Refused, and like `composePage`. */
export type ComposeEntries = (entries: LegacyEntries, release: Release) => Promise<BodyAnswer>;

/** A path that presents the entries of a listing. */
interface ListingRow {
  readonly kind: 'listing';
  readonly listing: ListingPath;
  /** The listing for a path whose dataset stands for all runs. */
  readonly ofAllRuns?: ListingPath;
  /** Ids of the listing's parents. May throw Refused if another name in the path is unknown. */
  readonly parentIds?: (values: Values, release: Release) => readonly string[] | Promise<readonly string[]>;
  /** The listing's query, as pairs. Missing if all entries match. */
  readonly queryPairs?: (values: Values, interval: Interval) => Pairs;
  /** True if the request's query applies; otherwise it is ignored. */
  readonly isSearch?: boolean;
  /** Selects the entries below the listing's entries; missing if the listing's own entries are presented. */
  readonly selectBelow?: (entries: LegacyEntries, release: Release) => Promise<readonly LegacyEntries[]>;
  readonly compose: ComposeEntries;
}

/** A path that presents a single record. */
interface RecordRow {
  readonly kind: 'record';
  readonly collection: CollectionName;
  /** The record's position. Throws Refused if the record does not exist. */
  positionOf(values: Values, index: RowIndex): number;
  readonly compose: ComposeEntries;
}

export type LegacyRow = (
  | ListingRow
  | RecordRow
  /** A path whose body does not consist of entries. `reads`: the collections whose indexes the body is made from. */
  | {
      readonly kind: 'computed';
      readonly reads: readonly CollectionName[];
      compose(interval: Interval, release: Release): Promise<BodyAnswer>;
    }
) & {
  /** Path below the base URL; `{name}` stands for a segment or the rest of one. The first matching row applies. */
  readonly pattern: string;
  /** True if a site has files for the paths; otherwise, only request handlers answer. */
  readonly hasFiles?: boolean;
};

/** The row for a path, with the names and numbers in the path. */
export interface LegacyPath {
  readonly row: LegacyRow;
  readonly values: Values;
}

/** A resolved and valid request. */
export interface LegacyRequest extends Pick<LegacyEntries, 'query'> {
  readonly kind: 'legacy';
  readonly pattern: string;
  /** Number of entries that the body is made from. */
  readonly count: number;
  compose(): Promise<BodyAnswer>;
}

/** Name of the placeholder whose number determines where a path's interval ends. */
const endOf = ({ stop }: Values): string => (stop === undefined ? 'duration' : 'stop');

/** Reads a time or a duration in a path. Throws Refused if it is invalid. */
function parseSeconds(name: string, text: string): number {
  const seconds = gpsSecond.parse(text);
  if (seconds === undefined) throw new Refused(invalidValue(name, gpsSecond.expected));
  return seconds;
}

/** The interval in a path: from its start to its stop, or for its duration. */
function readInterval(values: Values): Interval {
  const { start, stop, duration } = values;
  if (start === undefined) return ALL_TIME;
  const from = parseSeconds('start', start);
  const length = duration === undefined ? 0 : parseSeconds('duration', duration);
  if (length < 0) throw new Refused(invalidValue('duration', '0 or more'));
  const to = parseSeconds(endOf(values), stop ?? String(from + length));
  if (to < from) throw new Refused(reversedInterval('start', 'stop'));
  return { from, to };
}

const countEntries = (entries: LegacyEntries): number =>
  (entries.below ?? [entries]).reduce((sum, { positions }) => sum + positions.length, 0);

/** The listing that a path presents, and its parents. Throws Refused if a name in the path is unknown. */
async function findListing(row: ListingRow, values: Values, release: Release) {
  const path = (values.dataset === ALL_RUNS && row.ofAllRuns) || row.listing;
  const listing = listingAt(release.collections, path);
  const parents = await findParents(listing, row.parentIds ? await row.parentIds(values, release) : [], release);
  return { listing, parents };
}

/** Selects the entries that a path presents. Throws Refused, first if a name in the path is unknown. */
export async function selectEntries(
  row: ListingRow,
  values: Values,
  pairs: Pairs,
  release: Release,
): Promise<LegacyEntries> {
  const { listing, parents } = await findListing(row, values, release);
  const interval = readInterval(values);
  const ids = parents.map(({ id }) => id);
  const query = parseFilterQuery(listing, ids, row.isSearch ? pairs : (row.queryPairs?.(values, interval) ?? []));
  const source = await release.open(listing.collection.name);
  const positions = selectRecorded(query, parents, source.index);
  const listed = { values, interval, query, positions, source };
  const entries = row.selectBelow ? { ...listed, below: await row.selectBelow(listed, release) } : listed;
  const count = countEntries(entries);
  if (values.start !== undefined && count > MAX_CSV_ROWS) {
    throw new Refused(tooManyRows(endOf(values), count, MAX_CSV_ROWS), query);
  }
  return entries;
}

/** The record that a path presents, as entries. Throws Refused if it does not exist. */
async function findRecordOf(row: RecordRow, values: Values, release: Release): Promise<LegacyEntries> {
  const source = await release.open(row.collection);
  const positions = Uint32Array.of(row.positionOf(values, source.index));
  return { values, interval: ALL_TIME, query: null, positions, source };
}

/** Throws Refused if a name in a path is unknown. */
export async function checkLegacyNames({ row, values }: LegacyPath, release: Release): Promise<void> {
  if (row.kind === 'record') await findRecordOf(row, values, release);
  if (row.kind === 'listing') await findListing(row, values, release);
}

/** Selects what a path presents, by the request's decoded query. Throws Refused, first if a name is unknown. */
export async function selectLegacy(
  { row, values }: LegacyPath,
  pairs: Pairs,
  release: Release,
): Promise<LegacyRequest> {
  const { pattern } = row;
  if (row.kind === 'computed') {
    const interval = readInterval(values);
    const sources = await Promise.all(row.reads.map((name) => release.open(name)));
    const count = sources.reduce((sum, { index }) => sum + index.count, 0);
    return { kind: 'legacy', pattern, query: null, count, compose: () => row.compose(interval, release) };
  }
  const entries =
    row.kind === 'record' ? await findRecordOf(row, values, release) : await selectEntries(row, values, pairs, release);
  const [{ query }, count] = [entries, countEntries(entries)];
  return { kind: 'legacy', pattern, query, count, compose: () => row.compose(entries, release) };
}

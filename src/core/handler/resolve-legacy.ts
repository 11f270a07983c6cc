/**
 * Resolves requests for the interfaces that predate API v2: finds the names and times in a path, and the entries that match. The table of
 * paths is in `legacy.ts`.
 */

import type { ListingPath } from '../collections/registry.ts';
import { gpsSecond } from '../contract/codecs.ts';
import { allListings } from '../contract/collection.ts';
import { ALL_RUNS } from '../contract/legacy-paths.ts';
import { MAX_CSV_ROWS } from '../contract/parameters.ts';
import { type Pairs, parseFilterQuery, type Query } from '../contract/query.ts';
import { invalidValue, NOT_FOUND, type Refusal, reversedInterval, tooManyRows } from '../contract/refusals.ts';
import type { LineSource } from '../listing/compose.ts';
import type { RowIndex, Selection } from '../listing/row-index.ts';
import { selectAll } from '../listing/select.ts';
import { type FoundListing, findListing, parentConditions, refuseUnrecorded, unknownId } from './parents.ts';
import type { ReadPart, Release } from './release.ts';
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
  /** Ids of the listing's parents; undefined if another name in the path is unknown. */
  readonly parents?: (values: Values, release: Release, readPart: ReadPart) => Ids | Promise<Ids>;
  /** Finds the position of a single record, or -1. */
  readonly record?: (values: Values, index: RowIndex) => number;
  /** The listing's query, as pairs. Missing if all entries match. */
  readonly conditions?: (values: Values, interval: LegacyInterval) => Pairs;
  /** True if the request's query applies; otherwise it is ignored. */
  readonly isSearch?: boolean;
  readonly envelope: LegacyEnvelope;
}

export type Ids = readonly string[] | undefined;

/** The interval in a path, in GPS seconds; unbounded if the path has none. */
export interface LegacyInterval {
  readonly start: number;
  readonly stop: number;
}

/** The row for a path, and the names in the path, which all exist. */
export interface FoundLegacy {
  readonly kind: 'legacy';
  readonly row: LegacyRow;
  readonly values: Values;
  /** The listing or record with the same content, or null. */
  readonly target: FoundListing | { readonly kind: 'record'; readonly position: number } | null;
}

/** A resolved and valid request. */
export interface LegacyRequest {
  readonly found: FoundLegacy;
  /** Empty if the response does not consist of entries. */
  readonly selection: Selection;
  /** The API v2 query with the same entries, and their index; null if the path names no listing. */
  readonly listed: { readonly query: Query; readonly index: RowIndex } | null;
  readonly interval: LegacyInterval;
}

/** Sources that bodies are composed from. */
export interface Origin {
  readonly release: Release;
  readonly source: LineSource;
  readonly readPart: ReadPart;
}

/** Composes the body of a request, or refuses it. Rejects like `composePage`. */
export type LegacyEnvelope = (request: LegacyRequest, origin: Origin) => Promise<BodyAnswer | Refusal>;

/** Looks up the names in a path. Returns a refusal if a name is unknown. */
export async function locateRow(
  row: LegacyRow,
  values: Values,
  release: Release,
  readPart: ReadPart,
): Promise<FoundLegacy | Refusal> {
  const found = { kind: 'legacy' as const, row, values };
  const place = values.dataset === ALL_RUNS ? row.listing?.replace('runs/{}/', '') : row.listing;
  const listing = allListings(release.collections).find(({ path }) => path === place);
  if (listing === undefined) return { ...found, target: null };
  if (row.record) {
    const index = await release.indexOf(listing.collection.name, readPart);
    const position = row.record(values, index);
    if (position < 0) return unknownId(values.event ?? values.dataset ?? '', index);
    return { ...found, target: { kind: 'record', position } };
  }
  const ids = row.parents ? await row.parents(values, release, readPart) : [];
  const target = ids ? await findListing(listing, ids, release, readPart) : NOT_FOUND;
  return 'status' in target ? target : { ...found, target };
}

/** Name of the placeholder whose number determines where a path's interval ends. */
const endOf = ({ stop }: Values): string => (stop === undefined ? 'duration' : 'stop');

/** The interval in a path, in GPS seconds: from its start to its stop, or for its duration. Unbounded if the path has no times. */
function readInterval(values: Values): LegacyInterval | Refusal {
  const { start, stop, duration } = values;
  if (start === undefined) return { start: Number.NEGATIVE_INFINITY, stop: Number.POSITIVE_INFINITY };
  const from = gpsSecond.parse(start);
  if (from === undefined) return invalidValue('start', gpsSecond.expected);
  // NaN if the path has a stop instead.
  const length = Number(gpsSecond.parse(duration ?? ''));
  if (length < 0) return invalidValue('duration', '0 or more');
  const to = gpsSecond.parse(stop ?? String(from + length));
  if (to === undefined) return invalidValue(endOf(values), gpsSecond.expected);
  return to < from ? reversedInterval('start', 'stop') : { start: from, stop: to };
}

/** Finds the entries for a request, or refuses it. `pairs` is its decoded query. Rejects like `resolveRequest`. */
export async function resolveLegacy(
  found: FoundLegacy,
  pairs: Pairs,
  release: Release,
  readPart: ReadPart,
): Promise<LegacyRequest | Refusal> {
  const { row, values, target } = found;
  const interval = readInterval(values);
  if ('status' in interval) return interval;
  if (target?.kind !== 'listing') {
    const positions = Uint32Array.from(target ? [target.position] : []);
    return { found, selection: { count: positions.length, positions }, listed: null, interval };
  }
  const { listing, parents } = target;
  const ids = parents.map(({ id }) => id);
  const query = parseFilterQuery(listing, ids, row.isSearch ? pairs : (row.conditions?.(values, interval) ?? []));
  if ('status' in query) return query;
  const index = await release.indexOf(listing.collection.name, readPart);
  const refusal = refuseUnrecorded(query, parents, index);
  if (refusal !== null) return refusal;
  const selection = selectAll(index, query, parentConditions(listing, parents));
  return values.start !== undefined && selection.count > MAX_CSV_ROWS
    ? tooManyRows(endOf(values), selection.count, MAX_CSV_ROWS)
    : { found, selection, listed: { query, index }, interval };
}

/**
 * The interfaces before API v2, as one table: each row is a path that shows the entries of a listing, or a record, of API v2 in another form.
 * Facts about the paths and what programs read: docs/clients.md and docs/contract.md.
 */

import { DATASET } from '../collections/datasets.ts';
import { EVENT_VERSION } from '../collections/event-versions.ts';
import type { ListingPath } from '../collections/registry.ts';
import { gpsSecond } from '../contract/codecs.ts';
import { allListings, type Listing, type Parent } from '../contract/collection.ts';
import { catalogVersionId, eventVersionId } from '../contract/ids.ts';
import { ALL_RUNS, LEGACY_LINES } from '../contract/legacy-paths.ts';
import { MAX_CSV_ROWS } from '../contract/parameters.ts';
import { parseFilterQuery, type Query } from '../contract/query.ts';
import { invalidValue, type Refusal, reversedInterval, tooManyRows } from '../contract/refusals.ts';
import { type RowIndex, type Selection, selectAll } from '../listing/select.ts';
import {
  type Envelope,
  eventTable,
  files,
  type Interval,
  members,
  overview,
  parameterNames,
  segments,
} from './legacy-envelopes.ts';
import { findParents, parentConditions, refuseInterval } from './parents.ts';
import type { ReadPart, Release } from './release.ts';

/** The texts in place of a pattern's placeholders, decoded. Names may not exist, and numbers may be invalid. */
type Values = Readonly<Record<string, string>>;

interface LegacyRow {
  /** Path below the base URL; `{name}` stands for a segment or the rest of one. The first row that matches counts. */
  readonly pattern: string;
  /** The listing with the same entries; missing if the response is not made of them. */
  readonly listing?: ListingPath;
  /** Ids of the listing's parents; undefined if another name in the path is unknown. */
  readonly parents?: (values: Values, release: Release, readPart: ReadPart) => Ids | Promise<Ids>;
  /** For a single record: its position, or -1. */
  readonly record?: (values: Values, index: RowIndex) => number;
  /** The query of the listing. Missing for all entries. */
  readonly conditions?: (values: Values, interval: Interval) => string;
  /** True if the query of the request applies, which is ignored otherwise. */
  readonly isSearch?: boolean;
  readonly envelope: Envelope;
}

type Ids = readonly string[] | undefined;

/** The highest version of an event, or the one in a catalog. */
const lastVersion = ({ event = '', catalog }: Values, index: RowIndex): number =>
  index.positionOf(catalog === undefined ? event : catalogVersionId(event, catalog));

/** The version with a number. */
function numberedVersion({ event = '', catalog, version = '' }: Values, index: RowIndex): number {
  const position = index.positionOf(eventVersionId(event, Number(version)));
  if (position < 0) return -1;
  const row = index.rowAt(position);
  // The id may be the name of another event, and `03` and `0x3` are other paths than `3`.
  const isMeant = String(row.number(EVENT_VERSION.version)) === version;
  return isMeant && (catalog === undefined || row.names(EVENT_VERSION.catalogs).includes(catalog)) ? position : -1;
}

/** The run of a dataset, or the run of this name, and a flag. */
async function runAndFlag({ dataset = '', flag = '' }: Values, release: Release, readPart: ReadPart): Promise<Ids> {
  const datasets = await release.indexOf('datasets', readPart);
  const position = datasets.positionOf(dataset);
  if (position >= 0) return [datasets.rowAt(position).names(DATASET.run)[0] as string, flag];
  return [dataset, flag];
}

const during = (_: Values, { start, stop }: Interval): string => `start=${start}&stop=${stop}`;

const EVENTS = ['{"events":{', '}}'] as const;
const ONE_EVENT = { listing: 'event-versions', envelope: members(LEGACY_LINES.eventRecords, ...EVENTS) } as const;

/** How events are shown: the short records, the same with strain files, or the short ones as a table. */
const EVENT_FORMS: Readonly<Record<string, Envelope>> = {
  json: members(LEGACY_LINES.events, ...EVENTS),
  jsonfull: members(LEGACY_LINES.fullEvents, ...EVENTS),
  csv: eventTable,
};

const TABLE: readonly LegacyRow[] = [
  { pattern: 'eventapi/json', listing: 'catalogs', envelope: members(LEGACY_LINES.catalogs, '{', '}') },
  { pattern: 'eventapi/json/query/params', envelope: parameterNames },
  ...Object.entries(EVENT_FORMS).flatMap(([form, envelope]): LegacyRow[] => [
    { pattern: `eventapi/${form}/query/show`, listing: 'event-versions', isSearch: true, envelope },
    { pattern: `eventapi/${form}/allevents`, listing: 'event-versions', envelope },
    {
      pattern: `eventapi/${form}/{catalog}`,
      listing: 'catalogs/{}/events',
      parents: ({ catalog = '' }) => [catalog],
      envelope,
    },
  ]),
  { pattern: 'eventapi/json/event/{event}', record: lastVersion, ...ONE_EVENT },
  { pattern: 'eventapi/json/event/{event}/v{version}', record: numberedVersion, ...ONE_EVENT },
  { pattern: 'eventapi/json/{catalog}/{event}', record: lastVersion, ...ONE_EVENT },
  { pattern: 'eventapi/json/{catalog}/{event}/v{version}', record: numberedVersion, ...ONE_EVENT },
  { pattern: 'archive/all/json', envelope: overview },
  {
    pattern: 'archive/dataset/{dataset}/json',
    listing: 'datasets',
    record: ({ dataset = '' }, index) => index.positionOf(dataset),
    envelope: members(LEGACY_LINES.datasets, '{', '}'),
  },
  { pattern: 'archive/{start}/{stop}/json', envelope: overview },
  {
    pattern: 'archive/links/{dataset}/{detector}/{start}/{stop}/json',
    listing: 'datasets/{}/strain-files',
    parents: ({ dataset = '', detector = '' }, { data }) =>
      data.vocabulary.detectors.includes(detector) ? [dataset] : undefined,
    // A file that starts at the end of the interval does not overlap it. Both are whole seconds.
    conditions: ({ detector }, { start, stop }) =>
      `detector=${detector}&start=${start}&stop=${Math.max(stop - 1, start)}`,
    envelope: files,
  },
  {
    pattern: `timeline/segments/json/${ALL_RUNS}/{flag}/{start}/{duration}`,
    listing: 'timelines/{}/segments',
    parents: ({ flag = '' }) => [flag],
    conditions: during,
    envelope: segments,
  },
  {
    pattern: 'timeline/segments/json/{dataset}/{flag}/{start}/{duration}',
    listing: 'runs/{}/timelines/{}/segments',
    parents: runAndFlag,
    conditions: during,
    envelope: segments,
  },
];

const rows = TABLE.map((row) => ({ row, template: row.pattern.split('/') }));

/** What a path refers to; all names in it exist. */
export interface FoundLegacy {
  readonly kind: 'legacy';
  readonly row: LegacyRow;
  readonly values: Values;
  readonly listing?: Listing;
  readonly parents: readonly Parent[];
  /** Of the record; -1 for everything else. */
  readonly position: number;
}

/** What a request asks for. */
export interface LegacyRequest {
  readonly found: FoundLegacy;
  /** The query of API v2 with the same entries, or null. */
  readonly query: Query | null;
  /** Empty if the response is not made of entries. */
  readonly selection: Selection;
  /** Of the entries; null without a query. */
  readonly index: RowIndex | null;
  readonly interval: Interval;
}

/** The row of a path, given by its segments, and the texts in place of its placeholders, or null. */
function findRow(path: readonly string[]): { readonly row: LegacyRow; readonly values: Values } | null {
  for (const { row, template } of rows) {
    if (template.length !== path.length) continue;
    const values: Record<string, string> = {};
    const matches = template.every((expected, n) => {
      const segment = path[n] as string;
      const [prefix = '', name] = expected.split(/[{}]/);
      if (name === undefined) return expected === segment;
      values[name] = segment.slice(prefix.length);
      return segment.startsWith(prefix);
    });
    if (matches) return { row, values };
  }
  return null;
}

/** Finds the row of a path below the base URL, and looks up the names in it, or null, or a name is unknown. */
export async function locateLegacy(
  path: readonly string[],
  release: Release,
  readPart: ReadPart,
): Promise<FoundLegacy | null> {
  const match = findRow(path);
  if (match === null) return null;
  const { row, values } = match;
  const found = { kind: 'legacy' as const, ...match, parents: [], position: -1 };
  const listing = allListings(release.collections).find((one) => one.path === row.listing);
  if (listing === undefined) return found;
  if (row.record) {
    const position = row.record(values, await release.indexOf(listing.collection.name, readPart));
    return position < 0 ? null : { ...found, position };
  }
  const ids = row.parents ? await row.parents(values, release, readPart) : [];
  const parents = ids && (await findParents(listing, ids, release, readPart));
  return parents ? { ...found, listing, parents } : null;
}

/** Which number in a path says where its interval ends. */
const endOf = ({ stop }: Values): string => (stop === undefined ? 'duration' : 'stop');

/** The GPS seconds in a path: its start, and its stop or the end of its duration. Without any, all times. */
function readInterval(values: Values): Interval | Refusal {
  const { start, stop, duration } = values;
  if (start === undefined) return { start: Number.NEGATIVE_INFINITY, stop: Number.POSITIVE_INFINITY };
  const from = gpsSecond.parse(start);
  const to = gpsSecond.parse(stop ?? duration ?? '');
  if (from === undefined) return invalidValue('start', gpsSecond.expected);
  if (to === undefined) return invalidValue(endOf(values), gpsSecond.expected);
  const interval = { start: from, stop: stop === undefined ? from + to : to };
  return interval.stop < from ? reversedInterval('start', endOf(values)) : interval;
}

/** Finds the entries of a request, or refuses it. `text` is its query. Rejects like `resolveRequest`. */
export async function resolveLegacy(
  found: FoundLegacy,
  text: string,
  release: Release,
  readPart: ReadPart,
): Promise<LegacyRequest | Refusal> {
  const { row, values, listing, parents, position } = found;
  const interval = readInterval(values);
  if ('status' in interval) return interval;
  const positions = position < 0 ? new Uint32Array() : Uint32Array.of(position);
  if (!listing) return { found, query: null, selection: { count: positions.length, positions }, index: null, interval };
  const ids = parents.map(({ id }) => id);
  const parsed = parseFilterQuery(listing, ids, row.isSearch ? text : (row.conditions?.(values, interval) ?? ''));
  if (!parsed.ok) return parsed.refusal;
  const refusal = refuseInterval(parsed.query, parents);
  if (refusal !== null) return refusal;
  const index = await release.indexOf(listing.collection.name, readPart);
  const selection = selectAll(index, parsed.query, parentConditions(listing, parents));
  return values.start !== undefined && selection.count > MAX_CSV_ROWS
    ? tooManyRows(endOf(values), selection.count, MAX_CSV_ROWS)
    : { found, query: parsed.query, selection, index, interval };
}

/**
 * Resolves requests to the interfaces before API v2: presentations of the same listings and records. In: a path that `resolveOlderPath`
 * understood. Out: what it refers to, and the entries that match.
 */

import { DATASET } from '../collections/datasets.ts';
import { EVENT_VERSION } from '../collections/event-versions.ts';
import type { ListingPath } from '../collections/registry.ts';
import { gpsSecond } from '../contract/codecs.ts';
import { allListings, type Listing, type Parent } from '../contract/collection.ts';
import { catalogVersionId, eventVersionId } from '../contract/ids.ts';
import { ALL_RUNS, type OlderTarget } from '../contract/older-paths.ts';
import { MAX_CSV_ROWS } from '../contract/parameters.ts';
import { parseFilterQuery, type Query } from '../contract/query.ts';
import { invalidValue, type Refusal, reversedInterval, tooManyRows } from '../contract/refusals.ts';
import { type RowIndex, type Selection, selectAll } from '../listing/select.ts';
import { findParents, parentConditions, refuseInterval } from './parents.ts';
import type { ReadPart, Release } from './release.ts';

/** What an older path refers to; all names in it exist. */
export interface FoundOlder extends OlderTarget {
  /** The listing that it presents, with its parents; missing for everything else. */
  readonly listing?: Listing;
  readonly parents?: readonly Parent[];
  /** Of the event version or dataset; -1 for everything else. */
  readonly position: number;
}

/** What an older request asks for. */
export interface OlderRequest {
  readonly found: FoundOlder;
  /** The query of API v2 with the same entries; null if there is none. */
  readonly query: Query | null;
  readonly selection: Selection | null;
  readonly index: RowIndex | null;
  /** GPS seconds of an overview or of segments. */
  readonly interval: { readonly start: number; readonly stop: number };
}

/** The position of the event version that a path names, or -1: by catalog and version, or the highest version. */
function positionOfEvent({ event = '', catalog, version }: OlderTarget['values'], index: RowIndex): number {
  if (version === undefined) return index.positionOf(catalog === undefined ? event : catalogVersionId(event, catalog));
  const position = index.positionOf(eventVersionId(event, Number(version)));
  if (position < 0) return -1;
  const row = index.rowAt(position);
  // The id may be the name of another event, and `03` and `0x3` are other paths than `3`.
  const isMeant = String(row.number(EVENT_VERSION.version)) === version;
  return isMeant && (catalog === undefined || row.names(EVENT_VERSION.catalogs).includes(catalog)) ? position : -1;
}

/** The run of a dataset, or the run of this name; null for all runs. Undefined if there is neither. */
async function runOf(dataset: string, release: Release, readPart: ReadPart): Promise<string | null | undefined> {
  if (dataset === ALL_RUNS) return null;
  const datasets = await release.indexOf('datasets', readPart);
  const position = datasets.positionOf(dataset);
  if (position >= 0) return datasets.rowAt(position).names(DATASET.run)[0];
  const runs = await release.indexOf('runs', readPart);
  return runs.positionOf(dataset) < 0 ? undefined : dataset;
}

/** The listing and the ids of its parents that a path presents; null if there are none, undefined if a name is unknown. */
async function listingOf(
  { answer, values }: OlderTarget,
  release: Release,
  readPart: ReadPart,
): Promise<readonly [path: ListingPath, ids: readonly string[]] | null | undefined> {
  const { catalog, dataset = '', detector = '', flag = '' } = values;
  if (answer === 'catalogs') return ['catalogs', []];
  if (answer === 'query') return ['event-versions', []];
  if (answer === 'events') return catalog === undefined ? ['event-versions', []] : ['catalogs/{}/events', [catalog]];
  if (answer === 'files') {
    return release.data.vocabulary.detectors.includes(detector) ? ['datasets/{}/strain-files', [dataset]] : undefined;
  }
  if (answer !== 'segments') return null;
  const run = await runOf(dataset, release, readPart);
  if (run === undefined) return undefined;
  return run === null ? ['timelines/{}/segments', [flag]] : ['runs/{}/timelines/{}/segments', [run, flag]];
}

/** Looks up the names in an older path; null if one of them is unknown. */
export async function locateOlder(
  target: OlderTarget,
  release: Release,
  readPart: ReadPart,
): Promise<FoundOlder | null> {
  const { answer, values } = target;
  if (answer === 'event' || answer === 'dataset') {
    const index = await release.indexOf(answer === 'event' ? 'event-versions' : 'datasets', readPart);
    const position = answer === 'event' ? positionOfEvent(values, index) : index.positionOf(values.dataset ?? '');
    return position < 0 ? null : { ...target, position };
  }
  const place = await listingOf(target, release, readPart);
  if (place === undefined) return null;
  if (place === null) return { ...target, position: -1 };
  const listing = allListings(release.collections).find(({ path }) => path === place[0]) as Listing;
  const parents = await findParents(listing, place[1], release, readPart);
  return parents && { ...target, listing, parents, position: -1 };
}

/** Which number in a path says where its interval ends. */
const endOf = ({ stop }: OlderTarget['values']): string => (stop === undefined ? 'duration' : 'stop');

/** The GPS seconds in a path: its start, and its stop or the end of its duration. Without any, all times. */
function readInterval(values: OlderTarget['values']): OlderRequest['interval'] | Refusal {
  const { start, stop, duration } = values;
  if (start === undefined) return { start: Number.NEGATIVE_INFINITY, stop: Number.POSITIVE_INFINITY };
  const from = gpsSecond.parse(start);
  const to = gpsSecond.parse(stop ?? duration ?? '');
  if (from === undefined) return invalidValue('start', gpsSecond.expected);
  if (to === undefined) return invalidValue(endOf(values), gpsSecond.expected);
  const interval = { start: from, stop: stop === undefined ? from + to : to };
  return interval.stop < from ? reversedInterval('start', endOf(values)) : interval;
}

/** The query of the listing that an older path presents. `text` is the text after `?`, which only searches read. */
function queryText({ answer, values }: OlderTarget, { start, stop }: OlderRequest['interval'], text: string): string {
  if (answer === 'query') return text;
  // A file that starts at the end of the interval does not overlap it. Both are whole seconds.
  if (answer === 'files') return `detector=${values.detector}&start=${start}&stop=${Math.max(stop - 1, start)}`;
  return answer === 'segments' ? `start=${start}&stop=${stop}` : '';
}

/** Finds the entries of an older request, or refuses it. Rejects like `resolveRequest`. */
export async function resolveOlder(
  found: FoundOlder,
  text: string,
  release: Release,
  readPart: ReadPart,
): Promise<OlderRequest | Refusal> {
  const interval = readInterval(found.values);
  if ('status' in interval) return interval;
  const { listing, parents = [] } = found;
  if (listing === undefined) return { found, query: null, selection: null, index: null, interval };
  const ids = parents.map(({ id }) => id);
  const parsed = parseFilterQuery(listing, ids, queryText(found, interval, text));
  if (!parsed.ok) return parsed.refusal;
  const refusal = refuseInterval(parsed.query, parents);
  if (refusal !== null) return refusal;
  const index = await release.indexOf(listing.collection.name, readPart);
  const selection = selectAll(index, parsed.query, parentConditions(listing, parents));
  if (found.values.start !== undefined && selection.count > MAX_CSV_ROWS) {
    return tooManyRows(endOf(found.values), selection.count, MAX_CSV_ROWS);
  }
  return { found, query: parsed.query, selection, index, interval };
}

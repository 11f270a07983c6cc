/**
 * A series index finds the positions of strain files that match a list of conditions.
 *
 * Serialised as blocks of consecutive files for each series (detector, sample rate, dataset and run). Expanded once into arrays sorted
 * by position; after that every selection takes two binary searches. All times are GPS seconds. Pure.
 * Order (decision): gps_start, then detector, then sample rate, all ascending.
 */

import { SERIES } from '../collections/strain-files.ts';
import type { Collection, SeriesKey } from '../contract/collection.ts';
import type { Condition } from '../contract/conditions.ts';
import { byCodeUnit } from '../contract/order.ts';
import { STRAIN_FILE_DURATION_S } from '../contract/wire.ts';
import type { RowIndex, Selection } from './select.ts';

export interface Series {
  readonly detector: string;
  readonly sampleRateKHz: number;
  readonly dataset: string;
  readonly run: string;
  /** First gps_start and number of files of each block, flattened: [first, count, first, count, ...], ascending. */
  readonly blocks: readonly number[];
}

export interface SeriesIndexData {
  readonly kind: 'series';
  /** In tie order. No two series with the same detector and rate share a file. */
  readonly series: readonly Series[];
}

/** The supported conditions. */
const TESTS: readonly Condition['test'][] = ['is', 'intervalStart', 'intervalStop', 'holds'];

/** The attributes of a series that conditions can test, by column name. */
const ATTRIBUTES: Readonly<Record<string, (series: Series) => string>> = {
  [SERIES.detector]: ({ detector }) => detector,
  [SERIES.sampleRate]: ({ sampleRateKHz }) => String(sampleRateKHz),
  [SERIES.run]: ({ run }) => run,
  [SERIES.dataset]: ({ dataset }) => dataset,
};

type AttributeCondition = Extract<Condition, { test: 'is' }>;

interface Subset {
  /** gps_start of each file, ascending. */
  readonly gpsStarts: Float64Array;
  /** Position of each file in the collection, ascending. */
  readonly positions: Uint32Array;
}

/** First index with an element greater than `value` in an ascending array. */
function firstGreater(values: Float64Array, value: number): number {
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((values[middle] as number) <= value) low = middle + 1;
    else high = middle;
  }
  return low;
}

function countFiles({ blocks }: Series): number {
  let count = 0;
  for (let i = 1; i < blocks.length; i += 2) count += blocks[i] as number;
  return count;
}

/** Number of files in an index, without opening it. */
export function countSeriesFiles({ series }: SeriesIndexData): number {
  return series.reduce((sum, one) => sum + countFiles(one), 0);
}

/** Order of files with the same start: detector by code unit, then sample rate. */
function compareSeries(a: Omit<SeriesKey, 'gpsStart'>, b: Omit<SeriesKey, 'gpsStart'>): number {
  return byCodeUnit(a.detector, b.detector) || a.sampleRateKHz - b.sampleRateKHz;
}

/** Sorts series in the order of files with the same start. */
export function sortSeries<Key extends Omit<SeriesKey, 'gpsStart'>>(series: readonly Key[]): Key[] {
  return [...series].sort(compareSeries);
}

/** The files of one detector at one rate, ascending. */
interface Line {
  readonly gpsStarts: Float64Array;
  /** Number of the series of each file. */
  readonly series: Uint16Array;
}

/** Joins the series `[first, end)`, which have the same detector and rate. */
function joinSeries(all: readonly Series[], first: number, end: number): Line {
  const blocks: { start: number; count: number; series: number }[] = [];
  for (let number = first; number < end; number++) {
    const { blocks: own } = all[number] as Series;
    for (let i = 0; i < own.length; i += 2) {
      blocks.push({ start: own[i] as number, count: own[i + 1] as number, series: number });
    }
  }
  blocks.sort((a, b) => a.start - b.start);
  const count = blocks.reduce((sum, block) => sum + block.count, 0);
  const line = { gpsStarts: new Float64Array(count), series: new Uint16Array(count) };
  let next = 0;
  for (const { start, count: files, series } of blocks) {
    line.series.fill(series, next, next + files);
    for (let n = 0; n < files; n++) line.gpsStarts[next++] = start + n * STRAIN_FILE_DURATION_S;
  }
  return line;
}

/** One line per detector and rate, in tie order. */
function joinLines(ordered: readonly Series[]): Line[] {
  const lines: Line[] = [];
  for (let first = 0; first < ordered.length; ) {
    let end = first + 1;
    while (end < ordered.length && compareSeries(ordered[first] as Series, ordered[end] as Series) === 0) end++;
    lines.push(joinSeries(ordered, first, end));
    first = end;
  }
  return lines;
}

/** Yields every file in the collection's order: the number of its series, and its gps_start. */
export interface OrderedFiles {
  readonly series: Uint16Array;
  readonly gpsStarts: Float64Array;
}

function mergeLines(lines: readonly Line[]): OrderedFiles {
  const count = lines.reduce((sum, { gpsStarts }) => sum + gpsStarts.length, 0);
  const series = new Uint16Array(count);
  const gpsStarts = new Float64Array(count);
  const next = new Uint32Array(lines.length);
  // The next gps_start of each line; a finished line has one that is never the smallest.
  const heads = Float64Array.from(lines, (line) => line.gpsStarts[0] ?? Number.POSITIVE_INFINITY);
  for (let position = 0; position < count; position++) {
    let least = 0;
    for (let s = 1; s < heads.length; s++) {
      if ((heads[s] as number) < (heads[least] as number)) least = s;
    }
    const line = lines[least] as Line;
    const at = next[least] as number;
    series[position] = line.series[at] as number;
    gpsStarts[position] = heads[least] as number;
    next[least] = at + 1;
    heads[least] = line.gpsStarts[at + 1] ?? Number.POSITIVE_INFINITY;
  }
  return { series, gpsStarts };
}

/** Sorts the files of all series into the collection's order; takes about 5 ms for 75,000 files. */
export function orderFiles({ series }: SeriesIndexData): OrderedFiles {
  return mergeLines(joinLines(series));
}

export function openSeriesIndex({ index }: Collection, data: SeriesIndexData): RowIndex {
  if (index.kind !== 'series') throw new TypeError('the files of the collection are not in series');
  const { ids } = index;
  const { series } = data;
  const all = orderFiles(data);
  const count = all.gpsStarts.length;
  const subsets = new Map<string, Subset>();

  function matches(one: Series, { column, value }: AttributeCondition): boolean {
    const attribute = ATTRIBUTES[column];
    if (!attribute) throw new TypeError(`an index of series has no column "${column}"`);
    return attribute(one) === value;
  }

  function buildSubset(conditions: readonly AttributeCondition[]): Subset {
    const isWanted = series.map((one) => conditions.every((condition) => matches(one, condition)));
    const files = series.reduce((sum, one, number) => sum + (isWanted[number] ? countFiles(one) : 0), 0);
    const subset = { gpsStarts: new Float64Array(files), positions: new Uint32Array(files) };
    if (files === 0) return subset;
    let next = 0;
    for (let position = 0; position < count; position++) {
      if (!isWanted[all.series[position] as number]) continue;
      subset.positions[next] = position;
      subset.gpsStarts[next++] = all.gpsStarts[position] as number;
    }
    return subset;
  }

  /** Empty subsets are not cached. This bounds memory by the data, whatever names requests contain. */
  function subsetOf(conditions: readonly AttributeCondition[]): Subset {
    let key = '';
    for (const { column, value } of conditions) key += `${column}=${value}&`;
    const known = subsets.get(key);
    if (known) return known;
    const subset = buildSubset(conditions);
    if (subset.positions.length > 0) subsets.set(key, subset);
    return subset;
  }

  function select(conditions: readonly Condition[]): Selection {
    for (const { test } of conditions) {
      if (!TESTS.includes(test)) throw new TypeError(`an index of series has no test "${test}"`);
    }
    const { gpsStarts, positions } = subsetOf(conditions.filter((condition) => condition.test === 'is'));
    // Decision: a file matches if gps_start + 4096 > start and gps_start <= stop.
    let from = 0;
    let to = positions.length;
    for (const condition of conditions) {
      if (condition.test === 'intervalStart' || condition.test === 'holds') {
        from = Math.max(from, firstGreater(gpsStarts, condition.value - STRAIN_FILE_DURATION_S));
      }
      if (condition.test === 'intervalStop' || condition.test === 'holds') {
        to = Math.min(to, firstGreater(gpsStarts, condition.value));
      }
    }
    return { count: Math.max(to - from, 0), positions: positions.subarray(from, Math.max(to, from)) };
  }

  function idAt(position: number): string {
    const { detector, sampleRateKHz } = series[all.series[position] as number] as Series;
    return ids.format({ detector, sampleRateKHz, gpsStart: all.gpsStarts[position] as number });
  }

  function positionOf(id: string): number {
    const key = ids.parse(id);
    if (!key) return -1;
    const { gpsStarts, positions } = subsetOf([
      { test: 'is', column: SERIES.detector, value: key.detector },
      { test: 'is', column: SERIES.sampleRate, value: String(key.sampleRateKHz) },
    ]);
    const found = firstGreater(gpsStarts, key.gpsStart) - 1;
    return gpsStarts[found] === key.gpsStart ? (positions[found] as number) : -1;
  }

  return {
    count,
    select,
    positionOf,
    idAt,
    idsFrom: (first, end) => Array.from({ length: end - first }, (_, n) => [idAt(first + n), first + n] as const),
    rowAt() {
      throw new TypeError('nothing stands below a file');
    },
  };
}

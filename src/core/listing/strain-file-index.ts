/**
 * The index of strain files finds the positions of those that match a list of conditions.
 *
 * The stored form is a list of blocks of consecutive files for each series (detector, sample rate, dataset and run). Opening the index
 * expands the blocks into arrays in the collection's order. A selection then takes two binary searches, after one pass over all files the
 * first time that its combination of attributes is selected. All times are GPS seconds.
 * Order (decision): gps_start, then detector, then sample rate, all ascending.
 */

import { findFirst } from '../base/binary-search.ts';
import { byCodeUnit } from '../base/order.ts';
import { STRAIN_FILE } from '../collections/strain-files.ts';
import { ALL_TIME, type Condition, type Interval } from '../contract/conditions.ts';
import { parseStrainFileId, type StrainFileKey, strainFileId, strainFileIdCase } from '../contract/ids.ts';
import { STRAIN_FILE_DURATION_S } from '../contract/wire.ts';
import type { RowIndex } from './row-index.ts';

/** The strain files of one detector at one sample rate in one dataset. */
export interface Series {
  readonly detector: string;
  readonly sampleRateKHz: number;
  readonly dataset: string;
  readonly run: string;
  /**
   * The number of missing files before each block and the number of files in it, flattened: [missing, files, missing, files, ...], counted
   * from GPS 0 in steps of the file duration. This is shorter than a list of times, which matters because handlers read all blocks.
   */
  readonly blocks: readonly number[];
}

/** The index as stored. */
export interface StrainFileIndexData {
  readonly kind: 'series';
  /** In the order used for files with the same start (`sortSeries`). No two series with the same detector and rate share a file. */
  readonly series: readonly Series[];
}

/** The columns, which contain names: attributes of a file's series. */
const ATTRIBUTES: Readonly<Record<string, (series: Series) => string>> = {
  [STRAIN_FILE.detector]: ({ detector }) => detector,
  [STRAIN_FILE.sampleRate]: ({ sampleRateKHz }) => String(sampleRateKHz),
  [STRAIN_FILE.run]: ({ run }) => run,
  [STRAIN_FILE.dataset]: ({ dataset }) => dataset,
};

type AttributeCondition = Extract<Condition, { test: 'is' }>;

/** Number of files in an index, without opening it. */
export function countStrainFiles({ series }: StrainFileIndexData): number {
  let count = 0;
  for (const { blocks } of series) for (let i = 1; i < blocks.length; i += 2) count += blocks[i] as number;
  return count;
}

/** Sorts series into the order of files with the same start: detector by code unit, then sample rate. */
export function sortSeries<Key extends Omit<StrainFileKey, 'gpsStart'>>(series: readonly Key[]): Key[] {
  return [...series].sort((a, b) => byCodeUnit(a.detector, b.detector) || a.sampleRateKHz - b.sampleRateKHz);
}

/** Every file in the collection's order: the number of its series, and its gps_start. */
export interface OrderedFiles {
  readonly series: Uint16Array;
  readonly gpsStarts: Float64Array;
}

/**
 * Sorts the files from all series into the collection's order. It counts the files with each start, which works because every start is a
 * multiple of the file duration. The time taken is linear in the number of files, however many series there are.
 */
export function orderFiles({ series }: StrainFileIndexData): OrderedFiles {
  const ends = series.map(({ blocks }) => blocks.reduce((sum, files) => sum + files, 0));
  // By start: first how many more files there are than at the start before, then the position of the next file.
  const positions = new Int32Array(Math.max(0, ...ends) + 1);
  for (const { blocks } of series) {
    let sign = 1;
    let start = 0;
    for (const files of blocks) {
      start += files;
      (positions[start] as number) += sign;
      sign = -sign;
    }
  }
  let count = 0;
  let files = 0;
  for (let start = 0; start < positions.length; start++) {
    files += positions[start] as number;
    positions[start] = count;
    count += files;
  }
  const ordered = { series: new Uint16Array(count), gpsStarts: new Float64Array(count) };
  // Visiting the series in order also sorts the files with the same start.
  for (const [number, { blocks }] of series.entries()) {
    let start = 0;
    for (let i = 0; i < blocks.length; i += 2) {
      start += blocks[i] as number;
      for (let left = blocks[i + 1] as number; left > 0; left--) {
        const position = (positions[start] as number)++;
        ordered.series[position] = number;
        ordered.gpsStarts[position] = start++ * STRAIN_FILE_DURATION_S;
      }
    }
  }
  return ordered;
}

function noColumn(column: string): never {
  throw new TypeError(`no column "${column}" of this kind in strain files`);
}

/** Throws TypeError if there is no such column. */
const attribute = (one: Series, column: string): string => (ATTRIBUTES[column] ?? noColumn(column))(one);

/**
 * Creates a function that finds the ascending positions of the files that match all conditions. Empty results are not cached, so that
 * memory depends on the data and not on the names in requests.
 */
function createSubsets(series: readonly Series[], { series: seriesAt }: OrderedFiles) {
  const subsets = new Map<string, Uint32Array>();
  return (conditions: readonly AttributeCondition[]): Uint32Array => {
    let key = '';
    for (const { column, value } of conditions) key += `${column}=${value}&`;
    const known = subsets.get(key);
    if (known) return known;
    const isWanted = series.map((one) => conditions.every(({ column, value }) => attribute(one, column) === value));
    if (!isWanted.includes(true)) return new Uint32Array();
    const found = new Uint32Array(seriesAt.length);
    let length = 0;
    for (let position = 0; position < found.length; position++) {
      if (isWanted[seriesAt[position] as number]) found[length++] = position;
    }
    const subset = found.slice(0, length);
    subsets.set(key, subset);
    return subset;
  };
}

/** Separates the conditions on columns from the intervals, which are reduced to their overlap. */
function splitConditions(conditions: readonly Condition[]) {
  const attributes: AttributeCondition[] = [];
  let { from, to }: Interval = ALL_TIME;
  for (const condition of conditions) {
    if (condition.test === 'is') attributes.push(condition);
    else if (condition.test !== 'overlaps') throw new TypeError(`no test "${condition.test}"`);
    else {
      from = Math.max(from, condition.from);
      to = Math.min(to, condition.to);
    }
  }
  return { attributes, from, to };
}

/** Opens the index. Conditions can test detector, rate, run, dataset and time. */
export function openStrainFileIndex(data: StrainFileIndexData): RowIndex {
  const { series } = data;
  const all = orderFiles(data);
  const { gpsStarts } = all;
  const subsetOf = createSubsets(series, all);
  const seriesAt = (position: number): Series => series[all.series[position] as number] as Series;

  /** The index, in `positions`, of the first file that starts after `gps`. */
  function firstAfter(gps: number, positions: Uint32Array): number {
    return findFirst(positions.length, (n) => (gpsStarts[positions[n] as number] as number) > gps);
  }

  function select(conditions: readonly Condition[]): Uint32Array {
    const { attributes, from, to } = splitConditions(conditions);
    const positions = subsetOf(attributes);
    // Decision: a file matches if gps_start + 4096 > start and gps_start <= stop.
    const first = firstAfter(from - STRAIN_FILE_DURATION_S, positions);
    const end = Math.max(firstAfter(to, positions), first);
    return positions.subarray(first, end);
  }

  function idAt(position: number): string {
    const { detector, sampleRateKHz } = seriesAt(position);
    return strainFileId({ detector, sampleRateKHz, gpsStart: gpsStarts[position] as number });
  }

  function positionOf(id: string): number {
    const key = parseStrainFileId(id);
    if (!key) return -1;
    const positions = subsetOf([
      { test: 'is', column: STRAIN_FILE.detector, value: key.detector },
      { test: 'is', column: STRAIN_FILE.sampleRate, value: String(key.sampleRateKHz) },
    ]);
    const found = positions[firstAfter(key.gpsStart, positions) - 1] ?? -1;
    return gpsStarts[found] === key.gpsStart ? found : -1;
  }

  return {
    count: gpsStarts.length,
    select,
    positionOf,
    idLike(id) {
      const known = strainFileIdCase(id);
      return positionOf(known) < 0 ? null : known;
    },
    valuesOf: (column) => [...new Set(series.map((one) => attribute(one, column)))].sort(),
    idAt,
    idsBetween: (first, end) => Array.from({ length: end - first }, (_, n) => [idAt(first + n), first + n] as const),
    rowAt: (position) => ({
      position,
      number: noColumn,
      text: noColumn,
      names: (column) => [attribute(seriesAt(position), column)],
    }),
  };
}

/**
 * Converts datasets, strain files, segments and statistics of a service to rows of the imports of the same names. Out: rows, and
 * entries that no row can hold. Facts that can be derived are omitted. Pure.
 */

import { uniteBlocks } from '../../catalogue/blocks.ts';
import { dataSecondsOf, dutyCycleOf } from '../../catalogue/data-seconds.ts';
import { isMapping } from '../../catalogue/files/mapping.ts';
import type { Catalogue, StrainStatistics } from '../../catalogue/types.ts';
import { byCodeUnit } from '../../core/contract/order.ts';
import { STRAIN_FILE_DURATION_S, STRAIN_STATISTICS } from '../../core/contract/wire.ts';
import { originOfLinks } from '../import/strain-file-rows.ts';
import { STATISTICS_COLUMNS } from '../import/strain-statistics.ts';
import { type Entry, type Harvested, nameOf } from './harvested.ts';
import { cellOf, namesIn, type RowSink, rowOf, textOf } from './row.ts';
import { runsOf } from './run-rows.ts';
import { leftOutEntry } from './service-problems.ts';

/** A rate of 4 kHz means 4096 samples per second. */
const SAMPLES_PER_KHZ = 1024;

/** The sample rate of a dataset, kHz: its own, or derived from the number of samples of its files. */
function rateOf({ value }: Entry): number {
  return Number(value.sample_rate_kHz ?? Number(value.npoints) / Number(value.duration) / SAMPLES_PER_KHZ);
}

export function datasetRows(found: Harvested, { rows }: RowSink): void {
  const runs = runsOf(found);
  for (const { entry, run, inner: files } of found.datasets) {
    const { name, description, gps_start: start, gps_end: end, detectors } = entry.value;
    const own = runs.find((one) => one.name === run);
    const ofFiles = [...new Set(files.map((file) => cellOf(file.value.detector)))].sort(byCodeUnit);
    rows.push(
      rowOf(entry, {
        name,
        run,
        npoints: rateOf(entry) * SAMPLES_PER_KHZ * STRAIN_FILE_DURATION_S,
        duration: STRAIN_FILE_DURATION_S,
        description: textOf(description),
        gps_start: start === own?.gpsStart ? undefined : start,
        gps_end: end === own?.gpsStop ? undefined : end,
        detectors: namesIn(detectors).join() === ofFiles.join() ? undefined : detectors,
      }),
    );
  }
}

export function bitRows({ datasets }: Harvested, { rows }: RowSink): void {
  for (const { entry } of datasets) {
    const bits = Array.isArray(entry.value.bitmask) ? entry.value.bitmask : [];
    for (const [n, bit] of bits.entries()) {
      if (!isMapping(bit)) continue;
      const { name, description, bit: number, mask_type } = bit;
      const place = { ...entry, pointer: `${entry.pointer}/bitmask/${n}` };
      rows.push(
        rowOf(place, { dataset: nameOf(entry), mask_type, bit: number, name, description: textOf(description) }),
      );
    }
  }
}

/** The files of one detector whose names have the same prefix. */
interface Series {
  readonly detector: string;
  readonly prefix: string;
  readonly entries: Map<number, Entry>;
}

export function strainFileRows({ datasets }: Harvested, { rows, leftOut }: RowSink): void {
  for (const { entry: dataset, run, inner: files } of datasets) {
    const name = nameOf(dataset);
    const all = new Map<string, Series>();
    for (const file of files) {
      const { detector, gps_start: start, sample_rate_kHz: rate, hdf5_url, gwf_url } = file.value;
      const label = `${name} ${cellOf(detector)} from GPS ${cellOf(start)}`;
      const origin = originOfLinks(cellOf(hdf5_url), cellOf(gwf_url), Number(start));
      const isOwnRate = Number(rate) === rateOf(dataset);
      if (!isOwnRate || origin?.dataset !== name) {
        const [member, message] = isOwnRate
          ? ['hdf5_url', `hdf5_url and gwf_url do not belong to a file of ${name}`]
          : ['sample_rate_kHz', `${cellOf(rate)} is not the rate of ${name}`];
        leftOut.push(
          leftOutEntry(file, member, label, message, 'not possible, because the data format derives all links'),
        );
        continue;
      }
      const { prefix } = origin;
      const key = `${cellOf(detector)} ${prefix}`;
      const series = all.get(key) ?? { detector: cellOf(detector), prefix, entries: new Map() };
      all.set(key, series);
      series.entries.set(Number(start), file);
    }
    for (const { detector, prefix, entries } of all.values()) {
      for (const { firstGpsStart, count } of uniteBlocks(
        [...entries.keys()].map((one) => ({ firstGpsStart: one, count: 1 })),
      )) {
        const cells = { run, dataset: name, detector, sample_rate_kHz: rateOf(dataset), file_prefix: prefix };
        rows.push(rowOf(entries.get(firstGpsStart) as Entry, { ...cells, first_gps_start: firstGpsStart, count }));
      }
    }
  }
}

export function segmentRows({ timelines }: Harvested, { rows }: RowSink): void {
  for (const { entry, run, inner: segments } of timelines) {
    for (const segment of segments) {
      const { start, stop } = segment.value;
      rows.push(rowOf(segment, { flag: nameOf(entry), run, start, stop }));
    }
  }
}

/** The bit that marks data; its sum is derived from the segments. */
const DATA_BIT = 'DATA';

/** The sum of a bit, as `bit:seconds`; null if it is not an object. */
function bitSum(value: unknown): string | null {
  return isMapping(value) ? `${cellOf(value.bit)}:${cellOf(value.sum)}` : null;
}

/**
 * Statistics: one row for each record with values that cannot be derived from the segments. `catalogue` has the datasets and segments
 * after the merge; `known` are the existing statistics, by dataset, then by `detector start`.
 */
export function statisticsRows(
  { fileRecords }: Harvested,
  catalogue: Pick<Catalogue, 'datasets' | 'timelines'>,
  known: (dataset: string) => ReadonlyMap<string, StrainStatistics>,
  { rows }: RowSink,
): void {
  for (const record of fileRecords) {
    const { detector, gps_start: start, dataset: name, sample_rate_kHz, bitsums } = record.value;
    const dataset = catalogue.datasets.find((one) => one.name === name);
    const seconds = dataset && (dataSecondsOf(catalogue.timelines, dataset, cellOf(detector))?.(Number(start)) ?? null);
    const dataBit = dataset?.bits.find((bit) => bit.name === DATA_BIT)?.bit;
    const derived = dataBit === undefined || typeof seconds !== 'number' ? null : `${dataBit}:${seconds}`;
    const dutyCycle = typeof seconds === 'number' ? dutyCycleOf(seconds) : null;
    const values = STRAIN_STATISTICS.flatMap((member) => {
      const value = record.value[member];
      const follows = value === null || value === undefined || (member === 'duty_cycle' && value === dutyCycle);
      return follows ? [] : [[STATISTICS_COLUMNS[member] ?? member, value] as const];
    });
    const sums = (Array.isArray(bitsums) ? bitsums : []).map(bitSum).filter((one) => one !== null);
    const there =
      known(cellOf(name))
        .get(`${cellOf(detector)} ${cellOf(start)}`)
        ?.bitsums?.map(bitSum) ?? [];
    const followsFrom = (given: readonly (string | null)[]): boolean =>
      [...sums].sort().join() === [...new Set([...given, ...(derived === null ? [] : [derived])])].sort().join();
    const isNews = sums.length > 0 && !followsFrom([]) && !followsFrom(there);
    if (values.length === 0 && !isNews) continue;
    const cells = { dataset: name, detector, gps_start: start, sample_rate_kHz, bitsums: isNews ? sums : undefined };
    rows.push(rowOf(record, { ...Object.fromEntries(values), ...cells }));
  }
}

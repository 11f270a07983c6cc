/**
 * Entries and records of strain files, runs, datasets, catalogs and timelines as plain objects, with members in the order of the
 * contract, and their JSON. Entries and records of events are in `event-entries.ts`.
 *
 * `base` is the base URL without a trailing slash. Everything is created again for each response.
 */
import type { OracleOptions } from './answer.ts';
import type { Catalogue, Timeline } from './catalogue.ts';
import { withFloats } from './floats.ts';
import { byCodeUnit } from './parameters.ts';
import type { CatalogRecord, DatasetRecord, RunRecord, StrainRecord } from './types.ts';
import { utcOfGps } from './utc.ts';

/** What an entry for a strain file needs besides the data. */
type EntryOptions = Pick<OracleOptions, 'baseUrl'>;

export type Json = Record<string, unknown>;

/** JavaScript's shortest form for every number that is not marked as a float. */
export function jsonOf(value: unknown): string {
  return withFloats(JSON.stringify(value));
}

/** Example: `linkTo(base, 'runs', 'O1', 'events')`. */
export function linkTo(base: string, ...path: readonly string[]): string {
  return `${base}/api/v2/${path.join('/')}?format=api`;
}

export function strainId(file: StrainRecord): string {
  return `${file.detector}-${file.gpsStart}-${file.sampleRateKHz}kHz`;
}

export function strainEntry(file: StrainRecord, { baseUrl: base }: EntryOptions): Json {
  const folder = Math.floor(file.gpsStart / 2 ** 20) * 2 ** 20;
  const archive = `${base}/archive/data/${file.dataset}/${folder}/${file.filePrefix}-${file.gpsStart}-4096`;
  return {
    gps_start: file.gpsStart,
    utc_start: utcOfGps(file.gpsStart),
    detector: file.detector,
    sample_rate_kHz: file.sampleRateKHz,
    hdf5_url: `${archive}.hdf5?format=api`,
    gwf_url: `${archive}.gwf?format=api`,
    detail_url: linkTo(base, 'strain-files', strainId(file)),
  };
}

export function strainRecord(file: StrainRecord, catalogue: Catalogue, options: EntryOptions): Json {
  const dataSeconds = secondsWithData(file, catalogue);
  const computed = dataSeconds === null ? null : (dataSeconds / 4096) * 100;
  return {
    ...strainEntry(file, options),
    run: file.run,
    dataset: file.dataset,
    duration: 4096,
    filesize_bytes: file.statistics?.filesize_bytes ?? null,
    min_strain: file.statistics?.min_strain ?? null,
    max_strain: file.statistics?.max_strain ?? null,
    mean_strain: file.statistics?.mean_strain ?? null,
    stdev_strain: file.statistics?.stdev_strain ?? null,
    nans_fraction: file.statistics?.nans_fraction ?? null,
    duty_cycle: file.statistics?.duty_cycle ?? computed,
    BLRMS200: file.statistics?.BLRMS200 ?? null,
    BLRMS1000: file.statistics?.BLRMS1000 ?? null,
    BNS: file.statistics?.BNS ?? null,
    bitsums: bitSums(file, dataSeconds),
  };
}

/** Seconds of the file in segments of `<detector>_DATA`; null if the file's run has no such list. */
function secondsWithData(file: StrainRecord, catalogue: Catalogue): number | null {
  const list = catalogue.flagLists.find(({ flag, run }) => flag === `${file.detector}_DATA` && run === file.run);
  if (list === undefined) return null;
  let seconds = 0;
  for (const [start, stop] of list.segments) {
    seconds += Math.max(Math.min(stop, file.gpsStart + 4096) - Math.max(start, file.gpsStart), 0);
  }
  return seconds;
}

/** The published sums, and a computed one for the bit DATA if it is not published. */
function bitSums(file: StrainRecord, dataSeconds: number | null): Json[] | null {
  const published = file.statistics?.bitsums ?? null;
  const sums = [...(published ?? [])];
  const dataBit = [...file.bitNames].find(([, name]) => name === 'DATA')?.[0];
  if (dataBit !== undefined && dataSeconds !== null && !sums.some(({ bit }) => bit === dataBit)) {
    sums.push({ bit: dataBit, sum: dataSeconds });
  }
  if (published === null && sums.length === 0) return null;
  return sums.sort((a, b) => a.bit - b.bit).map(({ bit, sum }) => ({ bit, name: file.bitNames.get(bit) ?? null, sum }));
}

export function runEntry(run: RunRecord, base: string): Json {
  return {
    name: run.name,
    gps_start: run.gpsStart,
    gps_end: run.gpsStop,
    detectors: run.detectors,
    detail_url: linkTo(base, 'runs', run.name),
  };
}

export function runRecord(run: RunRecord, base: string): Json {
  return {
    ...runEntry(run, base),
    datasets_url: linkTo(base, 'runs', run.name, 'datasets'),
    events_url: linkTo(base, 'runs', run.name, 'events'),
    strain_files_url: linkTo(base, 'runs', run.name, 'strain-files'),
    timelines_url: linkTo(base, 'runs', run.name, 'timelines'),
  };
}

/** A dataset's entry, which is the same as its record. */
export function datasetEntry(dataset: DatasetRecord, catalogue: Catalogue, base: string): Json {
  const run = catalogue.runs.find(({ name }) => name === dataset.run);
  // Bits from 32 on are injection bits, which are numbered from 0 too.
  const bits = [...dataset.bits].sort((a, b) => (a.bit % 32) - (b.bit % 32) || a.bit - b.bit);
  return {
    name: dataset.name,
    run: dataset.run,
    description: dataset.description,
    sample_rate_kHz: dataset.sampleRateKHz,
    gps_start: dataset.gpsStart ?? run?.gpsStart,
    gps_end: dataset.gpsEnd ?? run?.gpsStop,
    detectors: dataset.detectors ?? [...dataset.seriesDetectors].sort(byCodeUnit),
    bitmask: bits.map(({ name, description, bit }) => ({
      name,
      description,
      bit: bit < 32 ? bit : bit - 32,
      mask_type: bit < 32 ? 'DQ' : 'INJ',
    })),
    strain_files_url: linkTo(base, 'datasets', dataset.name, 'strain-files'),
    detail_url: linkTo(base, 'datasets', dataset.name),
  };
}

/** A catalog's entry, which is the same as its record. */
export function catalogEntry(catalog: CatalogRecord, base: string): Json {
  return {
    name: catalog.name,
    description: catalog.description,
    doi: catalog.doi,
    events_url: linkTo(base, 'catalogs', catalog.name, 'events'),
    detail_url: linkTo(base, 'catalogs', catalog.name),
  };
}

/** A timeline's entry, which is the same as its record. */
export function timelineEntry(timeline: Timeline, base: string): Json {
  return {
    name: timeline.name,
    detector: timeline.detector,
    run_names: timeline.lists.map(({ run }) => run),
    segments_url: linkTo(base, 'timelines', timeline.name, 'segments'),
    detail_url: linkTo(base, 'timelines', timeline.name),
  };
}

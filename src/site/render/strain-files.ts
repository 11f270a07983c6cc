/**
 * Renders strain files: catalogue -> one line for each entry and each record, in the collection's order.
 *
 * Uses a generator, so that a bulk release with a full record per file is never held in memory: statistics are streamed in the same order
 * and matched file by file.
 */

import { DATA_BIT, dataSecondsOf, dutyCycleOf } from '../../catalogue/data-seconds.ts';
import type { Block, FileStatistics, LoadedDataset, Series } from '../../catalogue/types.ts';
import { utcFromGps } from '../../core/base/gps-time.ts';
import { archivePath } from '../../core/contract/archive-paths.ts';
import { strainFileId } from '../../core/contract/ids.ts';
import {
  type BitSum,
  STRAIN_FILE_DURATION_S,
  STRAIN_STATISTICS,
  type StrainFileDetail,
  type StrainFileEntry,
  type StrainStatistics,
} from '../../core/contract/wire.ts';
import { orderFiles, type StrainFileIndexData, sortSeries } from '../../core/listing/strain-file-index.ts';
import { LINK_QUERY_MARKER, link, membersOf, plain, recordLink } from './json.ts';
import {
  type CatalogueWith,
  createRenderer,
  type RenderedEntry,
  type RenderOptions,
  type StatisticsSource,
} from './renderer.ts';

/** The files for one detector in one dataset. */
interface PlacedSeries extends Pick<Series, 'detector' | 'file_prefix'> {
  readonly dataset: LoadedDataset;
  readonly sampleRateKHz: number;
  /** In the form used in the index. */
  readonly blocks: readonly number[];
}

/** A series' blocks in the form used in the index: for each block, the number of missing files before it, and its number of files. */
function stepsOf(blocks: readonly Block[]): number[] {
  let end = 0;
  return blocks.flatMap(([start, count]) => {
    const first = start / STRAIN_FILE_DURATION_S;
    const missing = first - end;
    end = first + count;
    return [missing, count];
  });
}

/** Collects every series, in index order. */
function collectSeries(datasets: readonly LoadedDataset[]): PlacedSeries[] {
  const series = datasets.flatMap((dataset) =>
    dataset.series.map(({ detector, file_prefix, blocks }) => ({
      dataset,
      detector,
      sampleRateKHz: dataset.sample_rate_kHz,
      file_prefix,
      blocks: stepsOf(blocks),
    })),
  );
  return sortSeries(series);
}

function indexStrainFiles(datasets: readonly LoadedDataset[]): StrainFileIndexData {
  const series = collectSeries(datasets).map(({ dataset, detector, sampleRateKHz, blocks }) => {
    return { detector, sampleRateKHz, dataset: dataset.dataset, run: dataset.run, blocks };
  });
  return { kind: 'series', series };
}

/**
 * Finds the statistics for each file, as files are visited in order. A dataset's statistics are opened at its first file and released after
 * its last record, because the statistics for all datasets may not fit in memory.
 */
function openStatistics(source: StatisticsSource) {
  const opened = new Map<LoadedDataset, { iterator: Iterator<FileStatistics>; next: FileStatistics | undefined }>();
  return (dataset: LoadedDataset, detector: string, gpsStart: number): FileStatistics | undefined => {
    let found = opened.get(dataset);
    if (!found) {
      const iterator = source(dataset)[Symbol.iterator]();
      found = { iterator, next: iterator.next().value };
      opened.set(dataset, found);
    }
    const record = found.next;
    if (record?.gps_start !== gpsStart || record.detector !== detector) return undefined;
    found.next = found.iterator.next().value;
    return record;
  };
}

/**
 * Length of a pack's period, in seconds. A pack has the files that start in one period, so adding or removing a file changes only that
 * file's pack. A period has up to 256 files for each detector and sample rate.
 */
export const PACK_PERIOD_S = 2 ** 20;

/** Bit sums in ascending order: the published sums, and a computed sum for the DATA bit if none is published. */
function bitSums(
  published: FileStatistics['bitsums'],
  dataSeconds: number | null,
  { bits }: LoadedDataset,
): readonly BitSum[] | null {
  const sums = new Map(published?.map(({ bit, sum }) => [bit, sum]));
  const dataBit = bits.find(({ name }) => name === DATA_BIT)?.bit;
  if (dataBit !== undefined && dataSeconds !== null && !sums.has(dataBit)) sums.set(dataBit, dataSeconds);
  if (published === null && sums.size === 0) return null;
  return [...sums]
    .sort(([a], [b]) => a - b)
    .map(([bit, sum]) => ({ bit, name: bits.find((known) => known.bit === bit)?.name ?? null, sum }));
}

/** A file's statistics as members of its record: numbers, then bit sums. */
function renderStatistics(
  published: FileStatistics | undefined,
  dataSeconds: number | null,
  dataset: LoadedDataset,
): string {
  const dutyCycle = dataSeconds === null ? null : dutyCycleOf(dataSeconds);
  const numbers = STRAIN_STATISTICS.map((name) => {
    const value = published?.[name] ?? (name === 'duty_cycle' ? dutyCycle : null);
    return `"${name}":${value}`;
  });
  const sums: Pick<StrainFileDetail, 'bitsums'> = {
    bitsums: bitSums(published?.bitsums ?? null, dataSeconds, dataset),
  };
  return `${numbers.join(',')},${JSON.stringify(sums).slice(1, -1)}`;
}

/** Renders a file in a series. */
function renderFile(series: PlacedSeries, gpsStart: number, statistics: string): RenderedEntry {
  const { dataset, detector, sampleRateKHz, file_prefix: prefix } = series;
  const fileLink = (ending: string) => {
    const path = archivePath(dataset.dataset, prefix, gpsStart, ending);
    return link(path + LINK_QUERY_MARKER);
  };
  const utcStart = plain(utcFromGps(gpsStart));
  const entry = membersOf<StrainFileEntry>({
    gps_start: plain(gpsStart),
    utc_start: utcStart,
    detector: plain(detector),
    sample_rate_kHz: plain(sampleRateKHz),
    hdf5_url: fileLink('hdf5'),
    gwf_url: fileLink('gwf'),
    detail_url: recordLink('strain-files', strainFileId({ detector, gpsStart, sampleRateKHz })),
  });
  const origin = membersOf<Omit<StrainFileDetail, keyof StrainFileEntry | keyof StrainStatistics | 'bitsums'>>({
    run: plain(dataset.run),
    dataset: plain(dataset.dataset),
    duration: plain(STRAIN_FILE_DURATION_S),
  });
  return {
    entry: `{${entry}}`,
    period: Math.floor(gpsStart / PACK_PERIOD_S),
    record: `{${entry},${origin},${statistics}}`,
  };
}

/** Yields the rendered files in the collection's order: gps_start, then detector, then sample rate. */
function* renderStrainFiles(
  { datasets, timelines }: CatalogueWith<'datasets' | 'timelines'>,
  options: RenderOptions,
): Generator<RenderedEntry> {
  const series = collectSeries(datasets).map((one) => ({
    ...one,
    dataSeconds: dataSecondsOf(timelines, one.dataset, one.detector),
  }));
  const statisticsOf = openStatistics(options.statistics);
  const { series: seriesOf, gpsStarts } = orderFiles(indexStrainFiles(datasets));
  for (const [position, number] of seriesOf.entries()) {
    const gpsStart = gpsStarts[position] as number;
    const one = series[number] as (typeof series)[number];
    const published = statisticsOf(one.dataset, one.detector, gpsStart);
    const statistics = renderStatistics(published, one.dataSeconds?.(gpsStart) ?? null, one.dataset);
    yield renderFile(one, gpsStart, statistics);
  }
}

export const strainFiles = createRenderer(['datasets', 'timelines'], {
  index: ({ datasets }) => indexStrainFiles(datasets),
  lines: renderStrainFiles,
});

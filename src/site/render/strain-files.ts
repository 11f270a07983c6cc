/**
 * Renders strain files: catalogue -> one line for each entry and each detail record, in the collection's order.
 *
 * A generator, so that a bulk release with a full record for each file is never held in memory: statistics are streamed in
 * the same order and met file by file. Build time; pure but for the statistics that it is handed.
 */

import { utcFromGps } from '../../catalogue/gps-time.ts';
import type { Catalogue, StrainDataset, StrainStatistics } from '../../catalogue/types.ts';
import { archivePath, strainFileId, withLinkFormat } from '../../contract/paths.ts';
import {
  type BitSum,
  STRAIN_FILE_DURATION_S,
  STRAIN_STATISTICS,
  type StrainFileDetail,
  type StrainFileEntry,
  type StrainStatistics as WireStatistics,
} from '../../contract/wire.ts';
import { orderFiles, type SeriesIndexData, sortByTieOrder } from '../../listing/series-index.ts';
import { link, type Members, membersOf, plain, recordLink } from './json.ts';
import type { RenderedEntry, Renderer } from './renderer.ts';

/** Statistics of one dataset, by gps_start then detector, ascending. */
export type StatisticsSource = (dataset: StrainDataset) => Iterable<StrainStatistics>;

/** The files of one detector in one dataset. */
interface Series {
  readonly dataset: StrainDataset;
  readonly detector: string;
  readonly sampleRateKHz: number;
  readonly filePrefix: string;
  readonly blocks: readonly number[];
}

/** Every series, in the order of the index. */
function collectSeries(datasets: readonly StrainDataset[]): Series[] {
  const series = datasets.flatMap((dataset) =>
    dataset.series.map(({ detector, filePrefix, fileRuns }) => ({
      dataset,
      detector,
      sampleRateKHz: dataset.sampleRateKHz,
      filePrefix,
      blocks: fileRuns.flatMap(({ firstGpsStart, count }) => [firstGpsStart, count]),
    })),
  );
  return sortByTieOrder(series);
}

function indexStrainFiles(datasets: readonly StrainDataset[]): SeriesIndexData {
  const series = collectSeries(datasets).map(({ dataset, detector, sampleRateKHz, blocks }) => {
    return { detector, sampleRateKHz, dataset: dataset.name, run: dataset.run, blocks };
  });
  return { kind: 'series', series };
}

/** The one record of each file, taken from the streams of statistics as the files come by. */
function openStatistics(source: StatisticsSource, datasets: readonly StrainDataset[]) {
  // Every stream is started, also that of a dataset without files, so that every line is looked at.
  const streams = new Map(
    datasets.map((dataset) => {
      const iterator = source(dataset)[Symbol.iterator]();
      return [dataset, { iterator, next: iterator.next().value as StrainStatistics | undefined }];
    }),
  );
  return (dataset: StrainDataset, detector: string, gpsStart: number): StrainStatistics | undefined => {
    const stream = streams.get(dataset);
    const record = stream?.next;
    if (!stream || record?.gps_start !== gpsStart || record.detector !== detector) return undefined;
    stream.next = stream.iterator.next().value;
    return record;
  };
}

function bitSums({ bitsums }: Pick<StrainStatistics, 'bitsums'>, { bits }: StrainDataset): readonly BitSum[] | null {
  if (bitsums === null) return null;
  return bitsums.map(({ bit, sum }) => ({ bit, name: bits.find((known) => known.bit === bit)?.name ?? null, sum }));
}

function statisticsMembers(statistics: WireStatistics | null): Members<WireStatistics> {
  const members = STRAIN_STATISTICS.map((name) => [name, plain(statistics?.[name] ?? null)]);
  return Object.fromEntries(members) as Members<WireStatistics>;
}

/** Of a file of which nothing is published, which most are. */
const NO_STATISTICS = statisticsMembers(null);

function renderFile(
  { dataset, detector, sampleRateKHz, filePrefix }: Series,
  gpsStart: number,
  utcStart: string,
  statistics: StrainStatistics | undefined,
): RenderedEntry {
  const id = strainFileId({ detector, gpsStart, sampleRateKHz });
  const fileLink = (ending: string) =>
    link(withLinkFormat(archivePath(dataset.name, filePrefix, gpsStart, STRAIN_FILE_DURATION_S, ending)));
  const entry = membersOf<StrainFileEntry>({
    gps_start: plain(gpsStart),
    utc_start: plain(utcStart),
    detector: plain(detector),
    sample_rate_kHz: plain(sampleRateKHz),
    hdf5_url: fileLink('hdf5'),
    gwf_url: fileLink('gwf'),
    detail_url: recordLink('strain-files', id),
  });
  const more = membersOf<Omit<StrainFileDetail, keyof StrainFileEntry>>({
    run: plain(dataset.run),
    dataset: plain(dataset.name),
    duration: plain(STRAIN_FILE_DURATION_S),
    ...(statistics ? statisticsMembers(statistics) : NO_STATISTICS),
    bitsums: plain(statistics ? bitSums(statistics, dataset) : null),
  });
  return { entry: `{${entry}}`, record: `{${entry},${more}}` };
}

/** Yields the rendered files in the collection's order: gps_start, then detector, then sample rate. */
function* renderStrainFiles(catalogue: Catalogue, source: StatisticsSource): Generator<RenderedEntry> {
  const series = collectSeries(catalogue.datasets);
  const statisticsOf = openStatistics(source, catalogue.datasets);
  const { series: seriesOf, gpsStarts } = orderFiles(indexStrainFiles(catalogue.datasets));
  // Files that start together follow each other, so most of them share what was computed for the one before.
  let utc = { gpsStart: -1, text: '' };
  for (const [position, number] of seriesOf.entries()) {
    const gpsStart = gpsStarts[position] as number;
    const one = series[number] as Series;
    if (utc.gpsStart !== gpsStart) utc = { gpsStart, text: utcFromGps(gpsStart) };
    yield renderFile(one, gpsStart, utc.text, statisticsOf(one.dataset, one.detector, gpsStart));
  }
}

export const strainFiles: Renderer = {
  index: ({ datasets }) => indexStrainFiles(datasets),
  lines: renderStrainFiles,
};

/**
 * Renders strain files: catalogue -> one line for each entry and each detail record, in the listing's order.
 *
 * A generator, so that a bulk release with a full record for each file is never held in memory: statistics are streamed in
 * the same order and met file by file. Build time; pure but for the statistics that it is handed.
 */

import { utcFromGps } from '../../catalogue/gps-time.ts';
import type { Catalogue, StrainDataset, StrainStatistics } from '../../catalogue/types.ts';
import { archivePath, strainFileId, withLinkFormat } from '../../contract/paths.ts';
import { STRAIN_FILE_DURATION_S } from '../../contract/wire.ts';
import { inTieOrder, openStrainIndex, type StrainIndexData } from '../../listing/strain-index.ts';
import { link, membersOf, plain, recordLink } from './json.ts';

/** Statistics of one dataset, by gps_start then detector, ascending. */
export type StatisticsSource = (dataset: StrainDataset) => Iterable<StrainStatistics>;

export interface RenderedStrainFile {
  readonly entry: string;
  readonly detail: string;
}

/** A run of consecutive files and where it comes from. */
interface Stretch {
  readonly dataset: StrainDataset;
  readonly filePrefix: string;
  readonly firstGpsStart: number;
  readonly count: number;
}

interface Series {
  readonly detector: string;
  readonly sampleRateKHz: number;
  readonly stretches: Stretch[];
}

/** All files of one detector at one sample rate, over all datasets, ascending. */
function collectSeries(datasets: readonly StrainDataset[]): Series[] {
  const series = new Map<string, Series>();
  for (const dataset of datasets) {
    for (const { detector, filePrefix, fileRuns } of dataset.series) {
      const key = `${detector}/${dataset.sampleRateKHz}`;
      const found = series.get(key) ?? { detector, sampleRateKHz: dataset.sampleRateKHz, stretches: [] };
      series.set(key, found);
      for (const run of fileRuns) found.stretches.push({ dataset, filePrefix, ...run });
    }
  }
  for (const { stretches } of series.values()) stretches.sort((a, b) => a.firstGpsStart - b.firstGpsStart);
  return [...series.values()];
}

/** The index of all strain files, as release.json holds it. */
export function indexStrainFiles(datasets: readonly StrainDataset[]): StrainIndexData {
  return inTieOrder(
    collectSeries(datasets).map(({ detector, sampleRateKHz, stretches }) => ({
      detector,
      sampleRateKHz,
      runs: stretches.flatMap(({ firstGpsStart, count }) => [firstGpsStart, count]),
    })),
  );
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

function renderBitSums({ bitsums }: Pick<StrainStatistics, 'bitsums'>, { bits }: Pick<StrainDataset, 'bits'>): string {
  const sums = bitsums?.map(({ bit, sum }) => ({
    bit,
    name: bits.find((known) => known.bit === bit)?.name ?? null,
    sum,
  }));
  return plain(sums ?? null);
}

type Published = Omit<StrainStatistics, 'detector' | 'gps_start'>;

function statisticsMembers(statistics: Published, dataset: Pick<StrainDataset, 'bits'>): string {
  return membersOf([
    ['filesize_bytes', plain(statistics.filesize_bytes)],
    ['min_strain', plain(statistics.min_strain)],
    ['max_strain', plain(statistics.max_strain)],
    ['mean_strain', plain(statistics.mean_strain)],
    ['stdev_strain', plain(statistics.stdev_strain)],
    ['nans_fraction', plain(statistics.nans_fraction)],
    ['duty_cycle', plain(statistics.duty_cycle)],
    ['BLRMS200', plain(statistics.BLRMS200)],
    ['BLRMS1000', plain(statistics.BLRMS1000)],
    ['BNS', plain(statistics.BNS)],
    ['bitsums', renderBitSums(statistics, dataset)],
  ]);
}

/** The same of a file of which nothing is published, which most are: every member is null. */
const NO_STATISTICS = statisticsMembers(
  {
    filesize_bytes: null,
    min_strain: null,
    max_strain: null,
    mean_strain: null,
    stdev_strain: null,
    nans_fraction: null,
    duty_cycle: null,
    BLRMS200: null,
    BLRMS1000: null,
    BNS: null,
    bitsums: null,
  },
  { bits: [] },
);

function renderFile(
  stretch: Stretch,
  detector: string,
  gpsStart: number,
  utcStart: string,
  statistics: StrainStatistics | undefined,
) {
  const { dataset, filePrefix } = stretch;
  const id = strainFileId(detector, gpsStart, dataset.sampleRateKHz);
  const fileLink = (ending: string) =>
    link(withLinkFormat(archivePath(dataset.name, filePrefix, gpsStart, STRAIN_FILE_DURATION_S, ending)));
  const members = membersOf([
    ['gps_start', plain(gpsStart)],
    ['utc_start', plain(utcStart)],
    ['detector', plain(detector)],
    ['sample_rate_kHz', plain(dataset.sampleRateKHz)],
    ['hdf5_url', fileLink('hdf5')],
    ['gwf_url', fileLink('gwf')],
    ['detail_url', recordLink('strain-files', id)],
  ]);
  const origin = membersOf([
    ['run', plain(dataset.run)],
    ['dataset', plain(dataset.name)],
    ['duration', plain(STRAIN_FILE_DURATION_S)],
  ]);
  const more = statistics ? statisticsMembers(statistics, dataset) : NO_STATISTICS;
  return { entry: `{${members}}`, detail: `{${members},${origin},${more}}` };
}

/** Yields the rendered files in listing order: gps_start, then detector, then sample rate. */
export function* renderStrainFiles(catalogue: Catalogue, source: StatisticsSource): Generator<RenderedStrainFile> {
  const series = inTieOrder(collectSeries(catalogue.datasets));
  const index = openStrainIndex(indexStrainFiles(catalogue.datasets));
  const statisticsOf = openStatistics(source, catalogue.datasets);
  const current = series.map(() => 0);
  const { series: seriesOf, gpsStarts } = index.entries();
  // Files that start together follow each other, so most of them share what was computed for the one before.
  let utc = { gpsStart: -1, text: '' };
  for (let position = 0; position < index.count; position++) {
    const s = seriesOf[position] as number;
    const gpsStart = gpsStarts[position] as number;
    const { detector, stretches } = series[s] as Series;
    let stretch = stretches[current[s] as number] as Stretch;
    if (gpsStart >= stretch.firstGpsStart + stretch.count * STRAIN_FILE_DURATION_S) {
      current[s] = (current[s] as number) + 1;
      stretch = stretches[current[s] as number] as Stretch;
    }
    if (utc.gpsStart !== gpsStart) utc = { gpsStart, text: utcFromGps(gpsStart) };
    yield renderFile(stretch, detector, gpsStart, utc.text, statisticsOf(stretch.dataset, detector, gpsStart));
  }
}

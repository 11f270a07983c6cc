/**
 * Converts a service's datasets, strain files, segments and statistics to facts for the imports of the same names. Also returns the entries
 * that the data format cannot express. Facts that can be derived are omitted. Pure.
 */

import { uniteBlocks } from '../../catalogue/blocks.ts';
import { DATA_BIT, dataSecondsOf, dutyCycleOf } from '../../catalogue/data-seconds.ts';
import { isMapping } from '../../catalogue/files/mapping.ts';
import type { Block, Catalogue, FileStatistics } from '../../catalogue/types.ts';
import { byCodeUnit } from '../../core/base/order.ts';
import { STRAIN_STATISTICS } from '../../core/contract/wire.ts';
import { type BitFacts, type DatasetRecord, datasetBits, sampleRateOf } from '../kinds/datasets.ts';
import { type SegmentFacts, segments as segmentKind } from '../kinds/segments.ts';
import { originOfLinks, type StrainFacts, strainFacts } from '../kinds/strain-file-rows.ts';
import type { StatisticsFacts, StatisticsRecord } from '../kinds/strain-statistics.ts';
import type { FactCollector } from '../merge/facts.ts';
import { recordOf } from '../merge/merge-record.ts';
import {
  availableText,
  factsOfEntry,
  LINKS_ARE_DERIVED,
  namesIn,
  nonEmptyTexts,
  numberOf,
  rejectedEntry,
  sourcedFacts,
  stringOf,
} from './entry-facts.ts';
import { observingRuns } from './event-facts.ts';
import { entryName, objectsIn, type ServiceContent, type ServiceEntry } from './service-content.ts';

/** A dataset's sample rate in kHz: its own, or derived from the number of samples in its files. */
function rateOf({ value }: ServiceEntry): number {
  return Number(value.sample_rate_kHz ?? sampleRateOf(Number(value.npoints), Number(value.duration)));
}

export function datasetFacts(found: ServiceContent, { facts: given }: FactCollector<DatasetRecord>): void {
  const runs = observingRuns(found.runs);
  for (const { entry, run, inner: files } of found.datasets) {
    const { name, description, gps_start: start, gps_end: end, detectors } = entry.value;
    const own = runs.find((one) => one.name === run);
    const ofFiles = [...new Set(files.map((file) => stringOf(file.value.detector)))].sort(byCodeUnit);
    const record = recordOf<DatasetRecord>({
      dataset: stringOf(name),
      run,
      description: availableText(description),
      sample_rate_kHz: numberOf(rateOf(entry)),
      gps_start: start === own?.gps_start ? undefined : numberOf(start),
      gps_end: end === own?.gps_end ? undefined : numberOf(end),
      detectors: namesIn(detectors).join() === ofFiles.join() ? undefined : nonEmptyTexts(detectors),
    });
    given.push(sourcedFacts(entry, record));
  }
}

export function bitFacts({ datasets }: ServiceContent, { facts: given }: FactCollector<BitFacts>): void {
  for (const { entry } of datasets) {
    for (const bit of objectsIn(entry, 'bitmask'))
      given.push(factsOfEntry(datasetBits, bit, { dataset: entryName(entry) }));
  }
}

/** The files for one detector whose names have the same prefix. */
interface Series {
  readonly detector: string;
  readonly prefix: string;
  readonly entries: Map<number, ServiceEntry>;
}

export function strainFileFacts(
  { datasets }: ServiceContent,
  { facts: given, rejected }: FactCollector<StrainFacts>,
): void {
  for (const { entry: dataset, run, inner: files } of datasets) {
    const name = entryName(dataset);
    const all = new Map<string, Series>();
    for (const file of files) {
      const { detector, gps_start: start, sample_rate_kHz: rate, hdf5_url, gwf_url } = file.value;
      const label = `${name} ${stringOf(detector)} from GPS ${stringOf(start)}`;
      const origin = originOfLinks(stringOf(hdf5_url), stringOf(gwf_url), Number(start));
      const isOwnRate = Number(rate) === rateOf(dataset);
      if (!isOwnRate || origin?.dataset !== name) {
        const [member, message] = isOwnRate
          ? ['hdf5_url', `hdf5_url and gwf_url do not belong to a file of ${name}`]
          : ['sample_rate_kHz', `${stringOf(rate)} is not the rate of ${name}`];
        rejected.push(rejectedEntry(file, member, label, message, LINKS_ARE_DERIVED));
        continue;
      }
      const { prefix } = origin;
      const key = `${stringOf(detector)} ${prefix}`;
      const series = all.get(key) ?? { detector: stringOf(detector), prefix, entries: new Map() };
      all.set(key, series);
      series.entries.set(Number(start), file);
    }
    for (const { detector, prefix, entries } of all.values()) {
      const files = [...entries.keys()].map((start): Block => [start, 1]);
      for (const block of uniteBlocks(files)) {
        const series = { detector, file_prefix: prefix, blocks: [block] };
        const place = entries.get(block[0]) as ServiceEntry;
        given.push(sourcedFacts(place, strainFacts(name, run, rateOf(dataset), series)));
      }
    }
  }
}

export function segmentFacts({ timelines }: ServiceContent, { facts: given }: FactCollector<SegmentFacts>): void {
  for (const { entry, run, inner: segments } of timelines) {
    for (const segment of segments) given.push(factsOfEntry(segmentKind, segment, { flag: entryName(entry), run }));
  }
}

/** Bits with their seconds, in ascending order. */
function bitSumsOf(value: unknown): { bit: unknown; sum: unknown }[] {
  const sums = (Array.isArray(value) ? value : []).filter(isMapping);
  const read = sums.map(({ bit, sum }) => ({ bit: numberOf(bit), sum: numberOf(sum) }));
  return read.sort((a, b) => Number(a.bit) - Number(b.bit));
}

/** A string that identifies a list of sums. */
const sumsText = (sums: readonly { readonly bit: unknown; readonly sum: unknown }[]): string =>
  [...new Set(sums.map(({ bit, sum }) => `${bit}:${sum}`))].sort().join();

/**
 * Collects statistics from the records with values that cannot be derived from the segments. `catalogue` has the datasets and segments
 * after the merge; `known` are the existing statistics, by dataset, then by detector and start, such as `H1 1126072320`.
 */
export function statisticsFacts(
  { fileRecords }: ServiceContent,
  catalogue: Pick<Catalogue, 'datasets' | 'timelines'>,
  known: (dataset: string) => ReadonlyMap<string, FileStatistics>,
  { facts: given }: FactCollector<StatisticsFacts>,
): void {
  for (const entry of fileRecords) {
    const { detector, gps_start: start, dataset: name, sample_rate_kHz } = entry.value;
    const dataset = catalogue.datasets.find((one) => one.dataset === name);
    const ids = { detector: stringOf(detector), gps_start: numberOf(start) };
    const seconds = dataset && (dataSecondsOf(catalogue.timelines, dataset, ids.detector)?.(Number(start)) ?? null);
    const dataBit = dataset?.bits.find((bit) => bit.name === DATA_BIT)?.bit;
    const derived = dataBit === undefined || typeof seconds !== 'number' ? [] : [{ bit: dataBit, sum: seconds }];
    const dutyCycle = typeof seconds === 'number' ? dutyCycleOf(seconds) : null;
    const values = STRAIN_STATISTICS.flatMap((member) => {
      const value = numberOf(entry.value[member]);
      const follows = value === undefined || (member === 'duty_cycle' && value === dutyCycle);
      return follows ? [] : [[member, value] as const];
    });
    const bitsums = bitSumsOf(entry.value.bitsums);
    const existing = known(stringOf(name)).get(`${ids.detector} ${stringOf(start)}`)?.bitsums ?? [];
    const text = sumsText(bitsums);
    // An empty list means something only in a record that has other values; otherwise, it means the same as null.
    const isEmpty = Array.isArray(entry.value.bitsums) && bitsums.length === 0 && values.length > 0;
    const isOther = text !== sumsText(derived) && text !== sumsText([...existing, ...derived]);
    const addsInformation = isEmpty ? derived.length === 0 : bitsums.length > 0 && isOther;
    if (values.length === 0 && !addsInformation) continue;
    const record = { ...ids, ...Object.fromEntries(values), ...(addsInformation && { bitsums }) } as StatisticsRecord;
    given.push(sourcedFacts(entry, { dataset: stringOf(name), rate: numberOf(sample_rate_kHz), record }));
  }
}

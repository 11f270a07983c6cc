/**
 * Reads a service's datasets, strain files, segments and statistics. What the data format cannot express is skipped; what follows from
 * other data is omitted.
 */
import { uniteBlocks } from '../../catalogue/blocks.ts';
import { DATA_BIT, dataSecondsOf, dutyCycleOf } from '../../catalogue/data-seconds.ts';
import { isMapping } from '../../catalogue/files/mapping.ts';
import type { Block, Catalogue } from '../../catalogue/types.ts';
import { byCodeUnit } from '../../core/base/order.ts';
import { STRAIN_STATISTICS } from '../../core/contract/wire.ts';
import { datasetBits, datasetRecord, sampleRateOf } from '../kinds/datasets.ts';
import { toItem } from '../kinds/import-kind.ts';
import { flagRecord, segments as segmentKind } from '../kinds/segments.ts';
import { partsOfLinks, strainRecords } from '../kinds/strain-files.ts';
import { rateFindings, statisticsRecord } from '../kinds/strain-statistics.ts';
import { recordOf, type SourceItem } from '../merge/records.ts';
import { observingRuns } from './event-items.ts';
import { itemOf, readEntries, skippedEntry } from './items.ts';
import { type Entry, entryName, objectsIn, placeOf, type ServiceContent } from './service-content.ts';
import { availableText, namesIn, nonEmptyTexts, numberOf, stringOf } from './values.ts';

/** A dataset's sample rate in kHz: its own, or derived from the number of samples in its files. */
function rateOf({ value }: Entry): number {
  return Number(value.sample_rate_kHz ?? sampleRateOf(value.npoints, value.duration));
}

export function datasetItems(content: ServiceContent): SourceItem[] {
  const runs = observingRuns(content.runs);
  return content.datasets.map(({ entry, run, inner: files }) => {
    const { name, description, gps_start: start, gps_end: end, detectors } = entry.value;
    const own = runs.find((one) => one.name === run);
    const ofFiles = [...new Set(files.map((file) => stringOf(file.value.detector)))].sort(byCodeUnit);
    const value = recordOf({
      dataset: stringOf(name),
      run,
      description: availableText(description),
      sample_rate_kHz: numberOf(rateOf(entry)),
      gps_start: start === own?.gps_start ? undefined : numberOf(start),
      gps_end: end === own?.gps_end ? undefined : numberOf(end),
      detectors: namesIn(detectors).join() === ofFiles.join() ? undefined : nonEmptyTexts(detectors),
    });
    return itemOf(entry, datasetRecord(value));
  });
}

export function bitItems({ datasets }: ServiceContent, catalogue: Catalogue): SourceItem[] {
  const bits = datasets.flatMap(({ entry }) =>
    objectsIn(entry, 'bitmask').map((bit) => [bit, { dataset: entryName(entry) }] as const),
  );
  return readEntries(datasetBits, bits, catalogue);
}

/** The files for one detector whose names have the same prefix. */
interface Series {
  readonly detector: string;
  readonly prefix: string;
  readonly entries: Map<number, Entry>;
}

export const strainFileItems = ({ datasets }: ServiceContent): SourceItem[] =>
  datasets.flatMap(({ entry: dataset, run, inner: files }) => {
    const name = entryName(dataset);
    const rate = rateOf(dataset);
    const skipped: SourceItem[] = [];
    const all = new Map<string, Series>();
    for (const file of files) {
      const { detector, gps_start: start, sample_rate_kHz: given, hdf5_url, gwf_url } = file.value;
      const parts = partsOfLinks(stringOf(hdf5_url), stringOf(gwf_url), Number(start));
      if (Number(given) !== rate) {
        skipped.push(skippedFile(name, file, 'sample_rate_kHz', `${stringOf(given)} is not the rate of ${name}`));
      } else if (parts?.dataset !== name) {
        skipped.push(skippedFile(name, file, 'hdf5_url', `hdf5_url and gwf_url do not belong to a file of ${name}`));
      } else {
        const key = `${stringOf(detector)} ${parts.prefix}`;
        const series = all.get(key) ?? { detector: stringOf(detector), prefix: parts.prefix, entries: new Map() };
        all.set(key, series);
        series.entries.set(Number(start), file);
      }
    }
    const blocks = [...all.values()].flatMap(({ detector, prefix: file_prefix, entries }) => {
      const block = { dataset: name, run, sample_rate_kHz: rate, detector, file_prefix };
      return uniteBlocks([...entries.keys()].map((start): Block => [start, 1])).map(([start, count]) => {
        const records = strainRecords({ ...block, first_gps_start: start, count });
        const label = labelOf(name, detector, start);
        return toItem(placeOf(entries.get(start) as Entry), { label, records });
      });
    });
    return [...skipped, ...blocks];
  });

function skippedFile(dataset: string, file: Entry, member: string, message: string): SourceItem {
  const { detector, gps_start: start } = file.value;
  const [, series] = strainRecords({ dataset, detector: stringOf(detector), first_gps_start: start, count: 1 });
  return { ...skippedEntry(file, member, series, message), label: labelOf(dataset, detector, start) };
}

const labelOf = (dataset: string, detector: unknown, start: unknown): string =>
  `${dataset} ${stringOf(detector)} from GPS ${stringOf(start)}`;

/** Flags. One with segments is not counted, because its segments are. */
export const flagItems = ({ timelines }: ServiceContent): SourceItem[] =>
  timelines.map(({ entry, run, inner }) => {
    const flag = flagRecord(run, entryName(entry));
    return itemOf(entry, inner.length > 0 ? { ...flag, counts: 'nothing' } : flag);
  });

export function segmentItems({ timelines }: ServiceContent, catalogue: Catalogue): SourceItem[] {
  const segments = timelines.flatMap(({ entry, run, inner }) =>
    inner.map((segment) => [segment, { flag: entryName(entry), run }] as const),
  );
  return readEntries(segmentKind, segments, catalogue);
}

/** Bits with their seconds, in ascending order. */
function bitSumsOf(value: unknown): { bit: unknown; sum: unknown }[] {
  const sums = (Array.isArray(value) ? value : []).filter(isMapping);
  const read = sums.map(({ bit, sum }) => ({ bit: numberOf(bit), sum: numberOf(sum) }));
  return read.sort((a, b) => Number(a.bit) - Number(b.bit));
}

/** The seconds of data in strain files, from the service's segments or, if they were not read, from the data. */
function dataSeconds({ timelines, datasets }: ServiceContent, catalogue: Catalogue) {
  const read = timelines.map(({ entry, run, inner }) => {
    const segments = inner.map(({ value }) => [Number(value.start), Number(value.stop)] as const);
    return { name: entryName(entry), detector: stringOf(entry.value.detector), run, segments };
  });
  const runs = new Map(datasets.map(({ entry, run }) => [entryName(entry), run]));
  return (dataset: string, detector: string, start: number): number | null =>
    dataSecondsOf(read.length > 0 ? read : catalogue.timelines, { run: runs.get(dataset) ?? '' }, detector)?.(start) ??
    null;
}

/** Statistics from the records of strain files. A duty cycle, or a sum of the DATA bit, that follows from the segments is omitted. */
export function statisticsItems(content: ServiceContent, catalogue: Catalogue): SourceItem[] {
  const secondsOf = dataSeconds(content, catalogue);
  const datasets = new Map(content.datasets.map(({ entry }) => [entryName(entry), entry]));
  return content.fileRecords.flatMap((entry) => {
    const { detector, gps_start: start, dataset: name, sample_rate_kHz: rate } = entry.value;
    const dataset = datasets.get(stringOf(name));
    const seconds = secondsOf(stringOf(name), stringOf(detector), Number(start));
    const values = STRAIN_STATISTICS.flatMap((member) => {
      const value = numberOf(entry.value[member]);
      const follows = member === 'duty_cycle' && seconds !== null && value === dutyCycleOf(seconds);
      return value === undefined || follows ? [] : [[member, value] as const];
    });
    const dataBit = dataset && objectsIn(dataset, 'bitmask').find((bit) => bit.value.name === DATA_BIT)?.value.bit;
    const sums = bitSumsOf(entry.value.bitsums);
    const own = sums.filter(({ bit, sum }) => bit !== dataBit || sum !== seconds);
    // An empty list means something only in a record that has other values; otherwise, it means the same as null.
    const isEmpty = Array.isArray(entry.value.bitsums) && sums.length === 0 && values.length > 0;
    if (values.length === 0 && own.length === 0) return [];
    const value = recordOf({
      detector: stringOf(detector),
      gps_start: numberOf(start),
      ...Object.fromEntries(values),
      bitsums: own.length > 0 || isEmpty ? own : undefined,
    });
    const record = statisticsRecord(stringOf(name), value);
    const findings = rateFindings(stringOf(name), numberOf(rate), dataset && rateOf(dataset));
    return [toItem(placeOf(entry), { label: record.label, records: [record], findings })];
  });
}

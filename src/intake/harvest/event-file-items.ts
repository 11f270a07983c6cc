/**
 * Reads the strain files for event versions: their start times. The data format derives files and links from the start
 * times, so entries with other files or links are skipped.
 */

import { EVENT_FILE_ENDINGS, eventArchivePath, eventFilePrefix } from '../../core/contract/archive-paths.ts';
import { EVENT_FILE_DURATIONS_S, EVENT_FILE_FORMATS, SAMPLE_RATES_KHZ } from '../../core/contract/wire.ts';
import { eventFilesRecord } from '../kinds/event-strain-files.ts';
import { recordOf, type SourceItem } from '../merge/records.ts';
import { itemOf, skippedEntry } from './items.ts';
import type { Entry, ServiceContent } from './service-content.ts';
import { numberOf, stringOf } from './values.ts';

/** The files for one detector, and their start times by duration. */
interface DetectorFiles {
  readonly first: Entry;
  readonly starts: Map<number, Set<number>>;
  readonly files: Map<string, Entry>;
}

export function eventFileItems({ eventFiles }: ServiceContent): SourceItem[] {
  return eventFiles.flatMap(({ entry: version, inner: files }) => {
    const detectors = new Map<string, DetectorFiles>();
    for (const file of files) {
      const { detector, duration, gps_start: start, sample_rate_kHz: rate, file_format: format } = file.value;
      const one = detectors.get(stringOf(detector)) ?? { first: file, starts: new Map(), files: new Map() };
      detectors.set(stringOf(detector), one);
      one.starts.set(Number(duration), (one.starts.get(Number(duration)) ?? new Set()).add(Number(start)));
      one.files.set([duration, rate, format].join(), file);
    }
    return [...detectors].map(([detector, found]) => itemOfDetector(version, detector, found));
  });
}

function itemOfDetector(version: Entry, detector: string, found: DetectorFiles): SourceItem {
  const startOf = (duration: number): number | undefined => [...(found.starts.get(duration) ?? [])][0];
  const prefixOf = (rate: number): string | undefined => {
    const prefix = prefixOfFile([...found.files.values()].find((file) => file.value.sample_rate_kHz === rate));
    return prefix === eventFilePrefix(detector, rate) ? undefined : prefix;
  };
  const { name, version: number, catalog } = version.value;
  const value = recordOf({
    name: stringOf(name),
    version: numberOf(number),
    detector,
    gps_start_32: numberOf(startOf(32)),
    gps_start_2048: numberOf(startOf(2048)),
    gps_start_4096: numberOf(startOf(4096)),
    file_prefix_16kHz: prefixOf(16),
    file_prefix_4kHz: prefixOf(4),
  });
  const record = eventFilesRecord(stringOf(catalog), value);
  const wrong = wrongFile(version, detector, found);
  return wrong ? skippedEntry(wrong.file, wrong.member, record, wrong.message) : itemOf(found.first, record);
}

/** `H-H1_GWOSC_4KHZ_R1` for a link to `.../H-H1_GWOSC_4KHZ_R1-1126259447-32.gwf`; undefined if the link has another form. */
function prefixOfFile(file: Entry | undefined): string | undefined {
  return /\/([A-Za-z0-9._-]+)-\d+-\d+\.[a-z0-9.]+(?:\?.*)?$/.exec(stringOf(file?.value.download_url))?.[1];
}

/**
 * The first file that the data cannot express. For each start time, the data imply all files, at both rates and in each format, and their
 * links.
 */
function wrongFile(version: Entry, detector: string, { first, starts, files }: DetectorFiles) {
  for (const [durationS, gpsStarts] of starts) {
    const [gpsStart = 0, second] = gpsStarts;
    const known: readonly number[] = EVENT_FILE_DURATIONS_S;
    if (!known.includes(durationS))
      return { file: first, member: 'duration', message: `some files are ${durationS} s long` };
    if (second !== undefined) {
      const message = `files of ${durationS} s start at ${gpsStart} and at ${second}`;
      return { file: first, member: 'gps_start', message };
    }
    for (const sampleRateKHz of SAMPLE_RATES_KHZ) {
      const ofRate = [...files.values()].find((file) => file.value.sample_rate_kHz === sampleRateKHz);
      const prefix = prefixOfFile(ofRate) ?? eventFilePrefix(detector, sampleRateKHz);
      for (const format of EVENT_FILE_FORMATS) {
        const file = files.get([durationS, sampleRateKHz, format].join());
        if (!file) {
          const message = `there is no ${format} file of ${durationS} s at ${sampleRateKHz} kHz`;
          return { file: first, member: 'file_format', message };
        }
        const { name, version: number, catalog } = version.value;
        const event = { name: stringOf(name), version: Number(number), catalog: stringOf(catalog) };
        const path = eventArchivePath(event, { prefix, gpsStart, durationS }, EVENT_FILE_ENDINGS[format]);
        if (!stringOf(file.value.download_url).replace(/\?.*$/, '').endsWith(`/${path}`)) {
          return { file, member: 'download_url', message: `its link does not end in ${path}` };
        }
      }
    }
  }
  return null;
}

/** Renders the short strain files around event versions. Times are in GPS seconds. */

import type { EventStrainFiles } from '../../catalogue/types.ts';
import { groupBy } from '../../core/base/group-by.ts';
import { byCodeUnit } from '../../core/base/order.ts';
import { EVENT_STRAIN_FILE } from '../../core/collections/event-strain-files.ts';
import { EVENT_FILE_ENDINGS, eventArchivePath, eventFilePrefix } from '../../core/contract/archive-paths.ts';
import { eventVersionId } from '../../core/contract/ids.ts';
import {
  EVENT_FILE_DURATIONS_S,
  EVENT_FILE_FORMATS,
  type EventStrainFile,
  SAMPLE_RATES_KHZ,
} from '../../core/contract/wire.ts';
import { sortVersions } from './event-facts.ts';
import { columnIndex, groups, names } from './index-columns.ts';
import { link, objectOf, plain } from './json.ts';
import { type CatalogueWith, createRenderer, type NamedVersion } from './renderer.ts';

/** A file, and the start of its name. */
export interface NamedStrainFile {
  readonly prefix: string;
  readonly file: Omit<EventStrainFile, 'download_url'>;
}

/** The files for one detector; order (decision): duration ascending, rate descending, then format. */
function filesOf(files: EventStrainFiles): NamedStrainFile[] {
  const { detector } = files;
  return EVENT_FILE_DURATIONS_S.flatMap((duration) => {
    const gps_start = files[`gps_start_${duration}`];
    if (gps_start === undefined) return [];
    return SAMPLE_RATES_KHZ.toReversed().flatMap((sample_rate_kHz) => {
      const prefix = files[`file_prefix_${sample_rate_kHz}kHz`] ?? eventFilePrefix(detector, sample_rate_kHz);
      return EVENT_FILE_FORMATS.map((file_format) => ({
        prefix,
        file: { gps_start, detector, sample_rate_kHz, duration, file_format },
      }));
    });
  });
}

/** The files for every event version, in the order of the event versions. */
export function collectFiles({
  eventVersions,
  eventStrainFiles: all,
}: CatalogueWith<'eventVersions' | 'eventStrainFiles'>): { version: NamedVersion; files: NamedStrainFile[] }[] {
  const idOf = ({ name, version }: Pick<NamedVersion, 'name' | 'version'>) => eventVersionId(name, version);
  const byVersion = groupBy(all, idOf);
  return sortVersions(eventVersions).map((version) => {
    const ofDetectors = byVersion.get(idOf(version)) ?? [];
    const files = ofDetectors.sort((a, b) => byCodeUnit(a.detector, b.detector)).flatMap(filesOf);
    return { version, files };
  });
}

function renderFile({ prefix, file }: NamedStrainFile, version: NamedVersion): string {
  const { detector, sample_rate_kHz: sampleRateKHz, gps_start: gpsStart, duration: durationS, file_format } = file;
  const path = eventArchivePath(version, { prefix, gpsStart, durationS }, EVENT_FILE_ENDINGS[file_format]);
  return objectOf<EventStrainFile>({
    gps_start: plain(gpsStart),
    detector: plain(detector),
    sample_rate_kHz: plain(sampleRateKHz),
    duration: plain(durationS),
    file_format: plain(file_format),
    download_url: link(path),
  });
}

export const eventStrainFiles = createRenderer(['eventVersions', 'eventStrainFiles'], {
  index(catalogue) {
    const byVersion = collectFiles(catalogue);
    const all = byVersion.flatMap(({ files }) => files.map(({ file }) => file));
    return columnIndex(all.length, {
      [EVENT_STRAIN_FILE.eventVersion]: groups(byVersion.map(({ files }) => files.length)),
      [EVENT_STRAIN_FILE.detector]: names(all.map(({ detector }) => detector)),
      [EVENT_STRAIN_FILE.sampleRate]: names(all.map((file) => String(file.sample_rate_kHz))),
      [EVENT_STRAIN_FILE.duration]: names(all.map(({ duration }) => String(duration))),
      [EVENT_STRAIN_FILE.fileFormat]: names(all.map((file) => file.file_format.toLowerCase())),
    });
  },
  lines: (catalogue) =>
    collectFiles(catalogue).flatMap(({ version, files }) =>
      files.map((file) => ({ entry: renderFile(file, version) })),
    ),
});

/** Paths to strain files in the data archive, spelled as on the real service. Requests for them are redirected. */

import { EVENT_ROOT, legacyEventPath } from './legacy-paths.ts';
import { type EventStrainFile, type EventVersionEntry, STRAIN_FILE_DURATION_S } from './wire.ts';

const RUN_ARCHIVE = 'archive/data';
/** Root folders in the data archive: one for strain files from runs, one for strain files around single events. */
export const ARCHIVE_ROOTS = [RUN_ARCHIVE, EVENT_ROOT] as const;

/** Pattern for strain file extensions: paths below the roots that end this way redirect to the data archive. */
export const ARCHIVED_ENDING = '[.](?:gwf|hdf5|txt[.]gz)';

/** False if there is no data archive, or if the site stands in for it under its address: a redirect would lead back to the site. */
export function leadsElsewhere(archiveUrl: string | null, baseUrl: string): boolean {
  const [to, from] = [archiveUrl, baseUrl].map((url) => url?.replace(/^http:/, 'https:'));
  return to !== undefined && to !== from;
}

/** The path to a run's strain file: `archive/data/<dataset>/<folder>/<file>`; each folder holds 2^20 s. */
export function archivePath(dataset: string, filePrefix: string, gpsStart: number, ending: string): string {
  const folder = Math.floor(gpsStart / 2 ** 20) * 2 ** 20;
  return `${RUN_ARCHIVE}/${dataset}/${folder}/${filePrefix}-${gpsStart}-${STRAIN_FILE_DURATION_S}.${ending}`;
}

/** File extensions of an event's own strain files. */
export const EVENT_FILE_ENDINGS: Readonly<Record<EventStrainFile['file_format'], string>> = {
  GWF: 'gwf',
  HDF: 'hdf5',
  TXT: 'txt.gz',
};

/** Usual prefix in the names of an event's own strain files: `H-H1_GWOSC_4KHZ_R1`. */
export function eventFilePrefix(detector: string, sampleRateKHz: number): string {
  return `${detector.slice(0, 1)}-${detector}_GWOSC_${sampleRateKHz}KHZ_R1`;
}

/** The path to a strain file for a single event; `prefix` begins the file name. */
export function eventArchivePath(
  event: Pick<EventVersionEntry, 'name' | 'version' | 'catalog'>,
  file: { readonly prefix: string; readonly gpsStart: number; readonly durationS: number },
  ending: string,
): string {
  const { prefix, gpsStart, durationS } = file;
  return `${legacyEventPath(event)}/${prefix}-${gpsStart}-${durationS}.${ending}`;
}

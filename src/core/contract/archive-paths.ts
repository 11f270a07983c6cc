/** Paths of strain files in the data archive, spelled as the real service spells them. Requests for them are redirected. Pure. */

import { legacyEventPath } from './legacy-paths.ts';
import type { EventStrainFile } from './wire.ts';

const RUN_ARCHIVE = 'archive/data';
export const EVENT_ARCHIVE = 'eventapi';
/** Roots of the paths of files in the data archive: strain files of runs, and of single events. */
export const ARCHIVE_ROOTS = [RUN_ARCHIVE, EVENT_ARCHIVE] as const;

/** Pattern for the ends of strain file names: paths below the roots that end like this redirect to the data archive. */
export const ARCHIVED_ENDING = '[.](?:gwf|hdf5|txt[.]gz)';

/** The path of a strain file of a run: `archive/data/<dataset>/<folder>/<file>`; folders hold 2^20 s each. */
export function archivePath(
  dataset: string,
  filePrefix: string,
  gpsStart: number,
  durationS: number,
  ending: string,
): string {
  const folder = Math.floor(gpsStart / 2 ** 20) * 2 ** 20;
  return `${RUN_ARCHIVE}/${dataset}/${folder}/${filePrefix}-${gpsStart}-${durationS}.${ending}`;
}

/** Ends of the names of an event's own strain files. */
export const EVENT_FILE_ENDINGS: Readonly<Record<EventStrainFile['file_format'], string>> = {
  GWF: 'gwf',
  HDF: 'hdf5',
  TXT: 'txt.gz',
};

/** Usual start of the names of an event's own strain files: `H-H1_GWOSC_4KHZ_R1`. */
export function eventFilePrefix(detector: string, sampleRateKHz: number): string {
  return `${detector.slice(0, 1)}-${detector}_GWOSC_${sampleRateKHz}KHZ_R1`;
}

/** The path of a strain file of a single event; `prefix` is the start of the file's name. */
export function eventArchivePath(
  event: { readonly name: string; readonly version: number; readonly catalog: string },
  file: { readonly prefix: string; readonly gpsStart: number; readonly durationS: number },
  ending: string,
): string {
  const { prefix, gpsStart, durationS } = file;
  return `${legacyEventPath(event)}/${prefix}-${gpsStart}-${durationS}.${ending}`;
}

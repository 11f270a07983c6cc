/** Event strain files: the short files around one event version. */

import { aliasOf, oneOf } from '../contract/codecs.ts';
import { bindPosition, createCollection, type Vocabulary } from '../contract/collection.ts';
import { is } from '../contract/conditions.ts';
import { filter } from '../contract/filters.ts';
import { SAMPLE_RATES } from '../contract/ids.ts';
import type { EventStrainFile } from '../contract/wire.ts';

/** Index columns. All but the first contain canonical filter values. */
export const EVENT_STRAIN_FILE = {
  eventVersion: 'event_version',
  detector: 'detector',
  sampleRate: 'sample_rate',
  duration: 'duration',
  fileFormat: 'file_format',
} as const;

/** Lengths that the filter accepts, in seconds; a few files are 2048 s long. */
const DURATIONS = ['32', '4096'];

/** Lower-case format names, in the order in which responses list them; HDF has two spellings. */
const FILE_FORMATS = { hdf: 'hdf', hdf5: 'hdf', gwf: 'gwf', txt: 'txt' } satisfies Record<
  string,
  Lowercase<EventStrainFile['file_format']>
>;

export function eventStrainFiles({ detectors }: Vocabulary) {
  const column = EVENT_STRAIN_FILE;
  return createCollection({
    name: 'event-strain-files',
    title: 'Event Strain Files',
    description: 'Short strain files around an event.',
    order: 'detector, then duration ascending, then sample rate descending, then format',
    filters: [
      filter('detector', oneOf(detectors), is(column.detector), 'Files of this detector.'),
      filter('sample-rate', oneOf(SAMPLE_RATES), is(column.sampleRate), 'Files at this sample rate.', { unit: 'kHz' }),
      filter('duration', oneOf(DURATIONS), is(column.duration), 'Files of this length.', { unit: 's' }),
      filter(
        'file-format',
        aliasOf(FILE_FORMATS),
        is(column.fileFormat),
        'Files in this format; ASCII case is ignored.',
      ),
    ],
    paths: [{ path: 'event-versions/{}/strain-files', bindings: [bindPosition(column.eventVersion)] }],
    index: 'columns',
    hasIndexFile: true,
  });
}

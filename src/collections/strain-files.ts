/** Strain files: 4096 s of one detector's data at one sample rate. Pure. */

import { gpsSecond, oneOf } from '../contract/codecs.ts';
import {
  bind,
  bindId,
  createCollection,
  filter,
  holds,
  intervalStart,
  intervalStop,
  is,
  type Vocabulary,
} from '../contract/collection.ts';
import { parseStrainFileId, SAMPLE_RATES, strainFileId } from '../contract/paths.ts';
import { EVENT } from './events.ts';

/** Attributes of a series of strain files. */
export const SERIES = { detector: 'detector', sampleRate: 'sample_rate', run: 'run', dataset: 'dataset' } as const;

export function strainFiles({ detectors }: Vocabulary) {
  const start = filter('start', gpsSecond, intervalStart, 'Leaves out files that end at this time or before it.', {
    unit: 's',
  });
  const stop = filter('stop', gpsSecond, intervalStop, 'Leaves out files that start after this time.', { unit: 's' });
  const detector = filter('detector', oneOf(detectors), is(SERIES.detector), 'Files of this detector.', {
    segment: { absent: 'all' },
  });
  const sampleRate = filter('sample-rate', oneOf(SAMPLE_RATES), is(SERIES.sampleRate), 'Files at this sample rate.', {
    unit: 'kHz',
    segment: { absent: 'all' },
  });
  return createCollection({
    name: 'strain-files',
    title: 'Strain Files',
    description: 'Strain data files, by start time.',
    order: 'GPS start, then detector, then sample rate, all ascending',
    filters: [start, stop, detector, sampleRate],
    interval: [start, stop],
    places: [
      { path: 'strain-files' },
      { path: 'runs/{}/strain-files', bindings: [bindId(SERIES.run)] },
      { path: 'datasets/{}/strain-files', bindings: [bindId(SERIES.dataset)] },
      { path: 'events/{}/strain-files', bindings: [bind(holds, (event) => event.number(EVENT.second))] },
    ],
    index: { kind: 'series', ids: { format: strainFileId, parse: parseStrainFileId } },
    records: 'strain-file-details',
  });
}

/** Strain files: 4096 s of one detector's data at one sample rate. */

import { oneOf } from '../contract/codecs.ts';
import { type Asked, bind, bindId, createCollection, type Row, type Vocabulary } from '../contract/collection.ts';
import { type Interval, is, overlaps } from '../contract/conditions.ts';
import { filter, intervalFilters } from '../contract/filters.ts';
import { SAMPLE_RATES } from '../contract/ids.ts';
import { notRecorded, type Refusal } from '../contract/refusals.ts';
import { EVENT } from './events.ts';

/** Index columns. */
export const STRAIN_FILE = { detector: 'detector', sampleRate: 'sample_rate', run: 'run', dataset: 'dataset' } as const;

/** Line set for the records. */
export const STRAIN_FILE_DETAILS = 'strain-file-details';

/** Refuses the request if the data contain no strain files for the run or dataset, because its list of files is then unknown. */
function refuseUnlisted({ conditions: [bound], valuesOf }: Asked): Refusal | null {
  const listed = bound?.test === 'is' && valuesOf(bound.column);
  return !listed || listed.includes(bound.value)
    ? null
    : notRecorded(`${bound.value} files are recorded`, 'Others', listed);
}

/** The second of an event, as an interval. */
function secondOf(event: Row): Interval {
  const second = event.number(EVENT.second);
  return { from: second, to: second };
}

export function strainFiles({ detectors }: Vocabulary) {
  const interval = intervalFilters(
    'Leaves out files that end at or before this time.',
    'Leaves out files that start after this time.',
  );
  const detector = filter('detector', oneOf(detectors), is(STRAIN_FILE.detector), 'Files of this detector.');
  const sampleRate = filter(
    'sample-rate',
    oneOf(SAMPLE_RATES),
    is(STRAIN_FILE.sampleRate),
    'Files at this sample rate.',
    { unit: 'kHz' },
  );
  return createCollection({
    name: 'strain-files',
    title: 'Strain Files',
    description: 'Strain data files, by start time.',
    order: 'GPS start, then detector, then sample rate, all ascending',
    interval,
    filters: [detector, sampleRate],
    paths: [
      { path: 'strain-files' },
      { path: 'runs/{}/strain-files', bindings: [bindId(STRAIN_FILE.run)] },
      { path: 'datasets/{}/strain-files', bindings: [bindId(STRAIN_FILE.dataset)] },
      { path: 'events/{}/strain-files', bindings: [bind(overlaps, secondOf)] },
    ],
    index: 'series',
    records: STRAIN_FILE_DETAILS,
    refuse: refuseUnlisted,
  });
}

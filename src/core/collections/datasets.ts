/** Datasets: bulk releases of strain files, with the names of their mask bits. */

import { bindId, createCollection, textColumn } from '../contract/collection.ts';
import { LEGACY_LINE_SETS } from '../contract/line-sets.ts';

/** Index columns. `start` and `stop` are GPS seconds, `sampleRate` is in kHz. */
export const DATASET = {
  name: 'name',
  run: 'run',
  start: 'start',
  stop: 'stop',
  detectors: 'detectors',
  sampleRate: 'sample_rate',
} as const;

export function datasets() {
  return createCollection({
    name: 'datasets',
    title: 'Datasets',
    description: 'Bulk releases of strain files, by start time.',
    order: 'GPS start, then sample rate, then name, ascending',
    paths: [{ path: 'datasets' }, { path: 'runs/{}/datasets', bindings: [bindId(DATASET.run)] }],
    index: 'columns',
    ids: { idOf: textColumn(DATASET.name) },
    records: 'entries',
    legacyLineSets: [LEGACY_LINE_SETS.datasets],
  });
}

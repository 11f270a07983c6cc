/**
 * Imports data-quality segments into `timelines/<run>.yaml`. Columns: flag, run, start and stop (s, stop exclusive).
 *
 * Segments are identified by their start. A segment that overlaps another segment of the same flag is skipped; segments are never joined
 * or cut.
 */
import { REQUIRED_TEXT, REQUIRED_TIME } from '../csv/csv-columns.ts';
import { type ImportKindDefinition, oneRecord } from './import-kind.ts';

interface SegmentValues {
  readonly flag: string;
  readonly run: string;
  readonly start: unknown;
  readonly stop: unknown;
}

export const segments: ImportKindDefinition<SegmentValues> = {
  unit: 'segments',
  columns: {
    flag: REQUIRED_TEXT,
    run: REQUIRED_TEXT,
    start: REQUIRED_TIME,
    stop: REQUIRED_TIME,
  },
  readAll: (all) =>
    all.map(({ flag, run, start, stop }) => {
      const label = `${flag} of ${run} from GPS ${start ?? ''}`;
      return oneRecord({
        kind: 'timelines',
        name: run,
        list: ['flags', { name: flag }, 'segments'],
        value: [start, stop],
        label,
      });
    }),
};

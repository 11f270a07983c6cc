/**
 * Imports data-quality segments into `timelines/<run>.yaml`. Segments are identified by their start. A segment that overlaps another segment
 * of the same flag is skipped; segments are never joined or cut.
 */
import type { Mapping } from '../../catalogue/files/mapping.ts';
import { REQUIRED_TEXT, REQUIRED_TIME } from '../csv/columns.ts';
import type { SourceRecord } from '../merge/records.ts';
import { type ImportKindDefinition, oneRecord } from './import-kind.ts';

export const segments: ImportKindDefinition = {
  noun: 'segments',
  columns: {
    flag: REQUIRED_TEXT,
    run: REQUIRED_TEXT,
    start: REQUIRED_TIME,
    /** Exclusive. */
    stop: REQUIRED_TIME,
  },
  readAll: (rows) =>
    rows.map(({ flag, run, start, stop }) => oneRecord(segmentRecord(String(run), String(flag), { start, stop }))),
};

export const flagRecord = (run: string, name: string): SourceRecord => ({
  kind: 'timelines',
  stem: run,
  list: 'flags',
  value: { name },
  label: `${name} of ${run}`,
});

export const segmentRecord = (run: string, flag: string, value: Mapping): SourceRecord => ({
  kind: 'timelines',
  stem: run,
  list: 'segments',
  within: { list: 'flags', key: { name: flag } },
  value,
  label: `${flag} of ${run} from GPS ${value.start ?? ''}`,
});

/** Unites what the items of a source say about each record. */

import { groupBy } from '../../core/base/group-by.ts';
import { keyOf, layoutAt, layoutOfRecord } from './layout.ts';
import { addValue } from './merge-values.ts';
import type { Origin, SourceItem, SourceRecord, UnitedRecord } from './records.ts';

/** Identifies the record in the data folder. */
export function idOf(record: SourceRecord): string {
  const { kind, stem, within, list } = record;
  const layout = layoutAt(record);
  return JSON.stringify([kind, stem, within, list, layout.key ? keyOf(layout, record.value) : null]);
}

/**
 * What the items say about each record. The first records of all items come first,
 * because the others are often only mentions: so new records keep the order of their items.
 */
export function groupRecords(items: readonly SourceItem[]): Map<string, Origin[]> {
  const originsIn = (records: (item: SourceItem) => readonly SourceRecord[]): Origin[] =>
    items.flatMap((item) => records(item).flatMap((record) => (record.isOnlyNamed ? [] : [{ item, record }])));
  const origins = [...originsIn((item) => item.records.slice(0, 1)), ...originsIn((item) => item.records.slice(1))];
  return groupBy(origins, ({ record }) => idOf(record));
}

/** How many records a record is in: a file that is a record itself contains all others. */
const depthOf = ({ list, within }: SourceRecord): number => (list === null ? 0 : within ? 2 : 1);

/**
 * The records in all items, each once. A record comes before the records in it, so that it is put into its list with all its members, which
 * decide its place there.
 */
export function unite(items: readonly SourceItem[]): UnitedRecord[] {
  const united = [...groupRecords(items).values()].map((origins): UnitedRecord => {
    const [{ record: first }] = origins as [Origin];
    if (origins.length === 1) return { ...first, origins };
    const value = {};
    for (const one of origins) addValue(value, one.record.value, layoutOfRecord(first));
    const { record } = origins.find((one) => one.record.counts !== 'nothing') ?? (origins[0] as Origin);
    return { ...record, value, origins };
  });
  return united.sort((a, b) => depthOf(a) - depthOf(b));
}

/** Creates items from a service's entries. */
import type { Mapping } from '../../catalogue/files/mapping.ts';
import { roundTime } from '../../catalogue/files/number-text.ts';
import type { Catalogue } from '../../catalogue/types.ts';
import { toProblem } from '../../report/problems.ts';
import type { CsvColumn } from '../csv/columns.ts';
import { type ReadRow, type RowForm, toItem } from '../kinds/import-kind.ts';
import type { SourceItem, SourceRecord } from '../merge/records.ts';
import { type Entry, placeOf } from './service-content.ts';
import { availableText, nonEmptyTexts, numberOf, stringOf } from './values.ts';

/** An item with one record. */
export const itemOf = (found: Entry<unknown>, record: SourceRecord): SourceItem =>
  toItem(placeOf(found), { label: record.label, records: [record] });

/** A member's value, in the form in which an import reads a cell in the column with the same name. */
function readMember(name: string, value: unknown, { type, read }: CsvColumn): unknown {
  if (Array.isArray(value)) return nonEmptyTexts(value);
  if (name === 'description') return availableText(value);
  if (type === 'text') return read?.(stringOf(value));
  const number = numberOf(value);
  return type === 'event-time' && typeof number === 'number' ? roundTime(number) : number;
}

/** Reads entries whose members are named like an import's columns. `more` are values that an entry lacks or has in a different form. */
export function readEntries(
  form: RowForm,
  entries: readonly (readonly [entry: Entry, more?: Mapping])[],
  catalogue: Catalogue,
): SourceItem[] {
  const values = entries.map(([entry, more = {}]) => {
    const own = Object.entries(form.columns).map(([name, column]) => {
      return [column.member ?? name, readMember(name, entry.value[name], column)] as const;
    });
    const all = Object.entries({ ...Object.fromEntries(own), ...more }).filter(([, value]) => value !== undefined);
    return Object.fromEntries(all);
  });
  const read = form.readAll(values, catalogue);
  return entries.map(([entry], n) => toItem(placeOf(entry), read[n] as ReadRow));
}

/** An entry that is skipped because of a member. Its record is not missing from the service. */
export function skippedEntry(entry: Entry<unknown>, member: string, record: SourceRecord, message: string): SourceItem {
  const place = placeOf(entry, member);
  const found = { code: 'D180', message, fix: 'none: the data files cannot express it' } as const;
  const problems = [toProblem(found, place)];
  return { place, label: record.label, records: [{ ...record, isOnlyNamed: true }], problems };
}

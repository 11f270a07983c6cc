/** Creates index columns from lists of values. */

import type { ColumnData, ColumnIndexData } from '../../core/listing/column-data.ts';

/** The index of a collection with this number of entries. */
export const columnIndex = (count: number, columns: ColumnIndexData['columns']): ColumnIndexData => {
  return { kind: 'columns', count, columns };
};

/** Numbers; null for entries that have no value. */
export const numbers = (values: readonly (number | null)[]): ColumnData => ({ kind: 'numbers', values });

/** Strings, one per entry; for strings that rarely repeat. */
export const texts = (values: readonly string[]): ColumnData => ({ kind: 'texts', values });

/** Names, any number per entry; each name is stored once. */
export function names(values: readonly (string | readonly string[])[]): ColumnData {
  const known = new Map<string, number>();
  const numberOf = (name: string): number => {
    const number = known.get(name) ?? known.size;
    known.set(name, number);
    return number;
  };
  const coded = values.map((value) => (typeof value === 'string' ? numberOf(value) : value.map(numberOf)));
  return { kind: 'names', names: [...known.keys()], values: coded };
}

/** Number of entries for each parent, in the order of the parents. */
export const groups = (counts: readonly number[]): ColumnData => ({ kind: 'groups', counts });

/**
 * The columns of an index: as stored, in the collection's order, and prepared for use. Each column is prepared when it is first used.
 * Numbers are GPS seconds or in the parameter's unit.
 */

import { asciiLowerCase } from '../contract/codecs.ts';
import type { Row } from '../contract/collection.ts';

/** The values of a column, one per entry. */
export type ColumnData =
  /** Null for entries without a value, which match no condition. */
  | { readonly kind: 'numbers'; readonly values: readonly (number | null)[] }
  | { readonly kind: 'texts'; readonly values: readonly string[] }
  /** For each entry, the index of its name in `names`, or a list of such indexes. */
  | {
      readonly kind: 'names';
      readonly names: readonly string[];
      readonly values: readonly (number | readonly number[])[];
    }
  /** For entries grouped by parent: the number of entries for each parent, in the order of the parents' positions. */
  | { readonly kind: 'groups'; readonly counts: readonly number[] };

/** A column index as stored. */
export interface ColumnIndexData {
  readonly kind: 'columns';
  readonly count: number;
  readonly columns: Readonly<Record<string, ColumnData>>;
}

/** Columns with the start and stop of interval entries, `[start, stop)`. */
export const INTERVAL = { start: 'start', stop: 'stop' } as const;

/** Opened columns. The methods throw TypeError if a column does not exist or is of another kind. */
export interface Columns {
  /** NaN for missing values: no comparison matches NaN, so these entries are left out. */
  numbers(name: string): Float64Array;
  /** The column's strings, with ASCII letters in lower case. */
  searchTexts(name: string): readonly string[];
  /** For each entry, the position of the first entry with the same string in the column. */
  firstAlike(name: string): Uint32Array;
  /** Position of each parent's first entry, followed by the number of entries. */
  groupStarts(name: string): readonly number[];
  /** Returns a test: whether the entry at a position has one of the wanted names. */
  hasName(name: string, wanted: readonly string[]): (position: number) => boolean;
  /** The distinct names in a column, sorted. */
  valuesOf(name: string): readonly string[];
  rowAt(position: number): Row;
}

const listOf = (value: number | readonly number[] | undefined): readonly number[] =>
  typeof value === 'number' ? [value] : (value ?? []);

/** Caches the result of `prepare` for a column. */
function prepared<T>(prepare: (name: string) => T): (name: string) => T {
  const known = new Map<string, T>();
  return (name) => {
    const value = known.get(name) ?? prepare(name);
    known.set(name, value);
    return value;
  };
}

/** Converts the number of entries in each parent to the position of the parent's first entry. */
function startsOf(counts: readonly number[]): number[] {
  const starts = [0];
  for (const count of counts) starts.push((starts.at(-1) as number) + count);
  return starts;
}

function firstAlike(values: readonly string[]): Uint32Array {
  const first = new Map<string, number>();
  return Uint32Array.from(values, (value, position) => {
    const known = first.get(value) ?? position;
    first.set(value, known);
    return known;
  });
}

/** Opens the columns of an index. */
export function openColumns({ columns }: ColumnIndexData): Columns {
  function column<Kind extends ColumnData['kind']>(name: string, kind: Kind): ColumnData & { kind: Kind } {
    const found = columns[name];
    if (found?.kind !== kind) throw new TypeError(`no column "${name}" of ${kind}`);
    return found as ColumnData & { kind: Kind };
  }

  const numbers = prepared((name) => Float64Array.from(column(name, 'numbers').values, (value) => value ?? Number.NaN));
  return {
    numbers,
    searchTexts: prepared((name) => column(name, 'texts').values.map(asciiLowerCase)),
    firstAlike: prepared((name) => firstAlike(column(name, 'texts').values)),
    groupStarts: prepared((name) => startsOf(column(name, 'groups').counts)),
    hasName(name, wanted) {
      const { names, values } = column(name, 'names');
      const isWanted = names.map((one) => wanted.includes(one));
      return (position) => listOf(values[position]).some((number) => isWanted[number] as boolean);
    },
    valuesOf: (name) => [...column(name, 'names').names].sort(),
    rowAt: (position) => ({
      position,
      number: (name) => numbers(name)[position] as number,
      text: (name) => column(name, 'texts').values[position] as string,
      names: (name) => {
        const { names, values } = column(name, 'names');
        return listOf(values[position]).map((number) => names[number] as string);
      },
    }),
  };
}

/**
 * A column index finds the positions that match a list of conditions.
 *
 * Serialised as columns in the collection's order. A selection makes one pass per condition, over the entries that passed the earlier
 * conditions. Numbers are GPS seconds or in the parameter's unit. Pure.
 */

import { asciiLowerCase } from '../contract/codecs.ts';
import type { Collection, Row } from '../contract/collection.ts';
import type { Condition } from '../contract/conditions.ts';
import type { RowIndex, Selection } from './select.ts';

/** The values of a column, one per entry. */
export type ColumnData =
  /** Null for entries without a value, which match no condition. */
  | { readonly kind: 'numbers'; readonly values: readonly (number | null)[] }
  | { readonly kind: 'texts'; readonly values: readonly string[] }
  /** For each entry, the index of its name in `names`, or the indexes of several. */
  | {
      readonly kind: 'names';
      readonly names: readonly string[];
      readonly values: readonly (number | readonly number[])[];
    }
  /** For entries grouped by parent: how many each parent has, in the order of the parents' positions. */
  | { readonly kind: 'groups'; readonly counts: readonly number[] };

/** An index of columns as stored. */
export interface ColumnIndexData {
  readonly kind: 'columns';
  readonly count: number;
  readonly columns: Readonly<Record<string, ColumnData>>;
}

/** Columns with the two ends of interval entries, `[start, stop)`. */
export const INTERVAL = { start: 'start', stop: 'stop' } as const;

type Numbers = Float64Array;

const listOf = (value: number | readonly number[] | undefined): readonly number[] =>
  typeof value === 'number' ? [value] : (value ?? []);

/** Moves the candidates that match to the front, in order. Out: their number. The most frequent test, so its loop calls no function. */
function keepBetween(
  candidates: Uint32Array,
  values: Numbers,
  least: number,
  greatest: number,
  length: number,
): number {
  let kept = 0;
  for (let i = 0; i < length; i++) {
    const position = candidates[i] as number;
    const value = values[position] as number;
    if (value >= least && value <= greatest) candidates[kept++] = position;
  }
  return kept;
}

/** The same for any test. */
function keepWhere(candidates: Uint32Array, matches: (position: number) => boolean, length: number): number {
  let kept = 0;
  for (let i = 0; i < length; i++) {
    const position = candidates[i] as number;
    if (matches(position)) candidates[kept++] = position;
  }
  return kept;
}

/** Opens an index of columns; each column is prepared when it is first used. */
export function openColumnIndex({ index }: Collection, data: ColumnIndexData): RowIndex {
  const { count, columns } = data;
  const everyPosition = new Uint32Array(count).map((_, position) => position);
  const candidates = new Uint32Array(count);

  function column<Kind extends ColumnData['kind']>(name: string, kind: Kind): ColumnData & { kind: Kind } {
    const found = columns[name];
    if (found?.kind !== kind) throw new TypeError(`the index has no column "${name}" of ${kind}`);
    return found as ColumnData & { kind: Kind };
  }

  /** Caches what `prepare` returns for a column. */
  function prepared<T>(prepare: (name: string) => T): (name: string) => T {
    const known = new Map<string, T>();
    return (name) => {
      const value = known.get(name) ?? prepare(name);
      known.set(name, value);
      return value;
    };
  }

  // NaN for missing values: no comparison matches it, so these entries are left out.
  const numbers = prepared((name) => Float64Array.from(column(name, 'numbers').values, (value) => value ?? Number.NaN));
  const searchTexts = prepared((name) => column(name, 'texts').values.map(asciiLowerCase));
  /** Position of the first entry of each parent, followed by the number of entries. */
  const groupStarts = prepared((name) => {
    const starts = [0];
    for (const size of column(name, 'groups').counts) starts.push((starts.at(-1) as number) + size);
    return starts;
  });

  function keepNamed(name: string, wanted: readonly string[], length: number): number {
    const { names, values } = column(name, 'names');
    const isWanted = names.map((one) => wanted.includes(one));
    return keepWhere(
      candidates,
      (position) => listOf(values[position]).some((number) => isWanted[number] as boolean),
      length,
    );
  }

  function keep(condition: Condition, length: number): number {
    switch (condition.test) {
      case 'atLeast':
        return keepBetween(candidates, numbers(condition.column), condition.value, Number.POSITIVE_INFINITY, length);
      case 'atMost':
        return keepBetween(candidates, numbers(condition.column), Number.NEGATIVE_INFINITY, condition.value, length);
      case 'isSet':
        return condition.value ? keepBetween(candidates, numbers(condition.column), 1, 1, length) : length;
      case 'is':
        return keepNamed(condition.column, [condition.value], length);
      case 'isOneOf':
        return keepNamed(condition.column, condition.value, length);
      case 'contains': {
        const texts = searchTexts(condition.column);
        return keepWhere(candidates, (position) => (texts[position] as string).includes(condition.value), length);
      }
      default:
        throw new TypeError(`an index of columns has no test "${condition.test}"`);
    }
  }

  /** The positions below the parent that a condition names, or all positions without such a condition. */
  function candidatesOf(conditions: readonly Condition[]): Uint32Array {
    const [parent, another] = conditions.filter((condition) => condition.test === 'belongsTo');
    if (another) throw new TypeError('an entry belongs to one parent');
    if (!parent) return everyPosition;
    const starts = groupStarts(parent.column);
    return everyPosition.subarray(starts[parent.value], starts[parent.value + 1]);
  }

  function select(conditions: readonly Condition[]): Selection {
    const first = candidatesOf(conditions);
    let length = first.length;
    let isNarrowed = false;
    let from = Number.NEGATIVE_INFINITY;
    let to = Number.POSITIVE_INFINITY;
    for (const condition of conditions) {
      if (condition.test === 'belongsTo' || condition.test === 'variant') continue;
      if (!isNarrowed) candidates.set(first);
      isNarrowed = true;
      if (condition.test === 'intervalStart') from = condition.value;
      else if (condition.test === 'intervalStop') to = condition.value;
      else length = keep(condition, length);
    }
    if (!isNarrowed) return { count: length, positions: first };
    const isInterval = from > Number.NEGATIVE_INFINITY || to < Number.POSITIVE_INFINITY;
    if (!isInterval) return { count: length, positions: candidates.slice(0, length) };
    // Entries that overlap the interval by more than a point.
    const [starts, stops] = [numbers(INTERVAL.start), numbers(INTERVAL.stop)];
    const count = keepWhere(
      candidates,
      (position) => {
        return Math.min(stops[position] as number, to) > Math.max(starts[position] as number, from);
      },
      length,
    );
    return { count, positions: candidates.slice(0, count), interval: { from, to } };
  }

  const rowAt = (position: number): Row => ({
    position,
    number: (name) => numbers(name)[position] as number,
    text: (name) => column(name, 'texts').values[position] as string,
    names: (name) => {
      const { names, values } = column(name, 'names');
      return listOf(values[position]).map((number) => names[number] as string);
    },
  });

  const ids = index.kind === 'columns' ? index.ids : undefined;
  function idAt(position: number): string {
    if (!ids) throw new TypeError('the collection has no ids');
    return ids.idOf(rowAt(position));
  }

  let positions: Map<string, number> | undefined;

  function findPositions(): Map<string, number> {
    const found = new Map<string, number>();
    if (!ids) return found;
    const rows = Array.from({ length: count }, (_, position) => rowAt(position));
    for (const row of rows) found.set(ids.idOf(row), row.position);
    for (const [id, position] of ids.otherIds?.(rows) ?? []) {
      if (!found.has(id)) found.set(id, position);
    }
    return found;
  }

  function positionsById(): Map<string, number> {
    positions ??= findPositions();
    return positions;
  }

  return {
    count,
    select,
    positionOf: (id) => positionsById().get(id) ?? -1,
    idAt,
    idsFrom(first, end) {
      const found: [string, number][] = [];
      for (const [id, position] of positionsById()) if (position >= first && position < end) found.push([id, position]);
      return found;
    },
    rowAt,
  };
}

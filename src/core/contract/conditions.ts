/** Conditions on the columns of an index. A parsed query is a list of them. */

/** An interval of GPS seconds, whose ends may be infinite. */
export interface Interval {
  readonly from: number;
  readonly to: number;
}

export const ALL_TIME: Interval = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY };

/** A test that each entry in an index passes or fails. */
export type Condition =
  | { readonly test: 'is'; readonly column: string; readonly value: string }
  | { readonly test: 'isOneOf'; readonly column: string; readonly value: readonly string[] }
  | { readonly test: 'atLeast' | 'atMost'; readonly column: string; readonly value: number }
  | { readonly test: 'contains'; readonly column: string; readonly value: string }
  /** Of the entries that pass all other conditions, the one with the highest number in `column` for each text in `group`. */
  | { readonly test: 'isHighest'; readonly column: string; readonly group: string }
  /** The entry overlaps the interval: a strain file may start at its end, a segment must share more than a point with it. */
  | ({ readonly test: 'overlaps' } & Interval)
  /** The entry belongs to the parent at this position. */
  | { readonly test: 'belongsTo'; readonly column: string; readonly value: number };

/** Turns a filter's value into a condition. */
export type Match<T> = (value: T) => Condition;

/** Creates the function that makes conditions of one kind on a column. */
const onColumn =
  <T>(test: 'is' | 'isOneOf' | 'atLeast' | 'atMost' | 'contains' | 'belongsTo') =>
  (column: string): Match<T> =>
  (value) =>
    ({ test, column, value }) as Condition;

export const is = onColumn<string>('is');
export const isOneOf = onColumn<readonly string[]>('isOneOf');
export const atLeast = onColumn<number>('atLeast');
export const atMost = onColumn<number>('atMost');
export const contains = onColumn<string>('contains');
export const belongsTo = onColumn<number>('belongsTo');
export const isHighest = (column: string, group: string): Condition => ({ test: 'isHighest', column, group });
export const overlaps: Match<Interval> = ({ from, to }) => ({ test: 'overlaps', from, to });

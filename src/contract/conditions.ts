/**
 * Conditions: the tests on the columns of an index that a parsed query is a list of, so that selecting entries knows no filter by
 * name. Pure.
 */

/** A test on a column of an index, which an entry passes or not. */
export type Condition =
  | { readonly test: 'is'; readonly column: string; readonly value: string }
  | { readonly test: 'isOneOf'; readonly column: string; readonly value: readonly string[] }
  | { readonly test: 'atLeast' | 'atMost'; readonly column: string; readonly value: number }
  | { readonly test: 'contains'; readonly column: string; readonly value: string }
  | { readonly test: 'isSet'; readonly column: string; readonly value: boolean }
  /** The ends of an interval of GPS seconds that an entry must overlap. */
  | { readonly test: 'intervalStart' | 'intervalStop'; readonly value: number }
  /** The entry holds this GPS second. */
  | { readonly test: 'holds'; readonly value: number }
  /** The entry belongs to the parent at this position. */
  | { readonly test: 'belongsTo'; readonly column: string; readonly value: number }
  /** Leaves every entry in; `lines` names the set of lines that shows them where the value is true. */
  | { readonly test: 'shows'; readonly lines: string; readonly value: boolean };

/** How a filter's value becomes a condition. */
export type Match<T> = (value: T) => Condition;

export const is =
  (column: string): Match<string> =>
  (value) => ({ test: 'is', column, value });
export const isOneOf =
  (column: string): Match<readonly string[]> =>
  (value) => ({ test: 'isOneOf', column, value });
export const atLeast =
  (column: string): Match<number> =>
  (value) => ({ test: 'atLeast', column, value });
export const atMost =
  (column: string): Match<number> =>
  (value) => ({ test: 'atMost', column, value });
export const contains =
  (column: string): Match<string> =>
  (value) => ({ test: 'contains', column, value });
export const isSet =
  (column: string): Match<boolean> =>
  (value) => ({ test: 'isSet', column, value });
export const intervalStart: Match<number> = (value) => ({ test: 'intervalStart', value });
export const intervalStop: Match<number> = (value) => ({ test: 'intervalStop', value });
export const holds: Match<number> = (value) => ({ test: 'holds', value });
export const belongsTo =
  (column: string): Match<number> =>
  (value) => ({ test: 'belongsTo', column, value });
export const shows =
  (lines: string): Match<boolean> =>
  (value) => ({ test: 'shows', lines, value });

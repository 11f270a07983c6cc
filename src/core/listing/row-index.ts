/** The type of an opened index, whichever kind it is. Positions are 0-based and follow the collection's total order. */

import type { Row } from '../contract/collection.ts';
import type { Condition } from '../contract/conditions.ts';

/** All matches, before paging. */
export interface Selection {
  readonly count: number;
  /** Ascending. Must not be changed: it may be a view of the index. */
  readonly positions: Uint32Array;
  /** The interval that entries are clipped to; missing if the query has no interval. */
  readonly interval?: { readonly from: number; readonly to: number };
}

/** An opened index for one collection. */
export interface RowIndex {
  /** Number of entries in the collection. */
  readonly count: number;
  /** The entries that match all conditions. */
  select(conditions: readonly Condition[]): Selection;
  /** Position of a record by any of its ids, or -1. */
  positionOf(id: string): number;
  /** The known id that matches this one if ASCII case is ignored, or null. */
  idLike(id: string): string | null;
  /** The distinct values of a series attribute, sorted; missing for other kinds of index. */
  valuesOf?(column: string): readonly string[];
  /** The id used in links. */
  idAt(position: number): string;
  /** All ids of the records, with their positions; missing if each record has only one id. */
  allIds?(): Iterable<readonly [id: string, position: number]>;
  rowAt(position: number): Row;
}

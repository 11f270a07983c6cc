/**
 * Select: query x index -> how many entries match, and the positions of the ones on the query's page. Pure.
 *
 * Positions are 0-based places in the collection's total order, ascending; a set of lines is in the same order.
 */

import type { Collection, Row } from '../contract/collection.ts';
import type { Condition } from '../contract/conditions.ts';
import type { Query } from '../contract/query.ts';
import { INVALID_PAGE, type Refusal } from '../contract/refusals.ts';
import { type ColumnIndexData, openColumnIndex } from './column-index.ts';
import { countSeriesFiles, openSeriesIndex, type SeriesIndexData } from './series-index.ts';

/** Everything that matches, not yet cut into pages. */
export interface Selection {
  readonly count: number;
  /** Not to be changed: it may be a view of the index. */
  readonly positions: Uint32Array;
  /** The interval that entries are clipped to; left out where none was asked for. */
  readonly interval?: { readonly from: number; readonly to: number };
}

/** One page of a selection. */
export interface PageSelection extends Selection {
  /** 0 for an empty result, whose page 1 exists all the same. */
  readonly pageCount: number;
}

/** An index as release.json or a part of it holds it. */
export type IndexData = SeriesIndexData | ColumnIndexData;

/** How many entries an index has, without opening it. */
export function countEntries(data: IndexData): number {
  return data.kind === 'series' ? countSeriesFiles(data) : data.count;
}

/** An opened index of one collection. */
export interface RowIndex {
  /** Entries of the collection. */
  readonly count: number;
  /** The entries that meet all conditions. */
  select(conditions: readonly Condition[]): Selection;
  /** Position of a record by any of its ids; -1 where there is none. */
  positionOf(id: string): number;
  /** The id that links carry. */
  idAt(position: number): string;
  /** Every id of the records at the positions from `first` to before `end`, with its position. */
  idsFrom(first: number, end: number): readonly (readonly [id: string, position: number])[];
  rowAt(position: number): Row;
}

export function openIndex(collection: Collection, data: IndexData): RowIndex {
  return data.kind === 'series' ? openSeriesIndex(collection, data) : openColumnIndex(collection, data);
}

/** Everything that matches a query, whatever its page. `bound`: what the parents demand. */
export function selectAll(index: RowIndex, { filters }: Query, bound: readonly Condition[]): Selection {
  return index.select([...bound, ...Array.from(filters.values(), ({ condition }) => condition)]);
}

/** Cuts the query's page out of what matches; a refusal where there is no such page. */
export function cutPage({ count, positions, ...clipped }: Selection, query: Query): PageSelection | Refusal {
  const pageCount = Math.ceil(count / query.pageSize);
  if (query.page > Math.max(pageCount, 1)) return INVALID_PAGE;
  const first = (query.page - 1) * query.pageSize;
  return { count, pageCount, positions: positions.subarray(first, first + query.pageSize), ...clipped };
}

/** The entries on a query's page; a refusal where there is no such page. */
export function selectPage(index: RowIndex, query: Query, bound: readonly Condition[]): PageSelection | Refusal {
  return cutPage(selectAll(index, query, bound), query);
}

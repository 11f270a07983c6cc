/**
 * Uses an index to find the number of entries that match a query, and the positions of the entries on the query's page.
 *
 * Positions are 0-based and follow the collection's total order; line sets are in the same order.
 */

import type { Collection } from '../contract/collection.ts';
import { type Condition, overlaps } from '../contract/conditions.ts';
import { MAX_CSV_ROWS, PAGE_SIZE } from '../contract/parameters.ts';
import { type Query, Refused } from '../contract/query.ts';
import { INVALID_PAGE, tooManyRows } from '../contract/refusals.ts';
import type { ColumnIndexData } from './column-data.ts';
import { openColumnIndex } from './column-index.ts';
import type { RowIndex } from './row-index.ts';
import { countStrainFiles, openStrainFileIndex, type StrainFileIndexData } from './strain-file-index.ts';

/** The matches for a query: their number, and the positions on the query's page. */
export interface PageSelection {
  /** On all pages. */
  readonly count: number;
  readonly positions: Uint32Array;
  /** 0 for an empty result, which still has a page 1. */
  readonly pageCount: number;
}

/** An index as stored in release.json or in an index file. */
export type IndexData = StrainFileIndexData | ColumnIndexData;

/** The number of entries in an index, without opening it. */
export function countEntries(data: IndexData): number {
  return data.kind === 'series' ? countStrainFiles(data) : data.count;
}

/** Opens a collection's index. Throws TypeError if the data are of another kind than the collection's definition. */
export function openIndex({ index, ids }: Pick<Collection, 'index' | 'ids'>, data: IndexData): RowIndex {
  if ((index === 'series') !== (data.kind === 'series')) throw new TypeError(`no index of ${index}`);
  return data.kind === 'series' ? openStrainFileIndex(data) : openColumnIndex(data, ids);
}

/** The positions of all matches for a query, on all pages. `bound` are the parents' conditions. */
export function selectAll(index: RowIndex, { filters, interval }: Query, bound: readonly Condition[]): Uint32Array {
  const conditions = interval ? [...bound, overlaps(interval)] : [...bound];
  for (const { condition } of filters.values()) if (condition !== null) conditions.push(condition);
  return index.select(conditions);
}

/** The matches on the query's page. Throws Refused if the page does not exist or is too long. */
export function cutPage(positions: Uint32Array, query: Query): PageSelection {
  const count = positions.length;
  if (query.csv?.isWhole && count > MAX_CSV_ROWS) {
    throw new Refused(tooManyRows(PAGE_SIZE.name, count, MAX_CSV_ROWS), query);
  }
  const pageCount = Math.ceil(count / query.pageSize);
  if (query.page > Math.max(pageCount, 1)) throw new Refused(INVALID_PAGE, query);
  const first = (query.page - 1) * query.pageSize;
  return { count, pageCount, positions: positions.subarray(first, first + query.pageSize) };
}

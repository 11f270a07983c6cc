/** An opened index, whichever kind it is, and its records. Positions are 0-based and follow the collection's total order. */

import type { IndexedRecord, Row } from '../contract/collection.ts';
import type { Condition } from '../contract/conditions.ts';

/** An opened index for one collection. */
export interface RowIndex {
  /** Number of entries in the collection. */
  readonly count: number;
  /** Positions of the entries that match all conditions, ascending. They must not be changed: they may be a view of the index. */
  select(conditions: readonly Condition[]): Uint32Array;
  /** Position of a record by any of its ids, or -1. */
  positionOf(id: string): number;
  /** The known id that matches this one if ASCII case is ignored, or null. */
  idLike(id: string): string | null;
  /** The distinct names in a column, sorted. */
  valuesOf(column: string): readonly string[];
  /** The id used in links; empty if the collection has no records. */
  idAt(position: number): string;
  /** All ids of the records at positions `[first, end)`, with their positions. */
  idsBetween(first: number, end: number): readonly (readonly [id: string, position: number])[];
  rowAt(position: number): Row;
}

/** The record at a position, with its id. */
export function recordAt(index: RowIndex, position: number): IndexedRecord {
  return { ...index.rowAt(position), id: index.idAt(position) };
}

/** All records with their ids, in listing order. */
export function listRecords(index: RowIndex): IndexedRecord[] {
  return Array.from({ length: index.count }, (_, position) => recordAt(index, position));
}

/** The ids of all records, in listing order; empty without an index. */
export function listIds(index: RowIndex | undefined): string[] {
  return Array.from({ length: index?.count ?? 0 }, (_, position) => index?.idAt(position) ?? '');
}

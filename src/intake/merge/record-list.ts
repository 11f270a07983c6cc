/** Finds records by key in a list during a merge, and inserts new records in order. */

import type { Mapping } from '../../catalogue/files/mapping.ts';
import { findFirst } from '../../core/base/binary-search.ts';
import { keyOf, type Layout } from './layout.ts';

export class RecordList {
  readonly #records: Mapping[];
  readonly #layout: Layout;
  readonly #byKey: Map<string, Mapping>;
  /** False if the existing records are out of order, because people edit the files, or because a merge changed a sort key. */
  #isSorted: boolean;
  /** Nobody has chosen an order for a new list, so its records keep the order of their source. */
  readonly #isNew: boolean;
  /** Number of records that were added after the head of the list. */
  #added = 0;

  /** `records` is the list in the file's value, which changes together with this list. */
  constructor(records: Mapping[], layout: Layout) {
    const { compare } = layout;
    this.#records = records;
    this.#layout = layout;
    this.#isNew = records.length === 0;
    this.#byKey = new Map(records.map((record) => [keyOf(layout, record), record]));
    this.#isSorted = records.every((record, n) => n === 0 || (compare?.(records[n - 1] ?? {}, record) ?? 0) <= 0);
  }

  /** The existing record that has the same key. */
  find(record: Mapping): Mapping | undefined {
    return this.#byKey.get(keyOf(this.#layout, record));
  }

  /** Inserts a new record in order. */
  add(record: Mapping): void {
    this.#records.splice(this.#placeFor(record), 0, record);
    if (this.#layout.head !== null && !Object.hasOwn(record, this.#layout.head)) this.#added++;
    this.#byKey.set(keyOf(this.#layout, record), record);
  }

  /** Replaces the members of an existing record, which keeps its key. It stays in its place in the list. */
  replace(old: Mapping, record: Mapping): void {
    if (this.#layout.compare?.(old, record)) this.#isSorted = false;
    replaceMembers(old, record);
  }

  #placeFor(record: Mapping): number {
    const records = this.#records;
    const { compare, head } = this.#layout;
    if (!compare) return head === null || this.#isNew ? records.length : this.#placeBehind(head, record);
    if (this.#isSorted) return findFirst(records.length, (n) => compare(records[n] ?? {}, record) > 0);
    return records.findLastIndex((other) => compare(other, record) <= 0) + 1;
  }

  /** The position after the head of the list. Several new records keep their order. */
  #placeBehind(head: string, record: Mapping): number {
    const first = this.#records.findIndex((one) => !Object.hasOwn(one, head));
    const end = first < 0 ? this.#records.length : first;
    return Object.hasOwn(record, head) ? end : Math.min(this.#records.length, end + this.#added);
  }
}

/** Replaces a record's members with another record's members. */
export function replaceMembers(record: Record<string, unknown>, members: Mapping): void {
  const kept = { ...members };
  for (const name of Object.keys(record)) delete record[name];
  if (Array.isArray(record)) record.length = 0;
  Object.assign(record, kept);
}

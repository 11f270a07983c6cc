/** Finds records by key in a list during a merge, and inserts new records in order. */

import type { Mapping } from '../../catalogue/files/mapping.ts';
import { findFirst } from '../../core/base/binary-search.ts';
import { keyOf, type Layout, toElement, toRecord } from './layout.ts';

export class RecordList {
  readonly #elements: object[];
  readonly #layout: Layout;
  readonly #byKey: Map<string, object>;
  /** False if the existing records are out of order, because people edit the files, or because a merge changed a sort key. */
  #isSorted: boolean;
  /** Nobody has chosen an order for a new list, so its records keep the order of their source. */
  readonly #isNew: boolean;
  /** Number of records that were added after the head of the list. */
  #added = 0;

  /** `elements` is the list in the file's value, which changes together with this list. */
  constructor(elements: object[], layout: Layout) {
    const { compare } = layout;
    this.#elements = elements;
    this.#layout = layout;
    this.#isNew = elements.length === 0;
    this.#byKey = new Map(elements.map((element) => [keyOf(layout, element), element]));
    this.#isSorted = elements.every((element, n) => n === 0 || (compare?.(elements[n - 1] ?? {}, element) ?? 0) <= 0);
  }

  /** The existing record that has the same key. */
  find(record: Mapping): Mapping | undefined {
    const element = this.#byKey.get(keyOf(this.#layout, record));
    return element && toRecord(element, this.#layout.items);
  }

  /**
   * Inserts a new record in order, or replaces the members of the existing one, which stays in its place. Returns the element that holds the
   * record; it is the same object before and after.
   */
  put(record: Mapping): object {
    const { compare, head, items } = this.#layout;
    const element = toElement(record, items);
    const key = keyOf(this.#layout, record);
    const old = this.#byKey.get(key);
    if (old) {
      if (compare?.(old, element)) this.#isSorted = false;
      replaceMembers(old, element);
      return old;
    }
    this.#elements.splice(this.#placeFor(record), 0, element);
    if (head !== null && !Object.hasOwn(record, head)) this.#added++;
    this.#byKey.set(key, element);
    return element;
  }

  #placeFor(record: Mapping): number {
    const elements = this.#elements;
    const { compare, head } = this.#layout;
    if (!compare) return head === null || this.#isNew ? elements.length : this.#placeBehind(head, record);
    if (this.#isSorted) return findFirst(elements.length, (n) => compare(elements[n] ?? {}, record) > 0);
    return elements.findLastIndex((other) => compare(other, record) <= 0) + 1;
  }

  /** The position after the head of the list. Several new records keep their order. */
  #placeBehind(head: string, record: Mapping): number {
    const first = this.#elements.findIndex((one) => !Object.hasOwn(one, head));
    const end = first < 0 ? this.#elements.length : first;
    return Object.hasOwn(record, head) ? end : Math.min(this.#elements.length, end + this.#added);
  }
}

/** Replaces the members of a record, or the values in an element that is a list of them. */
export function replaceMembers(old: object, members: object): void {
  for (const name of Object.keys(old)) Reflect.deleteProperty(old, name);
  Object.assign(old, members);
}

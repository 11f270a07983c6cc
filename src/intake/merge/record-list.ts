/**
 * The records of one list in a data file during an import. In: the existing records, with their nodes. Out: all nodes in order. Pure.
 *
 * Existing records keep their order, even if it is wrong. A new one is inserted after the last one that it does not precede.
 */

/** A record with its node in the document. */
export interface ListedRecord<T> {
  record: T;
  readonly node: unknown;
}

/** All records of a list except one. */
export interface Others<T> {
  at(position: number): T | undefined;
  all(): readonly T[];
}

/** Negative if `a` comes first. */
type Compare<T> = ((a: T, b: T) => number) | undefined;

export class RecordList<T> {
  #entries: ListedRecord<T>[];
  /** New entries, which are inserted together: inserting them one by one would take quadratic time. */
  #fresh: ListedRecord<T>[] = [];
  readonly #byKey: Map<string, ListedRecord<T>>;
  readonly #keyOf: (record: T) => string;
  readonly #compare: Compare<T>;

  /** `keyOf` identifies records; without `compare` new ones are appended. */
  constructor(entries: readonly ListedRecord<T>[], keyOf: (record: T) => string, compare: Compare<T>) {
    this.#entries = [...entries];
    this.#byKey = new Map(entries.map((entry) => [keyOf(entry.record), entry]));
    this.#keyOf = keyOf;
    this.#compare = compare;
  }

  /** The entry of the record with this one's key. */
  find(record: T): ListedRecord<T> | undefined {
    return this.#byKey.get(this.#keyOf(record));
  }

  add(entry: ListedRecord<T>): void {
    this.#fresh.push(entry);
    this.#byKey.set(this.#keyOf(entry.record), entry);
  }

  nodes(): unknown[] {
    return this.#placed().map(({ node }) => node);
  }

  /** The other records, and the index of this one among them. */
  beside(record: T): { others: Others<T>; position: number } {
    const entries = this.#placed();
    const found = this.find(record);
    const position = found === undefined ? insertionIndex(record, entries, this.#compare) : entries.indexOf(found);
    const others: Others<T> = {
      at: (n) => entries[found === undefined || n < position ? n : n + 1]?.record,
      all: () => entries.filter((entry) => entry !== found).map((entry) => entry.record),
    };
    return { others, position };
  }

  #placed(): readonly ListedRecord<T>[] {
    const [single, second] = this.#fresh;
    if (single && !second) this.#entries.splice(insertionIndex(single.record, this.#entries, this.#compare), 0, single);
    else if (single) this.#entries = mergeInOrder(this.#entries, this.#fresh, this.#compare);
    this.#fresh = [];
    return this.#entries;
  }
}

/** The index for a new record; searched from the end, because most rows are in order. */
function insertionIndex<T>(record: T, entries: readonly ListedRecord<T>[], compare: Compare<T>): number {
  return compare ? entries.findLastIndex((other) => compare(other.record, record) <= 0) + 1 : entries.length;
}

/** Inserts `fresh` into `entries`. */
function mergeInOrder<T>(
  entries: readonly ListedRecord<T>[],
  fresh: readonly ListedRecord<T>[],
  compare: Compare<T>,
): ListedRecord<T>[] {
  if (!compare) return [...entries, ...fresh];
  const sorted = [...fresh].sort((a, b) => compare(a.record, b.record));
  // Backwards: an entry stays after the new ones that precede both it and all entries after it.
  const merged: ListedRecord<T>[] = [];
  let next = entries.length - 1;
  for (let n = sorted.length - 1; n >= 0; n--) {
    const one = sorted[n] as ListedRecord<T>;
    for (; next >= 0 && compare((entries[next] as ListedRecord<T>).record, one.record) > 0; next--) {
      merged.push(entries[next] as ListedRecord<T>);
    }
    merged.push(one);
  }
  for (; next >= 0; next--) merged.push(entries[next] as ListedRecord<T>);
  return merged.reverse();
}

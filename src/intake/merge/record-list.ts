/**
 * The records of one list in a data file during an import. In: the existing records, with their nodes. Out: all nodes in order. Pure.
 *
 * Existing records keep their order, even if it is wrong. A new one is inserted after the last one that it does not precede.
 */

/** A record with its node in the document. */
export interface Entry<T> {
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
  #entries: Entry<T>[];
  /** New entries, which are inserted together: inserting them one by one would take quadratic time. */
  #fresh: Entry<T>[] = [];
  readonly #byKey: Map<string, Entry<T>>;
  readonly #keyOf: (record: T) => string;
  readonly #compare: Compare<T>;

  /** `keyOf` identifies records; without `compare` new ones are appended. */
  constructor(entries: readonly Entry<T>[], keyOf: (record: T) => string, compare: Compare<T>) {
    this.#entries = [...entries];
    this.#byKey = new Map(entries.map((entry) => [keyOf(entry.record), entry]));
    this.#keyOf = keyOf;
    this.#compare = compare;
  }

  /** The entry of the record with this one's key. */
  find(record: T): Entry<T> | undefined {
    return this.#byKey.get(this.#keyOf(record));
  }

  add(entry: Entry<T>): void {
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
    const position = found === undefined ? placeOf(record, entries, this.#compare) : entries.indexOf(found);
    const others: Others<T> = {
      at: (n) => entries[found === undefined || n < position ? n : n + 1]?.record,
      all: () => entries.filter((entry) => entry !== found).map((entry) => entry.record),
    };
    return { others, position };
  }

  #placed(): readonly Entry<T>[] {
    const [single, second] = this.#fresh;
    if (single && !second) this.#entries.splice(placeOf(single.record, this.#entries, this.#compare), 0, single);
    else if (single) this.#entries = mergeInOrder(this.#entries, this.#fresh, this.#compare);
    this.#fresh = [];
    return this.#entries;
  }
}

/** The index for a new record; searched from the end, because most rows are in order. */
function placeOf<T>(record: T, entries: readonly Entry<T>[], compare: Compare<T>): number {
  return compare ? entries.findLastIndex((other) => compare(other.record, record) <= 0) + 1 : entries.length;
}

/** Inserts `fresh` into `entries`. */
function mergeInOrder<T>(entries: readonly Entry<T>[], fresh: readonly Entry<T>[], compare: Compare<T>): Entry<T>[] {
  if (!compare) return [...entries, ...fresh];
  const sorted = [...fresh].sort((a, b) => compare(a.record, b.record));
  // Backwards: an entry stays after the new ones that precede both it and all entries after it.
  const merged: Entry<T>[] = [];
  let next = entries.length - 1;
  for (let n = sorted.length - 1; n >= 0; n--) {
    const one = sorted[n] as Entry<T>;
    for (; next >= 0 && compare((entries[next] as Entry<T>).record, one.record) > 0; next--) {
      merged.push(entries[next] as Entry<T>);
    }
    merged.push(one);
  }
  for (; next >= 0; next--) merged.push(entries[next] as Entry<T>);
  return merged.reverse();
}

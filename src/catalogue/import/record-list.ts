/**
 * The records of one list of a data file while an import merges into it. In: the records that are there, with their nodes. Out: all nodes
 * in order. Pure.
 *
 * Records that are there keep the order that they have, whatever it is. A new one stands after the last one that it does not come before.
 */

/** A record with its node in the document. */
export interface Entry<T> {
  record: T;
  readonly node: unknown;
}

/** The records of a list but one. */
export interface Others<T> {
  at(position: number): T | undefined;
  all(): readonly T[];
}

/** Negative where `a` comes first. */
type Compare<T> = ((a: T, b: T) => number) | undefined;

export class RecordList<T> {
  #entries: Entry<T>[];
  /** Entries that have no place yet: they get theirs together, as one after the other takes time with the square of their number. */
  #fresh: Entry<T>[] = [];
  readonly #byKey: Map<string, Entry<T>>;
  readonly #keyOf: (record: T) => string;
  readonly #compare: Compare<T>;

  /** `keyOf` tells the records apart; without `compare` new ones stand at the end. */
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

  /** The others beside the record, and its place among them. */
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

/** Where a new record goes; found from the end, as most rows come in order. */
function placeOf<T>(record: T, entries: readonly Entry<T>[], compare: Compare<T>): number {
  return compare ? entries.findLastIndex((other) => compare(other.record, record) <= 0) + 1 : entries.length;
}

/** Puts `fresh` among `entries`. */
function mergeInOrder<T>(entries: readonly Entry<T>[], fresh: readonly Entry<T>[], compare: Compare<T>): Entry<T>[] {
  if (!compare) return [...entries, ...fresh];
  const sorted = [...fresh].sort((a, b) => compare(a.record, b.record));
  // From the end on: an entry stays behind the fresh ones that come before it and before all that follow it.
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

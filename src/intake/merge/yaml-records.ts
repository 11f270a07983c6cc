/**
 * The records of one YAML file during a merge. In: its document, and the layout of the records. Out: the new text, in which comments and the
 * order of existing records are kept.
 */
import { type Document, isNode, LineCounter, parseDocument, type YAMLMap, type YAMLSeq } from 'yaml';
import { findFirst } from '../../core/contract/binary-search.ts';
import type { DataPath, Finding } from '../../report/problems.ts';
import type { Change, RawRecord } from './merge-record.ts';
import type { RecordLayout, RecordStore } from './record-merger.ts';
import {
  applyChange,
  documentText,
  flowNode,
  listAt,
  listNameOf,
  newDocument,
  recordNode,
  type YamlKind,
} from './yaml-writer.ts';

/** The layout of records in YAML files. */
interface YamlLayout<T extends RawRecord> extends Omit<RecordLayout<T>, 'file' | 'open' | 'begin'> {
  readonly file: YamlKind;
  /** Order of a list; negative if `a` comes first. Without it new records are appended. */
  readonly compare?: (a: T, b: T) => number;
  /** True if a record is written on one line. */
  readonly isFlow?: boolean;
  /** Path of the list, if that is not the list of the file; null if the document itself is the record. */
  readonly listIn?: (document: Document, within: string) => DataPath | null;
  /** Creates the parents of a list, for its first record. */
  readonly prepare?: (document: Document, within: string) => void;
  /** Checks a record against the others of its list; `position` is its index among them. */
  readonly checkAgainstOthers?: (record: T, others: Others<T>, position: number) => Finding[];
}

export function yamlLayout<T extends RawRecord>(layout: YamlLayout<T>): RecordLayout<T> {
  return {
    ...layout,
    open: (text) => new YamlRecords(layout, parseDocument(text)),
    begin: (dataDir, name, first) => new YamlRecords(layout, newDocument(dataDir, layout.file, name, first)),
  };
}

/** A record of a list in a text, with its lines. */
interface WrittenRecord<T> {
  readonly first: number;
  readonly last: number;
  readonly within: string;
  readonly record: T;
}

class YamlRecords<T extends RawRecord> implements RecordStore<T> {
  readonly #layout: YamlLayout<T>;
  readonly #document: Document;
  readonly #lists = new Map<string, RecordList<T>>();
  /** The records in the new text, by line. */
  #written: readonly WrittenRecord<T>[] | null = null;

  constructor(layout: YamlLayout<T>, document: Document) {
    this.#layout = layout;
    this.#document = document;
  }

  find(record: T, within: string): T | undefined {
    return this.#list(within)?.find(record)?.record;
  }

  checkAgainstOthers(record: T, within: string): Finding[] {
    const { checkAgainstOthers } = this.#layout;
    const list = checkAgainstOthers && this.#list(within);
    if (!list) return [];
    const { others, position } = list.othersOf(record);
    return checkAgainstOthers(record, others, position);
  }

  write(record: T, within: string, changes: readonly Change[]): void {
    const { fields, isFlow, prepare } = this.#layout;
    const document = this.#document;
    if (!this.#list(within)) {
      prepare?.(document, within);
      const at = this.#pathIn(document, within);
      if (at !== null) listAt(document, at);
    }
    const list = this.#list(within);
    const found = list?.find(record);
    if (!found) {
      list?.add({ record, node: isFlow ? flowNode(document, record) : recordNode(document, record) });
      return;
    }
    // A document that is itself a record was created with the members of its first facts.
    for (const change of changes) applyChange(document, found.node, change, fields);
    found.record = record;
  }

  text(): string {
    for (const [within, list] of this.#lists) {
      const at = this.#pathIn(this.#document, within);
      if (at !== null) listAt(this.#document, at).items = list.nodes();
    }
    this.#written = null;
    return documentText(this.#document);
  }

  recordAt(line: number): { readonly record: T; readonly within: string } | null {
    this.#written ??= this.#locate(this.text());
    const written = this.#written;
    const found = written[findFirst(written.length, (n) => (written[n]?.first ?? 0) > line) - 1];
    return found && found.last >= line ? found : null;
  }

  /** The records in a text, ascending. */
  #locate(text: string): WrittenRecord<T>[] {
    const lines = new LineCounter();
    const document = parseDocument(text, { lineCounter: lines });
    const lineAt = (offset = 0): number => lines.linePos(offset).line;
    const found = [...this.#lists.keys()].flatMap((within) =>
      this.#nodesIn(document, within)
        .filter((node) => isNode(node))
        .map((node): WrittenRecord<T> => {
          const { range } = node;
          return { first: lineAt(range?.[0]), last: lineAt(range?.[1]), within, record: toRecord(node, document) };
        }),
    );
    return found.sort((a, b) => a.first - b.first);
  }

  #pathIn(document: Document, within: string): DataPath | null {
    const { file, listIn = () => [listNameOf(file)] } = this.#layout;
    return listIn(document, within);
  }

  #nodesIn(document: Document, within: string): readonly unknown[] {
    const at = this.#pathIn(document, within);
    return at === null ? [document.contents] : listAt(document, at).items;
  }

  /** The list of records; undefined if there is none yet. */
  #list(within: string): RecordList<T> | undefined {
    const open = this.#lists.get(within);
    if (open || !this.#document.hasIn(this.#pathIn(this.#document, within))) return open;
    const entries = this.#nodesIn(this.#document, within).map((node) => {
      return { record: toRecord<T>(node, this.#document), node };
    });
    const list = new RecordList(entries, this.#layout.keyOf, this.#layout.compare);
    this.#lists.set(within, list);
    return list;
  }
}

function toRecord<T>(node: unknown, document: Document): T {
  return (node as YAMLMap | YAMLSeq).toJS(document) as T;
}

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

class RecordList<T> {
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
  othersOf(record: T): { others: Others<T>; position: number } {
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

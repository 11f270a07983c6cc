/**
 * Merges rows of a CSV file into the records of YAML files, for every kind of import whose rows are records of a list, or of which a row
 * stands for a file. In: how the kind's records are found and laid out, then rows as records. Out: a plan.
 *
 * A record that is not there is added in its place; one that is gets the values that it lacks; a value that differs is a replacement.
 * A row with findings, or of a record that an earlier row gave, is left out. Comments and the order of files stay.
 */
import { type Document, isMap, isSeq, type YAMLMap, type YAMLSeq } from 'yaml';
import type { Finding, Problem } from '../files/problems.ts';
import type { DataPath, PlacedFinding } from '../files/yaml-file.ts';
import { stem } from '../read-folder.ts';
import { type Change, changesOf, type RawRecord } from './changes.ts';
import type { CsvFile, CsvRow } from './csv.ts';
import { type ImportPlan, leftOutFinding, newOutcome, replacedFinding } from './plan.ts';
import { documentText, fieldNode, flowNode, listAt, openDocument, recordNode, setField } from './yaml-writer.ts';

/** How the records of a kind are found and laid out. */
export interface RecordKind<T extends RawRecord> {
  /** Tells the records of a list apart. */
  readonly keyOf: (record: T) => string;
  /** Order of a list; without it new records stand at its end. Negative where `a` comes first. */
  readonly compare?: (a: T, b: T) => number;
  /** Fields of a record in the order in which they are written. */
  readonly fields: readonly string[];
  /** Fields whose lists are only added to. */
  readonly growing?: readonly string[];
  /** True where a record is written on one line. */
  readonly isFlow?: boolean;
  /** Path of the list in a document; null where the document itself is the record. `within` is as the row has it. */
  readonly listIn: (document: Document, within: string) => DataPath | null;
  /** A document for the first record of a file that is not there; `name` is that of the file, without extension. */
  readonly newDocument: (name: string, record: T) => Document;
  /** What is wrong with a record beside the others of its list; `position` is its place among them. */
  readonly check?: (record: T, others: Others<T>, position: number) => Finding[];
}

/** The records of a list but one. */
export interface Others<T> {
  at(position: number): T | undefined;
  all(): readonly T[];
}

/** A row as a record. */
export interface RowRecord<T extends RawRecord> {
  readonly row: CsvRow;
  /** Names the record in reports; no other record of the import has this label. */
  readonly label: string;
  readonly path: string;
  /** What the list belongs to, where a file has several: a flag, an event version. */
  readonly within?: string;
  /** What the row says, null for a value to take away. */
  readonly record: T;
  /** Why the row has to be left out. */
  readonly findings: readonly (Finding | PlacedFinding)[];
  /** The file that has the record so far, and the field of which the file stands for the value. */
  readonly movedFrom?: { readonly path: string; readonly field: string; readonly old: string; readonly value: string };
}

type Status = 'added' | 'completed' | 'changed' | 'kept';

interface OpenFile {
  readonly path: string;
  readonly document: Document;
  readonly lists: Map<string, OpenList<RawRecord>>;
}

/** A record with its node in the document. */
interface Entry<T> {
  record: T;
  readonly node: unknown;
  /** True once it stands in another list. */
  isGone: boolean;
}

/** A list under way; a document that is a record by itself is a list of one. */
interface OpenList<T> {
  /** Null for a document that is a record by itself. */
  readonly sequence: YAMLSeq | null;
  entries: Entry<T>[];
  /** Entries that have no place yet: they get theirs together, as one after the other takes time with the square of their number. */
  fresh: Entry<T>[];
  readonly byKey: Map<string, Entry<T>>;
  /** What becomes of the records that rows spoke of, by key. */
  readonly statuses: Map<string, Status>;
}

export class RecordMerger<T extends RawRecord> {
  readonly #csv: CsvFile;
  readonly #kind: RecordKind<T>;
  readonly #files = new Map<string, OpenFile>();
  readonly #existing: ReadonlySet<string>;
  readonly #leftOut: Problem[];
  readonly #replaced: Problem[] = [];
  /** Line of the row that gave a record, by label. */
  readonly #lines = new Map<string, number>();

  /** `existing` are the files of the kind that are there. */
  constructor(csv: CsvFile, kind: RecordKind<T>, existing: Iterable<string>) {
    this.#csv = csv;
    this.#kind = kind;
    this.#existing = new Set(existing);
    this.#leftOut = [...csv.leftOut];
  }

  merge(given: RowRecord<T>): void {
    const { row, label, record, movedFrom } = given;
    const findings = [...given.findings];
    const before = this.#lines.get(label);
    if (before !== undefined) {
      findings.push({
        code: 'D116',
        message: `it is given on line ${before} already`,
        fix: 'keep one of the two rows',
      });
    }
    if (findings.length === 0) findings.push(...this.#checkBeside(given));
    if (findings.length > 0) {
      this.#leftOut.push(this.#csv.problem(row, leftOutFinding(label, findings)));
      return;
    }
    this.#lines.set(label, row.line);
    if (movedFrom) {
      const { path, field, old, value } = movedFrom;
      this.#replaced.push(this.#csv.problem(row, replacedFinding(label, field, old, value)));
      this.#move(this.#list(path, given), this.#list(given.path, given), this.#kind.keyOf(record));
    }
    const list = this.#list(given.path, given);
    this.#mergeInto(list, this.#file(given).document, given);
  }

  /** All outcomes, and the new texts of the files that change. */
  plan(): ImportPlan {
    const texts = new Map<string, string>();
    const outcomes = [...this.#files.values()].map(({ path, document, lists }) => {
      const outcome = newOutcome(path);
      for (const list of lists.values()) {
        for (const status of list.statuses.values()) outcome[status]++;
        this.#write(list as unknown as OpenList<T>);
      }
      if (outcome.added + outcome.completed + outcome.changed > 0) texts.set(path, documentText(document));
      return outcome;
    });
    return { outcomes, leftOut: this.#leftOut, replaced: this.#replaced, texts, lines: new Map() };
  }

  #file({ path, record }: Pick<RowRecord<T>, 'path' | 'record'>): OpenFile {
    const open = this.#files.get(path);
    if (open) return open;
    const document = this.#existing.has(path) ? openDocument(path) : this.#kind.newDocument(stem(path), record);
    const file = { path, document, lists: new Map() };
    this.#files.set(path, file);
    return file;
  }

  #list(path: string, { within = '', record }: Pick<RowRecord<T>, 'within' | 'record'>): OpenList<T> {
    const isNew = !this.#files.has(path) && !this.#existing.has(path);
    const { document, lists } = this.#file({ path, record });
    const open = lists.get(within) as OpenList<T> | undefined;
    if (open) return open;
    const at = this.#kind.listIn(document, within);
    const sequence = at === null ? null : listAt(document, at);
    const nodes = sequence?.items ?? (isNew ? [] : [document.contents]);
    const entries = nodes.map((node): Entry<T> => ({ record: toRecord(node, document) as T, node, isGone: false }));
    const byKey = new Map(entries.map((entry) => [this.#kind.keyOf(entry.record), entry]));
    const list: OpenList<T> = { sequence, entries, fresh: [], byKey, statuses: new Map() };
    lists.set(within, list as unknown as OpenList<RawRecord>);
    return list;
  }

  /** A row that is left out makes no file, so a file that is not there has no other records. */
  #checkBeside(given: RowRecord<T>): Finding[] {
    const { path, record } = given;
    const { check, compare, keyOf } = this.#kind;
    if (!check || !(this.#files.has(path) || this.#existing.has(path))) return [];
    const list = this.#list(path, given);
    // The check needs to know the record's place among those of earlier rows.
    this.#placeFresh(list);
    const { entries } = list;
    const found = list.byKey.get(keyOf(record));
    const position = found === undefined ? placeOf(record, entries, compare) : entries.indexOf(found);
    const others: Others<T> = {
      at: (n) => entries[found === undefined || n < position ? n : n + 1]?.record,
      all: () => entries.filter((entry) => entry !== found).map((entry) => entry.record),
    };
    return check(record, others, position);
  }

  /** Puts new entries among the others: each after the last one that it does not come before. */
  #placeFresh(list: OpenList<T>): void {
    const { entries, fresh } = list;
    const { compare } = this.#kind;
    const [single] = fresh;
    if (single && fresh.length === 1) entries.splice(placeOf(single.record, entries, compare), 0, single);
    else if (fresh.length > 0) list.entries = mergeInOrder(entries, fresh, compare);
    list.fresh = [];
  }

  /** Makes the list in the document that of the entries. */
  #write(list: OpenList<T>): void {
    this.#placeFresh(list);
    if (list.sequence) list.sequence.items = list.entries.filter(({ isGone }) => !isGone).map(({ node }) => node);
  }

  #mergeInto(list: OpenList<T>, document: Document, { row, label, record }: RowRecord<T>): void {
    const key = this.#kind.keyOf(record);
    const old = list.byKey.get(key);
    if (old === undefined) {
      const known = withoutNull(record);
      // The node of a document that is a record by itself came with the document.
      const node = this.#kind.isFlow ? flowNode(document, known) : recordNode(document, known);
      this.#add(list, key, { record: known, node, isGone: false });
      list.statuses.set(key, 'added');
      return;
    }
    const changes = changesOf(old.record, record, this.#kind.growing);
    const replacements = changes.filter((change) => change.old !== undefined);
    for (const { path, old: before, value } of replacements) {
      const field = Array.isArray(record) ? this.#kind.fields[Number(path[0])] : path.join('.');
      this.#replaced.push(this.#csv.problem(row, replacedFinding(label, String(field), before, value)));
    }
    const status = replacements.length > 0 ? 'changed' : changes.length > 0 ? 'completed' : 'kept';
    if (list.statuses.get(key) !== 'changed') list.statuses.set(key, status);
    if (changes.length === 0) return;
    for (const change of changes) applyChange(document, old.node, change, this.#kind.fields);
    old.record = toRecord(old.node, document) as T;
  }

  #add(list: OpenList<T>, key: string, entry: Entry<T>): void {
    list.fresh.push(entry);
    list.byKey.set(key, entry);
  }

  /** Takes a record, with its comments, from one list to another. */
  #move(source: OpenList<T>, target: OpenList<T>, key: string): void {
    const entry = source.byKey.get(key);
    if (entry === undefined) return;
    entry.isGone = true;
    source.byKey.delete(key);
    this.#add(target, key, { ...entry, isGone: false });
    source.statuses.set(key, 'changed');
    target.statuses.set(key, 'changed');
  }
}

type Compare<T> = ((a: T, b: T) => number) | undefined;

/** Where a new record goes; found from the end, as most rows come in order. */
function placeOf<T>(record: T, entries: readonly Entry<T>[], compare: Compare<T>): number {
  return compare ? entries.findLastIndex((other) => compare(other.record, record) <= 0) + 1 : entries.length;
}

/** Puts `fresh` among `entries`, which stay in the order that they have, whatever it is. */
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

function toRecord(node: unknown, document: Document): unknown {
  return (node as YAMLMap | YAMLSeq).toJS(document);
}

function withoutNull<T extends RawRecord>(record: T): T {
  if (Array.isArray(record)) return record;
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null)) as unknown as T;
}

function applyChange(document: Document, node: unknown, { path, value }: Change, fields: readonly string[]): void {
  const [field = ''] = path;
  if (isSeq(node)) node.set(Number(field), value);
  else if (!isMap(node)) return;
  else if (value === undefined) node.deleteIn(path);
  else if (path.length > 1) node.setIn(path, flowNode(document, value));
  else setField(node, field, fieldNode(document, field, value), fields);
}

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
  /** What is wrong with a record beside the others of its list; `others` leaves it out, `position` is its place among them. */
  readonly check?: (record: T, others: readonly T[], position: number) => Finding[];
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

/** A list under way; a document that is a record by itself is a list of one. */
interface OpenList<T> {
  readonly nodes: unknown[];
  /** The records of the nodes, in the same order. */
  readonly records: T[];
  readonly byKey: Map<string, T>;
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
      for (const { statuses } of lists.values()) for (const status of statuses.values()) outcome[status]++;
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
    const nodes = at === null ? (isNew ? [] : [document.contents]) : listAt(document, at).items;
    const records = nodes.map((node) => toRecord(node, document) as T);
    const byKey = new Map(records.map((one) => [this.#kind.keyOf(one), one]));
    const list: OpenList<T> = { nodes, records, byKey, statuses: new Map() };
    lists.set(within, list as unknown as OpenList<RawRecord>);
    return list;
  }

  /** A row that is left out makes no file, so a file that is not there has no other records. */
  #checkBeside(given: RowRecord<T>): Finding[] {
    const { path, record } = given;
    const { check, keyOf } = this.#kind;
    if (!check || !(this.#files.has(path) || this.#existing.has(path))) return [];
    const list = this.#list(path, given);
    const found = list.byKey.get(keyOf(record));
    const position = found === undefined ? this.#placeOf(record, list) : list.records.indexOf(found);
    const others = found === undefined ? list.records : list.records.toSpliced(position, 1);
    return check(record, others, position);
  }

  /** Where a new record goes; found from the end, as most rows come in order. */
  #placeOf(record: T, { records }: OpenList<T>): number {
    const { compare } = this.#kind;
    return compare ? records.findLastIndex((other) => compare(other, record) <= 0) + 1 : records.length;
  }

  #mergeInto(list: OpenList<T>, document: Document, { row, label, record }: RowRecord<T>): void {
    const key = this.#kind.keyOf(record);
    const old = list.byKey.get(key);
    if (old === undefined) {
      const known = withoutNull(record);
      // The node of a document that is a record by itself came with the document.
      const node = this.#kind.isFlow ? flowNode(document, known) : recordNode(document, known);
      this.#insert(list, key, known, node);
      list.statuses.set(key, 'added');
      return;
    }
    const changes = changesOf(old, record, this.#kind.growing);
    const replacements = changes.filter((change) => change.old !== undefined);
    for (const { path, old: before, value } of replacements) {
      const field = Array.isArray(record) ? this.#kind.fields[Number(path[0])] : path.join('.');
      this.#replaced.push(this.#csv.problem(row, replacedFinding(label, String(field), before, value)));
    }
    const status = replacements.length > 0 ? 'changed' : changes.length > 0 ? 'completed' : 'kept';
    if (list.statuses.get(key) !== 'changed') list.statuses.set(key, status);
    if (changes.length === 0) return;
    const index = list.records.indexOf(old);
    const node = list.nodes[index];
    for (const change of changes) applyChange(document, node, change, this.#kind.fields);
    const merged = toRecord(node, document) as T;
    list.records[index] = merged;
    list.byKey.set(key, merged);
  }

  #insert(list: OpenList<T>, key: string, record: T, node: unknown): void {
    const position = this.#placeOf(record, list);
    list.records.splice(position, 0, record);
    list.nodes.splice(position, 0, node);
    list.byKey.set(key, record);
  }

  /** Takes a record, with its comments, from one list to another. */
  #move(source: OpenList<T>, target: OpenList<T>, key: string): void {
    const record = source.byKey.get(key);
    if (record === undefined) return;
    const position = source.records.indexOf(record);
    source.records.splice(position, 1);
    source.byKey.delete(key);
    const [node] = source.nodes.splice(position, 1);
    this.#insert(target, key, record, node);
    source.statuses.set(key, 'changed');
    target.statuses.set(key, 'changed');
  }
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

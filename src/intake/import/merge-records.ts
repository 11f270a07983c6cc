/**
 * Merges facts into the records of YAML files. In: the layout of a kind of record, then facts about single records, from a CSV file or a
 * service. Out: a plan, with every change and everything that was left out.
 *
 * New records are inserted in order; existing ones get missing members. A different member is replaced if the policy allows it; otherwise
 * the facts are left out, as are facts that would make a record invalid. Comments and order are kept.
 */
import { type Document, isNode, LineCounter, parseDocument, type YAMLMap, type YAMLSeq } from 'yaml';
import type { Overlay } from '../../catalogue/files/text-file.ts';
import type { DataPath, PlacedFinding } from '../../catalogue/files/yaml-file.ts';
import { stem } from '../../catalogue/read-folder.ts';
import type { Finding } from '../../report/problems.ts';
import {
  type Change,
  isConflict,
  type MergePolicy,
  memberChanges,
  mergeRecord,
  type RawRecord,
} from './merge-record.ts';
import { type ImportPlan, newOutcome, type Place, type RecordChange, type Rejected, replacedFinding } from './plan.ts';
import { type Others, RecordList } from './record-list.ts';
import { applyChange, documentText, flowNode, listAt, openDocument, recordNode } from './yaml-writer.ts';

/** The layout of a kind of record. */
export interface RecordKind<T extends RawRecord> {
  /** Identifies a record in its list. */
  readonly keyOf: (record: T) => string;
  /** Order of a list; negative if `a` comes first. Without it new records are appended. */
  readonly compare?: (a: T, b: T) => number;
  /** Fields of a record, in the order in the file. */
  readonly fields: readonly string[];
  /** Fields whose lists are only extended. */
  readonly growing?: readonly string[];
  /** True if a record is written on one line. */
  readonly isFlow?: boolean;
  /** Path of the list in a document; null if the document itself is the record. `within` is that of the facts. */
  readonly listIn: (document: Document, within: string) => DataPath | null;
  /** Creates the parents of a list, for its first record. */
  readonly prepare?: (document: Document, within: string) => void;
  /** A document for the first record of a new file; `name` is that of the file, without extension. */
  readonly newDocument: (name: string, record: T) => Document;
  /** Checks a record against the others of its list; `position` is its index among them. */
  readonly checkBeside?: (record: T, others: Others<T>, position: number) => Finding[];
}

/** Facts about one record. */
export interface RecordFacts<T extends RawRecord> {
  /** The place of the facts in their source. */
  readonly place: Place;
  /** Names the record in reports; unique in an import. */
  readonly label: string;
  /** The file of the record; null if there is none, for which there is a finding. */
  readonly path: string | null;
  /** The owner of the list if a file has several lists: a flag, an event version. */
  readonly within?: string;
  /** The facts; null removes a value. */
  readonly record: T;
  /** Problems of the facts themselves, because of which they are left out. */
  readonly findings: readonly (Finding | PlacedFinding)[];
  /** Checks the merged record. */
  readonly check: (merged: T) => readonly (Finding | PlacedFinding)[];
}

interface OpenFile<T> {
  readonly path: string;
  readonly document: Document;
  readonly lists: Map<string, RecordList<T>>;
  /** The outcome of each record for which there are facts. */
  readonly kinds: (RecordChange['kind'] | 'kept')[];
}

export class RecordMerger<T extends RawRecord> {
  readonly #kind: RecordKind<T>;
  readonly #policy: MergePolicy;
  readonly #files = new Map<string, OpenFile<T>>();
  readonly #existing: ReadonlySet<string>;
  readonly #texts: Overlay;
  readonly #leftOut: Rejected[] = [];
  readonly #changes: RecordChange[] = [];
  /** Places of merged facts, by file, list and key of their record. */
  readonly #places = new Map<string, Place>();
  /** The new text of a file in which facts were last looked for. */
  #parsed: { readonly text: string; readonly document: Document; readonly lineCounter: LineCounter } | null = null;
  /** Lines of the facts so far, by label. */
  readonly #lines = new Map<string, number>();

  /** `existing` are the existing files of the kind; `texts` is their content where it is not that of the disk. */
  constructor(kind: RecordKind<T>, policy: MergePolicy, existing: Iterable<string>, texts: Overlay = new Map()) {
    this.#kind = kind;
    this.#policy = policy;
    this.#existing = new Set(existing);
    this.#texts = texts;
  }

  merge(given: RecordFacts<T>): void {
    const { place, label, path } = given;
    const list = path === null ? null : this.#findList(path, given.within);
    const old = list?.find(given.record)?.record;
    const { record, changes } = mergeRecord(old, given.record, this.#kind.growing);
    const findings = this.#judge(given, list, record, changes);
    if (findings.length > 0 || path === null) {
      this.#leftOut.push({ place, label, findings });
      return;
    }
    this.#lines.set(label, place.line);
    const file = this.#openFile(path, record);
    const kind = old === undefined ? 'added' : changes.some(isConflict) ? 'changed' : 'completed';
    // A new record has changes: its members.
    file.kinds.push(changes.length === 0 ? 'kept' : kind);
    if (changes.length === 0) return;
    this.#write(file, given, record, changes);
    this.#places.set(this.#placeKey(path, given.within, record), place);
    this.#changes.push({ file: path, record: label, kind, members: this.#members(record, changes) });
  }

  /** All outcomes and changes, and the new texts of the files that change. */
  plan(): ImportPlan {
    const texts = new Map<string, string>();
    const outcomes = [...this.#files.values()].map(({ path, document, lists, kinds }) => {
      const outcome = newOutcome(path);
      for (const kind of kinds) outcome[kind]++;
      if (outcome.kept === kinds.length) return outcome;
      for (const [within, list] of lists) {
        const at = this.#kind.listIn(document, within);
        if (at !== null) listAt(document, at).items = list.nodes();
      }
      texts.set(path, documentText(document));
      return outcome;
    });
    const sourceOf = (path: string, line: number, text: string) => this.#sourceOf(path, line, text);
    return { outcomes, leftOut: this.#leftOut, changes: this.#changes, texts, sourceOf };
  }

  #placeKey(path: string, within: string | undefined, record: T): string {
    return JSON.stringify([path, within ?? '', this.#kind.keyOf(record)]);
  }

  /** The place of the facts about the record at a line of the new text of a file. */
  #sourceOf(path: string, line: number, text: string): Place | undefined {
    if (this.#parsed?.text !== text) {
      const lineCounter = new LineCounter();
      this.#parsed = { text, document: parseDocument(text, { lineCounter }), lineCounter };
    }
    const { document, lineCounter } = this.#parsed;
    const lineAt = (offset: number | undefined): number =>
      offset === undefined ? 0 : lineCounter.linePos(offset).line;
    for (const within of this.#files.get(path)?.lists.keys() ?? []) {
      const at = this.#kind.listIn(document, within);
      const nodes = at === null ? [document.contents] : listAt(document, at).items;
      const node = nodes.filter(isNode).findLast(({ range }) => lineAt(range?.[0]) <= line);
      if (node === undefined || lineAt(node.range?.[1]) < line) continue;
      const place = this.#places.get(this.#placeKey(path, within, toRecord<T>(node, document)));
      if (place) return place;
    }
    return undefined;
  }

  /** The reasons why the facts cannot be merged. */
  #judge(given: RecordFacts<T>, list: RecordList<T> | null, record: T, changes: readonly Change[]): Finding[] {
    const { checkBeside } = this.#kind;
    const before = this.#lines.get(given.label);
    const again = { code: 'D116', message: `it is already given on line ${before}`, fix: 'keep one of the two rows' };
    const findings: Finding[] = [...given.findings, ...given.check(record)];
    if (before !== undefined) findings.push(again as Finding);
    if (findings.length === 0 && list && checkBeside) {
      const { others, position } = list.beside(record);
      findings.push(...checkBeside(record, others, position));
    }
    if (findings.length > 0 || this.#policy === 'overwrite') return findings;
    return this.#members(record, changes.filter(isConflict)).map((change) => replacedFinding(given.label, change));
  }

  #members(record: T, changes: readonly Change[]) {
    return memberChanges(changes, this.#kind.fields, Array.isArray(record));
  }

  /** The list of the record; null if there is none yet. */
  #findList(path: string, within = ''): RecordList<T> | null {
    if (!this.#files.has(path) && !this.#existing.has(path)) return null;
    const { document, lists } = this.#openFile(path, null);
    const open = lists.get(within);
    if (open) return open;
    const at = this.#kind.listIn(document, within);
    if (!document.hasIn(at)) return null;
    const nodes = at === null ? [document.contents] : listAt(document, at).items;
    const entries = nodes.map((node) => ({ record: toRecord<T>(node, document), node }));
    const list = new RecordList(entries, this.#kind.keyOf, this.#kind.compare);
    lists.set(within, list);
    return list;
  }

  /** `record` is the first one of a new file; null for an existing file. */
  #openFile(path: string, record: T | null): OpenFile<T> {
    const open = this.#files.get(path);
    if (open) return open;
    const document = record === null ? openDocument(path, this.#texts) : this.#kind.newDocument(stem(path), record);
    const file: OpenFile<T> = { path, document, lists: new Map(), kinds: [] };
    this.#files.set(path, file);
    return file;
  }

  #write({ path, document }: OpenFile<T>, given: RecordFacts<T>, record: T, changes: readonly Change[]): void {
    const { fields, isFlow, listIn, prepare } = this.#kind;
    const { within = '' } = given;
    if (!this.#findList(path, within)) {
      prepare?.(document, within);
      const at = listIn(document, within);
      if (at !== null) listAt(document, at);
    }
    const list = this.#findList(path, within) as RecordList<T>;
    const found = list.find(record);
    if (!found) {
      list.add({ record, node: isFlow ? flowNode(document, record) : recordNode(document, record) });
      return;
    }
    // A document that is itself a record was created with the members of its first facts.
    for (const change of changes) applyChange(document, found.node, change, fields);
    found.record = record;
  }
}

function toRecord<T>(node: unknown, document: Document): T {
  return (node as YAMLMap | YAMLSeq).toJS(document) as T;
}

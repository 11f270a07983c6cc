/**
 * The records of one YAML file during a merge. In: its document, and the layout of the records. Out: the new text, in which comments and the
 * order of existing records are kept.
 */
import { type Document, isNode, LineCounter, parseDocument, type YAMLMap, type YAMLSeq } from 'yaml';
import type { DataPath } from '../../catalogue/files/yaml-file.ts';
import type { Finding } from '../../report/problems.ts';
import type { Change, RawRecord } from './merge-record.ts';
import { type Others, RecordList } from './record-list.ts';
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
  readonly checkBeside?: (record: T, others: Others<T>, position: number) => Finding[];
}

export function yamlLayout<T extends RawRecord>(layout: YamlLayout<T>): RecordLayout<T> {
  return {
    ...layout,
    open: (text) => new YamlRecords(layout, parseDocument(text)),
    begin: (name, first) => new YamlRecords(layout, newDocument(layout.file, name, first)),
  };
}

class YamlRecords<T extends RawRecord> implements RecordStore<T> {
  readonly #layout: YamlLayout<T>;
  readonly #document: Document;
  readonly #lists = new Map<string, RecordList<T>>();
  /** The new text, in which records are looked up. */
  #written: { readonly document: Document; readonly lines: LineCounter } | null = null;

  constructor(layout: YamlLayout<T>, document: Document) {
    this.#layout = layout;
    this.#document = document;
  }

  find(record: T, within: string): T | undefined {
    return this.#list(within)?.find(record)?.record;
  }

  checkBeside(record: T, within: string): Finding[] {
    const { checkBeside } = this.#layout;
    const list = checkBeside && this.#list(within);
    if (!list) return [];
    const { others, position } = list.beside(record);
    return checkBeside(record, others, position);
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
    this.#written ??= parseLines(this.text());
    const { document, lines } = this.#written;
    const lineAt = (offset = 0): number => lines.linePos(offset).line;
    for (const within of this.#lists.keys()) {
      const node = this.#nodesIn(document, within).findLast((one) => isNode(one) && lineAt(one.range?.[0]) <= line);
      if (isNode(node) && lineAt(node.range?.[1]) >= line) return { record: toRecord<T>(node, document), within };
    }
    return null;
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

function parseLines(text: string) {
  const lines = new LineCounter();
  return { document: parseDocument(text, { lineCounter: lines }), lines };
}

function toRecord<T>(node: unknown, document: Document): T {
  return (node as YAMLMap | YAMLSeq).toJS(document) as T;
}

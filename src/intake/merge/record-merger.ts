/**
 * Merges facts into the records of data files. In: the layout of a kind of record, then facts about single records, from any source. Out:
 * a plan, with every change and everything that was rejected.
 *
 * New records get their place in the order of their list; existing ones get missing members. A different member is replaced if the policy
 * allows it; otherwise the facts are rejected, as are facts that would make a record invalid.
 */
import { join } from 'node:path';
import { INPUT_FILES, type InputKind } from '../../catalogue/files/input-files.ts';
import { checkSchema, type SchemaName } from '../../catalogue/files/schema.ts';
import { readTextFile } from '../../catalogue/files/text-file.ts';
import type { Finding } from '../../report/problems.ts';
import {
  type Change,
  type Growing,
  inOrder,
  isConflict,
  memberChanges,
  mergeRecord,
  type RawRecord,
  replacedFinding,
} from './merge-record.ts';
import {
  type FileOutcome,
  type Given,
  type LocatedFinding,
  type MergeContext,
  type MergeKind,
  type MergePlan,
  NO_RECORDS,
  type Place,
  type RecordChange,
  type RecordCounts,
  type Rejected,
} from './plan.ts';

/** The records of an open data file. `within` names the list, as in the facts. */
export interface RecordStore<T extends RawRecord> {
  /** The record with this one's key. */
  find(record: T, within: string): T | undefined;
  /** Checks a merged record against the others of its list. */
  checkAgainstOthers?(record: T, within: string): readonly Finding[];
  /** Adds the merged record, or applies the changes to the existing one. */
  write(record: T, within: string, changes: readonly Change[]): void;
  text(): string;
  /** The record, with its list, at a 1-based line of the text. */
  recordAt(line: number): { readonly record: T; readonly within: string } | null;
}

/** How records of one kind are stored. */
export interface RecordLayout<T extends RawRecord> {
  /** The kind of their data file. */
  readonly file: InputKind;
  /** Identifies a record in its list. */
  readonly keyOf: (record: T) => string;
  /** Fields of a record, in the order in the file. */
  readonly fields: readonly string[];
  readonly growing?: Growing;
  readonly open: (text: string) => RecordStore<T>;
  /** Begins a new file for its first record; `name` is that of the file, without extension. */
  readonly begin: (dataDir: string, name: string, first: T) => RecordStore<T>;
  /** What is counted and shown of a merge, if that is not the record and its members. */
  readonly describe?: (old: T | undefined, given: T, merged: T, changes: readonly Change[]) => Described;
}

interface Described {
  readonly counts: Partial<RecordCounts>;
  readonly members: RecordChange['members'];
}

/** Facts about one record. */
export interface RecordFacts<T extends RawRecord> {
  /** Names the record in reports; unique in a plan. */
  readonly label: string;
  /** What the file is named after: a catalog, a run, a dataset; null if it is unknown, for which there is a finding. */
  readonly name?: string | null;
  /** Names the list if a file has several: a flag, an event version, `other_parameters`. */
  readonly within?: string;
  /** The facts; null removes a value. */
  readonly record: T;
  /** Problems of the facts themselves, because of which they are rejected. */
  readonly findings?: readonly LocatedFinding[];
  /** Checks the merged record. */
  readonly check?: (merged: Merged<T>) => readonly Finding[];
}

/** A record without the nulls of facts. */
type Merged<T> = { [Member in keyof T]: Exclude<T[Member], null> };

/** Where facts come from. */
type Source = Omit<Given<unknown>, 'facts'>;

interface OpenFile<T extends RawRecord> {
  readonly store: RecordStore<T>;
  readonly outcome: FileOutcome;
}

type Context = Pick<MergeContext, 'policy' | 'dataDir' | 'inputs' | 'texts'>;

export class RecordMerger<T extends RawRecord> {
  readonly #layout: RecordLayout<T>;
  readonly #context: Context;
  readonly #existing: ReadonlySet<string>;
  readonly #files = new Map<string, OpenFile<T>>();
  readonly #rejected: Rejected[] = [];
  readonly #changes: RecordChange[] = [];
  /** Places of merged facts, by file, list and key of their record. */
  readonly #places = new Map<string, Place>();
  /** Lines of the facts so far, by label. */
  readonly #lines = new Map<string, number>();

  constructor(layout: RecordLayout<T>, context: Context) {
    this.#layout = layout;
    this.#context = context;
    this.#existing = new Set(context.inputs.all);
  }

  merge(facts: RecordFacts<T>, source: Source): void {
    const { label, name = '', within = '' } = facts;
    const { place, owner } = source;
    const path = name === null ? null : this.#filePath(name);
    const store = path === null ? undefined : this.#open(path)?.store;
    const old = store?.find(facts.record, within);
    const isNew = old === undefined && !Array.isArray(facts.record);
    const given = isNew ? inOrder(facts.record, this.#layout.fields) : facts.record;
    const { record, changes } = mergeRecord(old, given, this.#layout.growing);
    const findings = this.#judge(facts, source, store, record, changes);
    if (findings.length > 0 || path === null) {
      this.#rejected.push({ place, label, findings, ...(owner && { owner }) });
      return;
    }
    this.#lines.set(label, place.line);
    const file = this.#open(path) ?? this.#keep(path, this.#layout.begin(this.#context.dataDir, name ?? '', record));
    const kind = old === undefined ? 'added' : changes.some(isConflict) ? 'changed' : 'completed';
    const { counts, members } = this.#layout.describe?.(old, given, record, changes) ?? {
      // A new record has changes: its members.
      counts: { [changes.length === 0 ? 'kept' : kind]: 1 },
      members: this.#members(record, changes),
    };
    for (const [what, n] of Object.entries(counts)) file.outcome[what as keyof RecordCounts] += n;
    if (changes.length === 0) return;
    file.store.write(record, within, changes);
    this.#places.set(this.#placeKey(path, within, record), place);
    this.#changes.push({ file: path, record: label, kind, members });
  }

  /** All outcomes and changes, and the new texts of the files that change. */
  plan(): MergePlan {
    const changed = new Set(this.#changes.map(({ file }) => file));
    return {
      outcomes: [...this.#files.values()].map(({ outcome }) => outcome),
      rejected: this.#rejected,
      changes: this.#changes,
      texts: new Map(
        [...this.#files].flatMap(([path, { store }]) => (changed.has(path) ? [[path, store.text()]] : [])),
      ),
      sourceOf: (path, line) => {
        const found = this.#files.get(path)?.store.recordAt(line);
        return found ? this.#places.get(this.#placeKey(path, found.within, found.record)) : undefined;
      },
    };
  }

  #filePath(name: string): string {
    return join(
      this.#context.dataDir,
      INPUT_FILES[this.#layout.file].pattern.replace('*', () => name),
    );
  }

  #placeKey(path: string, within: string, record: T): string {
    return JSON.stringify([path, within, this.#layout.keyOf(record)]);
  }

  /** The reasons why the facts cannot be merged. */
  #judge(
    { label, within = '', findings: own = [], check }: RecordFacts<T>,
    { findings: ofSource = [], placeOf }: Source,
    store: RecordStore<T> | undefined,
    record: T,
    changes: readonly Change[],
  ): LocatedFinding[] {
    const before = this.#lines.get(label);
    const checked = (check?.(record as Merged<T>) ?? []).map((finding) =>
      placeOf && finding.at ? { ...finding, place: placeOf(finding.at) } : finding,
    );
    const findings: LocatedFinding[] = [...ofSource, ...own, ...checked];
    if (before !== undefined) {
      const message = `it is already given on line ${before}`;
      findings.push({ code: 'D116', message, fix: 'keep one of the two rows' });
    }
    if (findings.length === 0 && store) findings.push(...(store.checkAgainstOthers?.(record, within) ?? []));
    if (findings.length > 0 || this.#context.policy === 'overwrite') return findings;
    return this.#members(record, changes.filter(isConflict)).map((change) => replacedFinding(label, change));
  }

  #members(record: T, changes: readonly Change[]): RecordChange['members'] {
    return memberChanges(changes, this.#layout.fields, Array.isArray(record));
  }

  /** An existing file, or one that was begun. */
  #open(path: string): OpenFile<T> | undefined {
    const open = this.#files.get(path);
    if (open || !this.#existing.has(path)) return open;
    const read = readTextFile(path, this.#context.texts);
    // The file was valid when it was read before.
    if ('problem' in read) throw new Error(`${path}: ${read.problem.message}`);
    return this.#keep(path, this.#layout.open(read.text));
  }

  #keep(path: string, store: RecordStore<T>): OpenFile<T> {
    const file = { store, outcome: { path, ...NO_RECORDS } };
    this.#files.set(path, file);
    return file;
  }
}

/** The records of facts, mostly one, in a context; `all` are all facts of the source. */
type RecordsOf<T extends RawRecord, Facts> = (
  context: MergeContext,
  all: readonly Given<Facts>[],
) => (given: Given<Facts>) => RecordFacts<T> | readonly RecordFacts<T>[];

export function planRecords<T extends RawRecord, Facts = T>(
  layout: RecordLayout<T>,
  recordsOf: RecordsOf<T, Facts>,
): MergeKind<Facts>['plan'] {
  return (all, context) => {
    const merger = new RecordMerger(layout, context);
    const toRecords = recordsOf(context, all);
    for (const given of all) for (const facts of [toRecords(given)].flat()) merger.merge(facts, given);
    return merger.plan();
  };
}

/** The findings of a definition in a schema; if there are none, those of a further check. */
export function checkRecord<T>(
  schema: SchemaName,
  definition: string | undefined,
  record: T,
  more: (record: T) => readonly Finding[] = () => [],
): readonly Finding[] {
  const findings = checkSchema(schema, record, definition);
  return findings.length > 0 ? findings : more(record);
}

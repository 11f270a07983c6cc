/**
 * Merges facts of one kind into a data folder's values. New records are inserted in the order of their list; existing records get missing
 * members. A member that differs is replaced if the policy allows it; otherwise, the facts are rejected. Facts that would make a record
 * invalid or that contradict each other are rejected too.
 */
import { inOrder, layoutOf, layoutWithin, type RecordLayout } from '../../catalogue/files/layout.ts';
import type { Mapping } from '../../catalogue/files/mapping.ts';
import { type Problem, toProblem } from '../../report/problems.ts';
import { compareFacts, type FactsOfRecords } from './contradictions.ts';
import {
  type FileOutcome,
  type ListPath,
  type MergeContext,
  type MergeKind,
  NO_RECORDS,
  type Others,
  type RecordChange,
  type RecordCounts,
  type RecordFacts,
  type Rejected,
  type SourcedFacts,
} from './facts.ts';
import { addBlocks, type Change, isConflict, memberChanges, mergeRecord, replacedFinding } from './merge-record.ts';
import type { RecordSource } from './record-sources.ts';
import type { WorkingFolder } from './working-folder.ts';

/** The result of merging facts of one kind. */
export interface MergedFacts {
  readonly rejected: readonly Rejected[];
  /** Notes about duplicate facts. */
  readonly notes: readonly Problem[];
  readonly changes: readonly RecordChange[];
  readonly outcomes: readonly FileOutcome[];
}

/** A record and the facts about it so far. */
interface TouchedRecord {
  readonly file: string;
  readonly facts: RecordFacts;
  readonly old: object | undefined;
  readonly given: object[];
  /** Changes by member path. */
  readonly changes: Map<string, Change>;
  /** New blocks of strain files by member, which are united once all are known. */
  readonly blocks: Map<string, unknown[]>;
  /** The facts about the record. */
  readonly sources: RecordSource[];
  readonly list: ListPath;
  merged: object;
}

/** A record with facts merged into it, before it is put into its file. */
interface JudgedRecord {
  readonly facts: RecordFacts;
  readonly path: string;
  readonly list: ListPath;
  readonly old: object | undefined;
  readonly given: object;
  readonly record: object;
  readonly changes: readonly Change[];
  readonly blocks: ReadonlyMap<string, readonly unknown[]>;
}

/** Merges the facts into the values in `folder`. */
export function mergeFacts<Facts>(
  kind: MergeKind<Facts>,
  all: readonly SourcedFacts<Facts>[],
  folder: WorkingFolder,
  context: MergeContext,
): MergedFacts {
  return new FactsMerger(kind as MergeKind<unknown>, folder, context).merge(all);
}

class FactsMerger {
  readonly #kind: MergeKind<unknown>;
  readonly #folder: WorkingFolder;
  readonly #context: MergeContext;
  readonly #rejected: Rejected[] = [];
  readonly #notes: Problem[] = [];
  readonly #touched = new Map<string, TouchedRecord>();

  constructor(kind: MergeKind<unknown>, folder: WorkingFolder, context: MergeContext) {
    this.#kind = kind;
    this.#folder = folder;
    this.#context = context;
  }

  merge(all: readonly SourcedFacts<unknown>[]): MergedFacts {
    const recordsOfAll = this.#kind.records(all, this.#context);
    const withRecords = all.map((source, n): FactsOfRecords => {
      const records = (recordsOfAll[n] ?? []).map((one) => ({ ...one, layout: this.#layoutOf(one) }));
      return { source, records };
    });
    const { contradictions, repeated } = compareFacts(
      withRecords,
      (facts) => this.#judgeAll(facts).problems.length === 0,
    );
    for (const facts of withRecords) {
      const { source, records } = facts;
      const { place, owner } = source;
      const { merged, problems } = this.#judgeAll(facts);
      const contradiction = contradictions.get(facts);
      if (contradiction) problems.push(toProblem(contradiction, place));
      const label = records[0]?.shown ?? records[0]?.label ?? null;
      if (problems.length > 0) {
        this.#rejected.push({ place, label, problems, ...(owner && { owner }) });
        continue;
      }
      const before = repeated.get(facts);
      if (before) this.#notes.push(repeatedNote(source, before.source, label));
      for (const one of merged) this.#put(one, source);
    }
    for (const one of this.#touched.values()) this.#addBlocks(one);
    return { rejected: this.#rejected, notes: this.#notes, ...this.#summary() };
  }

  #listOf({ list }: RecordFacts): ListPath {
    return list ?? this.#kind.list ?? [];
  }

  /** The layout of the list that contains a record, or of the file. */
  #layoutOf(facts: RecordFacts): RecordLayout {
    let layout: RecordLayout | undefined = layoutOf(this.#kind.file);
    for (const [n, step] of this.#listOf(facts).entries()) {
      layout = n % 2 === 0 ? layoutWithin(layout, String(step)) : layout?.items;
    }
    if (!layout) throw new Error(`${this.#kind.file}: no such list`);
    return layout;
  }

  /** Merges each record in the facts without changing the folder, and returns any problems. */
  #judgeAll({ source, records }: FactsOfRecords): { readonly merged: JudgedRecord[]; readonly problems: Problem[] } {
    const { place, placeOf, findings = [] } = source;
    const problems = findings.map((finding) => toProblem(finding, place));
    const replaced: Problem[] = [];
    const merged: JudgedRecord[] = [];
    for (const facts of records) {
      const one = this.#mergeRecord(facts, facts.layout);
      merged.push(one);
      const others = this.#othersOf(facts);
      const own = [...(facts.findings ?? []), ...(facts.check?.(one.record, others) ?? [])];
      const ofRecord = own.map((finding) => toProblem(finding, (finding.at && placeOf?.(finding.at)) ?? place));
      problems.push(...ofRecord);
      if (this.#context.policy === 'overwrite') continue;
      const conflicts = memberChanges(one.changes.filter(isConflict), this.#fieldsOf(facts.layout), isList(one.record));
      replaced.push(...conflicts.map((change) => toProblem(replacedFinding(facts.label, change), place)));
    }
    return { merged, problems: problems.length > 0 ? problems : replaced };
  }

  #mergeRecord(facts: RecordFacts, layout: RecordLayout): JudgedRecord {
    const { name, record } = facts;
    const list = this.#listOf(facts);
    const path = typeof name === 'string' || name === undefined ? this.#folder.pathOf(this.#kind.file, name ?? '') : '';
    const old = path === '' ? undefined : this.#folder.find(this.#kind.file, name ?? '', list, record);
    const ofRecord = layout.key ? layout.items : layout;
    const given = old === undefined && !isList(record) && ofRecord ? inOrder(record, ofRecord) : record;
    return { facts, path, list, old, given, ...mergeRecord(old, given, ofRecord) };
  }

  #othersOf(facts: RecordFacts): Others<object> {
    const { name } = facts;
    const list = name === null ? null : this.#folder.listOf(this.#kind.file, name ?? '', this.#listOf(facts));
    return list?.othersOf(facts.record) ?? { before: () => undefined, after: () => undefined, all: () => [] };
  }

  #put({ facts, path, list, old, given, record, changes, blocks }: JudgedRecord, source: SourcedFacts<unknown>): void {
    const { label, name = '' } = facts;
    const id = JSON.stringify([path, list, label]);
    const touched: TouchedRecord = this.#touched.get(id) ?? {
      file: path,
      facts,
      // This is a copy, because the folder changes its records in place.
      old: old && structuredClone(old),
      given: [],
      changes: new Map(),
      blocks: new Map(),
      sources: [],
      list,
      merged: record,
    };
    this.#touched.set(id, touched);
    touched.given.push(given);
    for (const change of changes) {
      const member = change.path.join('.');
      touched.changes.set(member, { ...change, old: touched.changes.get(member)?.old ?? change.old });
    }
    touched.merged = record;
    for (const [member, added] of blocks) {
      const all = touched.blocks.get(member) ?? [];
      touched.blocks.set(member, all);
      for (const block of added) all.push(block);
    }
    const from = { ...source, label: facts.shown ?? label, record: given };
    if (blocks.size > 0) touched.sources.push(from);
    if (changes.length > 0) this.#folder.put(this.#kind.file, name ?? '', list, record, [from]);
  }

  /** Puts the strain files from all facts into a record. */
  #addBlocks(touched: TouchedRecord): void {
    const { facts, list, changes, sources } = touched;
    for (const [member, blocks] of touched.blocks) {
      const old = ((touched.merged as Mapping)[member] ?? []) as readonly unknown[];
      const all = addBlocks(old, blocks);
      if (all === old) continue;
      touched.merged = { ...touched.merged, [member]: all };
      changes.set(member, { path: [member], old: undefined, value: all });
      this.#folder.put(this.#kind.file, facts.name ?? '', list, touched.merged, sources);
    }
  }

  /** Names of a record's members, or of its elements if the record is a list. */
  #fieldsOf(layout: RecordLayout): readonly string[] {
    const record = layout.key ? layout.items : layout;
    return record ? [...record.members.keys(), ...record.names] : [];
  }

  #summary(): Pick<MergedFacts, 'changes' | 'outcomes'> {
    const changes: RecordChange[] = [];
    const outcomes = new Map<string, FileOutcome>();
    for (const { file, facts, old, given, changes: byMember, merged } of this.#touched.values()) {
      const found = [...byMember.values()];
      const kind = old === undefined ? 'added' : found.some(isConflict) ? 'changed' : 'completed';
      const outcome: FileOutcome & RecordCounts = outcomes.get(file) ?? { path: file, ...NO_RECORDS };
      outcomes.set(file, outcome);
      const fields = this.#fieldsOf(this.#layoutOf(facts));
      // The members of a new record count as changes.
      const whole = {
        counts: { [found.length === 0 ? 'kept' : kind]: 1 },
        members: memberChanges(found, fields, isList(merged)),
      };
      const isShown = !facts.isFrame || kind === 'changed';
      const described = facts.isFrame ? undefined : this.#kind.describe?.({ old, given, merged, changes: found });
      const { counts, members } = described ?? whole;
      if (isShown) for (const [what, n] of Object.entries(counts)) outcome[what as keyof RecordCounts] += n;
      if (found.length > 0 && isShown) changes.push({ file, record: facts.label, kind, members });
    }
    return { changes, outcomes: [...outcomes.values()] };
  }
}

const isList = (record: object): boolean => Array.isArray(record);

function repeatedNote({ place }: SourcedFacts<unknown>, before: SourcedFacts<unknown>, label: string | null): Problem {
  const where = before.row ? `line ${before.place.line}` : before.place.file;
  const message = `${label ?? 'it'} is a duplicate of ${where}`;
  return { ...place, code: 'W220', message, fix: 'remove one of the two', topic: 'it is a duplicate' };
}

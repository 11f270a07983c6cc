/** Defines the types that a merge uses for every source. A merge reads facts with their places, and returns records and changes. */
import type { InputKind } from '../../catalogue/files/input-files.ts';
import type { KnownNames } from '../../catalogue/names.ts';
import type { Catalogue } from '../../catalogue/types.ts';
import type { DataPath, Finding, Place, Problem } from '../../report/problems.ts';
import type { Change, MemberChange, MergePolicy } from './merge-record.ts';

/** A part of a source that is merged as a whole or not at all, such as an event in a community catalog. */
export interface Owner {
  readonly place: Place;
  /** Names the record; null if it is unknown. */
  readonly label: string | null;
}

/** A row in a table. */
export interface SourceRow {
  /** The content of all cells, in the order of the header. */
  readonly texts: readonly string[];
  /** The header's names for the columns in which two rows differ. */
  differingColumns(other: SourceRow): readonly string[];
}

/** Facts with their place in a source: a row in a CSV file, or an entry from a service. */
export interface SourcedFacts<Facts> {
  /** Also identifies the facts: rejected facts are left out of the next attempt by their place, or by their owner's place. */
  readonly place: Place;
  /** The facts in the form that data files use. Their types are not checked yet. */
  readonly facts: Facts;
  /** Problems in the source that cause the facts to be rejected. */
  readonly findings?: readonly Finding[];
  readonly owner?: Owner;
  /** The place of a member, by its path in the record. By default, problems are reported at the place of the facts. */
  readonly placeOf?: (at: DataPath) => Place;
  /** The row, if the facts come from a row. */
  readonly row?: SourceRow;
}

/** Facts that are not merged, with the reasons. */
export interface Rejected extends Owner {
  readonly problems: readonly Problem[];
  readonly owner?: Owner;
}

/** Collects facts of one kind, rejected facts, and warnings. */
export interface FactCollector<Facts> {
  readonly facts: SourcedFacts<Facts>[];
  readonly rejected: Rejected[];
  /** Notes about facts that are merged although something is unusual. */
  readonly warnings: Problem[];
}

/** The data that facts are merged into. */
export interface MergeContext {
  readonly policy: MergePolicy;
  readonly catalogue: Catalogue;
  readonly known: KnownNames & Record<'parameters' | 'otherParameters', readonly string[]>;
}

/**
 * The path to a list in a file: the names of nested lists. Between two names is an object with the key of the record that contains the next
 * list.
 */
export type ListPath = readonly (string | object)[];

/** The other records in a list. */
export interface Others<T> {
  /** A record's neighbours; undefined at either end of the list. */
  before(): T | undefined;
  after(): T | undefined;
  all(): readonly T[];
}

/** Facts about one record. */
export interface RecordFacts<T extends object = object> {
  /** Names the record in reports. */
  readonly label: string;
  /** Names the facts if they are rejected; by default, the label. */
  readonly shown?: string;
  /** The catalog, run or dataset that gives the file its name; null if it is unknown, which causes a finding. */
  readonly name?: string | null;
  /** The list that contains the record; empty if the file itself is the record. By default, the kind's list. */
  readonly list?: ListPath;
  /** The facts. A member that is null removes the existing value. */
  readonly record: T;
  /** Problems with the facts themselves, which cause them to be rejected. */
  readonly findings?: readonly Finding[];
  /** Checks the merged record, in which no member is null. */
  readonly check?: (merged: T, others: Others<T>) => readonly Finding[];
  /** If true, the record contains the records that are counted. It is counted and shown itself only if existing values are replaced. */
  readonly isFrame?: boolean;
}

/** A kind of facts that can be merged. */
export interface MergeKind<Facts> {
  /** The kind of data file. */
  readonly file: InputKind;
  /** The list in a file that contains the records. */
  readonly list?: ListPath;
  /** The records for each of the facts. */
  records(all: readonly SourcedFacts<Facts>[], context: MergeContext): readonly (readonly RecordFacts[])[];
  /** The items that merge reports count and show, if these are not the record and its members. */
  describe?(merged: DescribedRecord): Description;
}

/** A record before and after a merge, and the facts about it. */
export interface DescribedRecord {
  readonly old: object | undefined;
  readonly given: readonly object[];
  readonly merged: object;
  readonly changes: readonly Change[];
}

export interface Description {
  readonly counts: Partial<RecordCounts>;
  readonly members: readonly MemberChange[];
}

/**
 * Creates `records` from a function that returns the records for one fact. The records' types are reliable only after the merge, when they
 * are checked.
 */
export const recordsOf =
  <T extends object, Facts>(
    records: (
      context: MergeContext,
      all: readonly SourcedFacts<Facts>[],
    ) => (facts: SourcedFacts<Facts>) => RecordFacts<T> | readonly RecordFacts<T>[],
  ): MergeKind<Facts>['records'] =>
  (all, context) => {
    const recordsOfOne = records(context, all);
    return all.map((facts) => [recordsOfOne(facts)].flat() as unknown as readonly RecordFacts[]);
  };

/** The change to one record. */
export interface RecordChange {
  /** Path of its file. */
  readonly file: string;
  /** Names the record, such as `GW150914-v3`. */
  readonly record: string;
  /** The record is new, had missing members added, had members replaced, or was removed. */
  readonly kind: 'added' | 'completed' | 'changed' | 'removed';
  readonly members: readonly MemberChange[];
}

/** Numbers of records (event versions, strain files, segments and so on), by outcome. */
export interface RecordCounts {
  added: number;
  /** Records with missing values added. */
  completed: number;
  /** Records with values replaced. */
  changed: number;
  /** Existing records with the same values. */
  kept: number;
}

/** The counts for one data file. */
export interface FileOutcome extends RecordCounts {
  readonly path: string;
}

export const NO_RECORDS: Readonly<RecordCounts> = { added: 0, completed: 0, changed: 0, kept: 0 };

/** Adds up counts. */
export function sumCounts(outcomes: readonly Partial<RecordCounts>[]): RecordCounts {
  const sum = { ...NO_RECORDS };
  for (const counts of outcomes) {
    for (const name of Object.keys(sum) as (keyof RecordCounts)[]) sum[name] += counts[name] ?? 0;
  }
  return sum;
}

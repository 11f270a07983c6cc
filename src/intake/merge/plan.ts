/**
 * What a merge works on, whatever the source: facts with their places in, changed texts and what was rejected out. Every source and every
 * kind of facts uses these.
 */
import type { InputFiles } from '../../catalogue/files/input-files.ts';
import type { Overlay } from '../../catalogue/files/text-file.ts';
import type { KnownNames } from '../../catalogue/names.ts';
import type { Catalogue } from '../../catalogue/types.ts';
import type { DataPath, Finding, Place } from '../../report/problems.ts';
import type { MemberChange, MergePolicy } from './merge-record.ts';

/** A place in a source, for problems. */
export type { Place } from '../../report/problems.ts';

/** A finding that may have a place of its own within the facts. */
export type LocatedFinding = Finding & { readonly place?: Place };

/** A part of a source that is merged as a whole or not at all, such as an event of a community catalog. */
export interface Owner {
  readonly place: Place;
  /** Names the record; null if it is unknown. */
  readonly label: string | null;
}

/** Facts with their place in a source: a row of a CSV file, or an entry of a service. */
export interface Given<Facts> {
  readonly place: Place;
  /** In the form of the data files. Their types are not checked yet. */
  readonly facts: Facts;
  /** Problems of the source, because of which the facts are rejected. */
  readonly findings?: readonly LocatedFinding[];
  readonly owner?: Owner;
  /** The place of a member, by its path in the record. Without it, that of the facts. */
  readonly placeOf?: (at: DataPath) => Place;
}

/** Facts that are not merged, with the reasons. */
export interface Rejected extends Owner {
  readonly findings: readonly LocatedFinding[];
  readonly owner?: Owner;
}

/** Input of a plan, regardless of the source. */
export interface MergeContext {
  readonly policy: MergePolicy;
  readonly dataDir: string;
  readonly inputs: InputFiles;
  /** The content of the data files, from which the plan is made. */
  readonly texts: Overlay;
  /** The current catalogue. */
  readonly catalogue: Catalogue;
  readonly known: KnownNames & Record<'parameters' | 'otherParameters', readonly string[]>;
}

/** A kind of facts that can be merged. */
export interface MergeKind<Facts> {
  plan(given: readonly Given<Facts>[], context: MergeContext): MergePlan;
}

/** What happens to one record. */
export interface RecordChange {
  /** Path of its file. */
  readonly file: string;
  /** Names the record, such as `GW150914-v3`. */
  readonly record: string;
  /** New, with missing members added, or with members replaced. */
  readonly kind: 'added' | 'completed' | 'changed';
  readonly members: readonly MemberChange[];
}

/** Numbers of records (event versions, strain files, segments …) by outcome. */
export interface RecordCounts {
  added: number;
  /** Records with missing values added. */
  completed: number;
  /** Records with values replaced. */
  changed: number;
  /** Existing records with the same values. */
  kept: number;
}

/** What happens to one data file. */
export interface FileOutcome extends RecordCounts {
  readonly path: string;
}

export interface MergePlan {
  readonly outcomes: readonly FileOutcome[];
  readonly rejected: readonly Rejected[];
  /** In the order of the facts. */
  readonly changes: readonly RecordChange[];
  /** New texts of changed files. */
  readonly texts: ReadonlyMap<string, string>;
  /** The place of the facts about the record at a line of the new text of a file; undefined if there are none. */
  readonly sourceOf?: (path: string, line: number) => Place | undefined;
}

export const NO_RECORDS: Readonly<RecordCounts> = { added: 0, completed: 0, changed: 0, kept: 0 };

/** The counts of all files together. */
export function sumCounts(outcomes: readonly Partial<RecordCounts>[]): RecordCounts {
  const sum = { ...NO_RECORDS };
  for (const counts of outcomes) {
    for (const name of Object.keys(sum) as (keyof RecordCounts)[]) sum[name] += counts[name] ?? 0;
  }
  return sum;
}

/** One outcome per file; several plans may change the same file. */
export function sumByFile(outcomes: readonly FileOutcome[]): FileOutcome[] {
  const paths = new Set(outcomes.map(({ path }) => path));
  return [...paths].map((path) => ({ path, ...sumCounts(outcomes.filter((one) => one.path === path)) }));
}

/** A value in a line of text; "nothing" for null. */
export const formatValue = (value: unknown): string => (value === null ? 'nothing' : JSON.stringify(value));

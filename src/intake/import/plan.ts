/**
 * Plans of imports, and the definition of a kind of import. Shared by all kinds.
 */
import type { InputFiles } from '../../catalogue/files/input-files.ts';
import type { Overlay } from '../../catalogue/files/text-file.ts';
import type { KnownNames } from '../../catalogue/names.ts';
import type { Catalogue } from '../../catalogue/types.ts';
import type { Finding, Problem } from '../../report/problems.ts';
import type { CsvColumns, CsvRow } from './csv.ts';
import type { Wording } from './left-out.ts';
import type { MemberChange, MergePolicy } from './merge-record.ts';

/** Facts with their place in a source: a row of a CSV file, or an entry of a service. */
export interface Given<Facts> {
  readonly place: Place;
  /** In the form of the data files. Their types are not checked yet. */
  readonly facts: Facts;
  /** Problems of the source, because of which the facts are left out. */
  readonly findings?: readonly Finding[];
}

/** A kind of import: `stillwave import <kind> <csv>`. */
export interface ImportKindDefinition<Facts = unknown> {
  /** The counted unit in reports, in the plural. */
  readonly unit: string;
  /** Columns of the CSV file, for a catalogue with these parameters. */
  readonly columns: (parameters: readonly string[]) => CsvColumns;
  /** Reads a row of a CSV file. */
  read(row: CsvRow, context: MergeContext): Omit<Given<Facts>, 'place'>;
  plan(given: readonly Given<Facts>[], context: MergeContext): ImportPlan;
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
  readonly known: KnownNames & { readonly parameters: readonly string[] };
}

/** A place in a source, for problems. */
export type Place = Omit<Problem, keyof Finding>;

/** Facts that are not merged, with the reasons. */
export interface Rejected {
  readonly place: Place;
  /** Names the record; null if it is unknown. */
  readonly label: string | null;
  readonly findings: readonly Finding[];
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

export interface ImportPlan {
  readonly outcomes: readonly FileOutcome[];
  readonly leftOut: readonly Rejected[];
  /** In the order of the rows. */
  readonly changes: readonly RecordChange[];
  /** New texts of changed files. */
  readonly texts: ReadonlyMap<string, string>;
  /** The place of the facts about the record at a line of the new text of a file; undefined if there are none. */
  readonly sourceOf?: (path: string, line: number, text: string) => Place | undefined;
}

/** What an import merges: rows of a CSV file, or events of a community catalog. */
export interface MergeSource {
  /** Rows that could not be read. */
  readonly leftOut: readonly Rejected[];
  /** Other problems, which do not prevent merging the rows. */
  readonly problems: readonly Problem[];
  /** Warnings about unsupported content. */
  readonly notes: readonly Problem[];
  readonly plan: () => ImportPlan;
  readonly words: Wording;
}

/** The result of a merge, regardless of the source. */
export interface MergeResult {
  /** Problems of the facts left out, or the reason why nothing was merged. */
  readonly problems: readonly Problem[];
  /** Warnings about unsupported content. */
  readonly notes: readonly Problem[];
  /** Number of rows, events or entries left out. */
  readonly leftOut: number;
  /** DATA segments and strain files that do not match in the merged data. */
  readonly mismatches: readonly Problem[];
  /** Number of new warnings that `validate` reports for the merged data. */
  readonly warnings: number;
  /** Merged changes, or those that a dry run would merge. */
  readonly changes: readonly RecordChange[];
  readonly outcomes: readonly FileOutcome[];
}

const NO_RECORDS: Readonly<RecordCounts> = { added: 0, completed: 0, changed: 0, kept: 0 };

export function newOutcome(path: string): FileOutcome {
  return { path, ...NO_RECORDS };
}

/** The counts of all files together. */
export function sumCounts(outcomes: readonly RecordCounts[]): RecordCounts {
  const sum = { ...NO_RECORDS };
  for (const counts of outcomes) {
    for (const name of Object.keys(sum) as (keyof RecordCounts)[]) sum[name] += counts[name];
  }
  return sum;
}

/** One outcome per file; several plans may change the same file. */
export function sumByFile(outcomes: readonly FileOutcome[]): FileOutcome[] {
  const paths = new Set(outcomes.map(({ path }) => path));
  return [...paths].map((path) => ({ path, ...sumCounts(outcomes.filter((one) => one.path === path)) }));
}

/** A value in a line of text; "nothing" for null. */
export const showValue = (value: unknown): string => (value === null ? 'nothing' : JSON.stringify(value));

/** A different value already exists. */
export function replacedFinding(label: string, { member, old, new: next }: MemberChange): Finding {
  const message = `${label} ${member}: ${showValue(old)} -> ${showValue(next)}`;
  return { code: 'D173', message, fix: 'run again with --overwrite to replace it, or correct the row' };
}

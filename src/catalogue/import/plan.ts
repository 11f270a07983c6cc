/**
 * What an import is going to do, before anything is written; and what each kind of import tells the command. Shared by all kinds.
 */
import type { InputFiles } from '../files/input-files.ts';
import type { Finding, Problem } from '../files/problems.ts';
import type { KnownNames } from '../names.ts';
import type { Catalogue } from '../types.ts';
import type { CsvColumns, CsvFile } from './csv.ts';
import type { MemberChange, MergePolicy } from './merge-record.ts';

/** A kind of import: `stillwave import <kind> <csv>`. */
export interface ImportKindDefinition {
  /** What the counts of the report are, in the plural. */
  readonly unit: string;
  /** Columns of the CSV, for a catalogue with these parameters. */
  readonly columns: (parameters: readonly string[]) => CsvColumns;
  readonly plan: (context: ImportContext) => ImportPlan;
}

/** What plans need, whatever the facts come from. */
export interface MergeContext {
  readonly policy: MergePolicy;
  readonly dataDir: string;
  readonly inputs: InputFiles;
  /** The catalogue as it is. */
  readonly catalogue: Catalogue;
  readonly known: KnownNames & { readonly parameters: readonly string[] };
}

export interface ImportContext extends MergeContext {
  readonly csv: CsvFile;
}

/** Where something is said: the place of a problem. */
export type Place = Omit<Problem, keyof Finding>;

/** Facts that are not merged, with the reasons. */
export interface LeftOut {
  readonly place: Place;
  /** Names the record; null where that is not known. */
  readonly label: string | null;
  readonly findings: readonly Finding[];
}

/** What happens to one record. */
export interface RecordChange {
  /** Path of its file. */
  readonly file: string;
  /** Names the record, such as `GW150914-v3`. */
  readonly record: string;
  /** New; given members that it lacked; or with a member replaced. */
  readonly kind: 'added' | 'completed' | 'changed';
  readonly members: readonly MemberChange[];
}

/** How many records of the kind (event versions, strain files, segments …) there are of each outcome. */
export interface RecordCounts {
  added: number;
  /** Records that got values which they lacked. */
  completed: number;
  /** Records with a value replaced. */
  changed: number;
  /** Records that were there with the same values. */
  kept: number;
}

/** What happens to one data file. */
export interface FileOutcome extends RecordCounts {
  readonly path: string;
}

export interface ImportPlan {
  readonly outcomes: readonly FileOutcome[];
  readonly leftOut: readonly LeftOut[];
  /** In the order of the rows. */
  readonly changes: readonly RecordChange[];
  /** New texts of the YAML files that change. */
  readonly texts: ReadonlyMap<string, string>;
  /** New lines of the statistics files that change; made while they are written, as there may be very many. */
  readonly lines: ReadonlyMap<string, () => Iterable<string>>;
}

/** What an import merges: rows of a CSV file, or events of a community catalog. */
export interface MergeSource<Row extends { readonly place: Place }> {
  readonly rows: readonly Row[];
  /** Rows that could not be read. */
  readonly leftOut: readonly LeftOut[];
  /** Other problems, which do not prevent merging the rows. */
  readonly problems: readonly Problem[];
  /** Warnings about unsupported content. */
  readonly notes: readonly Problem[];
  /** Plans the import of some of the rows. */
  readonly plan: (rows: readonly Row[]) => ImportPlan;
  /** Problems of rows that were left out. */
  readonly report: (leftOut: readonly LeftOut[]) => Problem[];
}

/** What a merge came to, whatever the facts come from. */
export interface MergeResult {
  /** What is wrong with the facts left out, or what stopped the merge. */
  readonly problems: readonly Problem[];
  /** Warnings about what the data have no place for. */
  readonly notes: readonly Problem[];
  /** How many rows, events or entries were left out. */
  readonly leftOut: number;
  /** DATA segments and strain files that do not fit each other in the data as they are now. */
  readonly mismatches: readonly Problem[];
  /** How many more warnings `validate` has of the merged data. */
  readonly warnings: number;
  /** What was merged, or in a dry run would be. */
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

/** One outcome for each file, as several plans may change the same one. */
export function sumByFile(outcomes: readonly FileOutcome[]): FileOutcome[] {
  const paths = new Set(outcomes.map(({ path }) => path));
  return [...paths].map((path) => ({ path, ...sumCounts(outcomes.filter((one) => one.path === path)) }));
}

/** A value in a line of text; "nothing" for null. */
export const showValue = (value: unknown): string => (value === null ? 'nothing' : JSON.stringify(value));

/** A value is there already and differs. */
export function replacedFinding(label: string, { member, old, new: next }: MemberChange): Finding {
  const message = `${label} ${member}: ${showValue(old)} -> ${showValue(next)}`;
  return { code: 'D173', message, fix: 'run again with --overwrite to replace it, or correct the row' };
}

/** Defines the records that sources return, and what a merge says about them. */
import type { InputKind } from '../../catalogue/files/input-files.ts';
import type { Mapping } from '../../catalogue/files/mapping.ts';
import type { DataPath, Place, Problem } from '../../report/problems.ts';

/** A record in a source. */
export interface SourceRecord {
  /** The kind of data file. */
  readonly kind: InputKind;
  /** The file's name without its extension: a catalog, run or dataset. Empty for a file at the top of the data folder. */
  readonly stem: string;
  /** The list that contains the record. Null for a record of the file itself: one of its lines, or the one record that a YAML file is. */
  readonly list: string | null;
  /** The record in the file that contains the list, if there is one: the list that it is in, and its key. */
  readonly within?: { readonly list: string; readonly key: Mapping };
  /** The record. A member that is null removes the existing value. Types are checked after the merge. */
  readonly value: Mapping;
  /** Names the record in reports. */
  readonly label: string;
  /** The place of a member in the source; by default, the item's place. */
  readonly placeAt?: (at: DataPath) => Place;
  /** What reports count, if not the record: its strain files; or nothing, if the record only contains the records that are counted. */
  readonly counts?: 'files' | 'nothing';
  /** True if there is nothing to merge: the source has the record, but says nothing about it, or only what the data cannot express. */
  readonly isOnlyNamed?: boolean;
}

/** A row, an event or an entry. Its records are merged together or not at all. */
export interface SourceItem {
  readonly place: Place;
  /** Names the item; null if it has no name. */
  readonly label: string | null;
  readonly records: readonly SourceRecord[];
  /** Problems that the source itself has, such as a cell that is not a number. An item with problems is not merged. */
  readonly problems: readonly Problem[];
  /** The row, if the item is one. */
  readonly row?: SourceRow;
}

/** A row in a table. */
export interface SourceRow {
  /** The line on which the row begins. */
  readonly line: number;
  /** The content of its cells, in the order of the header. */
  readonly cells: readonly string[];
  readonly table: SourceTable;
}

export interface SourceTable {
  readonly delimiter: string;
  /** The header as it is in the file. */
  readonly header: readonly string[];
  /** The header with the names under which the columns are read. */
  readonly columns: readonly string[];
}

/** An item that a value comes from, and the item's record. */
export interface Origin {
  readonly item: SourceItem;
  readonly record: SourceRecord;
}

/** All that a source says about one record. */
export interface UnitedRecord extends SourceRecord {
  readonly origins: readonly Origin[];
}

/** A member that differs. If `old` is null, the member is added; if `new` is null, it is removed. */
export interface Change {
  readonly path: readonly string[];
  readonly old: unknown;
  readonly new: unknown;
}

/** The change to one record. */
export interface RecordChange {
  /** Path of its file. */
  readonly file: string;
  /** Names the record, such as `GW150914-v3`. */
  readonly record: string;
  /** The record is new, had missing members added, had members replaced, or was removed. */
  readonly outcome: 'added' | 'completed' | 'changed' | 'removed';
  readonly members: readonly Change[];
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

/** A record with the members that are not undefined. Their types are checked after the merge: a cell that is not a number stays a string. */
export function recordOf<T extends object>(members: T): { [Member in keyof T]?: Exclude<T[Member], undefined> } {
  const known = Object.entries(members).filter(([, value]) => value !== undefined);
  return Object.fromEntries(known) as { [Member in keyof T]?: Exclude<T[Member], undefined> };
}

/** Adds problems of an item to the ones already found. */
export function addProblems(all: Map<SourceItem, Problem[]>, item: SourceItem, problems: readonly Problem[]): void {
  const known = all.get(item) ?? [];
  all.set(item, known);
  known.push(...problems);
}

/** The result of a merge. */
import type { InputKind } from '../../catalogue/files/input-files.ts';
import type { Replacement } from '../../fs/replace-files.ts';
import type { Problem } from '../../report/problems.ts';
import type { FileOutcome, RecordChange, SourceItem } from './records.ts';

/** The result of a merge. */
export interface Merged {
  /** The new content of changed files, by path. */
  readonly files: ReadonlyMap<string, Replacement>;
  /** Paths of new files that the folder needed before anything could be merged. */
  readonly created: readonly string[];
  /** Problems with rejected rows, events or entries. */
  readonly problems: readonly Problem[];
  /** Warnings about unsupported content and duplicate items. */
  readonly notes: readonly Problem[];
  /** Rejected rows, events or entries, with all their problems. */
  readonly rejected: readonly SourceItem[];
  /** Sentences about converted and skipped parts of the source. */
  readonly remarks: readonly string[];
  /** Mismatches between DATA segments and strain files in the merged data. */
  readonly mismatches: readonly Problem[];
  /** New warnings that `validate` reports for the merged data. Their places are in the source, if known. */
  readonly warnings: readonly Problem[];
  readonly changes: readonly RecordChange[];
  readonly outcomes: readonly FileOutcome[];
  /** Records that the source no longer has, whether they are removed or not. */
  readonly gone: readonly GoneRecords[];
}

/** A file's records that the source no longer has, and the file's value without them, which is null if the file is removed. */
export interface GoneRecords {
  readonly kind: InputKind;
  /** The file's name without its extension. */
  readonly name: string;
  readonly path: string;
  readonly value: object | null;
  /** The records' names. */
  readonly records: readonly string[];
}

/** Why nothing can be merged. */
export interface NotMerged {
  readonly problems: readonly Problem[];
  readonly reason: string;
  readonly rejected: readonly SourceItem[];
}

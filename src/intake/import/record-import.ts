/**
 * Kinds of import whose rows are records of YAML files. In: the layout of the records, and how to read them from rows. Out: the kind.
 */

import type { CsvRow } from './csv.ts';
import type { RawRecord } from './merge-record.ts';
import { type RecordFacts, type RecordKind, RecordMerger } from './merge-records.ts';
import type { ImportContext, ImportKindDefinition, ImportPlan } from './plan.ts';

/** A kind of import whose rows are records. */
interface RecordImport<T extends RawRecord> extends Pick<ImportKindDefinition, 'unit' | 'columns'> {
  readonly kind: RecordKind<T>;
  /** The existing files of the kind. */
  readonly existing: (context: ImportContext) => Iterable<string>;
  /** Reads rows; one row may have facts about several records. */
  readonly reader: (context: ImportContext) => (row: CsvRow) => RecordFacts<T> | RecordFacts<T>[];
}

/** Creates an import of records. */
export function recordImport<T extends RawRecord>(definition: RecordImport<T>): ImportKindDefinition {
  const { unit, columns, kind, existing, reader } = definition;
  const plan = (context: ImportContext): ImportPlan => {
    const merger = new RecordMerger(kind, context.policy, existing(context), context.texts);
    for (const given of context.csv.rows.flatMap(reader(context))) merger.merge(given);
    return merger.plan();
  };
  return { unit, columns, plan };
}

/**
 * Kinds of import whose facts are records of YAML files. In: the layout of the records, how to read facts from rows, and which records they
 * belong to. Out: the kind.
 */
import type { RawRecord } from './merge-record.ts';
import { type RecordFacts, type RecordKind, RecordMerger } from './merge-records.ts';
import type { Given, ImportKindDefinition, MergeContext } from './plan.ts';

/** A record that facts belong to. */
type Target<T extends RawRecord> = Omit<RecordFacts<T>, 'place' | 'findings'> &
  Partial<Pick<RecordFacts<T>, 'findings'>>;

/** A kind of import whose facts are records. */
interface RecordImport<T extends RawRecord, Facts>
  extends Pick<ImportKindDefinition<Facts>, 'unit' | 'columns' | 'read'> {
  readonly kind: RecordKind<T>;
  /** The existing files of the kind. */
  readonly existing: (context: MergeContext) => Iterable<string>;
  /** The records of facts, mostly one; `all` are all facts of the source. */
  readonly records: (
    context: MergeContext,
    all: readonly Given<Facts>[],
  ) => (given: Given<Facts>) => Target<T> | Target<T>[];
}

/** Creates an import of records. */
export function recordImport<T extends RawRecord, Facts = T>(
  definition: RecordImport<T, Facts>,
): ImportKindDefinition<Facts> {
  const { unit, columns, read, kind, existing, records } = definition;
  return {
    unit,
    columns,
    read,
    plan(all, context) {
      const merger = new RecordMerger(kind, context.policy, existing(context), context.texts);
      const recordsOf = records(context, all);
      for (const given of all) {
        for (const one of [recordsOf(given)].flat()) {
          merger.merge({ ...one, place: given.place, findings: [...(given.findings ?? []), ...(one.findings ?? [])] });
        }
      }
      return merger.plan();
    },
  };
}

/**
 * Plans the merge of facts that are records of data files: most kinds of facts. In: the layout of the records, and which records facts
 * belong to. Out: the function that plans.
 */
import { checkSchema, type SchemaName } from '../../catalogue/files/schema.ts';
import type { PlacedFinding } from '../../catalogue/files/yaml-file.ts';
import type { RawRecord } from './merge-record.ts';
import type { Given, MergeContext, MergeKind } from './plan.ts';
import { type RecordFacts, type RecordLayout, RecordMerger } from './record-merger.ts';

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
  more: (record: T) => readonly PlacedFinding[] = () => [],
): readonly PlacedFinding[] {
  const findings = checkSchema(schema, record, definition);
  return findings.length > 0 ? findings : more(record);
}

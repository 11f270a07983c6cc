/** Merges a source's records into a folder's values, by key. Returns what changes, and the values that may not be replaced. */

import { blocksIn, countBlockFiles } from '../../catalogue/blocks.ts';
import type { Mapping } from '../../catalogue/files/mapping.ts';
import { type Problem, toProblem } from '../../report/problems.ts';
import { isReplacement, memberChanges, replacedFinding } from './changes.ts';
import { inOrder, layoutOfRecord } from './layout.ts';
import { mergeRecord } from './merge-values.ts';
import type { MergedFolder } from './merged-folder.ts';
import { originsOfPart } from './origins.ts';
import {
  addProblems,
  type Change,
  type FileOutcome,
  NO_RECORDS,
  type Origin,
  type RecordChange,
  type SourceItem,
  type UnitedRecord,
} from './records.ts';

interface MergedRecords {
  readonly changes: RecordChange[];
  /** The counts of each record, by file. */
  readonly outcomes: FileOutcome[];
  /** The values that differ from the data, by item, if the merge may not replace them. */
  readonly differing: Map<SourceItem, Problem[]>;
}

export function mergeRecords(
  folder: MergedFolder,
  records: readonly UnitedRecord[],
  overwrite: boolean,
): MergedRecords {
  const all: MergedRecords = { changes: [], outcomes: [], differing: new Map() };
  for (const united of records) {
    const layout = layoutOfRecord(united);
    const old = folder.find(united);
    const given = old ? united.value : inOrder(united.value, layout.members.keys());
    const { record, changes } = mergeRecord(old, given, layout);
    for (const change of overwrite ? [] : changes.filter(isReplacement)) {
      for (const origin of originsOfPart(united.origins, record, change.path))
        addProblems(all.differing, origin.item, differingProblems(change, origin));
    }
    const { counts, ...change } = summaryOf(united, old, record, changes);
    const path = folder.pathOf(united.kind, united.stem);
    all.outcomes.push({ ...NO_RECORDS, path, ...counts });
    if (change.members.length > 0) all.changes.push({ file: path, record: united.label, ...change });
    // Comes last, because it changes the old record in place. A record without a value is put too, so that it is checked.
    if (!old || changes.length > 0) folder.put(united, record, layout);
  }
  return all;
}

/** The values of a single record that differ from the data. */
export function findDiffering(folder: MergedFolder, { item, record }: Origin): Problem[] {
  const layout = layoutOfRecord(record);
  const { changes } = mergeRecord(folder.find(record), record.value, layout);
  return changes.filter(isReplacement).flatMap((change) => differingProblems(change, { item, record }));
}

const differingProblems = (change: Change, { item, record }: Origin): Problem[] =>
  memberChanges([change]).map((one) =>
    toProblem(replacedFinding(record.label, one), record.placeAt?.(change.path) ?? item.place),
  );

/** What reports count and show about a record. */
function summaryOf(
  { counts, origins }: UnitedRecord,
  old: Mapping | undefined,
  merged: Mapping,
  changes: readonly Change[],
) {
  const outcome = old === undefined ? 'added' : changes.some(isReplacement) ? 'changed' : 'completed';
  if (counts === 'files') {
    const filesOf = (series: Mapping | undefined): number => countBlockFiles(blocksIn(series?.blocks));
    const added = filesOf(merged) - filesOf(old);
    const replaced = changes.filter(isReplacement);
    const given = origins.reduce((sum, { record }) => sum + filesOf(record.value), 0);
    const files = added > 0 ? [{ path: ['files added'], old: null, new: added }] : [];
    // A member of a series, such as the prefix, is a fact about each of its files.
    const isChanged = replaced.length > 0;
    const found = { added, changed: isChanged ? filesOf(old) : 0, kept: isChanged ? 0 : given - added };
    return { outcome, counts: found, members: [...memberChanges(replaced), ...files] } as const;
  }
  const isShown = counts !== 'nothing' || outcome === 'changed';
  const members = isShown ? memberChanges(changes) : [];
  return { outcome, counts: isShown ? { [changes.length === 0 ? 'kept' : outcome]: 1 } : {}, members } as const;
}

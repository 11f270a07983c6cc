/**
 * Merges a source into a data folder: every import and every harvest uses this function. Returns the new content of files, the changes, and
 * everything that was rejected. Writes nothing.
 *
 * The items of the source are merged, and the result is checked by the function that `validate` uses. Items that spoil the result are
 * rejected, and the others are merged again without them.
 */

import {
  type CheckedFolder,
  checkFolder,
  type DataFolder,
  MISMATCHES,
  type OnCheck,
  toProblems,
} from '../../catalogue/load.ts';
import { groupBy } from '../../core/base/group-by.ts';
import { type Finding, type Problem, problemKey, sortProblems, toProblem } from '../../report/problems.ts';
import { checkForm, findMissing } from './check-form.ts';
import { addProblems, findDiffering, mergeRecords } from './merge-records.ts';
import type { MergePolicy } from './merge-values.ts';
import type { GoneRecords, Merged, NotMerged } from './merged.ts';
import { MergedFolder } from './merged-folder.ts';
import { newContent } from './new-content.ts';
import { type FileOutcome, type RecordChange, type SourceItem, sumCounts } from './records.ts';
import { reportRejected, type Wording } from './report-rejected.ts';
import { compareItems, unite } from './unite.ts';

/** A data folder before a merge. */
export interface DataBefore {
  readonly folder: DataFolder;
  readonly checked: CheckedFolder;
  /** The text of the required files that do not exist yet, by path; `folder` contains them. */
  readonly created: ReadonlyMap<string, string>;
  readonly policy: MergePolicy;
  readonly onProgress?: OnCheck | undefined;
}

/** A source, as it was read. */
export interface Source {
  readonly items: readonly SourceItem[];
  readonly words: Wording;
  /** Problems, notes and remarks that do not depend on which items are merged. */
  readonly problems?: readonly Problem[];
  readonly notes?: readonly Problem[];
  readonly remarks?: readonly string[];
  /** Finds records that the source no longer has. If `isPruning` is true, they are removed. */
  readonly findGone?: (folder: MergedFolder) => readonly GoneRecords[];
  readonly isPruning?: boolean;
}

type ByItem = ReadonlyMap<SourceItem, readonly Problem[]>;

export function merge(before: DataBefore, source: Source): Merged | NotMerged {
  const folder = new MergedFolder(before.folder);
  const sound = source.items.filter(({ problems }) => problems.length === 0);
  const { contradictions, repeated } = compareItems(sound, (origin) =>
    before.policy === 'overwrite' ? [] : findDiffering(folder, origin),
  );
  const rejected = new Map(contradictions);
  for (;;) {
    const left = source.items.filter((item) => !rejected.has(item));
    const attempt = mergeItems(before, left, source);
    for (const [item, problems] of attempt.rejected) rejected.set(item, problems);
    if (attempt.rejected.size > 0) continue;
    const notes = left.flatMap((item) => repeated.get(item) ?? []);
    const out = source.items.flatMap((item) =>
      rejected.has(item) ? [{ ...item, problems: rejected.get(item) ?? [] }] : [],
    );
    return toMerged(before, attempt, source, out, notes);
  }
}

/** The result of merging some items. */
interface Attempt extends Pick<Merged, 'changes' | 'outcomes' | 'gone' | 'mismatches' | 'warnings'> {
  readonly folder: MergedFolder;
  readonly rejected: ByItem;
  /** Problems that are not due to the source. */
  readonly unexplained: readonly Problem[];
}

/**
 * Merges items. Rejects those that are wrong by themselves or, if there are none, those that spoil the result: what is wrong with others may
 * be due to them.
 */
function mergeItems(before: DataBefore, items: readonly SourceItem[], source: Source): Attempt {
  const malformed = new Map<SourceItem, Problem[]>();
  for (;;) {
    const folder = new MergedFolder(before.folder);
    const left = items.filter((item) => !malformed.has(item));
    const { differing, ...merged } = mergeRecords(folder, unite(left), before.policy);
    const { gone, removed } = prune(folder, source);
    const missing = findMissing(folder);
    const form = missing.size > 0 ? { byItem: missing, unexplained: [] } : byOrigin(folder, checkForm(folder));
    for (const [item, problems] of form.byItem) addProblems(malformed, item, problems);
    if (form.byItem.size > 0) continue;
    const { byItem, ...checked } = checkMerged(before, folder, form.unexplained);
    const wrong = new Set([
      ...items.filter(({ problems }) => problems.length > 0),
      ...malformed.keys(),
      ...differing.keys(),
    ]);
    const rejected = [...(wrong.size > 0 ? wrong : byItem.keys())].map((item) => {
      const found = [...item.problems, ...(malformed.get(item) ?? []), ...(byItem.get(item) ?? [])];
      return [item, found.length > 0 ? found : (differing.get(item) ?? [])] as const;
    });
    const changes = [...merged.changes, ...removed];
    return { folder, ...merged, changes, gone, ...checked, rejected: new Map(rejected) };
  }
}

/** Finds the records that the source no longer has, and removes them if the merge prunes. */
function prune(folder: MergedFolder, { findGone, isPruning = false }: Source) {
  const gone = findGone?.(folder) ?? [];
  if (!isPruning) return { gone, removed: [] };
  for (const { kind, name, value } of gone) folder.replaceValue(kind, name, value);
  const removed = gone.flatMap(({ path: file, records }) =>
    records.map((record): RecordChange => ({ file, record, kind: 'removed', members: [] })),
  );
  return { gone, removed };
}

/** Findings as problems of the items that the values come from. Other findings are not due to the source. */
function byOrigin(folder: MergedFolder, findings: readonly Finding[]) {
  const byItem = new Map<SourceItem, Problem[]>();
  const unexplained: Finding[] = [];
  for (const found of findings) {
    const { origins, path } = folder.originsOf(found);
    if (origins.length === 0) unexplained.push(found);
    for (const { item, record } of origins)
      addProblems(byItem, item, [toProblem(found, record.placeOf?.(path) ?? item.place)]);
  }
  return { byItem, unexplained };
}

/** Checks the merged data as a whole, if they have the right form. */
function checkMerged(
  { checked: old, onProgress }: DataBefore,
  folder: MergedFolder,
  malformed: readonly Finding[],
): Pick<Attempt, 'unexplained' | 'mismatches' | 'warnings'> & { readonly byItem: ByItem } {
  const none = { byItem: new Map(), unexplained: [], mismatches: old.problems, warnings: [] };
  if (!folder.isChanged) return none;
  const merged = folder.toDataFolder();
  if (malformed.length > 0) return { ...none, unexplained: toProblems(merged, malformed) };
  const checked = checkFolder(merged, onProgress);
  // Segments and files may be imported one after the other, but what is wrong with a new record is not a mismatch.
  const isBlocking = (found: Finding): boolean =>
    !MISMATCHES.has(found.code) || (found.code === 'D154' && folder.originsOf(found).origins.length > 0);
  const { byItem, unexplained } = byOrigin(folder, checked.findings.filter(isBlocking));
  const known = new Set(old.warnings.map(warningKey));
  return {
    byItem,
    unexplained: toProblems(merged, unexplained),
    mismatches: checked.problems.filter(({ code }) => MISMATCHES.has(code)),
    warnings: toProblems(
      merged,
      checked.warnings.filter((one) => !known.has(warningKey(one))),
    ),
  };
}

/** Identifies a warning, independently of its place in the file. */
const warningKey = (found: Finding): string => problemKey({ ...found, file: found.file ?? '' });

function toMerged(
  before: DataBefore,
  { folder, unexplained, changes, outcomes, rejected: _, ...attempt }: Attempt,
  source: Source,
  rejected: readonly SourceItem[],
  notes: readonly Problem[],
): Merged | NotMerged {
  const problems = [...(source.problems ?? []), ...reportRejected(rejected, source.words)];
  if (unexplained.length > 0) {
    return { problems: [...problems, ...unexplained], reason: 'the merged data would have problems', rejected };
  }
  const created = folder.isChanged ? before.created : new Map<string, string>();
  return {
    files: newContent(before.folder.path, folder, created),
    created: [...created.keys()],
    problems: sortProblems(problems),
    notes: sortProblems([...(source.notes ?? []), ...notes]),
    rejected,
    remarks: source.remarks ?? [],
    ...attempt,
    changes: [...groupBy(changes, ({ file }) => file).values()].flat(),
    outcomes: sumByFile(outcomes).map((one) => (created.has(one.path) ? asAdded(one) : one)),
  };
}

/** Counts all records in a newly created file as added, although the merge finds that some of them already exist. */
const asAdded = (one: FileOutcome): FileOutcome => ({ ...one, added: one.added + one.kept, kept: 0 });

function sumByFile(outcomes: readonly FileOutcome[]): FileOutcome[] {
  return [...groupBy(outcomes, ({ path }) => path)].map(([path, all]) => ({ path, ...sumCounts(all) }));
}

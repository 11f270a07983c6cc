/**
 * Merges facts of several kinds into a data folder's values. Returns the new file contents, the changes, and everything that was rejected.
 * Writes nothing. Every import and every harvest uses this module.
 *
 * The folder is read once, all kinds are merged, and the result is checked once. Facts that make the result invalid are rejected, and the
 * other facts are merged without them.
 */
import { INPUT_FILES } from '../../catalogue/files/input-files.ts';
import { checkSchema } from '../../catalogue/files/schema.ts';
import { checkFolder, MISMATCHES, toProblems } from '../../catalogue/load.ts';
import type { Catalogue } from '../../catalogue/types.ts';
import { type Finding, type Problem, sortProblems, toProblem } from '../../report/problems.ts';
import { contextOf, type DataState, keyOfWarning } from './data-state.ts';
import {
  type FactCollector,
  type FileOutcome,
  type MergeKind,
  type RecordChange,
  type Rejected,
  sumCounts,
} from './facts.ts';
import { mergeFacts } from './merge-facts.ts';
import type { GoneRecords, Merged, NotMerged } from './merged.ts';
import { newTexts } from './new-texts.ts';
import { reportRejected, type Wording } from './rejected-facts.ts';
import { WorkingFolder } from './working-folder.ts';

/** A step that merges facts of one kind. They may depend on facts that earlier steps merged. */
export interface MergeStep<Facts = unknown> {
  readonly kind: MergeKind<Facts>;
  collect(collector: FactCollector<Facts>, catalogue: Catalogue, isRejected: (owner: object) => boolean): void;
}

/** Creates a step. The kind and the collected facts must have the same type. */
export const mergeStep = <Facts>(kind: MergeKind<Facts>, collect: MergeStep<Facts>['collect']): MergeStep =>
  ({ kind, collect }) as MergeStep;

/** Information from the source that does not depend on which facts are merged. */
interface OfSource {
  readonly problems?: readonly Problem[];
  readonly notes?: readonly Problem[];
  readonly remarks?: readonly string[];
  /** Finds records that the source no longer has. If `isPruning` is true, they are removed. */
  readonly findGone?: (folder: WorkingFolder) => readonly GoneRecords[];
  readonly isPruning?: boolean;
}

/** Merges all steps. `onStep` is called with the number of steps merged. */
export function mergeSteps(
  before: DataState,
  steps: readonly MergeStep[],
  words: Wording,
  ofSource: OfSource = {},
  onStep: (done: number, total: number) => void = () => {},
): Merged | NotMerged {
  const excluded = new Map<string, Rejected>();
  for (;;) {
    const attempt = prune(mergeOnce(before, steps, excluded, onStep), ofSource);
    const lost = joinByOwner(attempt.rejected);
    const spoiled = lost.size > 0 ? null : checkMerged(before, attempt);
    const more = spoiled ? spoiled.rejected : lost;
    if (more.size === 0 && spoiled) return toMerged(before, attempt, spoiled, [...excluded.values()], words, ofSource);
    if ([...more.keys()].every((id) => excluded.has(id)))
      throw new Error(`facts are merged although they are rejected: ${[...more.keys()][0]}`);
    for (const [id, one] of more) excluded.set(id, joined(excluded.get(id), one));
  }
}

/** The result of merging all facts except the excluded facts. */
interface Attempt {
  readonly folder: WorkingFolder;
  readonly rejected: readonly Rejected[];
  readonly notes: readonly Problem[];
  readonly changes: readonly RecordChange[];
  readonly outcomes: readonly FileOutcome[];
  readonly gone: readonly GoneRecords[];
}

/** Finds the records that the source no longer has, and removes them if the merge prunes. */
function prune(attempt: Attempt, { findGone, isPruning = false }: OfSource): Attempt {
  const gone = findGone?.(attempt.folder) ?? [];
  if (!isPruning) return { ...attempt, gone };
  for (const { kind, name, value } of gone) attempt.folder.replaceValue(kind, name, value);
  const removed = gone.flatMap(({ path: file, records }) =>
    records.map((record): RecordChange => ({ file, record, kind: 'removed', members: [] })),
  );
  return { ...attempt, gone, changes: [...attempt.changes, ...removed] };
}

function mergeOnce(
  before: DataState,
  steps: readonly MergeStep[],
  excluded: ReadonlyMap<string, Rejected>,
  onStep: (done: number, total: number) => void,
): Attempt {
  const folder = new WorkingFolder(before.folder);
  const attempt = {
    rejected: [] as Rejected[],
    notes: [] as Problem[],
    changes: [] as RecordChange[],
    outcomes: [] as FileOutcome[],
  };
  let { context } = before;
  let isCurrent = true;
  for (const [n, { kind, collect }] of steps.entries()) {
    onStep(n, steps.length);
    if (!isCurrent) context = contextOf(before, folder);
    const found: FactCollector<unknown> = { facts: [], rejected: attempt.rejected, warnings: attempt.notes };
    collect(found, context.catalogue, (owner) => excluded.has(ownerKey(owner as Rejected)));
    // If any of an owner's facts are rejected, its other facts must not be merged.
    const lost = new Set(attempt.rejected.map(({ owner }) => owner));
    const facts = found.facts.filter(
      (one) => !excluded.has(ownerKey(one.owner ?? one)) && !(one.owner && lost.has(one.owner)),
    );
    const merged = mergeFacts(kind, facts, folder, context);
    isCurrent = merged.changes.length === 0;
    for (const one of merged.rejected) attempt.rejected.push(one);
    for (const one of merged.notes) attempt.notes.push(one);
    for (const one of merged.changes) attempt.changes.push(one);
    attempt.outcomes.push(...merged.outcomes);
  }
  onStep(steps.length, steps.length);
  return { folder, ...attempt, gone: [] };
}

/** Identifies facts, or their owner, across attempts, because each attempt creates its facts again. */
const ownerKey = ({ place: { file, line, column } }: Pick<Rejected, 'place'>): string =>
  JSON.stringify([file, line, column]);

/** The owners of rejected facts, with all reasons. The owners' other facts must not be merged. */
function joinByOwner(rejected: readonly Rejected[]): ReadonlyMap<string, Rejected> {
  const owners = new Map<string, Rejected>();
  for (const { owner, problems } of rejected) {
    if (owner) owners.set(ownerKey(owner), joined(owners.get(ownerKey(owner)), { ...owner, problems }));
  }
  return owners;
}

const joined = (before: Rejected | undefined, one: Rejected): Rejected =>
  before ? { ...before, problems: [...before.problems, ...one.problems] } : one;

/** The merged data, checked as a whole. */
interface CheckedData {
  /** Facts that make the result invalid. */
  readonly rejected: ReadonlyMap<string, Rejected>;
  /** Problems that are not due to facts from the source. */
  readonly conflicts: readonly Problem[];
  readonly mismatches: readonly Problem[];
  readonly warnings: readonly Problem[];
}

function checkMerged(before: DataState, { folder, changes }: Attempt): CheckedData {
  const { mismatches, onProgress } = before;
  const rejected = new Map<string, Rejected>();
  if (changes.length === 0) return { rejected, conflicts: [], mismatches, warnings: [] };
  const invalid = checkSchemas(folder);
  if (invalid.length > 0) return { rejected, conflicts: invalid, mismatches, warnings: [] };
  const merged = folder.toDataFolder();
  const checked = checkFolder(merged, onProgress);
  const isConflict = ({ code }: Pick<Finding, 'code'>): boolean => !MISMATCHES.has(code);
  const unexplained: Finding[] = [];
  for (const found of checked.findings.filter(isConflict)) {
    const sources = folder.sourcesOf(found.file ?? '', found.at ?? []);
    if (sources.length === 0) unexplained.push(found);
    for (const source of sources) {
      const { place, label } = source.owner ?? source;
      const id = ownerKey({ place });
      rejected.set(id, joined(rejected.get(id), { place, label, problems: [toProblem(found, source.place)] }));
    }
  }
  const fresh = checked.warnings.filter((one) => !before.warnings.has(keyOfWarning(one)));
  return {
    rejected,
    conflicts: toProblems(merged, unexplained),
    mismatches: checked.problems.filter((one) => !isConflict(one)),
    warnings: toProblems(merged, fresh),
  };
}

/**
 * Problems that the schemas find in the changed files, apart from statistics, and that are not due to facts: a file without the records
 * that the source no longer has may be invalid.
 */
function checkSchemas(folder: WorkingFolder): Problem[] {
  return folder.changed.flatMap(({ kind, path, value }) => {
    const findings = kind === 'strain-statistics' ? [] : checkSchema(INPUT_FILES[kind].schema, value);
    return findings
      .filter(({ at = [] }) => folder.sourcesOf(path, at).length === 0)
      .map((found) => toProblem(found, folder.placeOf(path, found.at ?? [], found.onKey)));
  });
}

function toMerged(
  before: DataState,
  attempt: Attempt,
  { conflicts, mismatches, warnings }: CheckedData,
  excluded: readonly Rejected[],
  words: Wording,
  ofSource: OfSource,
): Merged | NotMerged {
  const rejected = [...excluded, ...attempt.rejected];
  const problems = [...(ofSource.problems ?? []), ...reportRejected(rejected, words)];
  if (conflicts.length > 0) {
    return { problems: [...problems, ...conflicts], reason: 'the merged data would have problems', rejected };
  }
  const isMerged = attempt.changes.length > 0;
  return {
    files: new Map(isMerged ? newFiles(before, attempt.folder) : []),
    created: isMerged ? [...before.created.keys()] : [],
    problems: sortProblems(problems),
    notes: sortProblems([...(ofSource.notes ?? []), ...attempt.notes]),
    rejected,
    remarks: ofSource.remarks ?? [],
    mismatches,
    warnings,
    changes: attempt.changes,
    outcomes: sumByFile(attempt.outcomes).map((one) => (isMerged && before.created.has(one.path) ? asAdded(one) : one)),
    gone: attempt.gone,
  };
}

const newFiles = ({ created, folder: { path: dataDir } }: DataState, { changed, removed }: WorkingFolder) => [
  ...created,
  ...newTexts(dataDir, changed),
  ...removed.map((path) => [path, null] as const),
];

/** Counts all records in a newly created file as added, although the merge finds that some of them already exist. */
const asAdded = (one: FileOutcome): FileOutcome => ({ ...one, added: one.added + one.kept, kept: 0 });

/** One outcome per file; several steps may change the same file. */
function sumByFile(outcomes: readonly FileOutcome[]): FileOutcome[] {
  const paths = new Set(outcomes.map(({ path }) => path));
  return [...paths].map((path) => ({ path, ...sumCounts(outcomes.filter((one) => one.path === path)) }));
}

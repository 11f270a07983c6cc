/**
 * Merges facts into the content of a data folder, one kind after the other. In: the content, and facts of each kind. Out: the new content of
 * files, what changed, and everything that was rejected. Writes nothing. Every import and the harvest end here.
 */
import { listInputFiles } from '../../catalogue/files/input-files.ts';
import type { Overlay } from '../../catalogue/files/text-file.ts';
import { loadCatalogue, MISMATCHES } from '../../catalogue/load.ts';
import type { Catalogue } from '../../catalogue/types.ts';
import { type ValidationResult, validateAll } from '../../catalogue/validate-all.ts';
import { type Finding, type Problem, problemKey, sortProblems } from '../../report/problems.ts';
import type { MergePolicy } from './merge-record.ts';
import {
  type FileOutcome,
  type Given,
  type MergeContext,
  type MergeKind,
  type MergePlan,
  type RecordChange,
  type Rejected,
  sumByFile,
} from './plan.ts';
import { reportRejected, type Wording } from './rejected-rows.ts';

/** A data folder before a merge. */
export interface DataState {
  readonly dataDir: string;
  readonly policy: MergePolicy;
  /** The content of its files; `created` are those of a new folder, which do not exist yet. */
  readonly texts: Overlay;
  readonly created: ReadonlyMap<string, string>;
  readonly catalogue: Catalogue;
  /** DATA segments and strain files that do not match, which the merge may fix. */
  readonly mismatches: readonly Problem[];
  /** Ids of the warnings about it. */
  readonly warnings: readonly string[];
  readonly onProgress?: OnValidation | undefined;
}

const problemKeyOf = (found: Finding): string => problemKey({ ...found, file: found.file ?? '' });

type OnValidation = NonNullable<Parameters<typeof validateAll>[1]>;

/** Reads the content of a data folder; null with the problems if it cannot be merged into. */
export function readState(
  dataDir: string,
  policy: MergePolicy,
  content: Overlay,
  onProgress?: OnValidation,
  created: ReadonlyMap<string, string> = new Map(),
): { readonly state: DataState | null; readonly problems: readonly Problem[] } {
  const texts: Overlay = new Map([...content, ...created]);
  const { catalogue, problems, warnings } = validateAll(dataDir, onProgress, MISMATCHES, texts);
  if (!catalogue) return { state: null, problems };
  const state = {
    dataDir,
    policy,
    texts,
    created,
    catalogue,
    mismatches: problems,
    warnings: warnings.map(problemKeyOf),
    onProgress,
  };
  return { state, problems: [] };
}

/** What was merged. */
export interface Merged {
  /** The new content of files that change, by path. */
  readonly files: ReadonlyMap<string, string>;
  /** Paths of those among them that the folder needed before anything could be merged. */
  readonly created: readonly string[];
  /** Problems of what was rejected. */
  readonly problems: readonly Problem[];
  /** Warnings about unsupported content. */
  readonly notes: readonly Problem[];
  /** Number of rows, events or entries that were rejected. */
  readonly rejected: number;
  /** DATA segments and strain files that do not match in the merged data. */
  readonly mismatches: readonly Problem[];
  /** New warnings that `validate` reports for the merged data. Their places are those in the source of the records, where they are known. */
  readonly warnings: readonly Problem[];
  readonly changes: readonly RecordChange[];
  readonly outcomes: readonly FileOutcome[];
}

/** Why nothing can be merged. */
export interface NotMerged {
  readonly problems: readonly Problem[];
  readonly reason: string;
  readonly rejected: number;
}

/** One merge. If facts that are valid by themselves conflict, everything after them is ignored, and nothing is merged. */
export class DataMerge {
  readonly #before: DataState;
  readonly #texts: Map<string, string | Uint8Array | null>;
  readonly #files: Map<string, string>;
  /** What could not be merged so far. */
  readonly rejected: Rejected[];
  readonly #outcomes: FileOutcome[] = [];
  readonly #changes: RecordChange[] = [];
  #catalogue: Catalogue;
  /** The last plan, until the data with it have been checked. */
  #unchecked: MergePlan | null = null;
  /** The last plan of each file. */
  readonly #plans = new Map<string, MergePlan>();
  #conflicts: readonly Problem[] = [];

  /** `rejected` are facts that could not even be read. */
  constructor(before: DataState, rejected: readonly Rejected[] = []) {
    this.#before = before;
    this.rejected = [...rejected];
    this.#texts = new Map(before.texts);
    this.#files = new Map(before.created);
    this.#catalogue = before.catalogue;
  }

  /** The catalogue with everything merged so far. */
  get catalogue(): Catalogue {
    const { dataDir } = this.#before;
    if (this.#unchecked) this.#check(loadCatalogue(dataDir, this.#texts, undefined, MISMATCHES));
    return this.#catalogue;
  }

  /** Merges the facts of one kind. */
  merge<Facts>(kind: MergeKind<Facts>, given: readonly Given<Facts>[]): void {
    if (given.length === 0) return;
    const context = this.context();
    if (this.#conflicts.length > 0) return;
    const plan = kind.plan(given, context);
    for (const one of plan.rejected) this.rejected.push(one);
    for (const one of plan.changes) this.#changes.push(one);
    this.#outcomes.push(...plan.outcomes);
    for (const [path, text] of plan.texts) {
      this.#texts.set(path, text);
      this.#files.set(path, text);
      this.#plans.set(path, plan);
    }
    if (plan.texts.size > 0) this.#unchecked = plan;
  }

  /** Input of plans. */
  context(): MergeContext {
    const { dataDir, policy } = this.#before;
    const { catalogue } = this;
    const texts = this.#texts;
    return { policy, dataDir, inputs: listInputFiles(dataDir, texts), texts, catalogue, known: namesIn(catalogue) };
  }

  /** Checks the merged data completely. `own` are problems and warnings of the source, whatever is merged of it. */
  end(
    words: Wording,
    own: { readonly problems?: readonly Problem[]; readonly notes?: readonly Problem[] } = {},
  ): Merged | NotMerged {
    const { dataDir, onProgress, mismatches } = this.#before;
    const isChanged = this.#files.size > 0;
    const after = isChanged ? validateAll(dataDir, onProgress, MISMATCHES, this.#texts) : null;
    if (after) this.#check(after);
    const problems = [...(own.problems ?? []), ...reportRejected(this.rejected, words)];
    const rejected = this.rejected.length;
    if (this.#conflicts.length > 0) {
      return { problems: [...problems, ...this.#conflicts], reason: 'the merged data would have problems', rejected };
    }
    const isMerged = this.#changes.length > 0;
    return {
      files: isMerged ? this.#files : new Map(),
      created: isMerged ? [...this.#before.created.keys()] : [],
      problems: sortProblems(problems),
      notes: sortProblems(own.notes ?? []),
      rejected,
      mismatches: after?.problems ?? mismatches,
      warnings: this.#newWarnings(after),
      changes: this.#changes,
      outcomes: sumByFile(this.#outcomes),
    };
  }

  /** Those that the data did not have before. */
  #newWarnings(after: ValidationResult | null): Problem[] {
    const known = new Set(this.#before.warnings);
    const found = after?.locate(after.warnings.filter((warning) => !known.has(problemKeyOf(warning)))) ?? [];
    return sortProblems(found.map((one) => ({ ...one, ...this.#plans.get(one.file)?.sourceOf?.(one.file, one.line) })));
  }

  /** Notes conflicts; their places are those in the source of the records, where they are known. */
  #check({ catalogue, problems }: Pick<ValidationResult, 'catalogue' | 'problems'>): void {
    const { sourceOf } = this.#unchecked ?? {};
    this.#unchecked = null;
    if (this.#conflicts.length > 0) return;
    if (catalogue) this.#catalogue = catalogue;
    else {
      const conflicts = problems.filter(({ code }) => !MISMATCHES.has(code));
      this.#conflicts = conflicts.map((problem) => ({ ...problem, ...sourceOf?.(problem.file, problem.line) }));
    }
  }
}

function namesIn({ detectors, runs, catalogs, parameters, otherParameters }: Catalogue): MergeContext['known'] {
  return {
    detectors: detectors.map(({ code }) => code),
    runs: runs.map(({ name }) => name),
    catalogs: catalogs.map(({ name }) => name),
    cumulative: catalogs.filter(({ members }) => members !== null).map(({ name }) => name),
    parameters: parameters.map(({ name }) => name),
    otherParameters: otherParameters.map(({ name }) => name),
  };
}

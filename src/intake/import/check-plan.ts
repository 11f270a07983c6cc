/** Prepares plans of merges into a valid data folder, and checks the data that they lead to. */
import { listInputFiles } from '../../catalogue/files/input-files.ts';
import type { Overlay } from '../../catalogue/files/text-file.ts';
import { loadCatalogue, MISMATCHES } from '../../catalogue/load.ts';
import type { Catalogue } from '../../catalogue/types.ts';
import type { Problem } from '../../report/problems.ts';
import type { MergePolicy } from './merge-record.ts';
import type { ImportPlan, MergeContext } from './plan.ts';

/** Input of plans: the data folder, the content of its files, and its catalogue. */
export function contextOf(dataDir: string, texts: Overlay, catalogue: Catalogue, policy: MergePolicy): MergeContext {
  const known = {
    detectors: catalogue.detectors.map((detector) => detector.code),
    runs: catalogue.runs.map((run) => run.name),
    catalogs: catalogue.catalogs.map((catalog) => catalog.name),
    cumulative: catalogue.catalogs.filter(({ members }) => members !== null).map(({ name }) => name),
    parameters: catalogue.parameters.map((parameter) => parameter.name),
    otherParameters: catalogue.otherParameters.map((parameter) => parameter.name),
  };
  return { policy, dataDir, inputs: listInputFiles(dataDir, texts), texts, catalogue, known };
}

/** The state of the data after a plan. */
export interface CheckedPlan {
  /** Why the plan must not be used: records that are valid by themselves conflict with each other or with the data. */
  readonly conflicts: readonly Problem[];
  /** DATA segments and strain files that do not match. */
  readonly mismatches: readonly Problem[];
  /** Number of warnings. */
  readonly warnings: number;
}

/** Checks the data as a plan leaves them. Conflicts are located in the source of the records, where it is known. */
export function checkPlan({ dataDir, texts }: Pick<MergeContext, 'dataDir' | 'texts'>, plan: ImportPlan): CheckedPlan {
  const merged = loadCatalogue(dataDir, new Map([...texts, ...plan.texts]), undefined, MISMATCHES);
  const conflicts = merged.catalogue ? [] : merged.problems.filter(({ code }) => !MISMATCHES.has(code));
  const named = conflicts.map((problem) => {
    const text = plan.texts.get(problem.file);
    return { ...problem, ...(text !== undefined && plan.sourceOf?.(problem.file, problem.line, text)) };
  });
  return { conflicts: named, mismatches: merged.problems, warnings: merged.warnings.length };
}

/** Plans what is merged into a data folder that is sound, however it came. Out: a plan that leaves the data sound. */
import { listInputFiles } from '../files/input-files.ts';
import type { Problem } from '../files/problems.ts';
import { loadCatalogue, MISMATCHES } from '../load.ts';
import type { Catalogue } from '../types.ts';
import type { MergePolicy } from './merge-record.ts';
import type { ImportPlan, MergeContext, Place } from './plan.ts';
import { type Judged, planSound } from './sound-plan.ts';

/** What plans need to know about the data folder and its catalogue. */
export function contextOf(dataDir: string, catalogue: Catalogue, policy: MergePolicy): MergeContext {
  const known = {
    detectors: catalogue.detectors.map((detector) => detector.code),
    runs: catalogue.runs.map((run) => run.name),
    catalogs: catalogue.catalogs.map((catalog) => catalog.name),
    cumulative: catalogue.catalogs.filter(({ members }) => members !== null).map(({ name }) => name),
    parameters: catalogue.parameters.map((parameter) => parameter.name),
  };
  return { policy, dataDir, inputs: listInputFiles(dataDir), catalogue, known };
}

interface Planned extends Judged {
  /** DATA segments and strain files that do not fit each other after the plan. */
  readonly mismatches: readonly Problem[];
  /** Number of warnings after the plan. */
  readonly warnings: number;
}

/** Plans with all rows that leave the data sound. `problems` is not empty where too many rows do not: then the plan is of no use. */
export function planRows<Row extends { readonly place: Place }>(
  dataDir: string,
  rows: readonly Row[],
  plan: (rows: readonly Row[]) => ImportPlan,
): Planned {
  /** What the data are like after the last plan. */
  let mismatches: readonly Problem[] = [];
  let warnings = 0;
  const judge = (some: readonly Row[]): Judged => {
    const planned = plan(some);
    const merged = loadCatalogue(dataDir, planned.texts, undefined, MISMATCHES);
    mismatches = merged.problems;
    warnings = merged.warnings.length;
    const problems = merged.catalogue ? [] : merged.problems.filter(({ code }) => !MISMATCHES.has(code));
    return { plan: planned, problems };
  };
  const judged = planSound(rows, judge);
  return { ...judged, mismatches, warnings };
}

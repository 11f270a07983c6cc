/** Plans a merge into a valid data folder, regardless of the source. Out: a plan after which the data are valid. */
import { listInputFiles } from '../../catalogue/files/input-files.ts';
import type { Overlay } from '../../catalogue/files/text-file.ts';
import { loadCatalogue, MISMATCHES } from '../../catalogue/load.ts';
import type { Catalogue } from '../../catalogue/types.ts';
import type { Problem } from '../../report/problems.ts';
import type { MergePolicy } from './merge-record.ts';
import type { ImportPlan, MergeContext, Place } from './plan.ts';
import { type CheckedPlan, planValidRows } from './valid-rows.ts';

/** Input of plans: the data folder, the content of its files, and its catalogue. */
export function contextOf(dataDir: string, texts: Overlay, catalogue: Catalogue, policy: MergePolicy): MergeContext {
  const known = {
    detectors: catalogue.detectors.map((detector) => detector.code),
    runs: catalogue.runs.map((run) => run.name),
    catalogs: catalogue.catalogs.map((catalog) => catalog.name),
    cumulative: catalogue.catalogs.filter(({ members }) => members !== null).map(({ name }) => name),
    parameters: catalogue.parameters.map((parameter) => parameter.name),
  };
  return { policy, dataDir, inputs: listInputFiles(dataDir, texts), texts, catalogue, known };
}

interface Planned extends CheckedPlan {
  /** DATA segments and strain files that do not match after the plan. */
  readonly mismatches: readonly Problem[];
  /** Number of warnings after the plan. */
  readonly warnings: number;
}

/** Plans with all rows that leave the data valid. If too many do not, `problems` is not empty and the plan must not be used. */
export function planRows<Row extends { readonly place: Place }>(
  { dataDir, texts }: Pick<MergeContext, 'dataDir' | 'texts'>,
  rows: readonly Row[],
  plan: (rows: readonly Row[]) => ImportPlan,
): Planned {
  /** State of the data after the last plan. */
  let mismatches: readonly Problem[] = [];
  let warnings = 0;
  const judge = (some: readonly Row[]): CheckedPlan => {
    const planned = plan(some);
    const merged = loadCatalogue(dataDir, new Map([...texts, ...planned.texts]), undefined, MISMATCHES);
    mismatches = merged.problems;
    warnings = merged.warnings.length;
    const problems = merged.catalogue ? [] : merged.problems.filter(({ code }) => !MISMATCHES.has(code));
    return { plan: planned, problems };
  };
  const judged = planValidRows(rows, judge);
  return { ...judged, mismatches, warnings };
}

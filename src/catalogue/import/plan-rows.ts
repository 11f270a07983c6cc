/** Plans the import of rows of one kind, however they came, into a data folder that is sound. Out: a plan that leaves it sound. */
import { listInputFiles } from '../files/input-files.ts';
import type { Problem } from '../files/problems.ts';
import { loadCatalogue, MISMATCHES } from '../load.ts';
import type { Catalogue } from '../types.ts';
import type { CsvRow } from './csv.ts';
import type { MergePolicy } from './merge-record.ts';
import type { ImportContext, ImportKindDefinition } from './plan.ts';
import { type Judged, planSound } from './sound-plan.ts';

/** What the rows are merged into. */
export interface Target {
  /** Path of the data folder. */
  readonly data: string;
  readonly catalogue: Catalogue;
  readonly policy: MergePolicy;
}

interface PlannedRows extends Judged {
  /** DATA segments and strain files that do not fit each other after the plan. */
  readonly mismatches: readonly Problem[];
  /** Number of warnings after the plan. */
  readonly warnings: number;
}

/** `problems` are not empty where too many rows do not fit: then the plan is of no use. */
export function planRows(kind: ImportKindDefinition, rows: readonly CsvRow[], target: Target): PlannedRows {
  const { data } = target;
  const context = contextOf(target);
  /** What the data are like after the last plan. */
  let mismatches: readonly Problem[] = [];
  let warnings = 0;
  const judge = (some: readonly CsvRow[]): Judged => {
    const plan = kind.plan({ ...context, csv: { rows: some, leftOut: [] } });
    const merged = loadCatalogue(data, plan.texts, undefined, MISMATCHES);
    mismatches = merged.problems;
    warnings = merged.warnings.length;
    return { plan, problems: merged.catalogue ? [] : merged.problems.filter(({ code }) => !MISMATCHES.has(code)) };
  };
  const judged = planSound(rows, judge);
  return { ...judged, mismatches, warnings };
}

function contextOf({ data, catalogue, policy }: Target): Omit<ImportContext, 'csv'> {
  const known = {
    detectors: catalogue.detectors.map((detector) => detector.code),
    runs: catalogue.runs.map((run) => run.name),
    catalogs: catalogue.catalogs.map((catalog) => catalog.name),
    cumulative: catalogue.catalogs.filter(({ members }) => members !== null).map(({ name }) => name),
    parameters: catalogue.parameters.map((parameter) => parameter.name),
  };
  return { policy, dataDir: data, inputs: listInputFiles(data), catalogue, known };
}

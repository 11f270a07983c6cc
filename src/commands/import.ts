/**
 * `stillwave import <kind> <csv>`: merges facts from a CSV file into the data folder.
 *
 * Out: exit status 0 (merged, or nothing to do), 1 (rows left out, though the others are merged; or a value would be replaced
 * without --overwrite, or data or CSV are not valid: then nothing is written), 2 (unknown kind). Report to stdout, problems to
 * stderr.
 */
import { readCsv } from '../catalogue/import/csv.ts';
import { EVENT_COLUMNS } from '../catalogue/import/event-rows.ts';
import { planEventVersions } from '../catalogue/import/event-versions.ts';
import type { FileOutcome, ImportPlan } from '../catalogue/import/plan.ts';
import { planStrainFiles, STRAIN_FILE_COLUMNS } from '../catalogue/import/strain-files.ts';
import { planStatistics, STATISTICS_COLUMNS } from '../catalogue/import/strain-statistics.ts';
import { replaceFiles } from '../catalogue/import/write-files.ts';
import { listInputFiles } from '../catalogue/input-files.ts';
import { loadCatalogue } from '../catalogue/load.ts';
import { formatProblems, type Problem, problemsToJson, shownPath, wantsColor } from '../catalogue/problems.ts';
import type { Catalogue } from '../catalogue/types.ts';
import { validateAll } from '../catalogue/validate-all.ts';

export const IMPORT_KINDS = ['event-versions', 'strain-files', 'strain-statistics'] as const;
export type ImportKind = (typeof IMPORT_KINDS)[number];

export interface ImportOptions {
  readonly kind: ImportKind;
  /** Path of the CSV file. */
  readonly csv: string;
  /** Path of the data folder. */
  readonly data: string;
  readonly overwrite?: boolean;
  readonly dryRun?: boolean;
  readonly json?: boolean;
  readonly quiet?: boolean;
}

const UNITS: Readonly<Record<ImportKind, string>> = {
  'event-versions': 'event versions',
  'strain-files': 'strain files',
  'strain-statistics': 'records',
};

/** Runs the import. Out: the exit status. */
export async function importCommand(options: ImportOptions): Promise<number> {
  const { catalogue, problems } = validateAll(options.data);
  if (!catalogue) return refuse(options, problems, 'The data have problems, nothing was imported.');
  const planned = plan(options, catalogue);
  if ('problems' in planned) return refuse(options, planned.problems, 'Nothing was imported.');
  if (planned.replaced.length > 0 && !options.overwrite) {
    const message = 'Nothing was imported: values that are there would be replaced.';
    return refuse(options, [...planned.leftOut, ...planned.replaced], message);
  }
  const isMerged = loadCatalogue(options.data, planned.texts);
  if (isMerged.problems.length > 0) {
    return refuse(options, isMerged.problems, 'Nothing was imported: the merged data would have problems.');
  }
  if (!options.dryRun) replaceFiles(planned.texts);
  report(options, planned);
  return planned.leftOut.length > 0 ? 1 : 0;
}

function plan(options: ImportOptions, catalogue: Catalogue): ImportPlan | { problems: Problem[] } {
  const inputs = listInputFiles(options.data);
  const names = {
    detectors: catalogue.detectors.map((detector) => detector.code),
    runs: catalogue.runs.map((run) => run.name),
    catalogs: catalogue.catalogs.map((catalog) => catalog.name),
    parameters: catalogue.parameters.map((parameter) => parameter.name),
  };
  const columns = {
    'event-versions': { required: EVENT_COLUMNS.required, optional: EVENT_COLUMNS.optional(names.parameters) },
    'strain-files': STRAIN_FILE_COLUMNS,
    'strain-statistics': STATISTICS_COLUMNS,
  }[options.kind];
  const { csv, problems } = readCsv(options.csv, columns);
  if (!csv) return { problems };
  switch (options.kind) {
    case 'event-versions':
      return planEventVersions(csv, options.data, inputs.folders['event-versions'], names);
    case 'strain-files':
      return planStrainFiles(csv, options.data, inputs.folders['strain-files'], names);
    case 'strain-statistics':
      return planStatistics(csv, options.data, catalogue.datasets);
  }
}

function refuse(options: ImportOptions, problems: readonly Problem[], message: string): number {
  if (options.json) {
    process.stdout.write(
      `${JSON.stringify({ written: false, message, problems: problemsToJson(problems) }, null, 2)}\n`,
    );
  } else {
    process.stderr.write(formatProblems(problems, { color: wantsColor(process.stderr) }));
    process.stderr.write(`${message}\n`);
  }
  return 1;
}

function report(options: ImportOptions, planned: ImportPlan): void {
  const isWritten = !options.dryRun && planned.texts.size > 0;
  if (options.json) {
    const files = planned.outcomes.map((outcome) => ({ ...outcome, path: shownPath(outcome.path) }));
    const problems = problemsToJson([...planned.leftOut, ...planned.replaced]);
    process.stdout.write(`${JSON.stringify({ written: isWritten, files, problems }, null, 2)}\n`);
    return;
  }
  if (planned.leftOut.length > 0) {
    process.stderr.write(formatProblems(planned.leftOut, { color: wantsColor(process.stderr) }));
  }
  if (options.quiet) return;
  const lines = planned.replaced.map((problem) => `replaced: ${problem.message}`);
  const outcomes = planned.outcomes.filter(
    ({ added, completed, changed, kept }) => added + completed + changed + kept > 0,
  );
  lines.push(...outcomes.map((outcome) => `${shownPath(outcome.path)}: ${countsText(outcome)}`));
  const total = (member: 'added' | 'completed' | 'changed' | 'kept'): number =>
    outcomes.reduce((sum, outcome) => sum + outcome[member], 0);
  const sums = { added: total('added'), completed: total('completed'), changed: total('changed'), kept: total('kept') };
  lines.push(
    `${UNITS[options.kind]}: ${countsText(sums)}, ${planned.leftOut.length} ${planned.leftOut.length === 1 ? 'row' : 'rows'} left out`,
  );
  if (options.dryRun) lines.push('Dry run: nothing was written.');
  process.stdout.write(`${lines.join('\n')}\n`);
}

function countsText(counts: Omit<FileOutcome, 'path'>): string {
  const { added, completed, changed, kept } = counts;
  return `${added} added, ${completed} completed, ${changed} changed, ${kept} kept`;
}

/** `stillwave validate`: checks the data folder, its statistics and the configuration. Writes nothing. */

import { type CatalogueCounts, validateAll } from '../../catalogue/validate-all.ts';
import { countOf, showCount } from '../../report/count.ts';
import { countFiles, problemsToJson, shownPath, sortProblems } from '../../report/problems.ts';
import { loadConfig } from '../../site/config/load-config.ts';
import type { Project } from '../project.ts';
import { withProgress } from './progress.ts';
import { EXIT, explainMissingData, printJson, printProblems } from './report.ts';

export interface ValidateOptions extends Pick<Project, 'data' | 'config'> {
  /** Warnings count as problems. */
  readonly strict?: boolean;
  readonly json?: boolean;
  readonly quiet?: boolean;
}

/** Runs the checks. Returns the exit status. */
export async function validateCommand(options: ValidateOptions): Promise<number> {
  const validated = await withProgress(options.quiet, ({ update }) =>
    validateAll(options.data, { onProgress: update }),
  );
  const found = sortProblems([...validated.problems, ...loadConfig(options.config).problems]);
  const problems = explainMissingData(found, options.data);
  const warnings = validated.locate(validated.warnings);
  const isValid = problems.length === 0 && !(options.strict && warnings.length > 0);
  const status = isValid ? EXIT.clean : EXIT.problems;
  if (options.json) {
    const filesWithProblems = countFiles(problems);
    const counts = { problems: problems.length, filesWithProblems, warnings: warnings.length, ...validated.counts };
    printJson(isValid, counts, { problems: problemsToJson(problems), warnings: problemsToJson(warnings) });
    return status;
  }
  printProblems(options.quiet && !options.strict ? problems : [...warnings, ...problems]);
  if (!options.quiet && isValid && validated.counts) {
    process.stdout.write(`${shownPath(options.data)} is valid: ${countsText(validated.counts)}\n`);
  }
  return status;
}

/** `670 event versions in 18 catalogs, …`. */
export function countsText(counts: CatalogueCounts): string {
  return (
    `${countOf(counts.eventVersions, 'event version')} in ${countOf(counts.catalogs, 'catalog')}, ` +
    `${countOf(counts.strainFiles, 'strain file')} in ${countOf(counts.datasets, 'dataset')}, ` +
    `${showCount(counts.statistics)} with statistics, ` +
    `${countOf(counts.eventStrainFiles, 'event strain file')}, ${countOf(counts.segments, 'segment')}.`
  );
}

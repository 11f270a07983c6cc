/**
 * `stillwave validate`: checks the data folder, its statistics and the configuration, and writes nothing.
 *
 * Out: exit status 0 (clean) or 1 (problems). Summary to stdout, problems to stderr; with `--json` one object to stdout.
 */
import { printableJson } from '../catalogue/files/printable.ts';
import { formatProblems, problemsToJson, shownPath, sortProblems, wantsColor } from '../catalogue/files/problems.ts';
import { type Counts, validateAll } from '../catalogue/validate-all.ts';
import { loadConfig } from '../site/config/load-config.ts';
import { createProgress } from './progress.ts';

export interface ValidateOptions {
  /** Path of the data folder. */
  readonly data: string;
  /** Path of the configuration; null where there is none. */
  readonly config: string | null;
  readonly json?: boolean;
  readonly quiet?: boolean;
}

/** Runs the checks. Out: the exit status. */
export async function validateCommand(options: ValidateOptions): Promise<number> {
  const progress = createProgress(options.quiet);
  const validated = validateAll(options.data, progress.update);
  progress.end();
  const problems = sortProblems([...validated.problems, ...loadConfig(options.config).problems]);
  const isValid = problems.length === 0;
  if (options.json) {
    const result = { valid: isValid, counts: validated.counts, problems: problemsToJson(problems) };
    process.stdout.write(printableJson(result));
    return isValid ? 0 : 1;
  }
  process.stderr.write(formatProblems(problems, { color: wantsColor(process.stderr) }));
  if (!options.quiet && isValid && validated.counts) {
    process.stdout.write(`${shownPath(options.data)} is valid: ${countsText(validated.counts)}\n`);
  }
  return isValid ? 0 : 1;
}

function countsText(counts: Counts): string {
  const show = (count: number, one: string, many = `${one}s`): string =>
    `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;
  return (
    `${show(counts.eventVersions, 'event version')} in ${show(counts.catalogs, 'catalog')}, ` +
    `${show(counts.strainFiles, 'strain file')} in ${show(counts.datasets, 'dataset')}, ` +
    `${counts.statistics.toLocaleString('en-US')} with statistics, ` +
    `${show(counts.eventStrainFiles, 'event strain file')}, ${show(counts.segments, 'segment')}.`
  );
}

/** `stillwave validate`: checks the data folder, its statistics and the configuration. Writes nothing. */
import { Option } from 'commander';
import { checkFolder, readDataFolder, toProblems } from '../../catalogue/load.ts';
import { countFilesWithProblems, problemsToJson, shownPath, sortProblems } from '../../report/problems.ts';
import { loadConfig } from '../../site/config/load-config.ts';
import type { CommandDefinition } from '../define.ts';
import { CONFIG, DATA, JSON_OUTPUT, QUIET } from '../options.ts';
import { withProgress } from '../progress.ts';
import { type Flags, type Project, withProject } from '../project.ts';
import { describeCounts, EXIT, note, printJson, printProblems } from '../report.ts';

interface ValidateOptions extends Pick<Project, 'data' | 'config'> {
  /** Warnings count as problems. */
  readonly strict?: boolean;
  readonly json?: boolean;
  readonly quiet?: boolean;
}

/** Runs the checks. Returns the exit status. */
export async function validateCommand(options: ValidateOptions): Promise<number> {
  const { folder, ...validated } = await withProgress(options.quiet, ({ update }) => {
    const folder = readDataFolder(options.data, { onProgress: update });
    return { folder, ...checkFolder(folder, update) };
  });
  const problems = sortProblems([...validated.problems, ...loadConfig(options.config).problems]);
  const warnings = toProblems(folder, validated.warnings);
  const isValid = problems.length === 0 && !(options.strict && warnings.length > 0);
  const status = isValid ? EXIT.clean : EXIT.problems;
  if (options.json) {
    const filesWithProblems = countFilesWithProblems(problems);
    const counts = { problems: problems.length, filesWithProblems, warnings: warnings.length, ...validated.counts };
    printJson(isValid, counts, { problems: problemsToJson(problems), warnings: problemsToJson(warnings) });
    return status;
  }
  printProblems(options.quiet && !options.strict ? problems : [...warnings, ...problems]);
  if (!options.quiet && validated.isPartial)
    note('More checks follow when these problems are mended: checks against a file with problems were skipped.');
  if (!options.quiet && isValid && validated.counts) {
    process.stdout.write(`${shownPath(options.data)} is valid: ${describeCounts(validated.counts)}\n`);
  }
  return status;
}

export const command: CommandDefinition = {
  description:
    'Checks every data file, the statistics and the configuration. Reports all problems, and warns about implausible values. While a file does not match its schema, its values and references are not checked: more checks follow when these problems are mended. Writes nothing.',
  options: [DATA, CONFIG, new Option('--strict', 'count warnings as problems'), JSON_OUTPUT, QUIET],
  examples: ['validate', 'validate --strict', 'validate --data my-catalogue --json'],
  status: '0 clean, 1 problems (with --strict also warnings), 2 wrong usage. Codes are explained in docs/errors.md.',
  run: (flags: Flags<ValidateOptions>) => validateCommand(withProject(flags)),
};

#!/usr/bin/env node
/**
 * The command line: flags -> command -> exit status. Each command is loaded when it runs, so that `--help` and quick commands
 * start fast.
 *
 * Exit status: 0 clean, 1 the data have problems, 2 wrong usage or a fault of our own (its stack is shown with DEBUG set).
 * Results go to stdout, problems to stderr.
 */
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Argument, Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import type { ImportKind } from './commands/import.ts';

const DEFAULT_CONFIG_FILE = 'stillwave.config.yaml';

/** Told by `createProgram` what the exit status of the command is. */
export type SetExitStatus = (status: number) => void;

const dataOption = (): Option => new Option('--data <folder>', 'folder of the data files').default('data');
const jsonOption = (): Option => new Option('--json', 'print one JSON object in place of text');
const quietOption = (): Option => new Option('--quiet', 'print problems only');

/** The given configuration file, or the usual one where it exists; null where there is none. */
export function configPath(given: string | undefined): string | null {
  return given ?? (existsSync(DEFAULT_CONFIG_FILE) ? DEFAULT_CONFIG_FILE : null);
}

function readVersion(): string {
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}

function addValidate(program: Command, setExitStatus: SetExitStatus): void {
  program
    .command('validate')
    .summary('check the data files and the configuration')
    .description(
      'Checks every data file, the statistics and the configuration, reports all problems, and writes nothing.',
    )
    .addOption(dataOption())
    .option('--config <file>', `configuration file (default: ${DEFAULT_CONFIG_FILE} where there is one)`)
    .addOption(jsonOption())
    .addOption(quietOption())
    .addHelpText(
      'after',
      `
Examples:
  stillwave validate
  stillwave validate --data my-catalogue --json

Exit status: 0 clean, 1 problems, 2 wrong usage. The codes of problems are explained in docs/errors.md.`,
    )
    .action(async (flags: { data: string; config?: string; json?: boolean; quiet?: boolean }) => {
      const { validateCommand } = await import('./commands/validate.ts');
      setExitStatus(await validateCommand({ ...flags, config: configPath(flags.config) }));
    });
}

function addImport(program: Command, setExitStatus: SetExitStatus): void {
  // Written out here, so that help does not load the command; the type keeps both the same.
  const kinds: readonly ImportKind[] = ['event-versions', 'strain-files', 'strain-statistics'];
  program
    .command('import')
    .summary('merge facts from a CSV file into the data files')
    .description('Merges a CSV file into the data folder. Comments written by hand stay; no value is replaced unasked.')
    .addArgument(new Argument('<kind>', 'what the rows are').choices(kinds))
    .argument('<csv>', 'CSV file with a header')
    .addOption(dataOption())
    .option('--overwrite', 'replace values that are there and differ')
    .option('--dry-run', 'report what would happen, write nothing')
    .addOption(jsonOption())
    .addOption(quietOption())
    .addHelpText(
      'after',
      `
Examples:
  stillwave import event-versions new-release.csv --dry-run
  stillwave import strain-files o4b.csv
  stillwave import strain-statistics o4b-statistics.csv --overwrite

Exit status:
  0  everything is merged, or was there already
  1  rows were left out because they have problems (the others are merged), or nothing was written
     because a value would be replaced without --overwrite, or the files have problems
  2  wrong usage`,
    )
    .action(
      async (
        kind: ImportKind,
        csv: string,
        flags: { data: string; overwrite?: boolean; dryRun?: boolean; json?: boolean; quiet?: boolean },
      ) => {
        const { importCommand } = await import('./commands/import.ts');
        setExitStatus(await importCommand({ ...flags, kind, csv }));
      },
    );
}

/** The program with all its commands. `setExitStatus` is called with what the command returns. */
export function createProgram(setExitStatus: SetExitStatus): Command {
  const program = new Command('stillwave')
    .description('Turns a gravitational-wave catalogue into a static site that answers the GWOSC API v2.')
    .version(readVersion(), '--version', 'print the version')
    .helpOption('--help', 'print this help')
    .showHelpAfterError('(--help lists commands and options)')
    .addHelpText(
      'after',
      `
Examples:
  stillwave validate
  stillwave import event-versions new-release.csv

Exit status: 0 clean, 1 the data have problems, 2 wrong usage or a fault.`,
    );
  addValidate(program, setExitStatus);
  addImport(program, setExitStatus);
  return program;
}

/** Runs a command line (`argv` as in `process.argv`). Out: the exit status. */
export async function run(argv: readonly string[]): Promise<number> {
  let status = 0;
  const program = createProgram((given) => {
    status = given;
  });
  for (const command of [program, ...program.commands]) command.exitOverride();
  try {
    await program.parseAsync([...argv]);
    return status;
  } catch (error) {
    // Help and version end the program through an error of status 0; commander has printed the others.
    if (error instanceof CommanderError || error instanceof InvalidArgumentError) return error.exitCode === 0 ? 0 : 2;
    const message = error instanceof Error ? error.message : String(error);
    process.stderr.write(`stillwave: ${message}\n`);
    if (process.env.DEBUG && error instanceof Error) process.stderr.write(`${error.stack ?? ''}\n`);
    else process.stderr.write('Set DEBUG=1 for the stack.\n');
    return 2;
  }
}

/** True where this file is the program, not a module of a test; npm starts it through a link. */
function isMain(): boolean {
  const started = process.argv[1];
  return started !== undefined && existsSync(started) && realpathSync(started) === fileURLToPath(import.meta.url);
}

if (isMain()) process.exitCode = await run(process.argv);

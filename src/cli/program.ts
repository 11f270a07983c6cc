/**
 * The command line: parses the flags, runs the command, and sets the exit status. Only the command that is run is loaded, so short
 * commands start quickly.
 *
 * Exit status: 0 clean, 1 the data have problems, 2 incorrect usage or a bug (DEBUG shows the stack trace).
 * Results go to stdout, problems to stderr.
 */
import { Command, CommanderError } from 'commander';
import { painter, painterOf, wantsColor } from '../report/color.ts';
import { ExpectedError } from '../report/expected-error.ts';
import { printable } from '../report/printable.ts';
import { addCommand, type CommandDefinition } from './define.ts';
import { InterruptedError, reportInterrupt } from './interrupt.ts';
import { PACKAGE_VERSION } from './package-files.ts';
import { checkWorkingFolder } from './project.ts';
import { EXIT, fail } from './report.ts';

/** The commands, in the order in which `--help` lists them. */
const COMMANDS: Readonly<Record<string, () => Promise<{ readonly command: CommandDefinition }>>> = {
  init: () => import('./commands/init.ts'),
  build: () => import('./commands/build.ts'),
  verify: () => import('./commands/verify.ts'),
  diff: () => import('./commands/diff.ts'),
  dev: () => import('./commands/dev.ts'),
  serve: () => import('./commands/serve.ts'),
  validate: () => import('./commands/validate.ts'),
  import: () => import('./commands/import.ts'),
  harvest: () => import('./commands/harvest.ts'),
  explain: () => import('./commands/explain.ts'),
  host: () => import('./commands/host.ts'),
  check: () => import('./commands/check.ts'),
};

/**
 * The program with the command that `name` names, or with all commands if there is none, for help and misspellings. `setExitStatus` is
 * called with the command's exit status.
 */
export async function createProgram(
  name: string | undefined,
  setExitStatus: (status: number) => void,
): Promise<Command> {
  const program = new Command('stillwave')
    .description('Turns a gravitational-wave catalogue into a static site that answers the GWOSC API v2.')
    .version(PACKAGE_VERSION, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .configureHelp({ styleTitle: (title) => painter(true)('heading', title) })
    .configureOutput({
      // Commander strips colours where these return false.
      getOutHasColors: () => wantsColor(process.stdout),
      getErrHasColors: () => wantsColor(process.stderr),
      outputError: (text, write) => write(text.replace(/^error:/, painterOf(process.stderr)('bad', 'error:'))),
    })
    .showHelpAfterError('(--help lists commands and options)')
    .addHelpText(
      'after',
      `
Examples:
  stillwave init my-catalogue
  stillwave dev
  stillwave validate
  stillwave build
  stillwave serve

Exit status: 0 clean, 1 the data have problems, 2 wrong usage or another failure.`,
    );
  program.hook('preAction', checkWorkingFolder);
  const named = name !== undefined && Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  const modules = await Promise.all((named ? [named] : Object.values(COMMANDS)).map((load) => load()));
  for (const { command } of modules) addCommand(program, command, setExitStatus);
  return program;
}

/** Runs a command line (`argv` as in `process.argv`). Returns the exit status. */
export async function run(argv: readonly string[]): Promise<number> {
  let status = 0;
  try {
    const program = await createProgram(argv[2], (given) => {
      status = given;
    });
    for (const command of [program, ...program.commands]) command.exitOverride();
    await program.parseAsync([...argv]);
    return status;
  } catch (error) {
    // Help and version throw an error with status 0; commander has already printed any other error.
    if (error instanceof CommanderError) {
      return error.exitCode === 0 ? EXIT.clean : EXIT.usage;
    }
    if (error instanceof ExpectedError) return fail(error.message);
    if (error instanceof InterruptedError) return reportInterrupt(error);
    const message = error instanceof Error ? error.message : String(error);
    process.stderr.write(`${painterOf(process.stderr)('bad', 'stillwave:')} ${printable(message)}\n`);
    if (process.env.DEBUG && error instanceof Error) process.stderr.write(`${error.stack ?? ''}\n`);
    else process.stderr.write('Set DEBUG=1 to see the stack trace.\n');
    return EXIT.usage;
  }
}

/** Runs this process's command line, and sets the exit status. */
export async function main(): Promise<void> {
  // The reader of a pipe may stop early, as `head` does.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE')
      process.stderr.write(`stillwave: standard output cannot be written: ${error.message}\n`);
    process.exit(error.code === 'EPIPE' ? 0 : 2);
  });
  // Losing standard error does not affect the exit status.
  process.stderr.on('error', () => {});
  process.exitCode = await run(process.argv);
}

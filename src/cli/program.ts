/**
 * The command line: parses the flags, runs the command, and sets the exit status. Only this command is loaded, so that short commands
 * start quickly.
 *
 * Exit status: 0 clean, 1 the data have problems, 2 incorrect usage or another failure (DEBUG shows the stack trace).
 * Results go to stdout, problems to stderr.
 */
import { Command, CommanderError } from 'commander';
import { painter, painterOf, wantsColor } from '../report/color.ts';
import { ExpectedError } from '../report/expected-error.ts';
import { printable } from '../report/printable.ts';
import { type CommandDefinition, defineCommand } from './define.ts';
import { InterruptedError, reportInterrupt } from './interrupt.ts';
import { PACKAGE_VERSION } from './package-files.ts';
import { checkWorkingFolder } from './project.ts';
import { EXIT, fail } from './report.ts';

/** The commands, in the order in which `--help` lists them. */
const COMMANDS: Readonly<
  Record<string, { readonly summary: string; load(): Promise<{ readonly command: CommandDefinition }> }>
> = {
  init: { summary: 'create a new catalogue', load: () => import('./commands/init.ts') },
  build: { summary: 'build the site', load: () => import('./commands/build.ts') },
  verify: { summary: 'check every file of a site', load: () => import('./commands/verify.ts') },
  diff: { summary: 'show what changed between two releases', load: () => import('./commands/diff.ts') },
  dev: { summary: 'serve the catalogue while you edit it', load: () => import('./commands/dev.ts') },
  serve: { summary: 'serve the site and answer every query', load: () => import('./commands/serve.ts') },
  validate: { summary: 'check the data files and the configuration', load: () => import('./commands/validate.ts') },
  import: {
    summary: 'merge a CSV file or a community catalog into the data files',
    load: () => import('./commands/import.ts'),
  },
  harvest: {
    summary: 'merge the content of a live API v2 service into the data files',
    load: () => import('./commands/harvest.ts'),
  },
  explain: { summary: 'show how a request is understood and answered', load: () => import('./commands/explain.ts') },
  host: { summary: 'write the configuration of a host', load: () => import('./commands/host.ts') },
  check: { summary: 'check a live site against the contract', load: () => import('./commands/check.ts') },
};

/**
 * The program. A command that is among `words` is loaded; the others have a name and a summary only. `setExitStatus` is called with the
 * exit status of the command that has run.
 */
export async function createProgram(
  words: readonly string[],
  setExitStatus: (status: number) => void = () => {},
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
  for (const [name, { summary, load }] of Object.entries(COMMANDS)) {
    const command = program.command(name).summary(summary);
    if (words.includes(name)) defineCommand(command, (await load()).command, setExitStatus);
  }
  return program;
}

/** Runs a command line (`argv` as in `process.argv`). Returns the exit status. */
export async function run(argv: readonly string[]): Promise<number> {
  let status = 0;
  try {
    // The second word names a command in `help build`.
    const program = await createProgram(argv.slice(2, 4), (given) => {
      status = given;
    });
    for (const command of [program, ...program.commands]) command.exitOverride();
    await program.parseAsync([...argv]);
    return status;
  } catch (error) {
    // Help and version throw an error with status 0; commander has already printed any other error.
    if (error instanceof CommanderError) {
      return error.exitCode === 0 ? EXIT.clean : EXIT.failed;
    }
    if (error instanceof ExpectedError) return fail(error.message);
    if (error instanceof InterruptedError) return reportInterrupt(error);
    const message = error instanceof Error ? error.message : String(error);
    process.stderr.write(`${painterOf(process.stderr)('bad', 'stillwave:')} ${printable(message)}\n`);
    if (process.env.DEBUG && error instanceof Error) process.stderr.write(`${error.stack ?? ''}\n`);
    else process.stderr.write('Set DEBUG=1 to see the stack trace.\n');
    return EXIT.failed;
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

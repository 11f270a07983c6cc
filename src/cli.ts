#!/usr/bin/env node
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Command, CommanderError, InvalidArgumentError } from 'commander';
/**
 * The command line: flags -> command -> exit status. Each command is loaded when it runs, so that `--help` and quick commands
 * start fast.
 *
 * Exit status: 0 clean, 1 the data have problems, 2 wrong usage or a fault of our own (its stack is shown with DEBUG set).
 * Results go to stdout, problems to stderr.
 */
import { painter, painterOf, wantsColor } from './catalogue/files/color.ts';
import { printable } from './catalogue/files/printable.ts';
import { addCompletion } from './cli/completion.ts';
import { addBuild, addHarvest, addImport, addValidate } from './cli/data-commands.ts';
import { addCheck, addHost, addServe } from './cli/host-commands.ts';
import type { SetExitStatus } from './cli/options.ts';
import { addDiff, addExplain, addVerify } from './cli/site-commands.ts';

function readVersion(): string {
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}

/** The program with all its commands. `setExitStatus` is called with what the command returns. */
export function createProgram(setExitStatus: SetExitStatus): Command {
  const program = new Command('stillwave')
    .description('Turns a gravitational-wave catalogue into a static site that answers the GWOSC API v2.')
    .version(readVersion(), '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .configureHelp({ styleTitle: (title) => painter(true)('heading', title) })
    .configureOutput({
      // Commander takes colours out of what it writes to a stream that does not get them.
      getOutHasColors: () => wantsColor(process.stdout),
      getErrHasColors: () => wantsColor(process.stderr),
      outputError: (text, write) => write(text.replace(/^error:/, painterOf(process.stderr)('bad', 'error:'))),
    })
    .showHelpAfterError('(--help lists commands and options)')
    .addHelpText(
      'after',
      `
Examples:
  stillwave validate
  stillwave build
  stillwave serve

Exit status: 0 clean, 1 the data have problems, 2 wrong usage or a fault.`,
    );
  addBuild(program, setExitStatus);
  addVerify(program, setExitStatus);
  addDiff(program, setExitStatus);
  addServe(program, setExitStatus);
  addValidate(program, setExitStatus);
  addImport(program, setExitStatus);
  addHarvest(program, setExitStatus);
  addExplain(program, setExitStatus);
  addHost(program, setExitStatus);
  addCheck(program, setExitStatus);
  addCompletion(program);
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
    process.stderr.write(`${painterOf(process.stderr)('bad', 'stillwave:')} ${printable(message)}\n`);
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

if (isMain()) {
  // Whoever reads the output may stop, as `head` does; then there is nobody left to tell.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE')
      process.stderr.write(`stillwave: standard output cannot be written: ${error.message}\n`);
    process.exit(error.code === 'EPIPE' ? 0 : 2);
  });
  // What is said on the way has no say in how it ends.
  process.stderr.on('error', () => {});
  process.exitCode = await run(process.argv);
}

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
import { Argument, Command, CommanderError, InvalidArgumentError } from 'commander';
import {
  baseUrlOption,
  configOption,
  configPath,
  dataOption,
  jsonOption,
  layoutOption,
  linksOption,
  quietOption,
} from './cli-options.ts';
import type { BuildCommandOptions } from './commands/build.ts';
import type { CheckOptions } from './commands/check.ts';
import type { DiffOptions } from './commands/diff.ts';
import type { ExplainOptions } from './commands/explain.ts';
import type { HostOptions } from './commands/host.ts';
import type { ImportKind } from './commands/import.ts';
import type { ServeOptions } from './commands/serve.ts';
import type { VerifyOptions } from './commands/verify.ts';

/** Told by `createProgram` what the exit status of the command is. */
export type SetExitStatus = (status: number) => void;

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
    .addOption(configOption())
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

/** A whole number between two bounds, for commander. */
function wholeNumber(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = /^[0-9]+$/.test(text) ? Number(text) : Number.NaN;
    if (value >= least && value <= most) return value;
    throw new InvalidArgumentError(`It must be a whole number from ${least} to ${most}.`);
  };
}

function addBuild(program: Command, setExitStatus: SetExitStatus): void {
  program
    .command('build')
    .summary('build the site')
    .description('Checks the data and writes the site. Files whose content stays the same are not touched.')
    .addOption(dataOption())
    .option('--out <folder>', 'folder of the site', 'dist')
    .addOption(baseUrlOption('prefix of every link (default: as configured)'))
    .addOption(layoutOption())
    .addOption(linksOption())
    .option('--compress', 'write .gz and .br copies beside page files and packs')
    .addOption(configOption())
    .option('--force', 'write every file again, also those that a previous build wrote')
    .option('--durable', 'wait until the disk has every file before the new release takes its place')
    .addOption(jsonOption())
    .addOption(quietOption())
    .addHelpText(
      'after',
      `
Examples:
  stillwave build
  stillwave build --layout packs --base-url https://catalogue.example/gw
  stillwave build --data my-catalogue --out /srv/site

A build that is cut off leaves the old release in place, or the next command finishes the new one.

Exit status: 0 built or nothing to do, 1 the data have problems (the site is as it was), 2 wrong usage or a fault,
129, 130 or 143 ended by SIGHUP, SIGINT (Ctrl-C) or SIGTERM (the site is as it was).`,
    )
    .action(async ({ config, ...flags }: Omit<BuildCommandOptions, 'config'> & { config?: string }) => {
      const { buildCommand } = await import('./commands/build.ts');
      setExitStatus(await buildCommand({ ...flags, config: configPath(config) }));
    });
}

function addVerify(program: Command, setExitStatus: SetExitStatus): void {
  program
    .command('verify')
    .summary('check every file of a site')
    .description(
      'Checks every file against manifest.json, every pack against its name and release.json against both. Finishes first what an interrupted build left.',
    )
    .argument('[folder]', 'folder of the site', 'dist')
    .addOption(jsonOption())
    .addOption(quietOption())
    .addHelpText(
      'after',
      `
Examples:
  stillwave verify
  stillwave verify /srv/site --json

Exit status: 0 sound (files that are not the site's are listed), 1 files are missing, cut or changed, 2 there is no site.`,
    )
    .action(async (root: string, flags: Omit<VerifyOptions, 'root'>) => {
      const { verifyCommand } = await import('./commands/verify.ts');
      setExitStatus(await verifyCommand({ root, ...flags }));
    });
}

function addDiff(program: Command, setExitStatus: SetExitStatus): void {
  program
    .command('diff')
    .summary('show what changed between two releases')
    .description(
      'Compares two sites: event versions with old and new values, strain files by dataset and detector, and files. With manifest.json files in place of folders, files only.',
    )
    .argument('<old>', 'folder of a site, or a manifest.json')
    .argument('<new>', 'folder of a site, or a manifest.json')
    .option('--purge', 'print what a cache has to forget: URLs, and prefixes of URLs ending in *')
    .addOption(jsonOption())
    .addOption(quietOption())
    .addHelpText(
      'after',
      `
Examples:
  stillwave diff /srv/site dist
  stillwave diff published-manifest.json dist/manifest.json --json
  stillwave diff /srv/site dist --purge

Exit status: 0 compared, whether they differ or not, 2 one of the two cannot be compared.`,
    )
    .action(async (old: string, next: string, flags: Omit<DiffOptions, 'old' | 'new'>) => {
      const { diffCommand } = await import('./commands/diff.ts');
      setExitStatus(await diffCommand({ old, new: next, ...flags }));
    });
}

function addServe(program: Command, setExitStatus: SetExitStatus): void {
  program
    .command('serve')
    .summary('serve the site, every query included')
    .description('Answers the API from the packs of a site. A new release in the folder is picked up within a second.')
    .option('--root <folder>', 'folder of the site', 'dist')
    .option('--port <number>', 'port; 0 takes a free one', wholeNumber(0, 65535), 8000)
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .addOption(baseUrlOption("prefix of every link (default: the server's own address)"))
    .option('--cache-mb <number>', 'MiB of packs kept in memory', wholeNumber(1, 1_000_000), 128)
    .option('--log', 'write a line for each request to standard output')
    .addOption(quietOption())
    .addHelpText(
      'after',
      `
Examples:
  stillwave serve
  stillwave serve --root /srv/site --host 0.0.0.0 --port 80 --base-url https://catalogue.example

Exit status: 0 ended by SIGTERM or SIGINT, 2 cannot start.`,
    )
    .action(async (flags: ServeOptions) => {
      const { serve } = await import('./commands/serve.ts');
      setExitStatus(await serve(flags));
    });
}

function addExplain(program: Command, setExitStatus: SetExitStatus): void {
  program
    .command('explain')
    .summary('show how a request is understood and answered')
    .description(
      'Shows the canonical query, the entries it selects, the packs and the page file they are in, and the headers.',
    )
    .argument('<url>', 'URL, or a path below the base URL')
    .option('--root <folder>', 'folder of the site', 'dist')
    .option('--method <method>', 'request method', 'GET')
    .addOption(jsonOption())
    .addHelpText(
      'after',
      `
Examples:
  stillwave explain "/api/v2/strain-files?detector=H1&start=1126259462&stop=1126259462"
  stillwave explain "/api/v2/event-versions?release=GWTC-5.0&min-far=1e-3"

Exit status: 0 explained, 2 there is no site.`,
    )
    .action(async (url: string, flags: Omit<ExplainOptions, 'url'>) => {
      const { explain } = await import('./commands/explain.ts');
      setExitStatus(await explain({ url, ...flags }));
    });
}

function addHost(program: Command, setExitStatus: SetExitStatus): void {
  program
    .command('host')
    .summary('write the configuration of a host')
    .description(
      'Prints the files that make a host serve the site, or writes them. Without a name: what each host can do.',
    )
    .argument('[name]', 'the host, such as nginx')
    .option('--root <folder>', 'folder of the site', 'dist')
    .option('--out <path>', 'folder, or file, to write to (default: standard output)')
    .option('--upstream <url>', 'a Stillwave request handler that answers what this host cannot')
    .addOption(jsonOption())
    .addHelpText(
      'after',
      `
Examples:
  stillwave host
  stillwave host nginx --root /srv/site --out /etc/nginx/conf.d
  stillwave host caddy --upstream http://127.0.0.1:8001

Exit status: 0 written, 2 there is no such host, no site, or nowhere to write to.`,
    )
    .action(async (name: string | undefined, flags: Omit<HostOptions, 'name'>) => {
      const { hostCommand } = await import('./commands/host.ts');
      setExitStatus(await hostCommand({ name, ...flags }));
    });
}

function addCheck(program: Command, setExitStatus: SetExitStatus): void {
  program
    .command('check')
    .summary('check that a live site answers as the contract says')
    .description('Sends the conformance cases to a live URL and prints what each gave. Nothing local is read.')
    .argument('<base-url>', 'base URL of the site, such as https://catalogue.example/gw')
    .option('--host <name>', 'the host that serves it; what this host cannot do is skipped, with the reason')
    .addOption(jsonOption())
    .option('--quiet', 'print differences only')
    .addHelpText(
      'after',
      `
Examples:
  stillwave check http://localhost:8000
  stillwave check https://catalogue.example/gw --host nginx --quiet

Exit status: 0 all as it should be, 1 an answer differs, 2 wrong usage, or nothing answers.`,
    )
    .action(async (url: string, flags: Omit<CheckOptions, 'url'>) => {
      const { check } = await import('./commands/check.ts');
      setExitStatus(await check({ url, ...flags }));
    });
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
  addExplain(program, setExitStatus);
  addHost(program, setExitStatus);
  addCheck(program, setExitStatus);
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

if (isMain()) {
  // Whoever reads the output may stop, as `head` does; then there is nobody left to tell.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 2));
  process.exitCode = await run(process.argv);
}

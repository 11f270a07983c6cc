/** Commands for hosting a site: dev, serve, host, check. */

import { Argument, type Command, InvalidArgumentError, Option } from 'commander';
import type { CheckOptions } from './commands/check.ts';
import type { DevOptions } from './commands/dev.ts';
import type { HostOptions } from './commands/host.ts';
import type { ServeOptions } from './commands/serve.ts';
import {
  baseUrlOption,
  configOption,
  dataOption,
  fileLinksOption,
  jsonOption,
  quietOption,
  type SetExitStatus,
  siteOption,
} from './options.ts';
import { type Flags, withProject } from './project.ts';

/** Repeated here because help should not load the hosts; a test compares both. */
const HOST_NAMES: readonly string[] = [
  'nginx',
  'caddy',
  'apache',
  'node',
  'container',
  'cloudflare',
  'deno',
  'netlify',
  'service-worker',
  'serve',
];

/** Parses a whole number between two bounds, for commander. */
function wholeNumber(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = /^[0-9]+$/.test(text) ? Number(text) : Number.NaN;
    if (value >= least && value <= most) return value;
    throw new InvalidArgumentError(`It must be a whole number from ${least} to ${most}.`);
  };
}

const portOption = (): Option =>
  new Option('--port <number>', 'port; 0 picks a free one').argParser(wholeNumber(0, 65535)).default(8000);

const addressOption = (): Option => new Option('--host <address>', 'address to listen on').default('127.0.0.1');

/** `stillwave dev` */
export function addDev(program: Command, setExitStatus: SetExitStatus): void {
  program
    .command('dev')
    .summary('serve the catalogue while you edit it')
    .description(
      'Checks and serves the data after each save, and reloads the page. Problems are shown here and on the page, which keeps showing the last valid data. Writes only to a temporary folder, which is removed at the end.',
    )
    .addOption(dataOption())
    .addOption(configOption())
    .addOption(fileLinksOption())
    .addOption(portOption())
    .addOption(addressOption())
    .addOption(quietOption())
    .addHelpText(
      'after',
      `
Examples:
  stillwave dev
  stillwave dev --data catalogue/data --port 8080

Exit status: 0 ended by Ctrl-C or another signal, 2 cannot start;
129, 130 or 143 ended by SIGHUP, SIGINT (Ctrl-C) or SIGTERM before it served anything.`,
    )
    .action(async (flags: Flags<DevOptions>) => {
      const { dev } = await import('./commands/dev.ts');
      setExitStatus(await dev(withProject(flags)));
    });
}

/** `stillwave serve` */
export function addServe(program: Command, setExitStatus: SetExitStatus): void {
  program
    .command('serve')
    .summary('serve the site and answer every query')
    .description(
      'Answers the API from the packs of a site. A new release in the folder is picked up within a second. In a folder without a site, data or a configuration, it serves the catalogue that comes with Stillwave.',
    )
    .addOption(siteOption())
    .addOption(
      new Option('--shipped', 'serve the catalogue that comes with Stillwave, whatever is in the folder').conflicts(
        'site',
      ),
    )
    .addOption(fileLinksOption('; with the shipped catalogue').conflicts('site'))
    .addOption(portOption())
    .addOption(addressOption())
    .addOption(baseUrlOption("prefix of every link (default: the server's own address)"))
    .option('--cache-mb <number>', 'MiB of packs kept in memory', wholeNumber(1, 1_000_000), 128)
    .option('--log', 'write a line for each request to standard output')
    .addOption(quietOption())
    .addHelpText(
      'after',
      `
Examples:
  stillwave serve
  stillwave serve --shipped --port 8080
  stillwave serve --site /srv/site --host 0.0.0.0 --port 80 --base-url https://catalogue.example

Exit status: 0 ended by SIGTERM or SIGINT, 2 cannot start.`,
    )
    .action(async (flags: Omit<Flags<ServeOptions>, 'isNamed'>) => {
      const { serve } = await import('./commands/serve.ts');
      setExitStatus(await serve({ ...withProject(flags), isNamed: flags.site !== undefined }));
    });
}

/** `stillwave host` */
export function addHost(program: Command, setExitStatus: SetExitStatus): void {
  program
    .command('host')
    .summary('write the configuration of a host')
    .description(
      'Prints the configuration files for a host, or writes them to a folder. Without a name, lists what each host can do.',
    )
    .addArgument(new Argument('[name]', 'the host').choices(HOST_NAMES))
    .addOption(siteOption())
    .option('--out <folder>', 'folder to write to (default: standard output)')
    .option('--force', 'also replace files that Stillwave did not create or that have been edited')
    .option('--upstream <url>', 'a Stillwave request handler for queries that this host cannot answer')
    .addOption(jsonOption())
    .addHelpText(
      'after',
      `
Examples:
  stillwave host
  stillwave host nginx --site /srv/site --out /etc/nginx/conf.d
  stillwave host caddy --upstream http://127.0.0.1:8001

Exit status: 0 written, 2 unknown host, no site, the folder cannot be written, or a file in it was not created by Stillwave.`,
    )
    .action(async (name: string | undefined, flags: Flags<Omit<HostOptions, 'name'>>) => {
      const { hostCommand } = await import('./commands/host.ts');
      setExitStatus(await hostCommand({ name, ...withProject(flags) }));
    });
}

/** `stillwave check` */
export function addCheck(program: Command, setExitStatus: SetExitStatus): void {
  program
    .command('check')
    .summary('check a live site against the contract')
    .description('Runs the conformance cases against a live URL and prints the results. Reads no local files.')
    .argument('<base-url>', 'base URL of the site, such as https://catalogue.example/gw')
    .addOption(
      new Option(
        '--host <name>',
        'the host that serves the site; cases that it cannot answer are skipped, with the reason',
      ).choices(HOST_NAMES),
    )
    .addOption(jsonOption())
    .option('--verbose', 'print every case')
    .option('--quiet', 'print only failures')
    .addHelpText(
      'after',
      `
Examples:
  stillwave check http://localhost:8000
  stillwave check https://catalogue.example/gw --host nginx --quiet

Exit status: 0 all cases passed, 1 some failed, 2 wrong usage, or no response.`,
    )
    .action(async (url: string, flags: Omit<CheckOptions, 'url'>) => {
      const { check } = await import('./commands/check.ts');
      setExitStatus(await check({ url, ...flags }));
    });
}

/** Commands for hosting a site: dev, serve, host, check. */

import { Argument, Option } from 'commander';
import { HOST_NAMES, HOST_PARTS, type HostName } from '../hosts/host-names.ts';
import { LOG_FORMATS } from '../hosts/node/access-log.ts';
import type { CheckOptions } from './commands/check.ts';
import type { DevOptions } from './commands/dev.ts';
import type { HostOptions } from './commands/host.ts';
import type { ServeOptions } from './commands/serve.ts';
import type { CommandDefinition } from './define.ts';
import { baseUrl, CONFIG, compatibility, DATA, JSON_OUTPUT, numberBetween, QUIET, SITE } from './options.ts';
import { type Flags, withProject } from './project.ts';

const wholeNumber = (least: number, most: number) => numberBetween(least, most, /^[0-9]+$/, 'whole number');

const PORT = new Option('--port <number>', 'port; 0 picks a free one').argParser(wholeNumber(0, 65535)).default(8000);

const ADDRESS = new Option('--host <address>', 'address to listen on').default('127.0.0.1');

export const DEV: CommandDefinition = {
  name: 'dev',
  summary: 'serve the catalogue while you edit it',
  description:
    'Checks and serves the data after each save, and reloads the page. Problems are shown in the terminal and on the page, which keeps showing the last valid data. Writes only to a temporary folder, which is removed at the end.',
  options: [DATA, CONFIG, compatibility(), PORT, ADDRESS, QUIET],
  examples: ['dev', 'dev --data catalogue/data --port 8080'],
  status: `0 ended by Ctrl-C or another signal, 2 cannot start;
129, 130 or 143 ended by SIGHUP, SIGINT (Ctrl-C) or SIGTERM before it served anything.`,
  async run(flags: Flags<DevOptions>) {
    const { dev } = await import('./commands/dev.ts');
    return dev(withProject(flags));
  },
};

export const SERVE: CommandDefinition = {
  name: 'serve',
  summary: 'serve the site and answer every query',
  description:
    'Answers the API from the packs of a site. A new release in the folder is picked up within a second. In a folder without a site, data or a configuration, it serves the catalogue that comes with Stillwave.',
  options: [
    SITE,
    DATA,
    CONFIG,
    new Option('--shipped', 'serve the catalogue that comes with Stillwave, from any folder').conflicts('site'),
    new Option('--build', 'build the site first, as configured').conflicts('shipped'),
    compatibility('; with --build or the shipped catalogue'),
    PORT,
    ADDRESS,
    baseUrl("prefix of every link (default: the server's own address)"),
    new Option('--log [format]', 'write a line for each request to standard output, in this format')
      .choices(LOG_FORMATS)
      .preset('combined'),
    new Option(
      '--trust-proxy <addresses...>',
      'addresses or networks of proxies whose X-Forwarded-For names the client in the log',
    ),
    QUIET,
  ],
  examples: [
    'serve',
    'serve --build',
    'serve --shipped --port 8080',
    'serve --site /srv/site --host 0.0.0.0 --port 80 --base-url https://catalogue.example',
  ],
  status: '0 ended by SIGTERM or SIGINT, 2 cannot start.',
  async run(flags: Omit<Flags<ServeOptions>, 'isNamed'>) {
    const { serve } = await import('./commands/serve.ts');
    return serve({ ...withProject(flags), isNamed: flags.site !== undefined });
  },
};

export const HOST: CommandDefinition = {
  name: 'host',
  summary: 'write the configuration of a host',
  description:
    'Prints the configuration files for a host, or writes them to a folder. Without a name, lists what each host can do.',
  arguments: [new Argument('[name]', 'the host').choices(HOST_NAMES)],
  options: [
    SITE,
    new Option('--out <folder>', 'folder to write to (default: standard output)'),
    new Option('--force', 'replace files that differ'),
    new Option('--upstream <url>', 'a Stillwave request handler for queries that this host cannot answer'),
    new Option(
      '--part <part>',
      'one part, for an existing nginx, Caddy or Apache: the settings outside of all servers (http), or inside one of them (server)',
    ).choices(HOST_PARTS),
    JSON_OUTPUT,
  ],
  examples: [
    'host',
    'host nginx --site /srv/site --out /etc/nginx/conf.d',
    'host caddy --upstream http://127.0.0.1:8001',
    'host nginx --site /srv/stillwave --part server --out /etc/nginx/snippets',
  ],
  status: '0 written, 2 unknown host, no site, the folder cannot be written, or a file in it differs.',
  async run(name: HostName | undefined, flags: Flags<Omit<HostOptions, 'name'>>) {
    const { hostCommand } = await import('./commands/host.ts');
    return hostCommand({ name, ...withProject(flags) });
  },
};

export const CHECK: CommandDefinition = {
  name: 'check',
  summary: 'check a live site against the contract',
  description:
    'Sends thousands of requests to a live site, and compares each answer with the answer that its release.json and packs give.',
  arguments: [new Argument('<base-url>', 'base URL of the site, such as https://catalogue.example/gw')],
  options: [
    new Option(
      '--host <name>',
      'the host that serves the site, also if it has an upstream; requests that it has no file for are skipped',
    ).choices(HOST_NAMES),
    new Option('--site <folder>', 'a copy of the site with packs, if the host does not serve them'),
    JSON_OUTPUT,
    new Option('--verbose', 'print every request'),
    new Option('--quiet', 'print only failures'),
  ],
  examples: ['check http://localhost:8000', 'check https://catalogue.example/gw --host nginx --quiet'],
  status: '0 all answers are right, 1 some are wrong, 2 wrong usage, no response, or no packs.',
  async run(url: string, flags: Omit<CheckOptions, 'url'>) {
    const { check } = await import('./commands/check.ts');
    return check({ url, ...flags });
  },
};

/** Commands for a site: build, verify, diff, explain. */

import { Argument, InvalidArgumentError, Option } from 'commander';
import { LAYOUTS, LINK_FORMS } from '../core/contract/paths.ts';
import type { BuildCommandOptions } from './commands/build.ts';
import type { DiffOptions } from './commands/diff.ts';
import type { ExplainOptions } from './commands/explain.ts';
import type { VerifyOptions } from './commands/verify.ts';
import type { CommandDefinition } from './define.ts';
import { baseUrl, CONFIG, compatibility, DATA, JSON_OUTPUT, QUIET, SITE } from './options.ts';
import { type Flags, withProject } from './project.ts';

export const BUILD: CommandDefinition = {
  name: 'build',
  summary: 'build the site',
  description:
    'Checks the data and writes the site. Files with unchanged content are not touched. A site that was built with --base-url, --layout, --links, --compatibility or --compress keeps them when they are not given again.',
  options: [
    DATA,
    SITE,
    baseUrl('prefix of every link (default: as configured)'),
    new Option('--layout <layout>', 'what to write (default: as configured)').choices(LAYOUTS),
    new Option('--links <form>', 'how page files link to each other (default: as configured)').choices(LINK_FORMS),
    compatibility(),
    new Option('--compress', 'also write .gz and .br copies of page files and packs'),
    new Option('--as-configured', 'drop the options of earlier builds, and build what the configuration says'),
    CONFIG,
    new Option(
      '--force',
      'write every file again, including unchanged ones; with --layout packs, remove the pages of the site',
    ),
    new Option('--durable', 'wait until all files are on disk before installing the new release'),
    JSON_OUTPUT,
    QUIET,
  ],
  examples: [
    'build',
    'build --layout packs --base-url https://catalogue.example/gw',
    'build --data my-catalogue --site /srv/site',
  ],
  status: `0 built or nothing to do, 1 the data have problems (the site is unchanged), 2 wrong usage or another failure,
129, 130 or 143 ended by SIGHUP, SIGINT (Ctrl-C) or SIGTERM. The site is unchanged, unless the new release was being
installed: then the installation is completed first.

A killed build leaves the old release in place, or the next command finishes the new one.`,
  async run(flags: Flags<BuildCommandOptions>) {
    const { buildCommand } = await import('./commands/build.ts');
    return buildCommand(withProject(flags));
  },
};

export const VERIFY: CommandDefinition = {
  name: 'verify',
  summary: 'check every file of a site',
  description:
    'Checks every file against manifest.json, every pack against the hash in its name, and release.json against both. Finishes or discards an interrupted build first.',
  options: [SITE, JSON_OUTPUT, QUIET],
  examples: ['verify', 'verify --site /srv/site --json'],
  status: '0 no faults (other files in the folder are listed), 1 files are missing, truncated or modified, 2 no site.',
  async run(flags: Flags<VerifyOptions>) {
    const { verifyCommand } = await import('./commands/verify.ts');
    return verifyCommand(withProject(flags));
  },
};

function readDay(text: string): string {
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.startsWith(text);
  if (!isDay) throw new InvalidArgumentError('Write a day as YYYY-MM-DD.');
  return text;
}

export const DIFF: CommandDefinition = {
  name: 'diff',
  summary: 'show what changed between two releases',
  description:
    'Compares two sites: records with old and new values, the entries of each listing, strain files by dataset and detector, and files. Given two manifest.json files instead of folders, compares only the files.',
  arguments: [
    new Argument('<old>', 'folder of a site, or a manifest.json'),
    new Argument('<new>', 'folder of a site, or a manifest.json'),
  ],
  options: [
    new Option('--format <format>', 'write release notes').choices(['markdown']).conflicts('json'),
    new Option('--date <day>', 'write release notes with this day of the release, YYYY-MM-DD')
      .argParser(readDay)
      .implies({ format: 'markdown' })
      .conflicts('json'),
    JSON_OUTPUT,
    QUIET,
  ],
  examples: [
    'diff /srv/site dist',
    'diff published-manifest.json dist/manifest.json --json',
    'diff /srv/site dist --format markdown --date 2026-03-01 > notes.md',
  ],
  status: '0 compared, even if they differ, 2 they cannot be compared.',
  async run(old: string, next: string, flags: Omit<DiffOptions, 'old' | 'new'>) {
    const { diffCommand } = await import('./commands/diff.ts');
    return diffCommand({ old, new: next, ...flags });
  },
};

export const EXPLAIN: CommandDefinition = {
  name: 'explain',
  summary: 'show how a request is understood and answered',
  description:
    'Shows the canonical query, the entries it selects, the packs and the page file they are in, and the headers.',
  arguments: [new Argument('<url>', 'URL, or a path below the base URL')],
  options: [SITE, JSON_OUTPUT],
  examples: [
    'explain "/api/v2/strain-files?detector=H1&start=1126259462&stop=1126259462"',
    'explain "/api/v2/event-versions?release=GWTC-5.0&min-far=1e-3"',
  ],
  status: '0 explained, 2 there is no site.',
  async run(url: string, flags: Flags<Omit<ExplainOptions, 'url'>>) {
    const { explain } = await import('./commands/explain.ts');
    return explain({ url, ...withProject(flags) });
  },
};

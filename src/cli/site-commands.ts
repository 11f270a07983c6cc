/** Commands about a site that is built: verify, diff, explain. */

import { type Command, Option } from 'commander';
import type { DiffOptions } from './commands/diff.ts';
import type { ExplainOptions } from './commands/explain.ts';
import type { VerifyOptions } from './commands/verify.ts';
import { jsonOption, quietOption, type SetExitStatus, siteOption } from './options.ts';
import { type Flags, withProject } from './project.ts';

/** `stillwave verify` */
export function addVerify(program: Command, setExitStatus: SetExitStatus): void {
  program
    .command('verify')
    .summary('check every file of a site')
    .description(
      'Checks every file against manifest.json, every pack against the hash in its name, and release.json against both. Finishes or discards an interrupted build first.',
    )
    .addOption(siteOption())
    .addOption(jsonOption())
    .addOption(quietOption())
    .addHelpText(
      'after',
      `
Examples:
  stillwave verify
  stillwave verify --site /srv/site --json

Exit status: 0 no faults (other files in the folder are listed), 1 files are missing, truncated or modified, 2 no site.`,
    )
    .action(async (flags: Flags<VerifyOptions>) => {
      const { verifyCommand } = await import('./commands/verify.ts');
      setExitStatus(await verifyCommand(withProject(flags)));
    });
}

/** `stillwave diff` */
export function addDiff(program: Command, setExitStatus: SetExitStatus): void {
  program
    .command('diff')
    .summary('show what changed between two releases')
    .description(
      'Compares two sites: records with old and new values, what each listing answers, strain files by dataset and detector, and files. Given two manifest.json files instead of folders, compares only the files.',
    )
    .argument('<old>', 'folder of a site, or a manifest.json')
    .argument('<new>', 'folder of a site, or a manifest.json')
    .addOption(
      new Option('--format <format>', 'write release notes in Markdown, or JSON').choices(['markdown', 'json']),
    )
    .addOption(jsonOption())
    .addOption(quietOption())
    .addHelpText(
      'after',
      `
Examples:
  stillwave diff /srv/site dist
  stillwave diff published-manifest.json dist/manifest.json --json
  stillwave diff /srv/site dist --format markdown > notes.md

Exit status: 0 compared, even if they differ, 2 they cannot be compared.`,
    )
    .action(async (old: string, next: string, flags: Omit<DiffOptions, 'old' | 'new'>) => {
      const { diffCommand } = await import('./commands/diff.ts');
      setExitStatus(await diffCommand({ old, new: next, ...flags }));
    });
}

/** `stillwave explain` */
export function addExplain(program: Command, setExitStatus: SetExitStatus): void {
  program
    .command('explain')
    .summary('show how a request is understood and answered')
    .description(
      'Shows the canonical query, the entries it selects, the packs and the page file they are in, and the headers.',
    )
    .argument('<url>', 'URL, or a path below the base URL')
    .addOption(siteOption())
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
    .action(async (url: string, flags: Flags<Omit<ExplainOptions, 'url'>>) => {
      const { explain } = await import('./commands/explain.ts');
      setExitStatus(await explain({ url, ...withProject(flags) }));
    });
}

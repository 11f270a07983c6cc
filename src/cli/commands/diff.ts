/** `stillwave diff <old> <new>`: shows the changes between two releases, as text, JSON or Markdown, all with the same content. */
import { Argument, InvalidArgumentError, Option } from 'commander';
import { type Paint, painterOf } from '../../report/color.ts';
import { firstOf } from '../../report/count.ts';
import { printable } from '../../report/printable.ts';
import { diffReleases, type ReleaseDiff, type SiteDiff } from '../../site/diff/diff-releases.ts';
import { type Section, showCounts, toSections } from '../../site/diff/sections.ts';
import { toMarkdown } from '../../site/diff/to-markdown.ts';
import type { CommandDefinition } from '../define.ts';
import { JSON_OUTPUT, QUIET } from '../options.ts';
import { withProgress } from '../progress.ts';
import { EXIT, printJson, showBytes } from '../report.ts';

interface DiffOptions {
  /** Site folders or manifest files. */
  readonly old: string;
  readonly new: string;
  /** Plain text if missing. */
  readonly format?: 'markdown';
  /** The date of the release notes, as YYYY-MM-DD. */
  readonly date?: string;
  readonly json?: boolean;
  readonly quiet?: boolean;
}

const SHOWN = 100;

function sectionText({ heading, lines }: Section, paint: Paint): string {
  const { shown, more } = firstOf(lines, SHOWN, ' (--json shows all)');
  const body = [...shown, ...more].map((line) => `  ${printable(line)}\n`);
  return `${paint('heading', printable(heading))}\n${body.join('')}`;
}

function siteLine({ added, removed, changed, bytesToUpload }: SiteDiff): string {
  return `Files: ${showCounts(added.length, removed.length, changed.length)}; ${showBytes(bytesToUpload)} to upload`;
}

function text({ old, new: next, catalogue, whyNoCatalogue, site }: ReleaseDiff): string {
  const head = old === next ? `Both are release ${old}` : `Release ${old} -> ${next}`;
  const unknown = `Files only: ${whyNoCatalogue}, so event versions and strain files cannot be compared`;
  const body = catalogue ? toSections(catalogue) : [{ heading: unknown, lines: [] }];
  const sections = [{ heading: head, lines: [] }, ...body, { heading: siteLine(site), lines: [] }];
  const paint = painterOf(process.stdout);
  return sections.map((section) => sectionText(section, paint)).join('');
}

function printResultJson(diff: ReleaseDiff): void {
  const { added, removed, changed, bytesToUpload } = diff.site;
  const files = { added: added.length, removed: removed.length, changed: changed.length };
  printJson(true, { files, bytesToUpload }, { ...diff });
}

export async function diffCommand(options: DiffOptions): Promise<number> {
  const diff = await withProgress(options.quiet, ({ update }) =>
    diffReleases(options.old, options.new, (done, total) => update('comparing strain files', done, total)),
  );
  if (options.json) printResultJson(diff);
  else process.stdout.write(options.format === 'markdown' ? toMarkdown(diff, options.date) : text(diff));
  return EXIT.clean;
}

function readDay(text: string): string {
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.startsWith(text);
  if (!isDay) throw new InvalidArgumentError('Write a day as YYYY-MM-DD.');
  return text;
}

export const command: CommandDefinition = {
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
  run: (flags: Omit<DiffOptions, 'old' | 'new'>, old: string, next: string) =>
    diffCommand({ old, new: next, ...flags }),
};

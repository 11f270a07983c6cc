/** `stillwave diff <old> <new>`: shows the changes between two releases, as text, JSON or Markdown, all with the same content. */

import { painterOf } from '../../report/color.ts';
import { firstOf } from '../../report/count.ts';
import { printable } from '../../report/printable.ts';
import { diffReleases, type ReleaseDiff, type SiteDiff } from '../../site/diff/diff-releases.ts';
import { type Section, showCounts, toSections } from '../../site/diff/sections.ts';
import { toMarkdown } from '../../site/diff/to-markdown.ts';
import { withProgress } from './progress.ts';
import { EXIT, printJson, showBytes } from './report.ts';

export interface DiffOptions {
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

function sectionLines({ heading, lines }: Section): string[] {
  const { shown, more } = firstOf(lines, SHOWN, ' (--json shows all)');
  return [heading, ...[...shown, ...more].map((line) => `  ${line}`)];
}

function siteLine({ added, removed, changed, bytesToUpload }: SiteDiff): string {
  return `Files: ${showCounts(added.length, removed.length, changed.length)}; ${showBytes(bytesToUpload)} to upload`;
}

function text({ old, new: next, catalogue, whyNoCatalogue, site }: ReleaseDiff): string {
  const head = old === next ? `Both are release ${old}` : `Release ${old} -> ${next}`;
  const body = catalogue
    ? toSections(catalogue).flatMap(sectionLines)
    : [`Files only: ${whyNoCatalogue}, so event versions and strain files cannot be compared`];
  const paint = painterOf(process.stdout);
  // Unindented lines are headings.
  const lines = [head, ...body, siteLine(site)].map((line) =>
    line.startsWith(' ') ? printable(line) : paint('heading', printable(line)),
  );
  return `${lines.join('\n')}\n`;
}

function printResult(diff: ReleaseDiff): void {
  const { added, removed, changed, bytesToUpload } = diff.site;
  const files = { added: added.length, removed: removed.length, changed: changed.length };
  printJson(true, { files, bytesToUpload }, diff);
}

export async function diffCommand(options: DiffOptions): Promise<number> {
  const diff = await withProgress(options.quiet, ({ update }) =>
    diffReleases(options.old, options.new, (done, total) => update('comparing strain files', done, total)),
  );
  if (options.json) printResult(diff);
  else process.stdout.write(options.format === 'markdown' ? toMarkdown(diff, options.date) : text(diff));
  return EXIT.clean;
}

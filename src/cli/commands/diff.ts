/** `stillwave diff <old> <new>`: shows the changes between two releases, as text, JSON or Markdown, all with the same content. */

import { type Paint, painterOf } from '../../report/color.ts';
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

function printResult(diff: ReleaseDiff): void {
  const { added, removed, changed, bytesToUpload } = diff.site;
  const files = { added: added.length, removed: removed.length, changed: changed.length };
  printJson(true, { files, bytesToUpload }, { ...diff });
}

export async function diffCommand(options: DiffOptions): Promise<number> {
  const diff = await withProgress(options.quiet, ({ update }) =>
    diffReleases(options.old, options.new, (done, total) => update('comparing strain files', done, total)),
  );
  if (options.json) printResult(diff);
  else process.stdout.write(options.format === 'markdown' ? toMarkdown(diff, options.date) : text(diff));
  return EXIT.clean;
}

/**
 * `stillwave diff <old> <new>`: shows the changes between two releases, as text, as JSON, or as release notes in Markdown. All three have
 * the same content.
 *
 * Out: exit status 0 (compared, whether they differ or not), 2 (one of them cannot be compared).
 */

import { painterOf } from '../../report/color.ts';
import { firstOf } from '../../report/count.ts';
import { printable } from '../../report/printable.ts';
import { diffReleases, type ReleaseDiff } from '../../site/diff/diff-releases.ts';
import { FILE_KINDS, fileKind, type SiteDiff } from '../../site/diff/diff-site.ts';
import { NotComparableError } from '../../site/diff/release-side.ts';
import { type Section, showCounts, toSections } from '../../site/diff/sections.ts';
import { toMarkdown } from '../../site/diff/to-markdown.ts';
import { OutputError } from '../../site/install/output-error.ts';
import { EXIT } from './exit.ts';
import { createProgress } from './progress.ts';
import { fail, printJson, showBytes } from './report.ts';

export interface DiffOptions {
  /** Folders of sites, or manifest files. */
  readonly old: string;
  readonly new: string;
  /** Text without it. */
  readonly format?: 'markdown' | 'json';
  /** The same as the format `json`. */
  readonly json?: boolean;
  readonly quiet?: boolean;
}

const SHOWN = 100;

function sectionLines({ heading, lines }: Section): string[] {
  const { shown, more } = firstOf(lines, SHOWN, ' (--json shows all)');
  return [heading, ...[...shown, ...more].map((line) => `  ${line}`)];
}

function siteLines({ added, removed, changed, bytesToUpload }: SiteDiff): string[] {
  const ofKind = (paths: readonly string[], kind: string) => paths.filter((path) => fileKind(path) === kind).length;
  const lines = FILE_KINDS.flatMap((kind) => {
    const numbers = [added, removed, changed].map((paths) => ofKind(paths, kind)) as [number, number, number];
    return numbers.some((count) => count > 0) ? [`  ${kind.padEnd(15)} ${showCounts(...numbers)}`] : [];
  });
  return [
    `Files: ${showCounts(added.length, removed.length, changed.length)}; ${showBytes(bytesToUpload)} to upload`,
    ...lines,
  ];
}

function text({ old, new: next, catalogue, whyNoCatalogue, site }: ReleaseDiff): string {
  const head = old === next ? `Both are release ${old}` : `Release ${old} -> ${next}`;
  const body = catalogue
    ? toSections(catalogue).flatMap(sectionLines)
    : [`Files only: ${whyNoCatalogue}, so event versions and strain files cannot be compared`];
  const paint = painterOf(process.stdout);
  // Lines without indentation are headings.
  const lines = [head, ...body, ...siteLines(site)].map((line) =>
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
  const progress = createProgress(options.quiet);
  try {
    const onProgress = (done: number, total: number) => progress.update('comparing strain files', done, total);
    const diff = await diffReleases(options.old, options.new, onProgress);
    progress.end();
    if (options.json || options.format === 'json') printResult(diff);
    else process.stdout.write(options.format === 'markdown' ? toMarkdown(diff) : text(diff));
    return EXIT.clean;
  } catch (error) {
    progress.end();
    if (error instanceof NotComparableError || error instanceof OutputError) return fail(error.message);
    throw error;
  }
}

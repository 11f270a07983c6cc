/**
 * `stillwave diff <old> <new>`: shows the changes between two releases, as text, as JSON (`--json`), as release notes (`--format`), or as
 * a list of URLs to purge from a cache (`--purge`).
 *
 * Out: exit status 0 (compared, whether they differ or not), 2 (one of them cannot be compared).
 */

import { painterOf } from '../../report/color.ts';
import { countOf, firstOf, showCount } from '../../report/count.ts';
import { printable, printableJson } from '../../report/printable.ts';
import type { RecordDiff, ValueChange } from '../../site/diff/diff-records.ts';
import {
  type CollectionDiff,
  diffReleases,
  NotComparableError,
  type ReleaseDiff,
} from '../../site/diff/diff-releases.ts';
import { FILE_KINDS, fileKind, type SiteDiff } from '../../site/diff/diff-site.ts';
import type { Segments, StrainDiff } from '../../site/diff/diff-strain.ts';
import { releaseNotes } from '../../site/diff/release-notes.ts';
import { notesToMarkdown } from '../../site/diff/release-notes-markdown.ts';
import { OutputError } from '../../site/install/output-error.ts';
import { EXIT } from './exit.ts';
import { createProgress } from './progress.ts';
import { fail, printJson, showBytes } from './report.ts';

export interface DiffOptions {
  /** Folders of sites, or manifest files. */
  readonly old: string;
  readonly new: string;
  readonly purge?: boolean;
  /** Release notes. */
  readonly format?: 'markdown' | 'json';
  readonly json?: boolean;
  readonly quiet?: boolean;
}

const SHOWN = 100;
const MAX_SEGMENTS_SHOWN = 3;

/** The first lines, and how many more there are. */
function cutList(lines: readonly string[]): string[] {
  const { shown, more } = firstOf(lines, SHOWN, ' (--json shows all)');
  return [...shown, ...more.map((text) => `  ${text}`)];
}

const counts = (added: number, removed: number, changed: number): string =>
  `${showCount(added)} added, ${showCount(removed)} removed, ${showCount(changed)} changed`;

/** A value in a line of text: a parameter as `35.6 (+4.7 -3.1)`. */
function showValue(value: unknown): string {
  if (typeof value !== 'object' || value === null || !('best' in value)) return JSON.stringify(value);
  const { best, upper_error: upper, lower_error: lower } = value as Record<string, number | null>;
  return typeof upper === 'number' && typeof lower === 'number' ? `${best} (+${upper} ${lower})` : `${best}`;
}

const changeText = ({ member, old, new: next }: ValueChange): string =>
  `      ${member}: ${showValue(old)} -> ${showValue(next)}`;

function recordDiffLines(title: string, { added, removed, changed }: RecordDiff): string[] {
  const lines = [
    ...added.map((id) => `  + ${id}`),
    ...removed.map((id) => `  - ${id}`),
    ...changed.flatMap(({ id, changes }) => [`  ~ ${id}`, ...changes.map(changeText)]),
  ];
  return [`${title}: ${counts(added.length, removed.length, changed.length)}`, ...cutList(lines)];
}

function collectionLines({ title, records, entries: [old, next] }: CollectionDiff): string[] {
  if (records) return recordDiffLines(title, records);
  const before = old === next ? '' : `${showCount(old)} -> `;
  return [`${title}: changed, ${before}${countOf(next, 'entry', 'entries')}`];
}

function showSegments(segments: Segments): string {
  const { shown, more } = firstOf(segments, MAX_SEGMENTS_SHOWN);
  return [...shown.map(([start, stop]) => `[${start}, ${stop})`), ...more].join(' ');
}

function strainLines(diffs: readonly StrainDiff[]): string[] {
  const sum = (member: 'added' | 'removed' | 'changed') => diffs.reduce((total, diff) => total + diff[member], 0);
  const lines = diffs.flatMap((diff) => {
    const { dataset, detector, added, removed, changed, changedMembers } = diff;
    const members = Object.entries(changedMembers).map(([name, count]) => `${name} ${showCount(count)}`);
    const line = (sign: string, count: number, segments: Segments, more = '') =>
      count === 0
        ? []
        : [`  ${sign} ${dataset} ${detector}: ${showCount(count)}, GPS ${showSegments(segments)}${more}`];
    return [
      ...line('+', added, diff.addedSegments),
      ...line('-', removed, diff.removedSegments),
      ...line('~', changed, diff.changedSegments, ` (${members.join(', ')})`),
    ];
  });
  return [`Strain Files: ${counts(sum('added'), sum('removed'), sum('changed'))}`, ...cutList(lines)];
}

function siteLines({ added, removed, changed, bytesToUpload }: SiteDiff): string[] {
  const ofKind = (paths: readonly string[], kind: string) => paths.filter((path) => fileKind(path) === kind).length;
  const lines = FILE_KINDS.flatMap((kind) => {
    const numbers = [added, removed, changed].map((paths) => ofKind(paths, kind)) as [number, number, number];
    return numbers.some((count) => count > 0) ? [`  ${kind.padEnd(15)} ${counts(...numbers)}`] : [];
  });
  return [
    `Files: ${counts(added.length, removed.length, changed.length)}; ${showBytes(bytesToUpload)} to upload`,
    ...lines,
  ];
}

function text({ old, new: next, catalogue, whyNoCatalogue, site }: ReleaseDiff): string {
  const head = old === next ? `Both are release ${old}` : `Release ${old} -> ${next}`;
  const body = catalogue
    ? [
        ...strainLines(catalogue.strainFiles),
        ...catalogue.collections.flatMap(collectionLines),
        ...catalogue.vocabulary.map((change) => `Also: ${change}`),
      ]
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

/** One URL per line. A prefix ends with an asterisk, which no URL of a site contains. */
function purgeText({ purge: { prefixes, urls } }: ReleaseDiff): string {
  return [...prefixes.map((prefix) => `${prefix}*`), ...urls].map((line) => `${printable(line)}\n`).join('');
}

export async function diffCommand(options: DiffOptions): Promise<number> {
  const progress = createProgress(options.quiet);
  try {
    const onProgress = (done: number, total: number) => progress.update('comparing strain files', done, total);
    if (options.format) {
      const notes = await releaseNotes(options.old, options.new, onProgress);
      progress.end();
      process.stdout.write(options.format === 'json' ? printableJson(notes) : notesToMarkdown(notes));
      return EXIT.clean;
    }
    const diff = await diffReleases(options.old, options.new, onProgress);
    progress.end();
    if (options.json) printResult(diff);
    else process.stdout.write(options.purge ? purgeText(diff) : text(diff));
    return EXIT.clean;
  } catch (error) {
    progress.end();
    if (error instanceof NotComparableError || error instanceof OutputError) return fail(error.message);
    throw error;
  }
}

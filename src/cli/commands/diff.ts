/**
 * `stillwave diff <old> <new>`: shows the changes between two releases, as text, as JSON, or as release notes in Markdown. All three have
 * the same content.
 *
 * Out: exit status 0 (compared, whether they differ or not), 2 (one of them cannot be compared).
 */

import { painterOf } from '../../report/color.ts';
import { firstOf, showCount } from '../../report/count.ts';
import { printable } from '../../report/printable.ts';
import type { ListingDiff } from '../../site/diff/diff-listings.ts';
import type { ValueChange } from '../../site/diff/diff-records.ts';
import { type CollectionDiff, diffReleases, type ReleaseDiff } from '../../site/diff/diff-releases.ts';
import { FILE_KINDS, fileKind, type SiteDiff } from '../../site/diff/diff-site.ts';
import type { Segments, StrainDiff } from '../../site/diff/diff-strain.ts';
import { NotComparableError } from '../../site/diff/release-side.ts';
import { showValue, toHours } from '../../site/diff/show-value.ts';
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
const MAX_SHOWN = 3;

/** The first lines, and how many more there are. */
function cutList(lines: readonly string[]): string[] {
  const { shown, more } = firstOf(lines, SHOWN, ' (--json shows all)');
  return [...shown, ...more.map((text) => `  ${text}`)];
}

const counts = (added: number, removed: number, changed: number): string =>
  `${showCount(added)} added, ${showCount(removed)} removed, ${showCount(changed)} changed`;

const changeText = ({ member, old, new: next }: ValueChange): string =>
  `      ${member}: ${showValue(old)} -> ${showValue(next)}`;

function collectionLines({ title, added, removed, changed }: CollectionDiff): string[] {
  const lines = [
    ...added.map(({ id }) => `  + ${id}`),
    ...removed.map((id) => `  - ${id}`),
    ...changed.flatMap(({ id, changes }) => [`  ~ ${id}`, ...changes.map(changeText)]),
  ];
  return [`${title}: ${counts(added.length, removed.length, changed.length)}`, ...cutList(lines)];
}

function listingText({ path, entries, added, removed, changed, isReordered, seconds }: ListingDiff): string {
  const numbers = entries.map(showCount).join(' -> ');
  if (seconds !== null) {
    const { added: more, removed: fewer, old, new: next } = seconds;
    return `  ${path}: ${numbers} segments, ${showCount(more)} s added, ${showCount(fewer)} s removed, ${toHours(old)} h -> ${toHours(next)} h`;
  }
  const of = (sign: string, keys: readonly string[]) => {
    const { shown, more } = firstOf(keys, MAX_SHOWN);
    return keys.length === 0 ? [] : [`${sign} ${[...shown, ...more].join(', ')}`];
  };
  const parts = [...of('+', added), ...of('-', removed), ...of('~', changed), ...(isReordered ? ['order'] : [])];
  return `  ${path}: ${numbers} entries (${parts.join('; ')})`;
}

function listingLines(listings: readonly ListingDiff[]): string[] {
  return [`Listings: ${showCount(listings.length)} changed`, ...cutList(listings.map(listingText))];
}

function showSegments(segments: Segments): string {
  const { shown, more } = firstOf(segments, MAX_SHOWN);
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
        ...listingLines(catalogue.listings),
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

/** What changed between two releases, as Markdown: release notes for users of the catalogue. Pure. */

import { countOf, showCount } from '../../report/count.ts';
import type { ListingDiff } from './diff-listings.ts';
import type { NewRecord } from './diff-records.ts';
import type { CatalogueDiff, CollectionDiff, ReleaseDiff } from './diff-releases.ts';
import type { StrainDiff } from './diff-strain.ts';
import { escapeMarkdown as plain } from './escape-markdown.ts';
import { showParameter, showValue, toHours } from './show-value.ts';

/** Lines of a table; columns whose name ends in a colon are numbers. */
function table(columns: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const names = columns.map((name) => name.replace(/:$/, ''));
  const rule = columns.map((name) => (name.endsWith(':') ? '---:' : '---')).join('|');
  return [line(names), `|${rule}|`, ...rows.map(line), ''];
}

const section = (heading: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : [heading, '', ...lines];

/** The facts of a record that its id does not contain already. */
function factsOf({ id, facts }: NewRecord): string {
  const said = Object.entries(facts).filter(([, value]) => ![id, showValue(facts.name)].includes(showValue(value)));
  return said.map(([member, value]) => `${plain(member)} ${plain(showValue(value))}`).join('; ');
}

function addedLines(record: NewRecord): string[] {
  const facts = factsOf(record);
  const values = record.parameters.map((one) => `${plain(one.name)} ${plain(showParameter(one))}`).join(', ');
  return [`- **${plain(record.id)}**${facts === '' ? '' : `: ${facts}`}`, ...(values === '' ? [] : [`  - ${values}`])];
}

function collectionLines({ title, added, removed, changed }: CollectionDiff): string[] {
  const changes = changed.flatMap(({ id, changes }) =>
    changes.map(({ member, old, new: next }) => [id, member, showValue(old), showValue(next)].map(plain)),
  );
  const heading = (what: string, count: number) => `### ${what} (${showCount(count)})`;
  return [
    `## ${title}`,
    '',
    ...section(heading('New', added.length), added.length > 0 ? [...added.flatMap(addedLines), ''] : []),
    ...section(
      heading('Changed', changed.length),
      changes.length > 0 ? table(['record', 'member', 'old', 'new'], changes) : [],
    ),
    ...section(
      heading('Removed', removed.length),
      removed.length > 0 ? [...removed.map((id) => `- ${plain(id)}`), ''] : [],
    ),
  ];
}

function strainLines(diffs: readonly StrainDiff[]): string[] {
  const rows = diffs.map(({ dataset, detector, added, removed, changed, addedSegments, addedDataS }) => {
    const covered = addedSegments.reduce((sum, [start, stop]) => sum + stop - start, 0);
    const numbers = [added, removed, changed, toHours(covered)].map(showCount);
    return [plain(dataset), detector, ...numbers, addedDataS === null ? '–' : showCount(toHours(addedDataS))];
  });
  const columns = ['dataset', 'detector', 'added:', 'removed:', 'changed:', 'hours added:', 'of them with data:'];
  return section('## Strain Files', rows.length > 0 ? table(columns, rows) : []);
}

/** Segments of each flag, which belongs to a detector. */
function segmentLines(listings: readonly ListingDiff[]): string[] {
  const rows = listings.flatMap(({ path, seconds }) => {
    if (seconds === null) return [];
    const { added, removed, old, new: next } = seconds;
    return [[plain(path), ...[added, removed, toHours(old), toHours(next)].map(showCount)]];
  });
  const columns = ['listing', 'seconds added:', 'seconds removed:', 'hours before:', 'hours now:'];
  return section('## Segments', rows.length > 0 ? table(columns, rows) : []);
}

function listingLines(listings: readonly ListingDiff[]): string[] {
  const rows = listings.flatMap(({ path, entries, added, removed, changed, isReordered, seconds }) => {
    if (seconds !== null) return [];
    const numbers = [...entries, added.length, removed.length, changed.length].map(showCount);
    return [[`${plain(path)}${isReordered ? ' (in another order)' : ''}`, ...numbers]];
  });
  const columns = ['listing', 'entries before:', 'entries now:', 'new:', 'removed:', 'changed:'];
  return section('## Listings', rows.length > 0 ? table(columns, rows) : []);
}

/** One sentence on the new, changed and removed records of each collection. */
function summaryText({ collections, strainFiles, listings, vocabulary }: CatalogueDiff): string {
  const sum = (member: 'added' | 'removed' | 'changed') => strainFiles.reduce((all, one) => all + one[member], 0);
  const counts: (readonly [string, number, number, number])[] = collections.map(
    ({ title, added, removed, changed }) => [title, added.length, changed.length, removed.length],
  );
  if (strainFiles.length > 0) counts.push(['Strain Files', sum('added'), sum('changed'), sum('removed')]);
  const parts = counts.map(([title, ...numbers]) => {
    const shown = numbers.flatMap((count, n) =>
      count > 0 ? [`${showCount(count)} ${['new', 'changed', 'removed'][n]}`] : [],
    );
    return `${title}: ${shown.join(', ')}`;
  });
  if (listings.length > 0) parts.push(`Listings: ${showCount(listings.length)} changed`);
  if (parts.length > 0) return `${parts.join('. ')}.`;
  return vocabulary.length > 0 ? 'No record changed.' : 'Nothing changed in the catalogue.';
}

/** Release notes. */
export function toMarkdown({ old, new: next, catalogue, whyNoCatalogue }: ReleaseDiff): string {
  const head = ['# What changed', '', `Release ${plain(old)} → ${plain(next)}.`, ''];
  if (catalogue === null) {
    return [...head, `The catalogues cannot be compared: ${plain(whyNoCatalogue ?? '')}.`, ''].join('\n');
  }
  const { collections, strainFiles, listings, vocabulary } = catalogue;
  return [
    ...head,
    summaryText(catalogue),
    '',
    ...collections.flatMap(collectionLines),
    ...strainLines(strainFiles),
    ...segmentLines(listings),
    ...listingLines(listings),
    ...section(
      `## Also (${countOf(vocabulary.length, 'change')})`,
      vocabulary.length > 0 ? [...vocabulary.map((change) => `- ${plain(change)}`), ''] : [],
    ),
  ].join('\n');
}

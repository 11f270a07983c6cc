/** Release notes as Markdown. In: the changes in a release. Out: text. Pure. */

import { countOf, showCount } from '../../report/count.ts';
import type { Parameter } from './diff-records.ts';
import { escapeMarkdown as plain } from './escape-markdown.ts';
import type { CollectionNotes, NewRecord, ReleaseNotes, StrainNotes } from './release-notes.ts';

/** `35.6 (+4.7 -3.1) M_sun`, `< 1e-7 yr^-1`. */
function showParameter({ best, unit, upper_error: upper, lower_error: lower, ...flags }: Parameter): string {
  const bound = flags.is_upper_limit === true ? '< ' : flags.is_lower_limit === true ? '> ' : '';
  const ends = [
    [upper, '+'],
    [lower, lower === 0 ? '-' : ''],
  ].flatMap(([end, sign]) => (typeof end === 'number' ? [`${sign}${end}`] : []));
  const errors = ends.length > 0 ? ` (${ends.join(' ')})` : '';
  return `${bound}${String(best)}${errors}${unit === '' ? '' : ` ${String(unit)}`}`;
}

function showValue(value: unknown): string {
  if (value === null || value === undefined) return '–';
  if (Array.isArray(value)) return value.map(showValue).join(', ');
  if (typeof value !== 'object') return plain(String(value));
  return plain('best' in value ? showParameter(value as unknown as Parameter) : JSON.stringify(value));
}

function addedLines({ id, facts, parameters }: NewRecord): string[] {
  // The id already contains the name; so would a list with just this name.
  const said = Object.entries(facts).filter(
    ([, value]) => ![plain(id), showValue(facts.name)].includes(showValue(value)),
  );
  const shown = said.map(([member, value]) => `${member} ${showValue(value)}`).join('; ');
  const values = parameters.map((one) => `${one.name} ${plain(showParameter(one))}`).join(', ');
  return [`- **${plain(id)}**${shown === '' ? '' : `: ${shown}`}`, ...(values === '' ? [] : [`  - ${values}`])];
}

function collectionLines({ title, added, removed, changed }: CollectionNotes): string[] {
  const lines = [`## ${title}`, ''];
  if (added.length > 0) lines.push(`### New (${showCount(added.length)})`, '', ...added.flatMap(addedLines), '');
  if (changed.length > 0) {
    lines.push(
      `### Changed (${showCount(changed.length)})`,
      '',
      '| record | member | old | new |',
      '|---|---|---|---|',
    );
    for (const { id, changes } of changed) {
      for (const { member, old, new: next } of changes) {
        lines.push(`| ${plain(id)} | ${plain(member)} | ${showValue(old)} | ${showValue(next)} |`);
      }
    }
    lines.push('');
  }
  if (removed.length > 0) {
    lines.push(`### Removed (${showCount(removed.length)})`, '', ...removed.map((id) => `- ${plain(id)}`), '');
  }
  return lines;
}

function strainLines(strainFiles: readonly StrainNotes[]): string[] {
  if (strainFiles.length === 0) return [];
  const rows = strainFiles.map(({ dataset, detector, added, removed, changed, hoursAdded, hoursOfDataAdded: data }) => {
    const numbers = [added, removed, changed, hoursAdded].map(showCount);
    return `| ${[plain(dataset), detector, ...numbers, data === null ? '–' : showCount(data)].join(' | ')} |`;
  });
  const head = '| dataset | detector | added | removed | changed | hours added | of them with data |';
  return ['## Strain Files', '', head, '|---|---|---:|---:|---:|---:|---:|', ...rows, ''];
}

/** One sentence on the new, changed and removed records of each collection. */
function summaryText({ collections, strainFiles }: ReleaseNotes): string {
  const sum = (member: 'added' | 'removed' | 'changed') => strainFiles.reduce((all, one) => all + one[member], 0);
  const counts = [
    ...collections.map(({ title, added, removed, changed }) => [title, added.length, changed.length, removed.length]),
    ...(strainFiles.length > 0 ? [['Strain Files', sum('added'), sum('changed'), sum('removed')]] : []),
  ] as [string, number, number, number][];
  const parts = counts.map(([title, added, changed, removed]) => {
    const shown = [
      [added, 'new'],
      [changed, 'changed'],
      [removed, 'removed'],
    ] as const;
    return `${title}: ${shown.flatMap(([count, what]) => (count > 0 ? [`${showCount(count)} ${what}`] : [])).join(', ')}`;
  });
  return parts.length === 0 ? 'Nothing changed in the catalogue.' : `${parts.join('. ')}.`;
}

export function notesToMarkdown(notes: ReleaseNotes): string {
  const { old, new: next, collections, strainFiles, vocabulary, whyNoCatalogue } = notes;
  const head = ['# What changed', '', `Release ${plain(old)} → ${plain(next)}.`, ''];
  if (whyNoCatalogue !== null) {
    return [...head, `The catalogues cannot be compared: ${plain(whyNoCatalogue)}.`, ''].join('\n');
  }
  const other = vocabulary.map((change) => `- ${plain(change)}`);
  return [
    ...head,
    summaryText(notes),
    '',
    ...collections.flatMap(collectionLines),
    ...strainLines(strainFiles),
    ...(other.length > 0 ? [`## Also (${countOf(other.length, 'change')})`, '', ...other, ''] : []),
  ].join('\n');
}

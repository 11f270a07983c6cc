/** Describes the changes between two releases in readable form, as sections of lines without layout. */

import { firstOf, showCount } from '../../report/count.ts';
import type { ListingDiff } from './diff-listings.ts';
import type { NewRecord, ShownParameter } from './diff-records.ts';
import type { CatalogueDiff, CollectionDiff } from './diff-releases.ts';
import type { StrainDiff } from './diff-strain.ts';

export interface Section {
  readonly heading: string;
  readonly lines: readonly string[];
  /** The values behind the lines; only in a section about a collection's records. */
  readonly collection?: CollectionDiff;
}

/** `35.6 (+4.7 -3.1) M_sun`, `< 1e-7 yr^-1`. */
export function showParameter(parameter: Omit<ShownParameter, 'name'>): string {
  const { best, unit = '', upper_error: upper, lower_error: lower, ...flags } = parameter;
  const bound = flags.is_upper_limit === true ? '< ' : flags.is_lower_limit === true ? '> ' : '';
  const ends = [
    [upper, '+'],
    [lower, lower === 0 ? '-' : ''],
  ].flatMap(([end, sign]) => (typeof end === 'number' ? [`${sign}${end}`] : []));
  const errors = ends.length > 0 ? ` (${ends.join(' ')})` : '';
  return `${bound}${String(best)}${errors}${unit === '' ? '' : ` ${String(unit)}`}`;
}

/** Formats a value: lists are joined with commas, objects are shown as their values without links, and a missing value is a dash. */
export function showValue(value: unknown): string {
  if (value === null || value === undefined) return '–';
  if (Array.isArray(value)) return value.length === 0 ? '–' : value.map(showValue).join(', ');
  if (typeof value !== 'object') return String(value);
  if ('best' in value) return showParameter(value as unknown as ShownParameter);
  const facts = Object.entries(value).filter(([member]) => !/(^|_)url$/.test(member));
  return facts.map(([, fact]) => showValue(fact)).join(' ');
}

/** Converts seconds to hours, to two decimal places. */
const toHours = (seconds: number): number => Number((seconds / 3600).toFixed(2));

export const showCounts = (added: number, removed: number, changed: number): string =>
  `${showCount(added)} added, ${showCount(removed)} removed, ${showCount(changed)} changed`;

/** The facts about a new record, except the omitted members, and facts that its id contains. */
export const showFacts = ({ id, facts }: NewRecord, omitted: readonly string[] = []): string[] =>
  Object.entries(facts)
    .filter(([member, value]) => !omitted.includes(member) && ![id, showValue(facts.name)].includes(showValue(value)))
    .map(([member, value]) => `${member} ${showValue(value)}`);

/** The line for a new record, with its facts and parameters. */
function newRecordLine(record: NewRecord): string {
  const { id, parameters } = record;
  const all = [...showFacts(record), ...parameters.map((one) => `${one.name} ${showParameter(one)}`)];
  return `+ ${id}${all.length === 0 ? '' : `: ${all.join('; ')}`}`;
}

function collectionSection(collection: CollectionDiff): Section {
  const { title, added, removed, changed } = collection;
  return {
    collection,
    heading: `${title}: ${showCounts(added.length, removed.length, changed.length)}`,
    lines: [
      ...added.map(newRecordLine),
      ...removed.map((id) => `- ${id}`),
      ...changed.flatMap(({ id, changes }) =>
        changes.map(({ member, old, new: next }) => `~ ${id} ${member}: ${showValue(old)} -> ${showValue(next)}`),
      ),
    ],
  };
}

function strainSection(diffs: readonly StrainDiff[]): Section {
  const sum = (member: 'added' | 'removed' | 'changed') => diffs.reduce((total, diff) => total + diff[member], 0);
  const lines = diffs.map(({ dataset, detector, added, removed, changed, gps: [start, stop], addedDataS }) => {
    const data = addedDataS === null ? '' : `, ${showCount(toHours(addedDataS))} h of data added`;
    return `${dataset} ${detector}: ${showCounts(added, removed, changed)}, GPS ${start} to ${stop}${data}`;
  });
  return { heading: `Strain Files: ${showCounts(sum('added'), sum('removed'), sum('changed'))}`, lines };
}

/** Maximum number of entries to name for a listing. */
const MAX_NAMED = 3;

function listingLine({ path, entries, added, removed, changed, seconds }: ListingDiff): string {
  const numbers = entries.map(showCount).join(' -> ');
  if (seconds !== null) {
    const { added: more, removed: fewer, old, new: next } = seconds;
    return `${path}: ${numbers} segments, ${showCount(more)} s added, ${showCount(fewer)} s removed, ${toHours(old)} h -> ${toHours(next)} h`;
  }
  const named = (sign: string, keys: readonly string[]) => {
    const { shown, more } = firstOf(keys, MAX_NAMED);
    return keys.length === 0 ? [] : [`${sign} ${[...shown, ...more].join(', ')}`];
  };
  const parts = [...named('+', added), ...named('-', removed), ...named('~', changed)];
  return `${path}: ${numbers} entries (${parts.join('; ')})`;
}

/** The sections of a comparison: only sections that have differences or, if there are none, one section that says so. */
export function toSections({ collections, strainFiles, listings, vocabulary }: CatalogueDiff): Section[] {
  const all = [
    strainSection(strainFiles),
    ...collections.map(collectionSection),
    { heading: `Listings: ${showCount(listings.length)} changed`, lines: listings.map(listingLine) },
    { heading: 'Also', lines: vocabulary },
  ];
  const sections = all.filter(({ lines }) => lines.length > 0);
  return sections.length > 0 ? sections : [{ heading: 'Nothing changed in the catalogue', lines: [] }];
}

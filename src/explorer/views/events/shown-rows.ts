/** Describes the rows that the view shows for their export: the request that is nearest to them, their title, file name and code. */

import type { EventSettings } from '../../address/settings.ts';
import { countEvents, countVersions, type EventRow } from '../../event-data/rows.ts';
import { namesStep, type ShownRows, settingsStep } from '../../export/shown-rows.ts';
import { countText } from '../../text/format.ts';
import { type Chip, chipText } from './filters/chips.ts';
import type { EventLists } from './lists.ts';
import { listReleases, passesSettings } from './selection.ts';

interface ShownInput {
  readonly lists: EventLists;
  readonly settings: EventSettings;
  readonly chips: readonly Chip[];
  /** The record that the list belongs to, or null. */
  readonly parent: string | null;
  /** True if the request lists events, not versions. Code then reads all versions. */
  readonly areEvents: boolean;
}

const isSame = (a: readonly EventRow[], b: readonly EventRow[]): boolean =>
  a.length === b.length && new Set([...a, ...b]).size === a.length;

/** `371 of 391 events`, `669 versions of 431 events`. */
function countTitle({ rows, hidden, areVersions }: EventLists): string {
  const shown = countEvents(rows);
  if (areVersions) return `${countText(countVersions(rows), 'version')} of ${countText(shown, 'event')}`;
  const others = countEvents(hidden);
  return `${others > 0 ? `${shown} of ` : ''}${countText(shown + others, 'event')}`;
}

/** More filters than this are not named in the name of a file. */
const MOST_NAMED = 2;

const slug = (text: string): string =>
  text
    .replace(/^With /, '')
    .replace('≥', 'min')
    .replace('≤', 'max')
    .replace(/[^\w.]+/g, '-')
    .replace(/^-|-$/g, '');

/** `gwtc-L1`; `gwtc-filtered` if there are many filters. */
function nameFile({ lists: { target }, chips, parent }: ShownInput): string {
  const releases = listReleases(target);
  const origin = parent ?? (releases.length === 1 ? (releases[0] as string).toLowerCase() : 'events');
  const filters = chips.length > MOST_NAMED ? ['filtered'] : chips.map((chip) => slug(chipText(chip)));
  return [slug(origin), ...filters].join('-');
}

export function describeShown(input: ShownInput): ShownRows {
  const { lists, settings, chips, areEvents } = input;
  const { rows } = lists;
  const requested = areEvents ? lists.all : lists.requested;
  const narrowed = requested.filter((row) => passesSettings(row, settings));
  const step = isSame(requested, rows) ? null : isSame(narrowed, rows) ? settingsStep(settings) : namesStep(rows);
  const title = [countTitle(lists), ...chips.map(chipText)].join(' · ');
  return { rows, title, name: nameFile(input), requested: requested.length, step };
}

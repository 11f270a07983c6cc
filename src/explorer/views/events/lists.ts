/** The lists of events that an address selects, narrowed by its settings. */

import type { EventSettings } from '../../address/settings.ts';
import { passesSettings, type RowSettings } from '../../event-data/row-settings.ts';
import { type Catalogue, countEvents, countVersions, type EventRow, pickVersions } from '../../event-data/rows.ts';
import { countText, wholeText } from '../../text/format.ts';
import { asksForLastVersions } from './selection.ts';

export interface EventLists extends Catalogue {
  /** The request in the address. */
  readonly target: string;
  /** True if each row is a version, not an event. */
  readonly areVersions: boolean;
  /** The versions that the API selects. */
  readonly requested: readonly EventRow[];
  /** The rows without any filter. */
  readonly unfiltered: readonly EventRow[];
  /** The rows shown, which pass all filters. */
  readonly rows: readonly EventRow[];
  /** The rows shown that lack a filtered value. */
  readonly lacking: ReadonlySet<EventRow>;
}

type Counted = Pick<EventLists, 'rows' | 'unfiltered'>;

export const showVersions = (target: string, { rows }: Pick<EventSettings, 'rows'>): boolean =>
  rows === 'versions' || asksForLastVersions(target);

/** A row for each event, or for each version. */
export const listUnfiltered = (versions: readonly EventRow[], areVersions: boolean): readonly EventRow[] =>
  areVersions ? versions : pickVersions(versions);

/** The lists with one row for each event, for plots. */
export const onePerEvent = <T extends Counted>(lists: T): T => ({
  ...lists,
  rows: pickVersions(lists.rows),
  unfiltered: pickVersions(lists.unfiltered),
});

/** The rows whose versions are selected and pass the settings. */
export function listRows(
  unfiltered: readonly EventRow[],
  selected: readonly EventRow[],
  settings: RowSettings,
): readonly EventRow[] {
  const found = new Set(selected);
  return unfiltered.filter((row) => found.has(row) && passesSettings(row, settings));
}

/** The number of events that filters hide. */
export const countHidden = ({ rows, unfiltered }: Counted): number => countEvents(unfiltered) - countEvents(rows);

/** `254 of 391 events`, `669 versions of 431 events`. */
export function describeCount({ rows, unfiltered, areVersions }: Counted & Pick<EventLists, 'areVersions'>): string {
  const shown = countEvents(rows);
  if (areVersions) return `${countText(countVersions(rows), 'version')} of ${countText(shown, 'event')}`;
  const all = countText(countEvents(unfiltered), 'event');
  return countHidden({ rows, unfiltered }) === 0 ? all : `${wholeText(shown)} of ${all}`;
}

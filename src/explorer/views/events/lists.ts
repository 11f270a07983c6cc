/** The lists of events that an address selects, narrowed by its settings. */

import type { EventSettings } from '../../address/settings.ts';
import { passesSettings, type RowSettings } from '../../event-data/row-settings.ts';
import { type Catalogue, countEvents, countVersions, type EventRow, pickVersions } from '../../event-data/rows.ts';
import { countText, wholeText } from '../../text/format.ts';
import { asksForLastVersions } from './selection.ts';

/** The loaded lists. */
export interface LoadedLists extends Catalogue {
  /** The request in the address. */
  readonly target: string;
  /** All versions in the catalogs of the request. */
  readonly versions: readonly EventRow[];
  /** The versions that the API selects. */
  readonly requested: readonly EventRow[];
  /** The versions that the address selects: also those that lack a filtered value, if the address joins them. */
  readonly selected: readonly EventRow[];
  /** Those of the selected versions that lack a filtered value. */
  readonly lacking: ReadonlySet<EventRow>;
}

export interface EventLists extends LoadedLists {
  /** True if each row is a version, not an event. */
  readonly areVersions: boolean;
  /** All rows in the catalogs. */
  readonly unfiltered: readonly EventRow[];
  /** The rows shown. */
  readonly rows: readonly EventRow[];
  /** The rows of the events that filters hide. */
  readonly hidden: readonly EventRow[];
}

export const showVersions = ({ target }: Pick<LoadedLists, 'target'>, { rows }: Pick<EventSettings, 'rows'>): boolean =>
  rows === 'versions' || asksForLastVersions(target);

/** All rows in the catalogs: one for each event, or for each version. */
export const listUnfiltered = ({ versions }: LoadedLists, areVersions: boolean): readonly EventRow[] =>
  areVersions ? versions : pickVersions(versions);

/** The rows whose versions are selected and pass the settings. */
export function listRows(
  unfiltered: readonly EventRow[],
  selected: readonly EventRow[],
  settings: RowSettings,
): readonly EventRow[] {
  const found = new Set(selected);
  return unfiltered.filter((row) => found.has(row) && passesSettings(row, settings));
}

/** The rows of the events that filters hide. On the page of a catalog or run (`isPart`), only its own events count. */
export function listHidden(
  rows: readonly EventRow[],
  unfiltered: readonly EventRow[],
  selected: readonly EventRow[],
  isPart: boolean,
): readonly EventRow[] {
  const names = new Set(rows.map(({ entry }) => entry.name));
  const own = new Set(selected);
  return unfiltered.filter((row) => !names.has(row.entry.name) && (!isPart || own.has(row)));
}

/** `254 of 391 events`, `669 versions of 431 events`. */
export function describeCount({ rows, hidden, areVersions }: EventLists): string {
  const shown = countEvents(rows);
  if (areVersions) return `${countText(countVersions(rows), 'version')} of ${countText(shown, 'event')}`;
  const others = countEvents(hidden);
  const all = countText(shown + others, 'event');
  return others === 0 ? all : `${wholeText(shown)} of ${all}`;
}

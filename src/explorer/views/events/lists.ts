/** The lists of events that an address selects, narrowed by its settings. */

import type { EventSettings } from '../../address/settings.ts';
import { type Catalogue, type EventRow, pickVersions } from '../../event-data/rows.ts';
import type { Offer } from './offer.ts';
import { asksForLastVersions, type HidingSettings, passesSettings } from './selection.ts';

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
  readonly joined: ReadonlySet<EventRow>;
}

export interface EventLists extends LoadedLists {
  /** True if each row is a version, not an event. */
  readonly areVersions: boolean;
  /** All rows in the catalogs, versions. */
  readonly unfiltered: readonly EventRow[];
  /** The selection. */
  readonly rows: readonly EventRow[];
  /** The rows of the events that filters hide. */
  readonly hidden: readonly EventRow[];
}

type ListSettings = Pick<EventSettings, 'rows'> & HidingSettings;

export const showVersions = ({ target }: Pick<LoadedLists, 'target'>, { rows }: Pick<EventSettings, 'rows'>): boolean =>
  rows === 'versions' || asksForLastVersions(target);

/** All rows in the catalogs: one for each event, or for each version. */
export const listUnfiltered = ({ versions }: LoadedLists, areVersions: boolean): readonly EventRow[] =>
  areVersions ? versions : pickVersions(versions);

/** The selected rows, and the rows of the events that filters hide. On the page of a catalog or run, only its own events count. */
export function narrow(
  unfiltered: readonly EventRow[],
  { selected }: LoadedLists,
  settings: ListSettings,
  { isPart }: Pick<Offer, 'isPart'>,
): Pick<EventLists, 'rows' | 'hidden'> {
  const found = new Set(selected);
  const own = unfiltered.filter((row) => found.has(row));
  const rows = own.filter((row) => passesSettings(row, settings));
  const names = new Set(rows.map(({ entry }) => entry.name));
  return { rows, hidden: (isPart ? own : unfiltered).filter(({ entry }) => !names.has(entry.name)) };
}

/** A filtered quantity: the versions that pass its filter, and whether a version lacks the value. */
interface JoinedRange {
  readonly passing: ReadonlySet<EventRow>;
  readonly lacks: (row: EventRow) => boolean;
}

/** Of the versions that pass all other filters, those that pass or lack each of these quantities. */
export function join(requested: readonly EventRow[], ranges: readonly JoinedRange[]) {
  const selected = requested.filter((row) => ranges.every(({ passing, lacks }) => passing.has(row) || lacks(row)));
  return { selected, joined: new Set(selected.filter((row) => ranges.some(({ lacks }) => lacks(row)))) };
}

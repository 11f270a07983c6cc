/** The lists of events that an address selects: from its request and its settings to rows. */

import type { Address } from '../../address/address.ts';
import type { EventSettings } from '../../event-data/event-settings.ts';
import { passesSettings } from '../../event-data/row-settings.ts';
import { countEvents, countVersions, type EventRow, type EventRows, pickVersions } from '../../event-data/rows.ts';
import { countText, wholeText } from '../../text/format.ts';
import type { Offer, RangeFilter } from './offer.ts';
import { asksForLastVersions, joinedRanges, rangeTarget, withoutRanges } from './request.ts';

export interface EventLists extends EventRows {
  /** False until the events are loaded; the lists are empty until then. */
  readonly isLoaded: boolean;
  /** The request that the lists are for: while another one is loading, the one before. */
  readonly target: string;
  /** True if each row is a version, not an event. */
  readonly areVersions: boolean;
  /** The rows without any filter. */
  readonly unfiltered: readonly EventRow[];
  /** The rows shown, which pass all filters. */
  readonly rows: readonly EventRow[];
  /** The rows shown that lack a filtered value. */
  readonly lacking: ReadonlySet<EventRow>;
}

/** What the parts of the events view show. */
export interface EventsState {
  readonly address: Address;
  /** The request of the page that contains the list, such as `runs/O3a`; null if the list is the whole view. */
  readonly page: string | null;
  readonly offer: Offer;
  readonly settings: EventSettings;
  readonly lists: EventLists;
}

/** Until the events are loaded. */
export const NO_LISTS: EventLists = {
  isLoaded: false,
  ...{ all: [], runs: [], unfiltered: [], rows: [], lacking: new Set() },
  find: () => [],
  target: '',
  areVersions: false,
};

export const showVersions = (target: string, { rows }: Pick<EventSettings, 'rows'>): boolean =>
  rows === 'versions' || asksForLastVersions(target);

const lacks = (row: EventRow, { quantity }: RangeFilter): boolean => quantity.read(row) === undefined;

/** The rows of `unfiltered` that pass a request and settings. A joined range also lets rows pass that lack its value. */
function filterRows(
  { find, unfiltered }: Pick<EventLists, 'find' | 'unfiltered'>,
  target: string,
  joined: readonly RangeFilter[],
  settings: EventSettings,
): readonly EventRow[] {
  const selected = new Set(find(withoutRanges(target, joined)));
  const passing = joined.map((range) => new Set(find(rangeTarget(target, range))));
  const passes = (row: EventRow) =>
    selected.has(row) && joined.every((range, n) => passing[n]?.has(row) || lacks(row, range));
  return unfiltered.filter((row) => passes(row) && passesSettings(row, settings));
}

/** The lists for a request, from the rows that were loaded. `unfiltered` has a row for each event, or for each version. */
export function makeLists(
  loaded: EventRows,
  target: string,
  unfiltered: readonly EventRow[],
  { offer, settings }: Pick<EventsState, 'offer' | 'settings'>,
): EventLists {
  const joined = joinedRanges(target, offer.ranges, settings.missing);
  const rows = filterRows({ ...loaded, unfiltered }, target, joined, settings);
  const lacking = new Set(rows.filter((row) => joined.some((range) => lacks(row, range))));
  return { ...loaded, isLoaded: true, target, areVersions: showVersions(target, settings), unfiltered, rows, lacking };
}

/** The rows that other settings or another request would show, for counts at controls. */
export const rowsFor = (
  { offer, lists }: EventsState,
  settings: EventSettings,
  target = lists.target,
): readonly EventRow[] => filterRows(lists, target, joinedRanges(target, offer.ranges, settings.missing), settings);

/** The number of these events, for a control; empty until the events are loaded. */
export const countFor = (state: EventsState, settings: EventSettings, target?: string): string =>
  state.lists.isLoaded ? wholeText(countEvents(rowsFor(state, settings, target))) : '';

/** The lists with one row for each event, for plots. */
export const onePerEvent = (lists: EventLists): EventLists => ({
  ...lists,
  rows: pickVersions(lists.rows),
  unfiltered: pickVersions(lists.unfiltered),
});

/** The number of events that filters hide. */
export const countHidden = ({ rows, unfiltered }: EventLists): number => countEvents(unfiltered) - countEvents(rows);

/** `254 of 391 events`, `669 versions of 431 events`. */
export function describeCount(lists: EventLists): string {
  const { rows, unfiltered, areVersions } = lists;
  const shown = countEvents(rows);
  if (areVersions) return `${countText(countVersions(rows), 'version')} of ${countText(shown, 'event')}`;
  const all = countText(countEvents(unfiltered), 'event');
  return countHidden(lists) === 0 ? all : `${wholeText(shown)} of ${all}`;
}

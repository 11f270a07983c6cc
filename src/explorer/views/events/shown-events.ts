/** Derives everything that the events view shows from the vocabulary, the address and the loaded lists. Pure. */

import type { Listing } from '../../../core/contract/collection.ts';
import type { RunEntry } from '../../../core/contract/wire.ts';
import type { Release } from '../../../core/handler/release.ts';
import { type Address, segmentsOf } from '../../address/address.ts';
import {
  chooseAxes,
  chosenColumns,
  type EventColumn,
  listColumns,
  listQuantities,
  MASS_RATIO,
  NAME,
  type Quantity,
  sortRows,
} from './columns.ts';
import { type ComparedCatalogs, catalogsSet, comparedCatalogs } from './compare/compared-catalogs.ts';
import { type EventRow, type FoundEntry, findRows, pickVersions } from './rows.ts';
import {
  asksForLastVersions,
  type Filters,
  findListing,
  groupFilters,
  narrowingNames,
  passesSettings,
} from './selection.ts';
import {
  type AllowedSettings,
  allowedSettings,
  type EventSettings,
  listPlots,
  type PlotName,
  readSettings,
} from './settings.ts';

/** What a path offers, which is known before any events are loaded. */
export interface Offered {
  /** True for the list on the page of a catalog or run. */
  readonly isPart: boolean;
  /** Null if the path is not a listing. */
  readonly listing: Listing | null;
  readonly filters: Filters;
  /** The parameters that hide events. On the page of a catalog or run, there are none, because the request is the page's own. */
  readonly hiding: readonly string[];
  readonly quantities: readonly Quantity[];
  readonly columns: readonly EventColumn[];
  readonly plots: readonly PlotName[];
  readonly catalogs: readonly string[];
  readonly allowed: AllowedSettings;
}

export function listOffered(path: string, release: Pick<Release, 'collections' | 'data'>, isPart: boolean): Offered {
  const { vocabulary } = release.data;
  const listing = findListing(path, release);
  const filters = groupFilters(listing);
  const quantities = listQuantities(release);
  const choices = {
    ...{ quantities, columns: listColumns(quantities), plots: listPlots(quantities, vocabulary, isPart) },
  };
  return {
    ...{ ...choices, isPart, listing, filters },
    hiding: isPart ? [] : narrowingNames(filters),
    allowed: allowedSettings(choices, vocabulary),
    catalogs: vocabulary.catalogs,
  };
}

/** The loaded lists. */
export interface EventLists {
  /** All event versions, by short name. */
  readonly versions: ReadonlyMap<string, EventRow>;
  readonly runs: readonly RunEntry[];
  /** The entries in the catalogs of the request, unfiltered. */
  readonly unfiltered: readonly FoundEntry[];
  /** The entries that the request selects. */
  readonly selected: readonly FoundEntry[];
}

const NO_LISTS: EventLists = { versions: new Map(), runs: [], unfiltered: [], selected: [] };

/** What the view shows. */
export interface ShownEvents extends Offered {
  readonly address: Address;
  /** The settings in the address. */
  readonly settings: EventSettings;
  readonly plot: PlotName;
  /** The catalogs that are compared; null if none are, or if they are unknown, because the lists are not loaded. */
  readonly compared: ComparedCatalogs | null;
  /** The record in the path of the request, such as `O3a`; null if there is none. */
  readonly parent: string | null;
  /** True if each row is a version, not an event. */
  readonly areVersions: boolean;
  /** True if times are in UTC; otherwise, they are GPS seconds. */
  readonly isUtc: boolean;
  /** All event versions. */
  readonly all: readonly EventRow[];
  /** All rows in the catalogs, unfiltered. */
  readonly pool: readonly EventRow[];
  /** The selection. */
  readonly rows: readonly EventRow[];
  /** The selection in the order of the table. */
  readonly sorted: readonly EventRow[];
  /** The rows of the events that filters hide. */
  readonly hidden: readonly EventRow[];
  /** The columns that are chosen. */
  readonly shown: readonly EventColumn[];
  /** The few columns of a table beside a plot; null if the table has the chosen columns. */
  readonly beside: readonly EventColumn[] | null;
  readonly runs: readonly RunEntry[];
}

/**
 * True if the table is beside the plot in wide windows. A scatter plot must be set in the address for this, so that the first view of a
 * catalogue without masses has all columns.
 */
export const isTableBeside = ({ plot, settings, isPart }: ShownEvents): boolean =>
  plot === 'scatter' && settings.plot === plot && !isPart;

/** The columns of a table beside a scatter plot: both axes, and the mass ratio unless other axes are chosen. */
function listBeside({ quantities, columns }: Offered, settings: EventSettings): readonly EventColumn[] {
  const isDefault = settings.x === null && settings.y === null;
  const { x, y } = chooseAxes(quantities, settings);
  const names = [NAME.name, x.name, y.name, ...(isDefault ? [MASS_RATIO.name] : [])];
  return columns.filter(({ name }) => names.includes(name));
}

/** The rows in the catalogs, the selected rows, and the rows of the events that filters hide. */
function selectRows(lists: EventLists, { isPart }: Offered, settings: EventSettings, areVersions: boolean) {
  const candidates = findRows(lists.unfiltered, lists.versions);
  const pool = areVersions ? candidates : pickVersions(candidates);
  const found = new Set(findRows(lists.selected, lists.versions));
  const selected = pool.filter((row) => found.has(row));
  const rows = selected.filter((row) => passesSettings(row, settings));
  const names = new Set(rows.map(({ entry }) => entry.name));
  const hidden = (isPart ? selected : pool).filter(({ entry }) => !names.has(entry.name));
  return { pool, rows, hidden };
}

/** What the view shows for an address; without lists, everything except the events. */
export function showEvents(lists: EventLists | null, offered: Offered, address: Address): ShownEvents {
  const { listing, columns, plots, catalogs } = offered;
  const { target } = address;
  const settings = readSettings(address.view, offered.allowed);
  const { versions, runs } = lists ?? NO_LISTS;
  const all = [...versions.values()];
  const areVersions = settings.rows === 'versions' || asksForLastVersions(target);
  const selection = selectRows(lists ?? NO_LISTS, offered, settings, areVersions);
  const plot = settings.plot ?? (plots[0] as PlotName);
  const findCompared = () =>
    lists === null ? catalogsSet(settings) : comparedCatalogs(target, settings, all, catalogs);
  const shown = {
    ...{ ...offered, ...selection, address, settings, areVersions, all, runs, plot },
    isUtc: settings.time !== 'gps',
    compared: plot === 'compare' ? findCompared() : null,
    parent: listing !== null && listing.parents.length > 0 ? (segmentsOf(target)[1] ?? null) : null,
    sorted: sortRows(selection.rows, settings.sort, columns),
    shown: chosenColumns(settings.columns, columns, areVersions),
    beside: null,
  };
  const isBeside = isTableBeside(shown) && settings.columns === null;
  return isBeside ? { ...shown, beside: listBeside(offered, settings) } : shown;
}

const hasSameElements = (a: readonly unknown[], b: readonly unknown[]): boolean =>
  a.length === b.length && a.every((one, n) => one === b[n]);

/**
 * What the view shows next. A list that has the same elements as before is also the same object, so that parts of the view can tell that they
 * need not be drawn again.
 */
export function keepLists(before: ShownEvents | null, next: ShownEvents): ShownEvents {
  const old: Readonly<Record<string, unknown>> = { ...before };
  const members = Object.entries(next).map(([name, value]: [string, unknown]) => {
    const kept = old[name];
    return [name, Array.isArray(value) && Array.isArray(kept) && hasSameElements(value, kept) ? kept : value];
  });
  return Object.fromEntries(members) as ShownEvents;
}

/** What a path offers, which is known before any events are loaded: filters, quantities, columns and plots. */

import { allListings, type Listing } from '../../../core/contract/collection.ts';
import type { Filter } from '../../../core/contract/filters.ts';
import { looksLikeRangeFilter, nameRangeFilter } from '../../../core/contract/parameters.ts';
import { isPathOf } from '../../../core/contract/route.ts';
import type { Release } from '../../../core/handler/release.ts';
import { segmentsOf } from '../../address/address.ts';
import type { EventSettings } from '../../address/settings.ts';
import { type EventColumn, listColumns, listQuantities, MASS_RATIO, type Quantity } from '../../event-data/columns.ts';
import { RELEASE } from './selection.ts';

/** The listing that a request is for; null if its path is not a listing. */
function findListing(target: string, { collections }: Pick<Release, 'collections'>): Listing | null {
  return allListings(collections).find((listing) => isPathOf(listing, segmentsOf(target))) ?? null;
}

/** A quantity whose smallest and largest values can be chosen. */
export interface RangeFilter {
  /** The name as used in filter names: `mass-1-source`. */
  readonly name: string;
  readonly unit: string;
  readonly min: Filter;
  readonly max: Filter;
  /** The parameters for the two ends. */
  format(low: number, high: number): Readonly<Record<string, string>>;
}

/** A listing's filters: by text, by catalogs, and by ranges. */
export interface Filters {
  readonly text: Filter | undefined;
  readonly release: Filter | undefined;
  readonly ranges: readonly RangeFilter[];
}

function groupFilters(listing: Listing | null): Filters {
  const all = [...(listing?.filters.values() ?? [])];
  const minimum = nameRangeFilter('min', '');
  const ranges = all
    .filter(({ name }) => looksLikeRangeFilter(name) && name.startsWith(minimum))
    .flatMap((min): RangeFilter[] => {
      const name = min.name.slice(minimum.length);
      const max = listing?.filters.get(nameRangeFilter('max', name));
      if (max === undefined) return [];
      const format: RangeFilter['format'] = (low, high) => ({
        [min.name]: min.codec.format(low),
        [max.name]: max.codec.format(high),
      });
      return [{ name, unit: min.unit ?? '', min, max, format }];
    });
  return {
    text: all.find(({ codec }) => codec.kind === 'text'),
    release: all.find(({ name }) => name === RELEASE),
    ranges,
  };
}

/** The parameters that hide events in a catalog. */
export const narrowingNames = ({ text, ranges }: Filters): readonly string[] => [
  ...(text === undefined ? [] : [text.name]),
  ...ranges.flatMap(({ min, max }) => [min.name, max.name]),
];

export type PlotName = NonNullable<EventSettings['plot']>;

/** The plots for which a catalogue has the parameters. */
function listPlots(quantities: readonly Quantity[]): readonly PlotName[] {
  return [
    ...(quantities.includes(MASS_RATIO) ? ['masses' as const] : []),
    // A scatter plot needs two parameters in addition to the time.
    ...(quantities.length > 2 ? ['scatter' as const] : []),
    'detections',
    'distribution',
  ];
}

export interface Offer {
  /** True for the list on the page of a catalog or run. */
  readonly isPart: boolean;
  /** Null if the path is not a listing. */
  readonly listing: Listing | null;
  readonly filters: Filters;
  /** The parameters that hide events. Empty on the page of a catalog or run, because the request is the page's own. */
  readonly hiding: readonly string[];
  readonly quantities: readonly Quantity[];
  readonly columns: readonly EventColumn[];
  readonly plots: readonly PlotName[];
}

export function listOffer(path: string, release: Pick<Release, 'collections' | 'data'>, isPart: boolean): Offer {
  const listing = findListing(path, release);
  const filters = groupFilters(listing);
  const quantities = listQuantities(release);
  return {
    ...{ isPart, listing, filters, quantities },
    hiding: isPart ? [] : narrowingNames(filters),
    columns: listColumns(quantities),
    plots: listPlots(quantities),
  };
}

/** The plot that is shown: as set in the address, if there is such a plot. */
export const choosePlot = ({ plots }: Offer, { plot }: Pick<EventSettings, 'plot'>): PlotName =>
  plot !== null && plots.includes(plot) ? plot : (plots[0] as PlotName);

/**
 * True if the table is beside the plot in wide windows. A scatter plot must be set in the address for this, so that the first view of a
 * catalogue without masses has all columns.
 */
export const isTableBeside = (offer: Offer, settings: Pick<EventSettings, 'plot'>): boolean =>
  settings.plot === 'scatter' && choosePlot(offer, settings) === 'scatter' && !offer.isPart;

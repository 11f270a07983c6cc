/** What a path offers, which is known before any events are loaded: filters, quantities, columns and plots. */

import type { Filter } from '../../../core/contract/filters.ts';
import { nameRangeFilter, RANGE_BOUNDS } from '../../../core/contract/parameter-forms.ts';
import type { Release } from '../../../core/release/release.ts';
import { resolveTarget } from '../../address/address.ts';
import { hasMasses, MASSES } from '../../event-data/binaries.ts';
import { chosenColumns, type EventColumn, listColumns } from '../../event-data/columns.ts';
import type { EventSettings } from '../../event-data/event-settings.ts';
import { listQuantities, MASS_RATIO, type Quantity, TIME } from '../../event-data/quantities.ts';

/** A quantity whose smallest and largest values can be chosen. */
export interface RangeFilter {
  readonly quantity: Quantity;
  readonly min: Filter;
  readonly max: Filter;
}

const listRanges = (filters: Offer['filters'], quantities: readonly Quantity[]): readonly RangeFilter[] =>
  quantities.flatMap((quantity): RangeFilter | [] => {
    const [min, max] = RANGE_BOUNDS.map((bound) => filters.get(nameRangeFilter(bound, quantity.name)));
    return min && max ? { quantity, min, max } : [];
  });

export type PlotName = NonNullable<EventSettings['plot']>;

/** The plots for which a catalogue has the parameters. */
function listPlots({ quantities, hasMasses }: Pick<Offer, 'quantities' | 'hasMasses'>): readonly PlotName[] {
  return [
    ...(hasMasses ? ['masses' as const] : []),
    // A scatter plot needs two parameters in addition to the time.
    ...(quantities.length > 2 ? ['scatter' as const] : []),
    'detections',
    'distribution',
  ];
}

export interface Offer {
  /** By their names. A list of events, instead of versions, has none. */
  readonly filters: ReadonlyMap<string, Filter>;
  readonly ranges: readonly RangeFilter[];
  readonly quantities: readonly Quantity[];
  /** True if events have types. */
  readonly hasMasses: boolean;
  readonly columns: readonly EventColumn[];
  readonly plots: readonly PlotName[];
  /** All catalogs, in the catalogue's order. */
  readonly catalogs: readonly string[];
}

export function listOffer(path: string, release: Pick<Release, 'collections' | 'data'>): Offer {
  const route = resolveTarget(path, release);
  const filters = route?.kind === 'listing' ? route.listing.filters : new Map<string, Filter>();
  const quantities = listQuantities(release.data.vocabulary);
  const hasBoth = hasMasses(release.data.vocabulary);
  return {
    filters,
    ranges: listRanges(filters, quantities),
    quantities,
    hasMasses: hasBoth,
    columns: listColumns(quantities),
    plots: listPlots({ quantities, hasMasses: hasBoth }),
    catalogs: release.data.vocabulary.catalogs,
  };
}

/** A quantity's filter, if it has one. */
export const findRange = ({ ranges }: Pick<Offer, 'ranges'>, quantity: Quantity): RangeFilter | undefined =>
  ranges.find((range) => range.quantity === quantity);

/** The plot that is shown: as set in the address, if there is such a plot. */
export const choosePlot = ({ plots }: Offer, { plot }: Pick<EventSettings, 'plot'>): PlotName =>
  plot !== null && plots.includes(plot) ? plot : (plots[0] as PlotName);

/** The quantities of a plot's axes: as set in the address; by default the masses, or the first quantities if there are no masses. */
export function chooseAxes(
  quantities: readonly Quantity[],
  set: { readonly x: string | null; readonly y: string | null },
) {
  const choose = (name: string | null, position: 0 | 1): Quantity =>
    quantities.find((one) => one.name === name) ??
    quantities.find(({ parameter }) => parameter === MASSES[position]) ??
    quantities[position] ??
    TIME;
  return { x: choose(set.x, 0), y: choose(set.y, 1) };
}

/**
 * True if the table is beside the plot in wide windows. A scatter plot must be set in the address for this, so that the first view of a
 * catalogue without masses has all columns.
 */
export const isTableBeside = (offer: Offer, settings: Pick<EventSettings, 'plot'>): boolean =>
  settings.plot === 'scatter' && choosePlot(offer, settings) === 'scatter';

/** The columns of the table: as set in the address; by default, a table beside a plot has both axes, and the mass ratio unless other axes are set. */
export function shownColumns(
  { quantities, columns }: Pick<Offer, 'quantities' | 'columns'>,
  settings: Pick<EventSettings, 'columns' | 'x' | 'y'>,
  hasVersions: boolean,
  isBeside: boolean,
): readonly EventColumn[] {
  if (!isBeside || settings.columns !== null) return chosenColumns(settings.columns, columns, hasVersions);
  const { x, y } = chooseAxes(quantities, settings);
  const hasRatio = settings.x === null && settings.y === null;
  return chosenColumns([x.name, y.name, ...(hasRatio ? [MASS_RATIO.name] : [])], columns);
}

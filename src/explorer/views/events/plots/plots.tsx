/** Shows the selection as a plot, and lets users choose the plot. The choice is stored in the address. */

import type { FunctionComponent } from 'preact';
import { type Address, COMPARE_VIEW, formatAddress } from '../../../address/address.ts';
import { changeParameters } from '../../../address/navigate.ts';
import type { EventSettings } from '../../../address/settings.ts';
import { chooseKind } from '../../../charts/histogram.ts';
import { useWidth } from '../../../charts/plot.tsx';
import type { Extent, ScaleKind } from '../../../charts/scale.ts';
import { chooseAxes, listValues, type Quantity, TIME } from '../../../event-data/columns.ts';
import type { EventRow } from '../../../event-data/rows.ts';
import { useCore, useNavigate } from '../../../host/context.ts';
import { isCumulative } from '../../../host/start-target.ts';
import { SavePlot } from '../../../pictures/save-plot.tsx';
import { memo } from '../../../widgets/memo.tsx';
import type { EventLists } from '../lists.ts';
import { choosePlot, type Offer, type PlotName } from '../offer.ts';
import type { Pointed } from '../pointed.ts';
import { isNarrowed, listReleases, withoutFilters } from '../selection.ts';
import { CumulativePlot } from './cumulative-plot.tsx';
import { DistributionPlot } from './distribution-plot.tsx';
import { MassesPlot } from './masses-plot.tsx';
import { DistributionOptions, MassesOptions, PlotTabs, ScatterOptions } from './plot-bar.tsx';
import { NARROW_PX, type PlotProps } from './plot-props.ts';
import { ScatterPlot } from './scatter-plot.tsx';

interface PlotsProps {
  readonly address: Address;
  readonly offer: Offer;
  readonly settings: EventSettings;
  readonly lists: EventLists;
  readonly pointed: Pointed;
}

/** The scale of an axis: as set in the address; otherwise, the scale for the values. An axis of times is linear. */
function chooseScale(setting: ScaleKind | null, quantity: Quantity, unfiltered: readonly EventRow[]): ScaleKind {
  return setting ?? (quantity === TIME ? 'linear' : chooseKind(listValues(unfiltered, quantity)));
}

/** The plots, by their names in the address, with their options. */
const KINDS: Readonly<
  Record<PlotName, readonly [Plot: FunctionComponent<PlotProps>, Options?: typeof ScatterOptions]>
> = {
  masses: [MassesPlot, MassesOptions],
  scatter: [ScatterPlot, ScatterOptions],
  detections: [CumulativePlot],
  distribution: [DistributionPlot, DistributionOptions],
};

/** The address of the comparison that starts with the first catalog of the request; null if there is nothing to compare. */
function useComparison({ offer: { isPart, quantities }, lists: { target } }: PlotsProps): string | null {
  const { release } = useCore();
  const { catalogs } = release.data.vocabulary;
  if (isPart || catalogs.length < 2 || quantities.length < 2) return null;
  const chosen = listReleases(target).find((name) => !isCumulative(release, name));
  return formatAddress({ target: COMPARE_VIEW, view: chosen === undefined ? {} : { new: chosen } });
}

export const Plots = memo((props: PlotsProps) => {
  const { address, offer, settings, lists, pointed } = props;
  const navigate = useNavigate();
  const { plots, filters, hiding } = offer;
  const [ref, width] = useWidth<HTMLDivElement>();
  const name = choosePlot(offer, settings);
  const [Plot, Options] = KINDS[name];
  const { unfiltered, rows, runs, joined } = lists;
  const { quantities } = offer;
  const { x, y } = chooseAxes(quantities, settings);
  const input = {
    ...{ settings, quantities, x, y, rows, unfiltered, joined, runs, width, pointed },
    catalogs: useCore().release.data.vocabulary.catalogs,
    isUtc: settings.time === null,
    xScale: chooseScale(settings.xscale, x, unfiltered),
    yScale: chooseScale(settings.yscale, y, unfiltered),
  };
  const compare = useComparison(props);
  const filterOf = (quantity: Quantity) => filters.ranges.find(({ name }) => name === quantity.name);
  const canNarrow = (quantity: Quantity) => filterOf(quantity) !== undefined;
  const narrow = (ranges: readonly (readonly [Quantity, Extent])[]) => {
    const changes = ranges.flatMap(([quantity, [low, high]]) =>
      Object.entries(filterOf(quantity)?.format(low, high) ?? {}),
    );
    changeParameters(navigate, Object.fromEntries(changes));
  };
  const clearAll = isNarrowed(address, hiding) ? (now: Address) => withoutFilters(now, hiding) : null;
  return (
    <section class="plots" aria-label="Plots">
      <div class="plot-bar">
        <PlotTabs {...{ plots, name, compare }} isNarrow={width < NARROW_PX} />
        <div class="plot-options">
          {Options && <Options {...{ input, unfiltered }} />}
          <SavePlot name={name} caption="" />
        </div>
      </div>
      <div class="plot-place">
        <div ref={ref} />
        {width > 0 && <Plot {...input} {...{ narrow, canNarrow, clearAll }} />}
      </div>
    </section>
  );
});

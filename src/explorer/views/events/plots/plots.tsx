/** Shows the selection as a plot, and lets users choose the plot. The choice is stored in the address. */

import { useMemo } from 'preact/hooks';
import { type Address, COMPARE_VIEW, formatAddress } from '../../../address/address.ts';
import { changeParameters } from '../../../address/navigate.ts';
import type { EventSettings } from '../../../address/settings.ts';
import { createFrame } from '../../../charts/frame.ts';
import { chooseKind } from '../../../charts/histogram.ts';
import { useWidth } from '../../../charts/plot.tsx';
import type { Extent, ScaleKind } from '../../../charts/scale.ts';
import { chooseAxes, listValues, type Quantity, TIME } from '../../../event-data/columns.ts';
import { loadRows } from '../../../event-data/load-rows.ts';
import { type EventRow, pickVersions } from '../../../event-data/rows.ts';
import { useCore, useNavigate } from '../../../host/context.ts';
import { isCumulative, startTarget } from '../../../host/start-target.ts';
import { useLoaded } from '../../../host/use-loaded.ts';
import { SavePlot } from '../../../pictures/save-plot.tsx';
import { memo } from '../../../widgets/memo.tsx';
import type { EventLists } from '../lists.ts';
import { choosePlot, type Offer, type PlotName } from '../offer.ts';
import type { Pointed } from '../pointed.ts';
import { isNarrowed, listReleases, withoutFilters } from '../selection.ts';
import { DrawnPlot } from './drawn-plot.tsx';
import { PlotOptions, PlotTabs } from './plot-bar.tsx';
import { NARROW_PX, type PlotInput } from './plot-kind.ts';
import { KINDS } from './plot-kinds.ts';

const HEIGHT = 392;
const SCATTER_HEIGHT = 560;
const NARROW_HEIGHT = 420;

interface PlotsProps {
  readonly address: Address;
  readonly offer: Offer;
  readonly settings: EventSettings;
  readonly lists: EventLists;
  readonly pointed: Pointed;
}

/** The scale of an axis: as set in the address; otherwise, the scale for the values. An axis of times is linear. */
function chooseScale(setting: ScaleKind | null, quantity: Quantity, pool: readonly EventRow[]): ScaleKind {
  return setting ?? (quantity === TIME ? 'linear' : chooseKind(listValues(pool, quantity)));
}

/** The default catalog, if the plot compares with it. */
function useReference(isWanted: boolean): PlotInput['reference'] {
  const target = startTarget(useCore().release);
  const { value: all } = useLoaded(`${isWanted} ${target}`, async (core) => (isWanted ? loadRows(core, target) : null));
  return useMemo(
    () =>
      all === null || !isWanted ? null : { name: listReleases(target)[0] ?? 'all events', rows: pickVersions(all) },
    [all, target, isWanted],
  );
}

function useInput({ offer, settings, lists }: PlotsProps, name: PlotName, width: number): PlotInput {
  const { catalogs } = useCore().release.data.vocabulary;
  const { pool, runs } = lists;
  const { quantities } = offer;
  const kind = KINDS[name];
  const reference = useReference(kind.hasReference ?? false);
  const { x, y } = chooseAxes(quantities, settings);
  const isNarrow = width < NARROW_PX;
  const height = isNarrow ? NARROW_HEIGHT : name === 'scatter' ? SCATTER_HEIGHT : HEIGHT;
  const margins = kind.margins?.({ x, y }, isNarrow);
  return {
    ...{ reference, settings, runs, catalogs, quantities, x, y },
    isUtc: settings.time === null,
    frame: createFrame(width, height, margins),
    xScale: chooseScale(settings.xscale, x, pool),
    yScale: chooseScale(settings.yscale, y, pool),
  };
}

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
  const input = useInput(props, name, width);
  const compare = useComparison(props);
  const narrow = (ranges: readonly (readonly [Quantity, Extent])[]) => {
    const changes = ranges.flatMap(([quantity, [low, high]]) => {
      const filter = filters.ranges.find((one) => one.name === quantity.name);
      return filter ? Object.entries(filter.format(low, high)) : [];
    });
    if (changes.length > 0) changeParameters(navigate, Object.fromEntries(changes));
  };
  const clearAll = isNarrowed(address, hiding) ? (now: Address) => withoutFilters(now, hiding) : null;
  return (
    <section class="plots" aria-label="Plots">
      <div class="plot-bar">
        <PlotTabs {...{ plots, name, compare }} isNarrow={width < NARROW_PX} />
        <div class="plot-options">
          <PlotOptions {...{ name, input }} pool={lists.pool} />
          <SavePlot {...{ name }} caption={KINDS[name].caption(input)} />
        </div>
      </div>
      <div class="plot-place">
        <div ref={ref} />
        {width > 0 && <DrawnPlot kind={KINDS[name]} {...{ input, narrow, clearAll, pointed }} rows={lists.rows} />}
      </div>
    </section>
  );
});

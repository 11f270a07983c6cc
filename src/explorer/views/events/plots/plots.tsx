/** Shows the selected events as a plot, one row per event, and lets users choose the plot. The choice is stored in the address. */

import type { FunctionComponent } from 'preact';
import { useMemo } from 'preact/hooks';
import { COMPARE_VIEW, formatAddress } from '../../../address/address.ts';
import { useWidth } from '../../../charts/plot.tsx';
import { useClient } from '../../../client/context.ts';
import { isCumulative } from '../../../client/start-target.ts';
import { canCompare } from '../../../event-data/event-settings.ts';
import { SavePlot } from '../../../pictures/save-plot.tsx';
import { memo } from '../../../widgets/memo.tsx';
import { onePerEvent } from '../lists.ts';
import { chooseAxes, choosePlot, type PlotName } from '../offer.ts';
import { listReleases, originOf } from '../request.ts';
import { DetectionsPlot } from './detections-plot.tsx';
import { DistributionPlot } from './distribution-plot.tsx';
import { MassesPlot } from './masses-plot.tsx';
import { areMasses, chooseAxis } from './plot-axis.ts';
import { DistributionOptions, MassesOptions, PlotTabs, ScatterOptions } from './plot-bar.tsx';
import { type EventPlotProps, NARROW_PX } from './plot-props.ts';
import { ScatterPlot } from './scatter-plot.tsx';

type PlotsProps = Omit<EventPlotProps, 'x' | 'y' | 'width'>;

/** The plots, by their names in the address, with their options. */
const KINDS: Readonly<
  Record<PlotName, readonly [Plot: FunctionComponent<EventPlotProps>, Options?: FunctionComponent<EventPlotProps>]>
> = {
  masses: [MassesPlot, MassesOptions],
  scatter: [ScatterPlot, ScatterOptions],
  detections: [DetectionsPlot],
  distribution: [DistributionPlot, DistributionOptions],
};

/** The address of the comparison that starts with the first catalog of the request; null if there is nothing to compare. */
function useComparison({ page, lists: { target } }: PlotsProps): string | null {
  const { release } = useClient();
  if (page !== null || !canCompare(release.data.vocabulary)) return null;
  const chosen = listReleases(target).find((name) => !isCumulative(release, name));
  return formatAddress({ target: COMPARE_VIEW, settings: chosen === undefined ? {} : { new: chosen } });
}

export const Plots = memo((props: PlotsProps) => {
  const { offer, settings } = props;
  const lists = useMemo(() => onePerEvent(props.lists), [props.lists]);
  const [ref, width] = useWidth<HTMLDivElement>();
  const name = choosePlot(offer, settings);
  const [Plot, Options] = KINDS[name];
  const { x, y } = chooseAxes(offer.quantities, settings);
  // Lines of equal mass ratio are straight only if both axes have the same kind of scale.
  const sharing = name === 'scatter' && areMasses(x, y) ? [x, y] : undefined;
  const plot: EventPlotProps = {
    ...props,
    lists,
    width,
    x: chooseAxis(x, settings.xscale, lists.unfiltered, sharing),
    y: chooseAxis(y, settings.yscale, lists.unfiltered, sharing),
  };
  const compare = useComparison(props);
  const parts: Readonly<Partial<Record<PlotName, readonly string[]>>> = {
    scatter: [x.name, y.name],
    distribution: [x.name, name],
  };
  return (
    <section class="plots" aria-label="Plots">
      <div class="plot-bar row">
        <PlotTabs {...{ plots: offer.plots, name, compare }} isNarrow={width < NARROW_PX} />
        <div class="plot-options row">
          {Options && <Options {...plot} />}
          <SavePlot name={[originOf(props.address.target, props.page), ...(parts[name] ?? [name])].join('-')} />
        </div>
      </div>
      <div class="plot-place">
        <div ref={ref} />
        {width > 0 && <Plot {...plot} />}
      </div>
    </section>
  );
});

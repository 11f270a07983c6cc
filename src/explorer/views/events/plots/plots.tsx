/** Shows the selection as a plot, and lets users choose the plot. The choice is stored in the address. */

import { useMemo } from 'preact/hooks';
import type { EventVersionEntry } from '../../../../core/contract/wire.ts';
import type { Address } from '../../../address/address.ts';
import { changeParameters } from '../../../address/use-address.ts';
import { createFrame } from '../../../charts/frame.ts';
import { chooseKind } from '../../../charts/histogram.ts';
import { useWidth } from '../../../charts/plot.tsx';
import type { Extent, ScaleKind } from '../../../charts/spread.ts';
import { startTarget } from '../../../host/start-target.ts';
import { latestOf, useLoaded } from '../../../host/use-answer.ts';
import type { ViewProps } from '../../../host/view.ts';
import { SavePlot } from '../../../pictures/save-plot.tsx';
import { chooseAxes, listValues, type Quantity, TIME } from '../columns.ts';
import { Compare } from '../compare/compare.tsx';
import type { ComparisonText } from '../compare/pairs.ts';
import type { Pointed } from '../pointed.ts';
import { type EventRow, findRows, pickVersions } from '../rows.ts';
import { isNarrowed, listReleases, withoutFilters } from '../selection.ts';
import type { ShownEvents } from '../shown-events.ts';
import { DrawnPlot } from './drawn-plot.tsx';
import { PlotOptions, PlotTabs } from './plot-bar.tsx';
import { NARROW_PX, type PlotInput } from './plot-kind.ts';
import { KINDS } from './plot-kinds.ts';

const HEIGHT = 392;
const SCATTER_HEIGHT = 560;
const NARROW_HEIGHT = 420;

export interface PlotsProps extends Pick<ViewProps, 'core' | 'navigate'> {
  readonly events: ShownEvents;
  readonly pointed: Pointed;
  readonly onSentence: (text: ComparisonText) => void;
}

/** The scale of an axis: as set in the address; otherwise, the scale for the values. An axis of times is linear. */
function chooseScale(setting: ScaleKind | null, quantity: Quantity, pool: readonly EventRow[]): ScaleKind {
  return setting ?? (quantity === TIME ? 'linear' : chooseKind(listValues(pool, quantity)));
}

/** The default catalog, if the plot compares with it. */
function useReference({ core, events: { all } }: PlotsProps, isWanted: boolean): PlotInput['reference'] {
  const target = startTarget(core.release);
  const load = () => (isWanted ? core.entries<EventVersionEntry>(target) : Promise.resolve(null));
  const entries = latestOf(useLoaded(core, `${isWanted} ${target}`, load));
  return useMemo(() => {
    if (entries === null || !isWanted) return null;
    const byId = new Map(all.map((row) => [row.id, row]));
    const rows = pickVersions(findRows(entries, byId));
    return { name: listReleases(target)[0] ?? 'all events', rows };
  }, [entries, all, target, isWanted]);
}

function useInput(props: PlotsProps, width: number): PlotInput {
  const { plot: name, pool, runs, quantities, catalogs, settings, isUtc } = props.events;
  const kind = name === 'compare' ? null : KINDS[name];
  const reference = useReference(props, kind?.hasReference ?? false);
  const { x, y } = chooseAxes(quantities, settings);
  const isNarrow = width < NARROW_PX;
  const height = isNarrow ? NARROW_HEIGHT : name === 'scatter' ? SCATTER_HEIGHT : HEIGHT;
  const margins = kind?.margins?.({ x, y }, isNarrow);
  return {
    ...{ reference, settings, runs, catalogs, quantities, x, y, isUtc },
    frame: createFrame(width, height, margins),
    xScale: chooseScale(settings.xscale, x, pool),
    yScale: chooseScale(settings.yscale, y, pool),
  };
}

export function Plots(props: PlotsProps) {
  const { core, navigate, events } = props;
  const { plots, plot: name, rows, pool, filters, hiding, compared, address } = events;
  const [ref, width] = useWidth<HTMLDivElement>();
  const input = useInput(props, width);
  const narrow = (ranges: readonly (readonly [Quantity, Extent])[]) => {
    const changes = ranges.flatMap(([quantity, [low, high]]) => {
      const filter = filters.ranges.find((one) => one.name === quantity.name);
      return filter ? Object.entries(filter.format(low, high)) : [];
    });
    if (changes.length > 0) changeParameters(navigate, Object.fromEntries(changes));
  };
  const clearAll = isNarrowed(address, hiding) ? (now: Address) => withoutFilters(now, hiding) : null;
  const caption = name === 'compare' ? '' : KINDS[name].caption(input);
  return (
    <section class="plots" aria-label="Plots">
      <div class="plot-bar">
        <PlotTabs {...{ plots, name, navigate }} isNarrow={width < NARROW_PX} />
        <div class="plot-options">
          <PlotOptions {...{ name, input, pool, navigate }} />
          <SavePlot {...{ core, caption, name }} />
        </div>
      </div>
      {compared && <Compare {...{ core, navigate, events, compared }} onSentence={props.onSentence} />}
      <div class="plot-place">
        <div ref={ref} />
        {width > 0 && name !== 'compare' && (
          <DrawnPlot kind={KINDS[name]} {...{ input, rows, narrow, clearAll, navigate }} pointed={props.pointed} />
        )}
      </div>
    </section>
  );
}

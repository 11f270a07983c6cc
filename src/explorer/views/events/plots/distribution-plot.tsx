/**
 * Plots the distribution of one quantity in the selection, in front of its distribution in the default catalog. Each event counts once. Limits are
 * drawn hollow.
 */

import { useMemo } from 'preact/hooks';
import { XAxis, YAxis } from '../../../charts/axes.tsx';
import { type Bins, countByBin, domainOf, drawBins, findBin, makeBins } from '../../../charts/histogram.ts';
import { paint } from '../../../charts/marks.ts';
import type { PlotMark } from '../../../charts/plot.tsx';
import { createScale, type Extent, extent, tickRoomUp } from '../../../charts/scale.ts';
import { listValues } from '../../../event-data/columns.ts';
import { loadRows } from '../../../event-data/load-rows.ts';
import { countEvents, type EventRow, pickVersions } from '../../../event-data/rows.ts';
import { useCore } from '../../../host/context.ts';
import { startTarget } from '../../../host/start-target.ts';
import { useLoaded } from '../../../host/use-loaded.ts';
import { countText, numberText } from '../../../text/format.ts';
import { SvgName } from '../../../widgets/name.tsx';
import { countBars } from '../histogram.tsx';
import { listReleases } from '../selection.ts';
import { Chart, type DrawRows } from './chart.tsx';
import { canShow, createAxis, positionText } from './plot-axis.ts';
import { createPlotFrame, type PlotProps } from './plot-props.ts';

const edgesOf = ({ edges }: Bins, bin: number): Extent => [edges[bin] as number, edges[bin + 1] as number];

/** The default catalog; null until it is loaded. */
function useReference() {
  const target = startTarget(useCore().release);
  const { value: all } = useLoaded(target, (core) => loadRows(core, target));
  return useMemo(
    () => all && { name: listReleases(target)[0] ?? 'all events', rows: pickVersions(all) },
    [all, target],
  );
}

export function DistributionPlot(props: PlotProps) {
  const { x, xScale, isUtc } = props;
  const reference = useReference();
  const frame = createPlotFrame(props, {});
  const canDraw = (row: EventRow) => canShow(row, x, xScale) && !row.isInjection;
  const draw: DrawRows = (drawn) => {
    const rows = pickVersions(drawn);
    const others = (reference?.rows ?? []).filter(canDraw);
    const own = new Set(rows.map(({ id }) => id));
    const isSame = others.length === rows.length && others.every(({ id }) => own.has(id));
    const compares = reference !== null && !isSame;
    // The bins depend on all values, so that filters do not change them.
    const values = listValues([...others, ...rows], x);
    // Not null, because the rows have values.
    const bins = makeBins(values, xScale) as Bins;
    const compared = countByBin(bins, listValues(others, x));
    const { selected, measured, limits } = countBars(bins, rows, x);
    const across = createAxis({ ...props, frame }, 'x', domainOf(bins));
    const scale = createScale('linear', [0, Math.max(...compared, ...selected)], frame.up, tickRoomUp(frame.up));
    const draw = (heights: readonly number[]) => drawBins(bins, heights, across.scale.at, scale.at);
    /** One mark at the top of each bar. */
    const marks = compared.flatMap((count, bin): PlotMark[] => {
      const own = selected[bin] as number;
      const height = Math.max(count, own);
      if (height === 0) return [];
      const edges = edgesOf(bins, bin);
      const title = `${x.title} ${edges.map((edge) => positionText(edge, x, isUtc)).join(' to ')}`;
      const facts: PlotMark['facts'] = () => [
        ['Selected', numberText(own)],
        ...(limits[bin] ? [['Limits among them', numberText(own - (measured[bin] as number))] as const] : []),
        ...(compares ? [[reference.name, numberText(count)] as const] : []),
      ];
      const middle = (across.scale.at(edges[0]) + across.scale.at(edges[1])) / 2;
      return [{ x: middle, y: scale.at(height), id: String(bin), title, facts }];
    });
    return {
      frame,
      caption: `Distribution of ${x.title}${reference ? `, compared with ${reference.name}` : ''}.`,
      label: `Distribution of ${x.title} over ${countText(countEvents(rows), 'event')}.`,
      marks,
      // From the smallest to the largest value in the bin, because the bin's upper edge belongs to the next bin.
      valuesIn(bar) {
        const bin = Number(bar);
        return extent(values.filter((value) => findBin(bins, value) === bin)) ?? edgesOf(bins, bin);
      },
      across,
      legend: compares
        ? [
            { title: 'selected', mark: 'bar' },
            { title: `${reference.name}, for comparison`, mark: 'all' },
          ]
        : [],
      ...(limits.some((count) => count > 0) && { note: 'Hollow: limits.' }),
      children: (
        <>
          <XAxis frame={frame} ticks={across.ticks} title={<SvgName text={across.title} />} />
          <YAxis frame={frame} ticks={scale.ticks} title="Events" />
          <path class="bars" style={paint('all')} d={draw(compared)} />
          <path class="hollow" d={draw(limits)} />
          <path class="bars" style={paint('bar')} d={draw(measured)} />
        </>
      ),
    };
  };
  return <Chart {...props} needs={[x]} {...{ canDraw, draw }} />;
}

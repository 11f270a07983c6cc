/** The distribution of one quantity: the selection in colour in front of all event versions. */

import { tickRoomUp, XAxis, YAxis } from '../../charts/axes.tsx';
import { type Bins, countByBin, domainOf, drawBins, findBin, makeBins } from '../../charts/histogram.ts';
import { paint } from '../../charts/marks.ts';
import type { PlotMark } from '../../charts/plot.tsx';
import { createScale, type Extent, extent } from '../../charts/scale.ts';
import { countText } from '../../parts/format.ts';
import { canShow, createAxis, type PlotKind, positionText } from './plot-kind.ts';
import { listValues } from './selection.ts';

export const DISTRIBUTION: PlotKind = {
  title: 'Distribution',
  axes: 'x',
  nameMissing: ({ xScale }) => `the value${xScale === 'log' ? ' above 0' : ''}`,
  canDraw: (row, { x, xScale }) => canShow(row, x, xScale),
  draw(input, rows) {
    const { frame, all, x, xScale, isUtc } = input;
    const values = listValues(all, x);
    // The rows are among all event versions, so there are values.
    const bins = makeBins(values, xScale) as Bins;
    const [counts, chosen] = [countByBin(bins, values), countByBin(bins, listValues(rows, x))];
    const across = createAxis(input, 'x', domainOf(bins));
    const scale = createScale('linear', [0, Math.max(...counts)], frame.up, tickRoomUp(frame.up));
    const edgesOf = (bin: number): Extent => [bins.edges[bin] as number, bins.edges[bin + 1] as number];
    const pixelsOf = (bin: number) => edgesOf(bin).map((edge) => across.scale.at(edge)) as [number, number];
    const draw = (heights: readonly number[]) => drawBins(bins, heights, across.scale.at, scale.at);
    /** At the top of each bar. */
    const marks = counts.flatMap((count, bin): PlotMark[] => {
      const [left, right] = pixelsOf(bin);
      const ends = edgesOf(bin).map((edge) => positionText(edge, x, isUtc));
      const lines = () => [
        `${across.title} ${ends.join(' to ')}`,
        `${chosen[bin]} selected`,
        `${countText(count, 'event version')} in all`,
      ];
      return count === 0 ? [] : [{ x: (left + right) / 2, y: scale.at(count), id: String(bin), lines }];
    });
    return {
      label: `Distribution of ${x.title} over ${rows.length} event versions.`,
      marks,
      // From the smallest to the largest one: the upper end of a bin belongs to the next one.
      valuesIn(bar) {
        const bin = Number(bar);
        return extent(values.filter((value) => findBin(bins, value) === bin)) ?? edgesOf(bin);
      },
      across,
      legend: [
        { title: 'selected', mark: 'first' },
        { title: 'all event versions', mark: 'all' },
      ],
      drawing: (
        <>
          <XAxis frame={frame} {...across} />
          <YAxis frame={frame} ticks={scale.ticks} title="Event versions" />
          <path class="bars" style={paint('all')} d={draw(counts)} />
          <path class="bars" style={paint('first')} d={draw(chosen)} />
        </>
      ),
    };
  },
};

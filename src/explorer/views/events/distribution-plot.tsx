/** The distribution of one quantity: the selection in front of the default catalog. Limits are drawn hollow. */

import { tickRoomUp, XAxis, YAxis } from '../../charts/axes.tsx';
import { type Bins, countByBin, domainOf, drawBins, findBin, makeBins } from '../../charts/histogram.ts';
import { paint } from '../../charts/marks.ts';
import type { PlotMark } from '../../charts/plot.tsx';
import { createScale } from '../../charts/scale.ts';
import { type Extent, extent } from '../../charts/spread.ts';
import { numberText } from '../../parts/format.ts';
import { SvgName } from '../../parts/name.tsx';
import { listValues } from './columns.ts';
import { isLimit } from './histogram.tsx';
import { canShow, createAxis, type PlotKind, positionText } from './plot-kind.ts';
import { countEvents } from './rows.ts';

export const DISTRIBUTION: PlotKind = {
  title: 'Distribution',
  axes: 'x',
  needs: ({ x }) => [x],
  canDraw: (row, { x, xScale }) => canShow(row, x, xScale) && !row.isInjection,
  caption: ({ x, reference }) => `Distribution of ${x.title}, compared with ${reference.name}.`,
  draw(input, rows) {
    const { frame, reference, x, xScale, isUtc } = input;
    const others = reference.rows.filter((row) => DISTRIBUTION.canDraw(row, input));
    const own = new Set(rows.map(({ id }) => id));
    const isSame = others.length === rows.length && others.every(({ id }) => own.has(id));
    // The bins depend on all values, so that filters do not change them.
    const values = listValues([...others, ...rows], x);
    // Not null, because the rows have values.
    const bins = makeBins(values, xScale) as Bins;
    const countIn = (all: typeof rows) => countByBin(bins, listValues(all, x));
    const [counts, chosen] = [countIn(others), countIn(rows)];
    const measured = countIn(rows.filter((row) => !isLimit(row, x)));
    const across = createAxis(input, 'x', domainOf(bins));
    const most = Math.max(...counts, ...chosen);
    const scale = createScale('linear', [0, most], frame.up, tickRoomUp(frame.up));
    const edgesOf = (bin: number): Extent => [bins.edges[bin] as number, bins.edges[bin + 1] as number];
    const pixelsOf = (bin: number) => edgesOf(bin).map((edge) => across.scale.at(edge)) as [number, number];
    const draw = (heights: readonly number[]) => drawBins(bins, heights, across.scale.at, scale.at);
    const limits = chosen.map((count, bin) => (count === measured[bin] ? 0 : count));
    const hasLimits = limits.some((count) => count > 0);
    /** One mark at the top of each bar. */
    const marks = counts.flatMap((count, bin): PlotMark[] => {
      const selected = chosen[bin] as number;
      const [left, right] = pixelsOf(bin);
      const ends = edgesOf(bin).map((edge) => positionText(edge, x, isUtc));
      const facts: PlotMark['facts'] = () => [
        ['Selected', numberText(selected)],
        ...(limits[bin] ? [['Limits among them', numberText(selected - (measured[bin] as number))] as const] : []),
        ...(isSame ? [] : [[reference.name, numberText(count)] as const]),
      ];
      const height = Math.max(count, selected);
      const title = `${x.title} ${ends.join(' to ')}`;
      return height === 0 ? [] : [{ x: (left + right) / 2, y: scale.at(height), id: String(bin), title, facts }];
    });
    return {
      label: `Distribution of ${x.title} over ${countEvents(rows)} events.`,
      marks,
      // From the smallest to the largest value in the bin, because the bin's upper edge belongs to the next bin.
      valuesIn(bar) {
        const bin = Number(bar);
        return extent(values.filter((value) => findBin(bins, value) === bin)) ?? edgesOf(bin);
      },
      across,
      legend: isSame
        ? []
        : [
            { title: 'selected', mark: 'bar' },
            { title: `${reference.name}, for comparison`, mark: 'all' },
          ],
      ...(hasLimits && { note: 'Hollow: limits.' }),
      drawing: (
        <>
          <XAxis frame={frame} ticks={across.ticks} title={<SvgName text={across.title} />} />
          <YAxis frame={frame} ticks={scale.ticks} title="Events" />
          <path class="bars" style={paint('all')} d={draw(counts)} />
          <path class="hollow" d={draw(limits)} />
          <path class="bars" style={paint('bar')} d={draw(measured)} />
        </>
      ),
    };
  },
};

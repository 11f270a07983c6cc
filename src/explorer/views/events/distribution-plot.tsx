/** The distribution of one quantity: the selection in colour in front of all event versions. */

import { tickRoom, XAxis, YAxis } from '../../charts/frame.tsx';
import { binsOf, countIn, domainOf, findBin } from '../../charts/histogram.ts';
import { Plot, type PlotMark } from '../../charts/plot.tsx';
import { createScale, extent } from '../../charts/scale.ts';
import { countText } from '../../parts/format.ts';
import { Missing } from './missing.tsx';
import { axisTicks, axisTitle, type PlotInput, positionText } from './plot-input.ts';
import type { Row } from './selection.ts';

export function Distribution({ frame, rows, all, x, xScale, isUtc, narrow }: PlotInput) {
  const valuesOf = (some: readonly Row[]) => some.flatMap((row) => x.valueOf(row) ?? []);
  const everything = valuesOf(all);
  const selected = valuesOf(rows);
  const bins = binsOf(everything, xScale);
  const isDrawn = (row: Row) => x.valueOf(row) !== undefined;
  const missing = <Missing {...{ rows, all, isDrawn }} values="the value" />;
  if (bins === null || selected.length === 0) {
    return (
      <>
        <p class="empty">None of the selected event versions has this value{xScale === 'log' ? ' above 0' : ''}.</p>
        {missing}
      </>
    );
  }
  const counts = { all: countIn(bins, everything), chosen: countIn(bins, selected) };
  const across = createScale(xScale, domainOf(bins), [frame.left, frame.right], tickRoom(frame.right - frame.left));
  const scale = createScale(
    'linear',
    [0, Math.max(...counts.all)],
    [frame.bottom, frame.top],
    tickRoom(frame.bottom - frame.top, 45),
  );
  const floor = scale.at(0) as number;
  const edgesOf = (n: number) => [bins.edges[n] as number, bins.edges[n + 1] as number] as const;
  /** The smallest and the largest value of a bin: its upper end belongs to the next one. */
  const valuesIn = (n: number) => extent(everything.filter((value) => findBin(bins, value) === n)) ?? edgesOf(n);
  const bars = (heights: readonly number[]): string =>
    heights
      .map((count, n) => {
        const [from, to] = edgesOf(n).map((edge) => across.at(edge) as number);
        const wide = Math.max(1, (to as number) - (from as number) - 1);
        return count === 0 ? '' : `M${from} ${floor}V${scale.at(count)}h${wide}V${floor}z`;
      })
      .join('');
  /** At the top of each bar. Opening it narrows the selection to the bar. */
  const marks = counts.all.flatMap((count, n): PlotMark[] => {
    const [from, to] = edgesOf(n);
    const [left, right] = [across.at(from) as number, across.at(to) as number];
    const interval = `${positionText(from, x, isUtc)} to ${positionText(to, x, isUtc)}`;
    const lines = () => [
      `${axisTitle(x, isUtc)} ${interval}`,
      `${counts.chosen[n]} selected`,
      `${countText(count, 'event version')} in all`,
    ];
    return count === 0 ? [] : [{ x: (left + right) / 2, y: scale.at(count) as number, id: String(n), lines }];
  });
  const room = tickRoom(frame.right - frame.left);
  const xTicks = axisTicks(across, x, isUtc, [frame.left, frame.right], room);
  return (
    <>
      <Plot
        frame={frame}
        label={`Distribution of ${x.title} over ${selected.length} event versions.`}
        marks={marks}
        brush="x"
        opens="narrows the selection to a bar"
        onOpen={(n) => narrow([[x, valuesIn(Number(n))]])}
        onBrush={({ x: [from, to] }) => narrow([[x, [across.invert(from), across.invert(to)]]])}
      >
        <XAxis frame={frame} ticks={xTicks} title={axisTitle(x, isUtc)} />
        <YAxis frame={frame} ticks={scale.ticks} title="Event versions" />
        <path class="bars all" d={bars(counts.all)} />
        <path class="bars chosen" d={bars(counts.chosen)} />
      </Plot>
      <ul class="legend" aria-label="Bars">
        <li>
          <span class="swatch first" /> selected
        </li>
        <li>
          <span class="swatch all" /> all event versions
        </li>
      </ul>
      {missing}
    </>
  );
}

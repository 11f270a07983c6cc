/** Plots the cumulative number of detections, as a line, with the count for each run. */

import { YAxis } from '../../../charts/axes.tsx';
import { type Point, roundPixels } from '../../../charts/marks.ts';
import { createScale, tickRoomUp } from '../../../charts/scale.ts';
import { TIME } from '../../../event-data/quantities.ts';
import { numberText } from '../../../text/format.ts';
import { Chart, type DrawRows } from './chart.tsx';
import { eventMark, factsOf } from './event-mark.tsx';
import { whyNoDetection } from './plot-axis.ts';
import { createPlotFrame, type EventPlotProps, NARROW_PX } from './plot-props.ts';
import { dateTicks, timeScaleOf } from './plot-time.ts';
import { RunAxis } from './run-axis.tsx';

/** A step path that rises where a count rises. */
const steps = (points: readonly Point[]): string =>
  points
    .map(({ x, y }, n) => (n === 0 ? `M${roundPixels(x)} ${roundPixels(y)}` : `H${roundPixels(x)}V${roundPixels(y)}`))
    .join('');

export function DetectionsPlot(props: EventPlotProps) {
  const frame = createPlotFrame(props, { top: 22, bottom: 30, left: props.width < NARROW_PX ? 40 : 56 });
  const draw: DrawRows = (rows) => {
    const inTime = rows.toSorted((a, b) => a.entry.gps - b.entry.gps);
    const time = timeScaleOf({ runs: props.lists.runs, unfiltered: inTime }, inTime, frame, 'time');
    const counts = createScale('linear', [0, inTime.length], frame.up, tickRoomUp(frame.up));
    const marks = inTime.map((row, n) =>
      eventMark(row, { x: time.at(row.entry.gps), y: counts.at(n + 1) }, () => [
        ...factsOf(row, [TIME]),
        ['Number', numberText(n + 1)],
      ]),
    );
    const ticks = dateTicks(time, frame);
    let before = 0;
    const byRun = time.bands.map((band) => {
      const first = before;
      before += band.count;
      return { band, first, inBand: marks.slice(first, before) };
    });
    const inWords = time.bands.map(({ name, count }) => `${name || 'between runs'} ${count}`);
    return {
      frame,
      caption: 'Cumulative number of events over time.',
      label: `Number of events over time: ${inWords.join(', ')}.`,
      marks,
      axes: { x: { quantity: TIME, scale: time } },
      legend: [],
      note: 'The number next to a run is its number of events.',
      children: (
        <>
          <RunAxis {...{ frame, time, ticks }} />
          <YAxis frame={frame} ticks={counts.ticks} title={frame.width < NARROW_PX ? '' : 'Cumulative events'} />
          {byRun.map(({ band, first, inBand }) => (
            <path
              key={band.start}
              class="line"
              d={steps([
                { x: band.from, y: counts.at(first) },
                ...inBand,
                { x: band.to, y: counts.at(first + band.count) },
              ])}
            />
          ))}
          {byRun.slice(1).map(({ band, first }, n) => (
            <path key={band.start} class="dashed" d={`M${time.bands[n]?.to} ${counts.at(first)}H${band.from}`} />
          ))}
        </>
      ),
    };
  };
  return <Chart {...props} whyNot={whyNoDetection} draw={draw} />;
}

/** Plots the cumulative number of detections, as a line, with the count for each run. Each event counts once. */

import { RunAxis, YAxis } from '../../../charts/axes.tsx';
import { type Point, roundPixels } from '../../../charts/marks.ts';
import { createScale, tickRoomUp } from '../../../charts/scale.ts';
import { TIME } from '../../../event-data/columns.ts';
import { pickVersions } from '../../../event-data/rows.ts';
import { numberText } from '../../../text/format.ts';
import { eventMark, factsOf } from './event-mark.tsx';
import { NARROW_PX, type PlotKind } from './plot-kind.ts';
import { dateTicks, timeScaleOf } from './plot-time.ts';

/** A step path that rises where a count rises. */
const steps = (points: readonly Point[]): string =>
  points
    .map(({ x, y }, n) => (n === 0 ? `M${roundPixels(x)} ${roundPixels(y)}` : `H${roundPixels(x)}V${roundPixels(y)}`))
    .join('');

export const CUMULATIVE: PlotKind = {
  title: 'Cumulative',
  axes: '',
  margins: (_, isNarrow) => ({ top: 22, bottom: 30, left: isNarrow ? 40 : 56 }),
  needs: () => [],
  canDraw: ({ isInjection }) => !isInjection,
  caption: () => 'Cumulative number of events over time.',
  draw(input, rows) {
    const { frame } = input;
    const inTime = pickVersions(rows).toSorted((a, b) => a.entry.gps - b.entry.gps);
    const time = timeScaleOf(input, inTime);
    const counts = createScale('linear', [0, inTime.length], frame.up, tickRoomUp(frame.up));
    const marks = inTime.map((row, n) =>
      eventMark(row, { x: time.at(row.entry.gps), y: counts.at(n + 1) }, () => [
        ...factsOf(row, [TIME.name], input),
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
      label: `Number of events over time: ${inWords.join(', ')}.`,
      marks,
      across: { quantity: TIME, scale: time },
      legend: [],
      note: 'The number next to a run is its number of events.',
      drawing: (
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
  },
};

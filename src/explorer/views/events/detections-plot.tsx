/** Detections over time: the cumulative count of the selection, and the count in each run. */

import { RunAxis, textWidth, tickRoomUp, YAxis } from '../../charts/axes.tsx';
import { paint, steps } from '../../charts/marks.ts';
import type { PlotMark } from '../../charts/plot.tsx';
import { createRunScale } from '../../charts/run-scale.ts';
import { createScale } from '../../charts/scale.ts';
import { numberText, utcText } from '../../parts/format.ts';
import type { PlotKind } from './plot-kind.ts';
import { TIME } from './selection.ts';

export const DETECTIONS: PlotKind = {
  title: 'Detections',
  axes: '',
  lacks: () => '',
  canDraw: () => true,
  draw({ frame, runs }, rows) {
    const inTime = rows.toSorted((a, b) => a.entry.gps - b.entry.gps);
    const times = inTime.map(({ entry }) => entry.gps);
    const time = createRunScale(runs, times, frame.across);
    // The counts of the runs stand above the curve.
    const counts = createScale('linear', [0, rows.length], [frame.bottom, frame.top + 18], tickRoomUp(frame.up));
    const marks = inTime.map(
      ({ id, entry }, n): PlotMark => ({
        x: time.at(entry.gps),
        y: counts.at(n + 1),
        id,
        lines: () => [id, `${utcText(entry.gps)} UTC`, `number ${numberText(n + 1)} of the selection`],
      }),
    );
    const ends = [time.bands[0]?.from ?? frame.left, frame.right] as const;
    const byRun = time.bands.map(({ name, count }) => `${name || 'between runs'} ${count}`);
    return {
      label: `Number of event versions over time: ${byRun.join(', ')}.`,
      marks,
      across: { quantity: TIME, scale: time },
      legend: [],
      drawing: (
        <>
          <RunAxis frame={frame} bands={time.bands} />
          <YAxis frame={frame} ticks={counts.ticks} title="Event versions until then" />
          {time.bands.map(
            ({ from, to, start, count }) =>
              to - from >= textWidth(`+${count}`) && (
                <text key={start} class="count" x={(from + to) / 2} y={frame.top + 13} text-anchor="middle">
                  +{count}
                </text>
              ),
          )}
          <path
            class="line"
            style={paint('first')}
            d={steps([{ x: ends[0], y: counts.at(0) }, ...marks, { x: ends[1], y: counts.at(rows.length) }])}
          />
        </>
      ),
    };
  },
};

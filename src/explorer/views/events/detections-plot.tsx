/** Detections over time: the cumulative count of the selection, and the count in each run. */

import { tickRoom, YAxis } from '../../charts/frame.tsx';
import { steps } from '../../charts/marks.ts';
import { Plot, type PlotMark } from '../../charts/plot.tsx';
import { RunAxis } from '../../charts/run-axis.tsx';
import { createRunScale } from '../../charts/run-scale.ts';
import { createScale } from '../../charts/scale.ts';
import { numberText, utcText } from '../../parts/format.ts';
import type { PlotInput } from './plot-input.ts';
import { TIME } from './selection.ts';

const LETTER_PX = 7;

export function Detections({ frame, rows, runs, open, narrow }: PlotInput) {
  const inTime = rows.toSorted((a, b) => a.entry.gps - b.entry.gps);
  const time = createRunScale(
    runs,
    inTime.map(({ entry }) => entry.gps),
    [frame.left, frame.right],
  );
  const range = [frame.bottom, frame.top + 18] as const;
  const scale = createScale('linear', [0, rows.length], range, tickRoom(frame.bottom - frame.top, 45));
  const at = (count: number) => scale.at(count) as number;
  const marks = inTime.map(
    (row, n): PlotMark => ({
      x: time.at(row.entry.gps),
      y: at(n + 1),
      id: row.id,
      lines: () => [row.id, `${utcText(row.entry.gps)} UTC`, `number ${numberText(n + 1)} of the selection`],
    }),
  );
  const line = [{ x: time.bands[0]?.from ?? frame.left, y: at(0) }, ...marks, { x: frame.right, y: at(rows.length) }];
  return (
    <Plot
      frame={frame}
      label={`Number of event versions over time: ${time.bands.map(({ name, count }) => `${name || 'between runs'} ${count}`).join(', ')}.`}
      marks={marks}
      brush="x"
      onOpen={open}
      onBrush={({ x: [from, to] }) => narrow([[TIME, [time.invert(from), time.invert(to)]]])}
    >
      <RunAxis frame={frame} scale={time} title="Observing run" />
      <YAxis frame={frame} ticks={scale.ticks} title="Event versions until then" />
      {time.bands.map(({ from, to, start, count }) => {
        const text = `+${count}`;
        return (
          to - from >= text.length * LETTER_PX && (
            <text key={start} class="count" x={(from + to) / 2} y={frame.top + 13} text-anchor="middle">
              {text}
            </text>
          )
        );
      })}
      <path class="line first" d={steps(line)} />
    </Plot>
  );
}

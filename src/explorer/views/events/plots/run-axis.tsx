/** The time axis of observing runs. */

import { DAY_S } from '../../../../core/base/gps-time.ts';
import { type AxisProps, XTick } from '../../../charts/axes.tsx';
import { keepApart, thinTicks } from '../../../charts/scale.ts';
import { textWidth } from '../../../text/text-size.ts';
import type { TimeScale } from './time-scale.ts';

const MONTH_S = 30.44 * DAY_S;

/** The length of a cut in months or years: number and unit. */
function cutText(seconds: number): readonly string[] {
  const months = Math.round(seconds / MONTH_S);
  return months < 48 ? [String(months), 'mo.'] : [String(Math.round(months / 12)), 'yr'];
}

/** A panel for each run, with names and counts above, dates below, and dashes where time is cut out. */
export function RunAxis({ frame, time, ticks }: Omit<AxisProps, 'title'> & { readonly time: TimeScale }) {
  const { top, bottom } = frame;
  const named = time.bands.filter(({ name }) => name !== '');
  const names = keepApart(
    named
      .map(({ name, start, from, count }) => {
        const counted = String(count);
        const room = (named.find((one) => one.from > from)?.from ?? frame.right + 8) - from;
        const width = textWidth(`${name}  ${counted}`);
        const isCounted = room > width + 4;
        const to = from + (isCounted ? width : textWidth(name));
        return { key: start, from, to, name, count: isCounted ? counted : '', hasRoom: room >= textWidth(name) };
      })
      .filter(({ hasRoom }) => hasRoom),
    0,
  );
  return (
    <g class="axis">
      {time.bands.map(({ start, from, to }) => (
        <rect key={start} class="band" x={from} width={Math.max(to - from, 1)} y={top} height={bottom - top} />
      ))}
      {names.map(({ key, from, name, count }) => (
        <text key={key} x={from} y={top - 8}>
          <tspan class="run">{name}</tspan>
          {count && (
            <tspan class="count" dx={6}>
              {count}
            </tspan>
          )}
        </text>
      ))}
      {time.parts.map(([from, to]) => (
        <line key={from} class="base" x1={from} x2={to} y1={bottom} y2={bottom} />
      ))}
      {time.cuts.map(({ from, to, seconds }) => (
        <g key={from} class="time-cut">
          <title>{Math.round(seconds / DAY_S)} days between runs with events are cut out</title>
          <line class="dashed" x1={from} x2={to} y1={bottom} y2={bottom} />
          {to - from > 24 &&
            cutText(seconds).map((text, n) => (
              <text key={text} x={(from + to) / 2} y={top + 14 + n * 13} text-anchor="middle">
                {text}
              </text>
            ))}
        </g>
      ))}
      {thinTicks(ticks, textWidth).map((tick) => (
        <XTick key={tick.at} {...{ tick, bottom }} class={/^\d{4}$/.test(tick.text) ? 'year' : undefined} />
      ))}
    </g>
  );
}

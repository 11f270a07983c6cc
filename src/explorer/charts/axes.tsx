/** The axes of a chart, with ticks, grid lines and titles. */

import type { ComponentChildren } from 'preact';
import { DAY_S } from '../../core/base/gps-time.ts';
import { LINE_PX, textWidth } from '../text/text-size.ts';
import type { Frame } from './frame.ts';
import { keepApart, type Tick, thinTicks } from './scale.ts';
import type { TimeScale } from './time-scale.ts';

interface AxisProps {
  readonly frame: Frame;
  readonly ticks: readonly Tick[];
  readonly title: ComponentChildren;
}

/** A tick below a horizontal axis, at the pixel `bottom`, with its label. */
const XTick = ({
  tick: { at, text },
  bottom,
  ...style
}: {
  tick: Tick;
  bottom: number;
  class?: string | undefined;
}) => (
  <>
    <line class="tick" x1={at} x2={at} y1={bottom} y2={bottom + 4} />
    <text x={at} y={bottom + 17} text-anchor="middle" {...style}>
      {text}
    </text>
  </>
);

export function XAxis({ frame, ticks, title }: AxisProps) {
  const { left, right, top, bottom, height } = frame;
  return (
    <g class="axis">
      {thinTicks(ticks, textWidth).map((tick) => (
        <g key={tick.at}>
          <line class="grid" x1={tick.at} x2={tick.at} y1={top} y2={bottom} />
          <XTick {...{ tick, bottom }} />
        </g>
      ))}
      <line class="base" x1={left} x2={right} y1={bottom} y2={bottom} />
      <text class="title" x={(left + right) / 2} y={height - 7} text-anchor="middle">
        {title}
      </text>
    </g>
  );
}

export function YAxis({ frame, ticks, title }: AxisProps) {
  const { left, right, top, bottom } = frame;
  return (
    <g class="axis">
      {thinTicks(ticks, () => LINE_PX).map(({ at, text }) => (
        <g key={at}>
          <line class="grid" x1={left} x2={right} y1={at} y2={at} />
          <text x={left - 7} y={at} dy="0.32em" text-anchor="end">
            {text}
          </text>
        </g>
      ))}
      <text class="title" transform={`translate(13 ${(top + bottom) / 2}) rotate(-90)`} text-anchor="middle">
        {title}
      </text>
    </g>
  );
}

/** Grid lines for a table cell. Its height is in pixels; the positions of the ticks are in percent of its width. */
export const PercentGrid = ({ ticks, height }: { readonly ticks: readonly Tick[]; readonly height: number }) => (
  <>
    {ticks.map(({ at }) => (
      <line key={at} class="grid" x1={`${at}%`} x2={`${at}%`} y2={height} />
    ))}
  </>
);

/** An axis in a table cell. The positions of the ticks are in percent of its width. */
export const PercentAxis = ({ ticks }: Pick<AxisProps, 'ticks'>) => (
  <svg class="axis percent-axis" width="100%" height={18} aria-hidden="true">
    <line class="base" x2="100%" y1={0.5} y2={0.5} />
    {ticks.map(({ at, text }) => (
      <text key={at} x={`${at}%`} y={15} text-anchor={at < 8 ? 'start' : at > 92 ? 'end' : 'middle'}>
        {text}
      </text>
    ))}
  </svg>
);

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

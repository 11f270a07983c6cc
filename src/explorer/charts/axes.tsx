/** The axes of a chart, with ticks, grid lines and titles. */

import type { ComponentChildren } from 'preact';
import { LINE_PX, textWidth } from '../text/text-size.ts';
import type { Frame } from './frame.ts';
import { type Tick, thinTicks } from './scale.ts';

export interface AxisProps {
  readonly frame: Frame;
  readonly ticks: readonly Tick[];
  readonly title: ComponentChildren;
}

/** A tick below a horizontal axis, at the pixel `bottom`, with its label. */
export const XTick = ({
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

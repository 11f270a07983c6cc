/** The frame of a chart: its size with margins, and its axes with ticks, grid lines and titles. */

import type { Tick } from './scale.ts';

/** In pixels. Marks are drawn between left and right, top and bottom. */
export interface Frame {
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** A frame with space for the axis labels. */
export function createFrame(width: number, height: number): Frame {
  return { width, height, left: 56, right: width - 14, top: 12, bottom: height - 50 };
}

/** Approximate number of ticks for an axis of this length in pixels. */
export const tickRoom = (pixels: number, each = 80): number => Math.max(2, Math.floor(pixels / each));

interface AxisProps {
  readonly frame: Frame;
  readonly ticks: readonly Tick[];
  readonly title: string;
}

export function XAxis({ frame, ticks, title }: AxisProps) {
  const { left, right, top, bottom, height } = frame;
  return (
    <g class="axis">
      {ticks.map(({ at, text }) => (
        <g key={text}>
          <line class="grid" x1={at} x2={at} y1={top} y2={bottom} />
          <text x={at} y={bottom + 16} text-anchor="middle">
            {text}
          </text>
        </g>
      ))}
      <line class="base" x1={left} x2={right} y1={bottom} y2={bottom} />
      <text class="title" x={(left + right) / 2} y={height - 6} text-anchor="middle">
        {title}
      </text>
    </g>
  );
}

export function YAxis({ frame, ticks, title }: AxisProps) {
  const { left, right, top, bottom } = frame;
  const middle = (top + bottom) / 2;
  return (
    <g class="axis">
      {ticks.map(({ at, text }) => (
        <g key={text}>
          <line class="grid" x1={left} x2={right} y1={at} y2={at} />
          <text x={left - 6} y={at} dy="0.32em" text-anchor="end">
            {text}
          </text>
        </g>
      ))}
      <text class="title" transform={`translate(13 ${middle}) rotate(-90)`} text-anchor="middle">
        {title}
      </text>
    </g>
  );
}

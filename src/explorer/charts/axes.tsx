/** The frame of a chart: its size with margins, and its axes with ticks, grid lines and titles. */

import { utcText } from '../parts/format.ts';
import type { RunScale } from './run-scale.ts';
import type { Extent, Tick } from './scale.ts';

/** In pixels. Marks are drawn between left and right, top and bottom. */
export interface Frame {
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  /** Along the axes, from the low end to the high one. */
  readonly across: Extent;
  readonly up: Extent;
}

export function createFrame(width: number, height: number): Frame {
  const [left, right, top, bottom] = [56, width - 14, 12, height - 50];
  return { width, height, left, right, top, bottom, across: [left, right], up: [bottom, top] };
}

/** About how many ticks fit along an axis. */
export const tickRoom = ([from, to]: Extent, each = 80): number => Math.max(2, Math.floor(Math.abs(to - from) / each));
/** The same for an axis whose labels are above one another. */
export const tickRoomUp = (range: Extent): number => tickRoom(range, 45);

const LETTER_PX = 7.6;
/** About as wide as a text is in a drawing, in pixels. */
export const textWidth = (text: string): number => text.length * LETTER_PX;

interface AxisProps {
  readonly frame: Frame;
  readonly ticks: readonly Tick[];
  readonly title: string;
}

const XTitle = ({ frame: { left, right, height }, title }: Omit<AxisProps, 'ticks'>) => (
  <text class="title" x={(left + right) / 2} y={height - 5} text-anchor="middle">
    {title}
  </text>
);

export function XAxis({ frame, ticks, title }: AxisProps) {
  const { left, right, top, bottom } = frame;
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
      <XTitle {...{ frame, title }} />
    </g>
  );
}

/** A band for each run, with its name and the month when it started, as far as there is space. */
export function RunAxis({ frame, bands }: { readonly frame: Frame } & Pick<RunScale, 'bands'>) {
  const { top, bottom } = frame;
  return (
    <g class="axis">
      {bands.map(({ name, start, from, to }) => {
        const month = utcText(start).slice(0, 7);
        return (
          <g key={start}>
            <rect class="band" x={from} width={to - from} y={top} height={bottom - top} />
            {to - from >= textWidth(name) && (
              <text class="run" x={(from + to) / 2} y={bottom + 15} text-anchor="middle">
                {name}
              </text>
            )}
            {to - from >= textWidth(month) && (
              <text x={from} y={bottom + 28}>
                {month}
              </text>
            )}
          </g>
        );
      })}
      <XTitle {...{ frame }} title="Observing run" />
    </g>
  );
}

export function YAxis({ frame, ticks, title }: AxisProps) {
  const { left, right, top, bottom } = frame;
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
      <text class="title" transform={`translate(13 ${(top + bottom) / 2}) rotate(-90)`} text-anchor="middle">
        {title}
      </text>
    </g>
  );
}

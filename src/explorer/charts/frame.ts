/** The frame of a chart: its size and margins. */

import type { Extent } from './scale.ts';

/** Lengths in pixels. Marks are drawn between left and right, and between top and bottom. */
export interface Frame {
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  /** The two ends of each axis, from low to high. */
  readonly across: Extent;
  readonly up: Extent;
}

/** `margins` is the space around the frame for axes and names, in pixels. */
export function createFrame(
  width: number,
  height: number,
  margins: Partial<Pick<Frame, 'left' | 'right' | 'top' | 'bottom'>> = {},
): Frame {
  const { left = 62, right: space = 16, top = 14, bottom: below = 46 } = margins;
  const [right, bottom] = [Math.max(width - space, left + 10), height - below];
  return { width, height, left, right, top, bottom, across: [left, right], up: [bottom, top] };
}

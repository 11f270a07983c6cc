/** Draws many marks as a single path: one element for a thousand dots, bars or error bars is fast. Pure. */

import type { Extent } from './scale.ts';

/** A point in a chart, in pixels. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** The colour of a series or a detector, as a property for the style sheet, which has their colours by name. */
export const paint = (name: string): Readonly<Record<string, string>> => ({ '--paint': `var(--${name}, var(--text))` });

const round = (pixels: number): number => Math.round(pixels * 10) / 10;

/** A path of dots: lines of zero length with round caps. */
export const dots = (points: readonly Point[]): string =>
  points.map(({ x, y }) => `M${round(x)} ${round(y)}h0`).join('');

/** A path of straight lines between pairs of points. */
export const lines = (pairs: readonly (readonly [Point, Point])[]): string =>
  pairs.map(([a, b]) => `M${round(a.x)} ${round(a.y)}L${round(b.x)} ${round(b.y)}`).join('');

/** A step path that rises where a count rises. */
export const steps = (points: readonly Point[]): string =>
  points.map(({ x, y }, n) => (n === 0 ? `M${round(x)} ${round(y)}` : `H${round(x)}V${round(y)}`)).join('');

interface Bar {
  readonly ends: Extent;
  readonly top: number;
}

/** A path of bars that stand on a line. Those without height are left out. */
export const bars = (all: readonly Bar[], floor: number): string =>
  all
    .filter(({ top }) => top !== floor)
    .map(({ ends: [from, to], top }) => `M${round(from)} ${round(floor)}V${round(top)}H${round(to)}V${round(floor)}z`)
    .join('');

/**
 * Marks in a chart: finds the mark for a pointer position or a key, and draws many marks as a single path, which is fast even for a
 * thousand marks.
 */

import type { Extent } from './scale.ts';

/** A point in a chart, in pixels. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A straight line. */
export type Line = readonly [Point, Point];

/** The colour of a series or a detector, as a property for the style sheet, which defines the colours by name. */
export const paint = (name: string): Readonly<Record<string, string>> => ({ '--paint': `var(--${name}, var(--text))` });

/** Rounds to a tenth of a pixel, which is enough for a path. */
export const roundPixels = (pixels: number): number => Math.round(pixels * 10) / 10;

/** Mark shapes, which can be told apart without colour. */
export const SHAPES = ['circle', 'diamond', 'square', 'triangle'] as const;
export type Shape = (typeof SHAPES)[number];

/** A closed path for a mark around a point. Shapes with the same `radius` have about the same area. */
export function shapePath(shape: Shape, { x, y }: Point, radius: number): string {
  const [cx, cy] = [roundPixels(x), roundPixels(y)];
  const r = roundPixels(radius * { circle: 1, diamond: 1.25, square: 0.9, triangle: 1.2 }[shape]);
  if (shape === 'circle')
    return `M${roundPixels(cx - r)} ${cy}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;
  if (shape === 'diamond') return `M${cx} ${roundPixels(cy - r)}l${r} ${r}l${-r} ${r}l${-r} ${-r}z`;
  if (shape === 'square') return `M${roundPixels(cx - r)} ${roundPixels(cy - r)}h${2 * r}v${2 * r}h${-2 * r}z`;
  return `M${cx} ${roundPixels(cy - r)}l${r} ${roundPixels(1.7 * r)}h${-2 * r}z`;
}

/** A path for many marks. */
export const shapes = (shape: Shape, points: readonly Point[], radius: number): string =>
  points.map((point) => shapePath(shape, point, radius)).join('');

/** A path for straight lines. */
export const lines = (all: readonly Line[]): string =>
  all.map(([a, b]) => `M${roundPixels(a.x)} ${roundPixels(a.y)}L${roundPixels(b.x)} ${roundPixels(b.y)}`).join('');

/** A path for bars that stand on a line, or on another bar, whose upper end is the `floor`. Bars without height are left out. */
export const bars = (
  all: readonly { readonly ends: Extent; readonly top: number; readonly floor?: number }[],
  line: number,
): string =>
  all
    .map(({ floor = line, ...bar }) => ({ floor, ...bar }))
    .filter(({ top, floor }) => top !== floor)
    .map(
      ({ ends: [from, to], top, floor }) =>
        `M${roundPixels(from)} ${roundPixels(floor)}V${roundPixels(top)}H${roundPixels(to)}V${roundPixels(floor)}z`,
    )
    .join('');

/** The mark nearest to a point, if it is within `reach` pixels. */
export function nearest<T extends Point>(points: readonly T[], { x, y }: Point, reach: number): T | undefined {
  let found: T | undefined;
  let least = reach;
  for (const point of points) {
    const distance = Math.hypot(point.x - x, point.y - y);
    // If several marks are at the same place, the last is drawn on top.
    if (distance <= least) [found, least] = [point, distance];
  }
  return found;
}

const STEPS: Readonly<Record<string, { readonly axis: keyof Point; readonly by: number }>> = {
  ArrowRight: { axis: 'x', by: 1 },
  ArrowLeft: { axis: 'x', by: -1 },
  ArrowDown: { axis: 'y', by: 1 },
  ArrowUp: { axis: 'y', by: -1 },
  PageDown: { axis: 'x', by: 10 },
  PageUp: { axis: 'x', by: -10 },
  Home: { axis: 'x', by: Number.NEGATIVE_INFINITY },
  End: { axis: 'x', by: Number.POSITIVE_INFINITY },
};

/**
 * The mark to move to from `current` when `key` is pressed. If `current` is null (outside the plot), this is the leftmost mark. Marks with the same
 * id count once. Undefined for other keys, and if there are no marks.
 */
export function nextMark<T extends Point & { readonly id: string }>(
  marks: readonly T[],
  current: Pick<T, 'id'> | null,
  key: string,
): T | undefined {
  const step = STEPS[key];
  if (step === undefined) return undefined;
  const first = new Map(marks.toReversed().map((mark) => [mark.id, mark]));
  const { axis, by } = current === null ? { axis: 'x' as const, by: Number.NEGATIVE_INFINITY } : step;
  const other = axis === 'x' ? 'y' : 'x';
  const order = [...first.values()].sort((a, b) => a[axis] - b[axis] || a[other] - b[other] || (a.id < b.id ? -1 : 1));
  const at = order.findIndex(({ id }) => id === current?.id);
  return order[Math.min(Math.max(at + by, 0), order.length - 1)];
}

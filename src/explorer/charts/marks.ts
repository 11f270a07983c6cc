/** Draws many marks as a single path: one element for a thousand dots or error bars is fast. Pure. */

/** A point in a chart, in pixels. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

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

/** The mark nearest to a point, if it is within `reach` pixels; `x` ignores how far it is above or below. */
export function nearest<T extends Point>(
  points: readonly T[],
  place: Point,
  reach: number,
  along: 'x' | 'xy' = 'xy',
): T | undefined {
  let found: T | undefined;
  let least = reach ** 2;
  for (const point of points) {
    const distance = (point.x - place.x) ** 2 + (along === 'x' ? 0 : (point.y - place.y) ** 2);
    if (distance <= least) {
      least = distance;
      found = point;
    }
  }
  return found;
}

/** Marks whose values may be limits, which have an arrow. */

import type { Limit } from '../text/values.ts';
import { type Point, roundPixels } from './marks.ts';

/** A mark, and the limits among its values, by axis. */
export interface LimitedMark extends Point {
  readonly limits: { readonly [axis in keyof Point]?: Limit };
  /** Set for a mark that is hollow although its values are no limits. */
  readonly isHollow?: boolean;
}

/** Length of the arrow for a limit, in pixels. */
const ARROW_PX = 10;

/** The pixel direction in which the true value of a limit lies. Pixels count downwards. */
const DIRECTIONS = { x: { '<': -1, '>': 1 }, y: { '<': 1, '>': -1 } } as const;

/** The arrow for a limit: from its mark along an axis, towards the true value. An empty path for other values. */
export function limitArrow({ x, y }: Point, along: keyof Point, limit: Limit, radius: number): string {
  if (limit === '') return '';
  const direction = DIRECTIONS[along][limit];
  const [from, to, side] = [radius * direction, ARROW_PX * direction, 3];
  const back = -side * direction;
  return along === 'x'
    ? `M${roundPixels(x + from)} ${roundPixels(y)}H${roundPixels(x + to)}m${back} ${-side}l${-back} ${side}l${back} ${side}`
    : `M${roundPixels(x)} ${roundPixels(y + from)}V${roundPixels(y + to)}m${-side} ${back}l${side} ${-back}l${side} ${back}`;
}

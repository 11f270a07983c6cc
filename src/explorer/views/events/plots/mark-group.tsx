/** Marks of one colour and shape in a plot of events. Limits are hollow, with arrows. */

import type { ComponentChildren } from 'preact';
import { type Point, paint, roundPixels, type Shape, shapes } from '../../../charts/marks.ts';
import type { Limit } from '../../../parts/values.ts';

/** A mark, and the limits among its values, by axis. */
export interface LimitedMark extends Point {
  readonly limits: { readonly [axis in keyof Point]?: Limit };
}

/** Length of the arrow for a limit, in pixels. */
const ARROW_PX = 10;

/** The arrow for a limit: from its mark along an axis, towards smaller (-1) or larger (1) pixel values. */
function arrow({ x, y }: Point, along: keyof Point, direction: -1 | 1, radius: number): string {
  const [from, to, side] = [radius * direction, ARROW_PX * direction, 3];
  const back = -side * direction;
  return along === 'x'
    ? `M${roundPixels(x + from)} ${roundPixels(y)}H${roundPixels(x + to)}m${back} ${-side}l${-back} ${side}l${back} ${side}`
    : `M${roundPixels(x)} ${roundPixels(y + from)}V${roundPixels(y + to)}m${-side} ${back}l${side} ${-back}l${side} ${back}`;
}

/** If there are more marks than this, they are drawn lighter, so that their density shows. */
const MANY = 150;

/** The pixel direction in which the true value of a limit lies. Pixels count downwards. */
const DIRECTIONS = { x: { '<': -1, '>': 1 }, y: { '<': 1, '>': -1 } } as const;

const arrowsOf = (mark: LimitedMark, radius: number): readonly string[] =>
  (['x', 'y'] as const).flatMap((axis) => {
    const limit = mark.limits[axis];
    return limit ? arrow(mark, axis, DIRECTIONS[axis][limit], radius) : [];
  });

const isHollow = ({ limits: { x, y } }: LimitedMark): boolean => Boolean(x || y);

interface MarkGroupProps {
  readonly colour: string;
  readonly shape: Shape;
  readonly marks: readonly LimitedMark[];
  readonly radius: number;
  /** Drawn behind the marks. */
  readonly behind?: ComponentChildren;
  /** Drawn in front of the marks. */
  readonly children?: ComponentChildren;
}

export function MarkGroup({ colour, shape, marks, radius, behind, children }: MarkGroupProps) {
  const hollow = marks.filter(isHollow);
  const full = marks.filter((mark) => !isHollow(mark));
  return (
    <g style={paint(colour)} class={marks.length > MANY ? 'marks-many' : undefined}>
      {behind}
      <path class="mark" d={shapes(shape, full, radius)} />
      <path class="hollow" d={shapes(shape, hollow, radius)} />
      <path class="arrow-line" d={hollow.flatMap((mark) => arrowsOf(mark, radius)).join('')} />
      {children}
    </g>
  );
}

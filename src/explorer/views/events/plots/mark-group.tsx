/** Marks of one colour and shape in a plot of events. Limits are hollow, with arrows; events that lack a filtered value are hollow. */

import type { ComponentChildren } from 'preact';
import { type LimitedMark, limitArrow } from '../../../charts/limit-arrow.ts';
import { paint, type Shape, shapes } from '../../../charts/marks.ts';

/** If there are more marks than this, they are drawn lighter, so that their density shows. */
const MANY = 150;

const arrowsOf = (mark: LimitedMark, radius: number): readonly string[] =>
  (['x', 'y'] as const).map((axis) => limitArrow(mark, axis, mark.limits[axis] ?? '', radius));

const isHollow = ({ limits: { x, y }, isHollow = false }: LimitedMark): boolean => isHollow || Boolean(x || y);

interface MarkGroupProps {
  readonly colour: string;
  readonly shape: Shape;
  readonly marks: readonly LimitedMark[];
  readonly radius: number;
  /** Drawn behind the marks. */
  readonly behind?: ComponentChildren;
}

export function MarkGroup({ colour, shape, marks, radius, behind }: MarkGroupProps) {
  const hollow = marks.filter(isHollow);
  const full = marks.filter((mark) => !isHollow(mark));
  return (
    <g style={paint(colour)} class={marks.length > MANY ? 'marks-many' : undefined}>
      {behind}
      <path class="mark" d={shapes(shape, full, radius)} />
      <path class="hollow" d={shapes(shape, hollow, radius)} />
      <path class="arrow-line" d={hollow.flatMap((mark) => arrowsOf(mark, radius)).join('')} />
    </g>
  );
}

/** Places names next to marks, so that the names cover neither each other nor many marks. Pure. */

import { LINE_PX, textWidth } from '../text/text-size.ts';
import type { Frame } from './frame.ts';
import type { Point } from './marks.ts';

export interface Label {
  readonly text: string;
  /** The mark that the label names. */
  readonly mark: Point;
  /** Left end and vertical middle of the text. */
  readonly x: number;
  readonly y: number;
  readonly width: number;
  /** Whether a line joins the label to its mark, because the two are far apart. */
  readonly isFar: boolean;
}

/** Space around a mark that a label should not cover, in pixels. */
const MARK_PX = 4;
/** Offsets from the mark to the nearest end of the text, nearest first. */
const OFFSETS: readonly Point[] = [
  { x: 8, y: 0 },
  { x: -8, y: 0 },
  { x: 10, y: -16 },
  { x: -10, y: -16 },
  { x: 10, y: 16 },
  { x: -10, y: 16 },
  { x: 14, y: -28 },
  { x: -14, y: -28 },
  { x: 14, y: 28 },
  { x: -14, y: 28 },
  { x: 24, y: -44 },
  { x: -24, y: -44 },
];

type Box = Pick<Label, 'x' | 'y' | 'width'>;

const overlap = (a: Box, b: Box): boolean =>
  a.x < b.x + b.width + 4 && b.x < a.x + a.width + 4 && Math.abs(a.y - b.y) < LINE_PX;
const covers = ({ x, y, width }: Box, mark: Point): boolean =>
  mark.x > x - MARK_PX && mark.x < x + width + MARK_PX && Math.abs(mark.y - y) < LINE_PX / 2 + MARK_PX - 1;

/** Labels the `wanted` marks where there is space. No offset lets a label cover its own mark. `marks` are all marks in the plot. */
export function placeLabels(
  wanted: readonly { readonly text: string; readonly mark: Point }[],
  marks: readonly Point[],
  frame: Frame,
): readonly Label[] {
  const placed: Label[] = [];
  for (const { text, mark } of wanted) {
    const width = textWidth(text);
    const places = OFFSETS.map((offset, n): Label => {
      const x = offset.x > 0 ? mark.x + offset.x : mark.x + offset.x - width;
      return { text, mark, x, y: mark.y + offset.y, width, isFar: n > 1 };
    });
    const free = places
      .filter(({ x, y }) => x >= frame.left && x + width <= frame.right && y > frame.top + 5 && y < frame.bottom - 5)
      .filter((place) => !placed.some((other) => overlap(place, other)))
      .map((place) => ({ place, covered: marks.filter((one) => covers(place, one)).length }));
    const best = free.toSorted((a, b) => a.covered - b.covered)[0];
    if (best && best.covered < 4) placed.push(best.place);
  }
  return placed;
}

/** Places names next to marks, so that neither a name nor its leader touches another name, a mark or a stem. */

import { LINE_PX, textWidth } from '../text/text-size.ts';
import type { Frame } from './frame.ts';
import type { Line, Point } from './marks.ts';
import { clamp } from './scale.ts';

export interface Label {
  readonly text: string;
  /** The mark that the label names. */
  readonly mark: Point;
  /** Left end and vertical middle of the text. */
  readonly x: number;
  readonly y: number;
  readonly width: number;
  /** The line from the mark to the label, if they are apart. */
  readonly leader: Line | null;
}

/** Radius of a mark with the space around it, in pixels. */
const MARK_PX = 4;
/** Distance from a mark to the nearest end of a label beside it, and above or below it, in pixels. */
const BESIDE_PX = 8;
const ABOVE_PX = 14;
/** The ends of leaders, relative to the mark, nearest first. No leader is longer than 30 px. */
const LEADERS: readonly Point[] = [16, 22, 28].flatMap((length) =>
  [-45, 45, -135, 135, -65, 65, -115, 115].map((degrees) => {
    const angle = (degrees * Math.PI) / 180;
    return { x: length * Math.cos(angle), y: length * Math.sin(angle) };
  }),
);

const overlap = (a: Label, b: Label): boolean =>
  a.x < b.x + b.width + 4 && b.x < a.x + a.width + 4 && Math.abs(a.y - b.y) < LINE_PX;
/** True if a point is on a label, or as near to it as the edge of a mark. */
export const covers = ({ x, y, width }: Label, { x: at, y: height }: Point): boolean =>
  at > x - MARK_PX && at < x + width + MARK_PX && Math.abs(height - y) < LINE_PX / 2 + MARK_PX;

/** The distance from a point to a line. */
function distance(point: Point, [a, b]: Line): number {
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const length = dx * dx + dy * dy;
  const share = length === 0 ? 0 : ((point.x - a.x) * dx + (point.y - a.y) * dy) / length;
  const at = clamp(share, 0, 1);
  return Math.hypot(point.x - a.x - at * dx, point.y - a.y - at * dy);
}

/** Points along a line, two pixels apart. */
function along([a, b]: Line): readonly Point[] {
  const count = Math.ceil(Math.hypot(b.x - a.x, b.y - a.y) / 2) + 1;
  return Array.from({ length: count + 1 }, (_, n) => ({
    x: a.x + ((b.x - a.x) * n) / count,
    y: a.y + ((b.y - a.y) * n) / count,
  }));
}

/** Most lines are far from a label, so their points need not be listed. */
const isApart = ({ x, y, width }: Label, [a, b]: Line): boolean =>
  Math.max(a.x, b.x) < x - MARK_PX ||
  Math.min(a.x, b.x) > x + width + MARK_PX ||
  Math.max(a.y, b.y) < y - LINE_PX ||
  Math.min(a.y, b.y) > y + LINE_PX;

const crosses = (label: Label, line: Line): boolean =>
  !isApart(label, line) && along(line).some((point) => covers(label, point));

/** The possible labels for a mark, best first: right, left, above, below, then with a leader. */
function listPlaces(text: string, mark: Point): readonly Label[] {
  const { x, y } = mark;
  const width = textWidth(text);
  const place = (at: number, height: number) => ({ text, mark, x: at, y: height, width, leader: null });
  return [
    place(x + BESIDE_PX, y),
    place(x - BESIDE_PX - width, y),
    place(x - width / 2, y - ABOVE_PX),
    place(x - width / 2, y + ABOVE_PX),
    ...LEADERS.map((offset) => {
      const end = { x: x + offset.x, y: y + offset.y };
      const start = { x: x + offset.x / 4, y: y + offset.y / 4 };
      return { ...place(offset.x > 0 ? end.x + 2 : end.x - 2 - width, end.y), leader: [start, end] as const };
    }),
  ];
}

/** Labels the `wanted` marks where there is space. A mark without space has no label. Stems are the lines between the marks of an event. */
export function placeLabels(
  wanted: readonly { readonly text: string; readonly mark: Point }[],
  { marks, stems }: { readonly marks: readonly Point[]; readonly stems: readonly Line[] },
  frame: Frame,
): readonly Label[] {
  const placed: Label[] = [];
  const isFree = (label: Label): boolean => {
    const { x, y, width, leader, mark } = label;
    if (x < frame.left || x + width > frame.right || y < frame.top + 5 || y > frame.bottom - 5) return false;
    if (placed.some((other) => overlap(label, other) || (other.leader && crosses(label, other.leader)))) return false;
    if (marks.some((one) => covers(label, one)) || stems.some((stem) => crosses(label, stem))) return false;
    if (leader === null) return true;
    const isClear = (point: Point) =>
      marks.every((one) => one === mark || Math.hypot(one.x - point.x, one.y - point.y) > MARK_PX + 1) &&
      stems.every((stem) => distance(point, stem) > 2) &&
      placed.every((other) => !covers(other, point));
    return along(leader).every(isClear);
  };
  for (const { text, mark } of wanted) {
    const found = listPlaces(text, mark).find(isFree);
    if (found) placed.push(found);
  }
  return placed;
}

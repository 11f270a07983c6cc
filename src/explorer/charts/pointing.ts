/**
 * Handles pointer and keyboard input on a drawing, for plots, histograms and the timeline. Pointing selects the nearest mark, a click opens
 * it, and a drag selects an area. A finger cannot hover, so the first tap points at a mark and the second opens it. Tab moves to a drawing
 * as a whole: arrow keys go from mark to mark, Enter opens the mark, Escape leaves the drawing. All positions are in the drawing's own
 * units.
 */

import { useRef, useState } from 'preact/hooks';
import type { Frame } from './frame.ts';
import { covers, type Label } from './labels.ts';
import { nearest, nextMark, type Point } from './marks.ts';
import { clamp, type Extent } from './scale.ts';

export interface Mark extends Point {
  /** Id of the mark's record; several marks may have the same record. */
  readonly id: string;
  /** The left and right end of a bar, which is pointed at anywhere between them. */
  readonly ends?: Extent;
}

/** A selected area. */
export interface Area {
  readonly x: Extent;
  readonly y: Extent;
}

interface PointingOptions<M extends Mark> {
  /** The part of the drawing that contains marks. The drawing may be stretched to the width of its element. */
  readonly bounds: Pick<Frame, 'width' | 'left' | 'right' | 'top' | 'bottom'>;
  readonly marks: readonly M[];
  /** The names beside marks. A name stands for its mark. */
  readonly labels?: readonly Label[];
  /** Maximum distance from the pointer to the mark that it points at. */
  readonly reach: number;
  /** The axes along which areas can be selected. */
  readonly brush: readonly ('x' | 'y')[];
  readonly onOpen: (mark: M) => void;
  readonly onBrush: (area: Area) => void;
  /** The keys of a drawing that does not go from mark to mark. */
  readonly keys?: Readonly<Record<string, () => void>>;
}

/** A drag shorter than this, in pixels, counts as a click. */
const CLICK_PX = 5;

const ordered = (a: number, b: number): Extent => (a < b ? [a, b] : [b, a]);

/** The position of a pointer in the drawing, clamped to its bounds. */
function locate(event: PointerEvent, { width, left, right, top, bottom }: PointingOptions<Mark>['bounds']): Point {
  const box = (event.currentTarget as Element).getBoundingClientRect();
  const unit = box.width === 0 ? 1 : width / box.width;
  return {
    x: clamp((event.clientX - box.left) * unit, left, right),
    y: clamp((event.clientY - box.top) * unit, top, bottom),
  };
}

/** What is pointed at: a mark and its position, or only the position of the pointer. */
function usePointed<M extends Mark>(marks: readonly M[]) {
  const [pointed, setPointed] = useState<{ readonly point: Point; readonly mark: M | null } | null>(null);
  const same = pointed?.mark ?? null;
  // The mark stays selected when the drawing changes, unless its record has been removed.
  const mark = same === null || marks.includes(same) ? same : (marks.find(({ id }) => id === same.id) ?? null);
  /** A key has selected the mark. */
  const isByKey = same !== null && pointed?.point === same;
  return { mark, point: pointed && (mark ?? pointed.point), isByKey, setPointed };
}

/** The area that is being selected, and the handlers for pressing, moving and releasing the pointer. */
function useDrag<M extends Mark>(
  { bounds, marks, labels = [], reach, brush, onOpen, onBrush }: PointingOptions<M>,
  { mark, setPointed }: ReturnType<typeof usePointed<M>>,
) {
  const [area, setArea] = useState<Area | null>(null);
  const start = useRef<Point | null>(null);
  const markAt = (point: Point): M | null => {
    const bar = marks.find(({ ends }) => ends && point.x >= ends[0] && point.x < ends[1]);
    const named = labels.find((label) => covers(label, point))?.mark;
    return bar ?? nearest(marks, named ?? point, reach) ?? null;
  };
  const stop = () => {
    start.current = null;
    setArea(null);
  };
  const onPointerDown = (event: PointerEvent) => {
    if (event.button !== 0) return;
    start.current = locate(event, bounds);
    (event.currentTarget as Element).setPointerCapture(event.pointerId);
  };
  const onPointerMove = (event: PointerEvent) => {
    const point = locate(event, bounds);
    const from = start.current;
    if (from === null) return setPointed({ point, mark: markAt(point) });
    if (brush.length === 0 || Math.hypot(point.x - from.x, point.y - from.y) <= CLICK_PX) return setArea(null);
    setPointed({ point, mark: null });
    setArea({
      x: brush.includes('x') ? ordered(from.x, point.x) : [bounds.left, bounds.right],
      y: brush.includes('y') ? ordered(from.y, point.y) : [bounds.top, bounds.bottom],
    });
  };
  const onPointerUp = (event: PointerEvent) => {
    if (start.current === null) return;
    stop();
    if (area !== null) return onBrush(area);
    const point = locate(event, bounds);
    const hit = markAt(point);
    if (hit !== null && (event.pointerType !== 'touch' || hit.id === mark?.id)) onOpen(hit);
    else setPointed({ point, mark: hit });
  };
  return { area, stop, handlers: { onPointerDown, onPointerMove, onPointerUp } };
}

export type Pointing<M extends Mark> = ReturnType<typeof usePointing<M>>;

/**
 * The mark that is pointed at and its position, the area being selected, and the handlers for the element that contains only the drawing.
 */
export function usePointing<M extends Mark>(options: PointingOptions<M>) {
  const { marks, onOpen, keys } = options;
  const pointed = usePointed(marks);
  const { mark, point, isByKey, setPointed } = pointed;
  const { area, stop, handlers } = useDrag(options, pointed);
  const pointAt = (to: M | null) => setPointed(to && { point: to, mark: to });
  const leave = () => {
    stop();
    setPointed(null);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const act = keys?.[event.key];
    const next = keys ? undefined : nextMark(marks, mark, event.key);
    if (act || next) event.preventDefault();
    if (act) act();
    else if (next) pointAt(next);
    else if (event.key === 'Escape') (event.currentTarget as HTMLElement).blur();
    else if (event.key === 'Enter' && mark !== null) onOpen(mark);
  };
  // Lifting a finger also fires `pointerleave`, and so does scrolling under a pointer that rests: the selected mark stays.
  const onPointerLeave = ({ pointerType }: PointerEvent) => {
    if (pointerType !== 'touch' && !isByKey) leave();
  };
  return {
    mark,
    point,
    area,
    pointAt,
    handlers: { ...handlers, onPointerCancel: leave, onPointerLeave, onBlur: leave, onKeyDown },
  };
}

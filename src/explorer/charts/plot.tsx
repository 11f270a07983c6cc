/**
 * The interactive area of a plot: shows a tooltip for the mark under the pointer, opens it on click, and sets filters by dragging. With
 * the keyboard it is one stop, in which arrows go from mark to mark and Enter opens; screen readers announce the tooltip.
 */

import type { ComponentChildren } from 'preact';
import { useId, useRef, useState } from 'preact/hooks';
import { placeOfEntry } from '../address/view-state.ts';
import type { Frame } from './frame.tsx';
import { nearest, type Point } from './marks.ts';
import { nextMark } from './next-mark.ts';

export interface Mark extends Point {
  /** The record that the mark stands for; several marks may have the same. */
  readonly id: string;
  /** Lines of its tooltip. */
  readonly lines: () => readonly string[];
}

/** A selected area, in pixels; the first value of each pair is the smaller one. */
export interface Area {
  readonly x: readonly [number, number];
  readonly y: readonly [number, number];
}

interface PlotProps {
  readonly frame: Frame;
  /** Text alternative for the drawing. */
  readonly label: string;
  readonly marks: readonly Mark[];
  readonly onOpen: (id: string) => void;
  /** What opening a mark does, for the explanation of the keys. */
  readonly opens?: string;
  readonly onBrush: (area: Area) => void;
  /** The directions in which the user can select. */
  readonly brush: 'x' | 'y' | 'xy';
  readonly children: ComponentChildren;
}

const REACH_PX = 14;
/** A drag shorter than this many pixels is a click. */
const CLICK_PX = 5;

const ordered = (a: number, b: number): readonly [number, number] => (a < b ? [a, b] : [b, a]);

/** The position of a pointer in the drawing, clamped to its frame. */
function placeOf(event: PointerEvent, { left, right, top, bottom }: Frame): Point {
  const box = (event.currentTarget as Element).getBoundingClientRect();
  const within = (value: number, low: number, high: number) => Math.min(Math.max(value, low), high);
  return { x: within(event.clientX - box.left, left, right), y: within(event.clientY - box.top, top, bottom) };
}

function areaOf(from: Point, to: Point, frame: Frame, brush: PlotProps['brush']): Area {
  return {
    x: brush === 'y' ? [frame.left, frame.right] : ordered(from.x, to.x),
    y: brush === 'x' ? [frame.top, frame.bottom] : ordered(from.y, to.y),
  };
}

function Tip({ mark, width }: { readonly mark: Mark; readonly width: number }) {
  const [title, ...more] = mark.lines();
  const isLeft = mark.x > width / 2;
  const side = isLeft ? { right: `${width - mark.x + 12}px` } : { left: `${mark.x + 12}px` };
  return (
    <div class="tip" style={{ ...side, top: `${Math.max(0, mark.y - 16)}px` }}>
      <strong>{title}</strong>
      {more.map((line) => (
        <span key={line}>{line}</span>
      ))}
    </div>
  );
}

/** The mark that is pointed at by pointer or keys. It stays when the plot is drawn again, unless its record is gone. */
function usePointed(marks: readonly Mark[]) {
  const [pointed, setPointed] = useState<Mark | null>(null);
  const same = ({ id }: Mark) => id === pointed?.id;
  const shown = pointed === null || marks.includes(pointed) ? pointed : (marks.find(same) ?? null);
  return [shown, setPointed] as const;
}

type Pointed = ReturnType<typeof usePointed>;

/** Keys on a plot. A user who returns to the page finds the mark that had the focus. */
function keyHandlers({ marks, onOpen }: PlotProps, [pointed, setPointed]: Pointed) {
  return {
    onFocus: (event: FocusEvent) => {
      if (!(event.currentTarget as Element).matches(':focus-visible')) return;
      const before = placeOfEntry()?.mark;
      setPointed(marks.find(({ id }) => id === before) ?? nextMark(marks, null, 'Home') ?? null);
    },
    onBlur: () => setPointed(null),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const next = nextMark(marks, pointed, event.key);
      if (next !== undefined) {
        event.preventDefault();
        setPointed(next);
      } else if (event.key === 'Escape') (event.currentTarget as HTMLElement).blur();
      else if (event.key === 'Enter' && pointed !== null) onOpen(pointed.id);
    },
  };
}

/** Handlers for pointers, and the area that is being selected. */
function usePointer({ frame, marks, brush, onOpen, onBrush }: PlotProps, [, setPointed]: Pointed) {
  const [area, setArea] = useState<Area | null>(null);
  const start = useRef<Point | null>(null);
  const leave = () => {
    setPointed(null);
    start.current = null;
    setArea(null);
  };
  const handlers = {
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0) return;
      start.current = placeOf(event, frame);
      (event.currentTarget as Element).setPointerCapture(event.pointerId);
    },
    onPointerMove: (event: PointerEvent) => {
      const place = placeOf(event, frame);
      const from = start.current;
      if (from === null) {
        setPointed(nearest(marks, place, REACH_PX) ?? null);
      } else {
        const isDrawn = Math.hypot(place.x - from.x, place.y - from.y) > CLICK_PX;
        setPointed(null);
        setArea(isDrawn ? areaOf(from, place, frame, brush) : null);
      }
    },
    onPointerUp: (event: PointerEvent) => {
      const place = placeOf(event, frame);
      if (start.current === null) return;
      start.current = null;
      setArea(null);
      const mark = nearest(marks, place, REACH_PX);
      if (area !== null) onBrush(area);
      else if (mark !== undefined) onOpen(mark.id);
    },
    onPointerCancel: leave,
    onPointerLeave: leave,
  };
  return { area, handlers };
}

export function Plot(props: PlotProps) {
  const { frame, label, marks, opens = 'opens the event', children } = props;
  const pointing = usePointed(marks);
  const [pointed] = pointing;
  const { area, handlers } = usePointer(props, pointing);
  const keys = useId();
  return (
    <div class="plot">
      <div
        // biome-ignore lint/a11y/noNoninteractiveTabindex: its marks are reached with keys.
        tabIndex={0}
        role="application"
        aria-label={label}
        aria-describedby={keys}
        data-mark={pointed?.id}
        {...keyHandlers(props, pointing)}
      >
        <svg
          width={frame.width}
          height={frame.height}
          aria-hidden="true"
          class={pointed ? 'is-pointing' : undefined}
          {...handlers}
        >
          <rect class="ground" width={frame.width} height={frame.height} />
          {children}
          {area && (
            <rect
              class="brush"
              x={area.x[0]}
              width={area.x[1] - area.x[0]}
              y={area.y[0]}
              height={area.y[1] - area.y[0]}
            />
          )}
          {pointed && <circle class="pointed" cx={pointed.x} cy={pointed.y} r="6" />}
        </svg>
      </div>
      <p class="visually-hidden" id={keys}>
        Arrow keys go from mark to mark, Enter {opens}, Escape leaves the plot.
      </p>
      <div aria-live="polite">{pointed && <Tip mark={pointed} width={frame.width} />}</div>
    </div>
  );
}

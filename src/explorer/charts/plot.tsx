/**
 * The interactive area of a plot: shows a tooltip for the mark under the pointer, opens it on click, and sets filters by dragging. The data
 * are also in the table, which is accessible to screen readers and keyboards, so the plot itself is an image with a text.
 */

import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';
import type { Frame } from './frame.tsx';
import { nearest, type Point } from './marks.ts';

export interface Mark extends Point {
  /** The record that the mark stands for. */
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
  /** Text alternative for the image. */
  readonly label: string;
  readonly marks: readonly Mark[];
  readonly onOpen: (id: string) => void;
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

export function Plot({ frame, label, marks, onOpen, onBrush, brush, children }: PlotProps) {
  const [hovered, setHovered] = useState<Mark | null>(null);
  const [area, setArea] = useState<Area | null>(null);
  const start = useRef<Point | null>(null);

  const down = (event: PointerEvent) => {
    if (event.button !== 0) return;
    start.current = placeOf(event, frame);
    (event.currentTarget as Element).setPointerCapture(event.pointerId);
  };
  const move = (event: PointerEvent) => {
    const place = placeOf(event, frame);
    const from = start.current;
    if (from === null) {
      setHovered(nearest(marks, place, REACH_PX) ?? null);
    } else {
      const isDrawn = Math.hypot(place.x - from.x, place.y - from.y) > CLICK_PX;
      setHovered(null);
      setArea(isDrawn ? areaOf(from, place, frame, brush) : null);
    }
  };
  const up = (event: PointerEvent) => {
    const place = placeOf(event, frame);
    if (start.current === null) return;
    start.current = null;
    setArea(null);
    const mark = nearest(marks, place, REACH_PX);
    if (area !== null) onBrush(area);
    else if (mark !== undefined) onOpen(mark.id);
  };
  const leave = () => {
    setHovered(null);
    start.current = null;
    setArea(null);
  };
  return (
    <div class="plot">
      <svg
        width={frame.width}
        height={frame.height}
        role="img"
        aria-label={label}
        class={hovered ? 'is-pointing' : undefined}
        onPointerDown={down}
        onPointerMove={move}
        onPointerUp={up}
        onPointerCancel={leave}
        onPointerLeave={leave}
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
        {hovered && <circle class="hovered" cx={hovered.x} cy={hovered.y} r="6" />}
      </svg>
      {hovered && <Tip mark={hovered} width={frame.width} />}
    </div>
  );
}

/** A drawing that pointer and keys act on, and a plot: a drawing of marks with a tooltip, which screen readers announce. */

import type { ComponentChildren, RefObject } from 'preact';
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { viewStateOfEntry } from '../address/view-state.ts';
import type { Frame } from './axes.tsx';
import { nextMark } from './marks.ts';
import { type Area, type Mark, type Pointing, usePointing } from './pointing.ts';

/** `[ref, width]`: the width of an element in pixels, 0 until it is rendered. Follows the size of the window. */
export function useWidth<T extends HTMLElement>(): readonly [RefObject<T | null>, number] {
  const ref = useRef<T>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = ref.current as T;
    const read = () => setWidth(Math.floor(element.clientWidth));
    const observer = new ResizeObserver(read);
    observer.observe(element);
    read();
    return () => observer.disconnect();
  }, []);
  return [ref, width];
}

interface DrawingProps<M extends Mark> {
  readonly pointing: Pointing<M>;
  readonly label: string;
  /** Id of the element that explains its keys. */
  readonly help: string;
  readonly element?: RefObject<HTMLDivElement | null>;
  readonly onFocus?: (event: FocusEvent) => void;
  readonly children: ComponentChildren;
}

export function Drawing<M extends Mark>({ pointing, label, help, element, onFocus, children }: DrawingProps<M>) {
  const { mark, handlers } = pointing;
  return (
    <div
      {...(element && { ref: element })}
      class={mark ? 'drawing is-pointing' : 'drawing'}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: its marks are reached with keys.
      tabIndex={0}
      role="application"
      aria-label={label}
      aria-describedby={help}
      data-mark={mark?.id}
      onFocus={onFocus}
      {...handlers}
    >
      {children}
    </div>
  );
}

export function Brush({ area: { x, y } }: { readonly area: Area }) {
  return <rect class="brush" x={x[0]} width={x[1] - x[0]} y={y[0]} height={y[1] - y[0]} />;
}

export interface PlotMark extends Mark {
  /** Lines of its tooltip. */
  readonly lines: () => readonly string[];
}

interface PlotProps {
  readonly frame: Frame;
  readonly label: string;
  readonly marks: readonly PlotMark[];
  readonly onOpen: (id: string) => void;
  /** What opening a mark does: `opens the event`. */
  readonly opens: string;
  readonly onBrush: (area: Area) => void;
  readonly brush: 'x' | 'xy';
  readonly children: ComponentChildren;
}

/** How near the pointer must be to a mark, in pixels. */
const REACH = 14;

function Tip({ mark, width }: { readonly mark: PlotMark; readonly width: number }) {
  const [title, ...more] = mark.lines();
  const side = mark.x > width / 2 ? { right: `${width - mark.x + 12}px` } : { left: `${mark.x + 12}px` };
  return (
    <div class="tip" style={{ ...side, top: `${Math.max(0, mark.y - 16)}px` }}>
      <strong>{title}</strong>
      {more.map((line) => (
        <span key={line}>{line}</span>
      ))}
    </div>
  );
}

export function Plot({ frame, label, marks, onOpen, opens, onBrush, brush, children }: PlotProps) {
  const help = useId();
  const pointing = usePointing<PlotMark>({
    ...{ bounds: frame, marks, reach: REACH, brush, onBrush },
    onOpen: ({ id }) => onOpen(id),
  });
  const { mark, area, pointAt } = pointing;
  /** With the tab key, the focus goes to the mark that had it before the page was left, or to the first one. */
  const enter = (event: FocusEvent) => {
    if (!(event.currentTarget as Element).matches(':focus-visible')) return;
    const before = viewStateOfEntry()?.mark;
    pointAt(marks.find(({ id }) => id === before) ?? nextMark(marks, null, 'Home') ?? null);
  };
  return (
    <div class="plot">
      <Drawing {...{ pointing, label, help }} onFocus={enter}>
        <svg width={frame.width} height={frame.height} aria-hidden="true">
          {children}
          {area && <Brush area={area} />}
          {mark && <circle class="pointed" cx={mark.x} cy={mark.y} r="6" />}
        </svg>
      </Drawing>
      <p class="visually-hidden" id={help}>
        Arrow keys go from mark to mark, Enter {opens}, Escape leaves the plot.
      </p>
      <div aria-live="polite">{mark && <Tip mark={mark} width={frame.width} />}</div>
    </div>
  );
}

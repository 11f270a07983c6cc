/** A drawing with marks: shows a tooltip for the mark that is pointed at, opens it, and sets filters by dragging. Screen readers announce the tooltip. */

import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { viewStateOfEntry } from '../address/view-state.ts';
import type { Frame } from './frame.tsx';
import { nextMark } from './next-mark.ts';
import { type Area, type Mark, usePointing } from './pointing.ts';

export interface PlotMark extends Mark {
  /** Lines of its tooltip. */
  readonly lines: () => readonly string[];
}

interface PlotProps {
  readonly frame: Frame;
  /** Text alternative for the drawing. */
  readonly label: string;
  readonly marks: readonly PlotMark[];
  readonly onOpen: (id: string) => void;
  /** What opening a mark does, for the explanation of the keys. */
  readonly opens?: string;
  readonly onBrush: (area: Area) => void;
  readonly brush: 'x' | 'xy';
  readonly children: ComponentChildren;
}

const REACH = { px: 14, along: 'xy' } as const;

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

export function Plot({ frame, label, marks, onOpen, opens = 'opens the event', onBrush, brush, children }: PlotProps) {
  const pointing = usePointing({
    ...{ bounds: frame, marks, reach: REACH, brush, onBrush },
    onOpen: ({ id }) => onOpen(id),
  });
  const { mark, area, pointAt, handlers } = pointing;
  const keys = useId();
  /** With the tab key, the focus goes to the mark that had it before the page was left, or to the first one. */
  const enter = (event: FocusEvent) => {
    if (!(event.currentTarget as Element).matches(':focus-visible')) return;
    const before = viewStateOfEntry()?.mark;
    pointAt(marks.find(({ id }) => id === before) ?? nextMark(marks, null, 'Home') ?? null);
  };
  return (
    <div class="plot">
      <div
        class={mark ? 'drawing is-pointing' : 'drawing'}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: its marks are reached with keys.
        tabIndex={0}
        role="application"
        aria-label={label}
        aria-describedby={keys}
        data-mark={mark?.id}
        onFocus={enter}
        {...handlers}
      >
        <svg width={frame.width} height={frame.height} aria-hidden="true">
          {children}
          {area && <Brush area={area} />}
          {mark && <circle class="pointed" cx={mark.x} cy={mark.y} r="6" />}
        </svg>
      </div>
      <p class="visually-hidden" id={keys}>
        Arrow keys go from mark to mark, Enter {opens}, Escape leaves the plot.
      </p>
      <div aria-live="polite">{mark && <Tip mark={mark} width={frame.width} />}</div>
    </div>
  );
}

/** The area that is being selected. */
export function Brush({ area: { x, y } }: { readonly area: Area }) {
  return <rect class="brush" x={x[0]} width={x[1] - x[0]} y={y[0]} height={y[1] - y[0]} />;
}

/** A drawing that responds to pointer and keyboard input, and a plot: a drawing of marks with a tooltip, which screen readers announce. */

import type { ComponentChildren, RefObject } from 'preact';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Frame } from './frame.ts';
import type { Label } from './labels.ts';
import { lines, nextMark } from './marks.ts';
import { UNSAVED } from './picture-parts.ts';
import { type Area, type Mark, type Pointing, usePointing } from './pointing.ts';

/** The width of the smallest usual paper, letter in landscape, between its margins. Wider drawings would be printed with smaller text. */
const PAPER_PX = 980;

/** `[ref, width]`: the width of an element in pixels, 0 until it is rendered. Updates when the window is resized, and for printing. */
export function useWidth<T extends HTMLElement>(): readonly [RefObject<T | null>, number] {
  const ref = useRef<T>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = ref.current as T;
    const read = () => setWidth(Math.floor(element.clientWidth));
    const observer = new ResizeObserver(read);
    observer.observe(element);
    read();
    const fitPaper = () => setWidth((now) => Math.min(now, PAPER_PX));
    addEventListener('beforeprint', fitPaper);
    addEventListener('afterprint', read);
    return () => {
      observer.disconnect();
      removeEventListener('beforeprint', fitPaper);
      removeEventListener('afterprint', read);
    };
  }, []);
  return [ref, width];
}

interface DrawingProps<M extends Mark> {
  readonly pointing: Pointing<M>;
  readonly label: string;
  /** Id of the element that explains the keyboard controls. */
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
      // biome-ignore lint/a11y/noNoninteractiveTabindex: its marks are reached with the keyboard.
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
  return <rect class="brush" {...UNSAVED} x={x[0]} width={x[1] - x[0]} y={y[0]} height={y[1] - y[0]} />;
}

export interface PlotMark extends Mark {
  /** The first line of the tooltip. */
  readonly title: string;
  /** Shown beside the title: the type of the event. */
  readonly note?: ComponentChildren;
  /** Further lines, each with a name and a value. */
  readonly facts: () => readonly (readonly [name: ComponentChildren, value: ComponentChildren])[];
  /** Describes the effect of Enter and a click: `open event`. A mark without it cannot be opened. */
  readonly opens?: string;
}

interface PlotProps {
  readonly frame: Frame;
  readonly label: string;
  readonly marks: readonly PlotMark[];
  /** The names beside marks. */
  readonly labels?: readonly Label[];
  readonly onOpen: (id: string) => void;
  readonly onBrush: (area: Area) => void;
  /** The axes along which areas can be selected. */
  readonly brush: readonly ('x' | 'y')[];
  /** Draws details of the mark that is pointed at, such as its errors. */
  readonly detail?: ((mark: PlotMark) => ComponentChildren) | undefined;
  /** The id of the mark that had the focus before the user left the page, if any. */
  readonly markBefore: () => string | undefined;
  /** Receives the id of the mark that is pointed at, or null. */
  readonly onPoint: (id: string | null) => void;
  /** Receives a function that points at the mark with a given id. Returns a function that unsubscribes it. */
  readonly listen: (pointAtId: (id: string | null) => void) => () => void;
  readonly children: ComponentChildren;
}

/** How close the pointer must be to a mark, in pixels. */
const REACH = 14;
/** Distance from the mark to its tooltip, in pixels. */
const TIP_PX = 14;

/**
 * A tooltip, in the quadrant around its mark that has the most room, so that it covers neither the mark nor its error bars. In narrow windows and
 * for fingers, it is a card at the bottom of the window, with a button.
 */
function Tip({ mark, frame, onOpen }: { mark: PlotMark; frame: Frame; onOpen: () => void }) {
  const { width, height } = frame;
  const [left, right] = mark.ends ?? [mark.x, mark.x];
  const side = mark.x > width / 2 ? ['right', width - left] : ['left', right];
  const end = mark.y > height / 2 ? ['bottom', height - mark.y] : ['top', mark.y];
  // Properties of the style sheet, which places a card differently.
  const place = Object.fromEntries([side, end].map(([name, at]) => [`--tip-${name}`, `${Number(at) + TIP_PX}px`]));
  const { opens } = mark;
  return (
    <div class="tip" style={place}>
      <p class="tip-title">
        <strong>{mark.title}</strong>
        {mark.note && <span> {mark.note}</span>}
      </p>
      {mark.facts().map(([name, value], n) => (
        <span key={n} class="fact">
          <span class="unit">{name}</span> <span>{value}</span>
        </span>
      ))}
      {opens && (
        <>
          <small>Click or press Enter: {opens}.</small>
          {/* A press must not take the focus from the drawing, because the tip would disappear. */}
          <button type="button" class="primary" onMouseDown={(event) => event.preventDefault()} onClick={onOpen}>
            {opens.replace(/^./, (letter) => letter.toUpperCase())}
          </button>
        </>
      )}
    </div>
  );
}

/** Names beside marks, outlined in the background colour so that they can be read on top of lines. */
const DrawnLabels = ({ labels }: { readonly labels: readonly Label[] }) => (
  <g class="names">
    <path class="leader" d={lines(labels.flatMap(({ leader }) => (leader === null ? [] : [leader])))} />
    {labels.map(({ text, x, y }) => (
      <text key={text} x={x} y={y} dy="0.32em">
        {text}
      </text>
    ))}
  </g>
);

export function Plot(props: PlotProps) {
  const {
    frame,
    label,
    marks,
    labels = [],
    onOpen,
    onBrush,
    brush,
    detail,
    markBefore,
    onPoint,
    listen,
    children,
  } = props;
  const help = useId();
  const open = ({ id, opens }: PlotMark) => opens && onOpen(id);
  const pointing = usePointing<PlotMark>({
    bounds: frame,
    marks,
    labels,
    reach: REACH,
    brush,
    onBrush,
    onOpen: open,
  });
  const { mark, area, pointAt } = pointing;
  const [row, setRow] = useState<string | null>(null);
  useEffect(() => listen(setRow), [listen]);
  useEffect(() => onPoint(mark?.id ?? null), [mark?.id, onPoint]);
  const shown = marks.filter(({ id }) => id === (mark?.id ?? row));
  /** When the plot is reached with Tab, the focus goes to the mark that had it before the user left the page, or to the first mark. */
  const enter = (event: FocusEvent) => {
    if (!(event.currentTarget as Element).matches(':focus-visible')) return;
    const before = markBefore();
    pointAt(marks.find(({ id }) => id === before) ?? nextMark(marks, null, 'Home') ?? null);
  };
  return (
    <div class="plot">
      <Drawing {...{ pointing, label, help }} onFocus={enter}>
        <svg
          width={frame.width}
          height={frame.height}
          viewBox={`0 0 ${frame.width} ${frame.height}`}
          aria-hidden="true"
        >
          {children}
          {labels.length > 0 && <DrawnLabels labels={labels} />}
          {area && <Brush area={area} />}
          {shown[0] && detail?.(mark ?? shown[0])}
          {shown.map(({ x, y, ends }, n) =>
            ends ? null : <circle class="pointed" key={n} {...UNSAVED} cx={x} cy={y} r="6" />,
          )}
        </svg>
      </Drawing>
      <p class="visually-hidden" id={help}>
        Arrow keys go from mark to mark, Enter opens it, Escape leaves the plot.
      </p>
      <div aria-live="polite">{mark && <Tip {...{ mark, frame }} onOpen={() => open(mark)} />}</div>
    </div>
  );
}

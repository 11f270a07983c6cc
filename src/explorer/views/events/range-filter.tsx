/** The range of one quantity: a histogram of all event versions to drag on, with the selected ones in colour, and fields for both ends. */

import { useId, useMemo, useState } from 'preact/hooks';
import type { Filter } from '../../../core/contract/collection.ts';
import { type Bins, binsOf, countIn, domainOf } from '../../charts/histogram.ts';
import { Brush } from '../../charts/plot.tsx';
import { usePointing } from '../../charts/pointing.ts';
import { type Extent, roundOutwards } from '../../charts/scale.ts';
import { unitText } from '../../parts/format.ts';
import { Help } from '../../parts/help.tsx';
import type { Quantity, RangeFilter, Row } from './selection.ts';

const WIDTH = 240;
const HEIGHT = 34;

interface HistogramProps {
  readonly quantity: Quantity;
  readonly all: readonly Row[];
  readonly selected: readonly Row[];
  /** An end of the axis as text. */
  readonly endText: (value: number) => string;
  readonly onBrush: (interval: Extent) => void;
}

const valuesOf = (rows: readonly Row[], quantity: Quantity): number[] =>
  rows.flatMap((row) => quantity.valueOf(row) ?? []);

/** Where a value is along the histogram, and the value at a place. */
function scaleOf(bins: Bins) {
  const [low, high] = domainOf(bins);
  const isLog = bins.kind === 'log';
  return {
    at: (value: number): number =>
      WIDTH * (isLog ? Math.log(value / low) / Math.log(high / low) : (value - low) / (high - low)),
    invert: (x: number): number => (isLog ? low * (high / low) ** (x / WIDTH) : low + ((high - low) * x) / WIDTH),
  };
}

/** Bars of `counts` as one path. Square roots, so that a bin with one event is visible next to a bin with hundreds. */
function barsPath(bins: Bins, counts: readonly number[], most: number): string {
  const { at } = scaleOf(bins);
  return counts
    .map((count, n) => {
      const [from, to] = [at(bins.edges[n] as number), at(bins.edges[n + 1] as number)];
      const tall = Math.sqrt(count / most) * HEIGHT;
      return count === 0 ? '' : `M${from.toFixed(1)} ${HEIGHT}v${-tall.toFixed(1)}H${(to - 1).toFixed(1)}V${HEIGHT}z`;
    })
    .join('');
}

const BOUNDS = { width: WIDTH, left: 0, right: WIDTH, top: 0, bottom: HEIGHT };
const REACH = { px: 0, along: 'x' } as const;

function Histogram({ quantity, all, selected, endText, onBrush }: HistogramProps) {
  const bins = useMemo(() => binsOf(valuesOf(all, quantity)), [all, quantity]);
  const counts = useMemo(() => (bins ? countIn(bins, valuesOf(all, quantity)) : []), [bins, all, quantity]);
  const chosen = useMemo(() => (bins ? countIn(bins, valuesOf(selected, quantity)) : []), [bins, selected, quantity]);
  const { area, handlers } = usePointing({
    ...{ bounds: BOUNDS, marks: [], reach: REACH, brush: 'x' },
    onOpen: () => {},
    onBrush: ({ x: [from, to] }) => {
      if (bins === null) return;
      const { invert } = scaleOf(bins);
      onBrush(roundOutwards([invert(from), invert(to)]));
    },
  });
  // Until the values are loaded, an empty box keeps their space.
  if (bins === null) return all.length === 0 ? <div class="histogram" /> : null;
  const most = Math.max(...counts);
  return (
    <div class="histogram" {...handlers}>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        <path class="all" d={barsPath(bins, counts, most)} />
        <path class="chosen" d={barsPath(bins, chosen, most)} />
        {area && <Brush area={area} />}
      </svg>
      <span class="ends" aria-hidden="true">
        {domainOf(bins).map((end) => (
          <small key={end}>{endText(end)}</small>
        ))}
      </span>
    </div>
  );
}

interface BoundProps {
  readonly filter: Filter;
  /** As in the address; empty if it is not set. */
  readonly value: string;
  readonly label: string;
  /** For filters whose values are shown and typed in another form, such as times. */
  readonly form: BoundForm;
  readonly onChange: (value: string | null) => void;
}

/** How the value of an end is shown and typed. */
export interface BoundForm {
  readonly placeholder: string;
  /** An end of the histogram, shortly. */
  endText(value: number): string;
  show(value: string): string;
  /** Undefined if the text is invalid. */
  read(text: string): string | undefined;
  readonly expected: string;
}

/** One end of the range. Input takes effect when the field loses focus or Enter is pressed. */
function Bound({ filter, value, label, form, onChange }: BoundProps) {
  const [problem, setProblem] = useState<string | null>(null);
  const id = useId();
  const change = (event: Event) => {
    const typed = (event.currentTarget as HTMLInputElement).value.trim();
    const read = typed === '' ? '' : form.read(typed);
    const isValid = read !== undefined && (read === '' || filter.codec.parse(read) !== undefined);
    setProblem(isValid ? null : `must be ${form.expected}`);
    if (isValid) onChange(read === '' ? null : read);
  };
  return (
    <span class="bound">
      <input
        type="text"
        inputMode="text"
        autoComplete="off"
        aria-label={label}
        aria-invalid={problem !== null}
        aria-describedby={problem === null ? undefined : id}
        placeholder={form.placeholder}
        // A new value in the address replaces the input.
        key={value}
        defaultValue={form.show(value)}
        onChange={change}
      />
      {problem !== null && (
        <span class="invalid" id={id} role="alert">
          {problem}
        </span>
      )}
    </span>
  );
}

interface RangeProps extends Omit<HistogramProps, 'onBrush' | 'endText'> {
  readonly range: RangeFilter;
  /** Values in the address, by parameter. */
  readonly given: URLSearchParams;
  readonly form: BoundForm;
  readonly onChange: (changes: Readonly<Record<string, string | null>>) => void;
}

export function Range({ range, quantity, all, selected, given, form, onChange }: RangeProps) {
  const { min, max } = range;
  const { explanation } = quantity;
  const help = useId();
  const isGiven = given.has(min.name) || given.has(max.name);
  const brush = ([low, high]: Extent) =>
    onChange({ [min.name]: min.codec.format(low), [max.name]: max.codec.format(high) });
  // Rendered again only when its rows change: a page has a dozen of them.
  const histogram = useMemo(
    () => <Histogram {...{ quantity, all, selected }} endText={form.endText} onBrush={brush} />,
    [range, quantity, all, selected, form.endText],
  );
  return (
    <fieldset class="range" aria-describedby={explanation && help}>
      <legend>
        {quantity.title}
        {range.unit !== '' && quantity.parameter !== undefined && <span class="unit"> {unitText(range.unit)}</span>}
      </legend>
      {explanation !== undefined && <Help id={help} title={quantity.title} text={explanation} />}
      {histogram}
      <div class="bounds">
        {[min, max].map((filter, n) => (
          <Bound
            key={filter.name}
            filter={filter}
            value={given.get(filter.name) ?? ''}
            label={`${quantity.title}, ${n === 0 ? 'at least' : 'at most'}`}
            form={{ ...form, placeholder: form.placeholder || (n === 0 ? 'min' : 'max') }}
            onChange={(value) => onChange({ [filter.name]: value })}
          />
        ))}
        {isGiven && (
          <button
            type="button"
            class="quiet"
            aria-label={`Clear ${quantity.title}`}
            onClick={() => onChange({ [min.name]: null, [max.name]: null })}
          >
            ×
          </button>
        )}
      </div>
    </fieldset>
  );
}

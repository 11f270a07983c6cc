/** The range of one quantity: a histogram of all event versions to drag on, with the selected ones in colour, and fields for both ends. */

import { useId, useMemo, useState } from 'preact/hooks';
import type { Filter } from '../../../core/contract/collection.ts';
import { countByBin, domainOf, drawBins, makeBins } from '../../charts/histogram.ts';
import { paint } from '../../charts/marks.ts';
import { Brush } from '../../charts/plot.tsx';
import { usePointing } from '../../charts/pointing.ts';
import { type Extent, roundOutwards, spread } from '../../charts/scale.ts';
import { unitText } from '../../parts/format.ts';
import { Help } from '../../parts/help.tsx';
import { type EventRow, listValues, type Quantity, type RangeFilter } from './selection.ts';

const WIDTH = 240;
const HEIGHT = 34;
const BOUNDS = { width: WIDTH, left: 0, right: WIDTH, top: 0, bottom: HEIGHT };

interface HistogramProps {
  readonly quantity: Quantity;
  readonly all: readonly EventRow[];
  readonly selected: readonly EventRow[];
  readonly format: EndFormat;
  readonly onBrush: (range: Extent) => void;
}

function Histogram({ quantity, all, selected, format, onBrush }: HistogramProps) {
  const values = useMemo(() => listValues(all, quantity), [all, quantity]);
  const bins = useMemo(() => makeBins(values), [values]);
  const across = bins && spread(bins.kind, domainOf(bins), [0, WIDTH]);
  const { area, handlers } = usePointing({
    ...{ bounds: BOUNDS, marks: [], reach: 0, brush: 'x' },
    onOpen: () => {},
    onBrush: ({ x: [from, to] }) => across && onBrush(roundOutwards([across.invert(from), across.invert(to)])),
  });
  // Until the values are loaded, an empty box keeps their space.
  if (bins === null || across === null) return all.length === 0 ? <div class="histogram" /> : null;
  const counts = countByBin(bins, values);
  const most = Math.max(...counts);
  /** Square roots, so that a bin with one event is visible next to a bin with hundreds. */
  const top = (count: number) => HEIGHT * (1 - Math.sqrt(count / most));
  const draw = (heights: readonly number[]) => drawBins(bins, heights, across.at, top);
  return (
    <div class="histogram" {...handlers}>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        <path class="bars" style={paint('all')} d={draw(counts)} />
        <path class="bars" style={paint('first')} d={draw(countByBin(bins, listValues(selected, quantity)))} />
        {area && <Brush area={area} />}
      </svg>
      <span class="ends" aria-hidden="true">
        {domainOf(bins).map((end) => (
          <small key={end}>{format.short(end)}</small>
        ))}
      </span>
    </div>
  );
}

/** How the ends of a range are shown and typed. */
export interface EndFormat {
  readonly placeholders: readonly [min: string, max: string];
  /** An end of the histogram. */
  short(value: number): string;
  /** A value of the address. */
  show(value: string): string;
  /** What is typed as a value of the address; undefined if it is invalid. */
  read(text: string): string | undefined;
  readonly expected: string;
}

interface EndFieldProps {
  readonly filter: Filter;
  /** As in the address; empty if it is not set. */
  readonly value: string;
  readonly label: string;
  readonly placeholder: string;
  readonly format: EndFormat;
  readonly onChange: (value: string | null) => void;
}

/** One end of the range. Input takes effect when the field loses focus or Enter is pressed. */
function EndField({ filter, value, label, placeholder, format, onChange }: EndFieldProps) {
  const [problem, setProblem] = useState<string | null>(null);
  const id = useId();
  const change = (event: Event) => {
    const typed = (event.currentTarget as HTMLInputElement).value.trim();
    const read = typed === '' ? '' : format.read(typed);
    const isValid = read !== undefined && (read === '' || filter.codec.parse(read) !== undefined);
    setProblem(isValid ? null : `must be ${format.expected}`);
    if (isValid) onChange(read === '' ? null : read);
  };
  return (
    <span class="bound">
      <input
        type="text"
        autoComplete="off"
        aria-label={label}
        aria-invalid={problem !== null}
        aria-describedby={problem === null ? undefined : id}
        placeholder={placeholder}
        // A new value in the address replaces the input.
        key={value}
        defaultValue={format.show(value)}
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

interface RangeProps extends Omit<HistogramProps, 'onBrush'> {
  readonly range: RangeFilter;
  /** Values in the address, by parameter. */
  readonly given: URLSearchParams;
  readonly onChange: (changes: Readonly<Record<string, string | null>>) => void;
}

export function Range({ range, quantity, all, selected, given, format, onChange }: RangeProps) {
  const { min, max } = range;
  const { title, explanation } = quantity;
  const help = useId();
  const isGiven = given.has(min.name) || given.has(max.name);
  // The same element as before until its rows change, so that Preact skips it: a page has a dozen of them.
  const histogram = useMemo(
    () => <Histogram {...{ quantity, all, selected, format }} onBrush={(ends) => onChange(range.format(...ends))} />,
    [range, quantity, all, selected, format],
  );
  return (
    <fieldset class="range" aria-describedby={explanation && help}>
      <legend>
        {title}
        {range.unit !== '' && quantity.parameter !== undefined && <span class="unit"> {unitText(range.unit)}</span>}
      </legend>
      {explanation !== undefined && <Help id={help} title={title} text={explanation} />}
      {histogram}
      <div class="bounds">
        {[min, max].map((filter, n) => (
          <EndField
            key={filter.name}
            {...{ filter, format }}
            value={given.get(filter.name) ?? ''}
            label={`${title}, ${n === 0 ? 'at least' : 'at most'}`}
            placeholder={format.placeholders[n] as string}
            onChange={(value) => onChange({ [filter.name]: value })}
          />
        ))}
        {isGiven && (
          <button
            type="button"
            aria-label={`Clear ${title}`}
            onClick={() => onChange({ [min.name]: null, [max.name]: null })}
          >
            ×
          </button>
        )}
      </div>
    </fieldset>
  );
}

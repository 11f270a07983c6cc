/** The range filter for one quantity: a histogram to drag on, and a field for each end. */

import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Filter } from '../../../../core/contract/filters.ts';
import { RANGE_BOUNDS, type RangeBound } from '../../../../core/contract/parameter-forms.ts';
import { useNavigate } from '../../../client/context.ts';
import { withFrame } from '../../../text/parameter-names.ts';
import { Help } from '../../../widgets/help.tsx';
import { Name } from '../../../widgets/name.tsx';
import { Histogram, type HistogramProps } from '../histogram.tsx';
import { withEnds, withoutRange } from '../request.ts';

/** How the ends of a range are shown and typed. */
export interface EndFormat {
  readonly placeholders: readonly [min: string, max: string];
  /** Formats an end of the histogram. */
  short(value: number): string;
  /** Formats a value from the address as it is typed. */
  show(value: string, bound: RangeBound): string;
  /** Converts typed text to a value for the address; undefined if the text is invalid. */
  read(text: string, bound: RangeBound): string | undefined;
  readonly expected: string;
}

interface EndFieldProps {
  readonly bound: RangeBound;
  readonly filter: Filter;
  /** The value in the address; empty if it is not set. */
  readonly value: string;
  readonly label: string;
  readonly placeholder: string;
  readonly format: EndFormat;
  readonly onChange: (value: string | null) => void;
}

/** One end of the range. Input takes effect when the field loses focus or Enter is pressed. */
function EndField({ bound, filter, value, label, placeholder, format, onChange }: EndFieldProps) {
  const [problem, setProblem] = useState<string | null>(null);
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const shown = format.show(value, bound);
  // If the address gets a new value, it replaces the text and its message. The field itself stays, and keeps the focus. In a layout effect:
  // a later one would overwrite what the user types first.
  useLayoutEffect(() => {
    if (input.current) input.current.value = shown;
    setProblem(null);
  }, [shown]);
  const change = (event: Event) => {
    const typed = (event.currentTarget as HTMLInputElement).value.trim();
    const read = typed === '' ? '' : format.read(typed, bound);
    const isValid = read !== undefined && (read === '' || filter.codec.parse(read) !== undefined);
    setProblem(isValid ? null : `must be ${format.expected}`);
    if (isValid) onChange(read === '' ? null : read);
  };
  return (
    <span class="bound">
      <input
        ref={input}
        type="text"
        autocomplete="off"
        aria-label={label}
        aria-invalid={problem !== null}
        aria-describedby={problem === null ? undefined : id}
        placeholder={placeholder}
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

interface RangeProps extends Omit<HistogramProps, 'short'> {
  readonly format: EndFormat;
  /** The values in the address, by parameter. */
  readonly given: URLSearchParams;
  /** The button for the events that lack the value, and the form of times. */
  readonly children: ComponentChildren;
}

export function Range({ range, unfiltered, rows, given, format, children }: RangeProps) {
  const navigate = useNavigate();
  const { title, short, explanation, kind, unit, frame } = range.quantity;
  const help = useId();
  return (
    <fieldset class="range" aria-describedby={explanation && help}>
      <legend>
        <Name text={short} />
        {unit !== '' && kind === 'parameter' && <span class="unit"> {withFrame(unit, frame)}</span>}
      </legend>
      {explanation !== undefined && <Help id={help} title={title} text={explanation} />}
      <Histogram {...{ range, unfiltered, rows }} short={format.short} />
      <div class="bounds row">
        {RANGE_BOUNDS.map((bound, n) => (
          <EndField
            key={bound}
            {...{ bound, format }}
            filter={range[bound]}
            value={given.get(range[bound].name) ?? ''}
            label={`${title}, ${bound === 'min' ? 'at least' : 'at most'}`}
            placeholder={format.placeholders[n] as string}
            onChange={(value) => navigate((now) => withEnds(now, range, { [range[bound].name]: value }))}
          />
        ))}
        {RANGE_BOUNDS.some((bound) => given.has(range[bound].name)) && (
          <button
            type="button"
            aria-label={`Clear ${title}`}
            onClick={() => navigate((now) => withoutRange(now, range))}
          >
            ×
          </button>
        )}
      </div>
      {children}
    </fieldset>
  );
}

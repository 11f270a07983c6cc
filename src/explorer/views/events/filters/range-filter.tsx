/** The range filter for one quantity: a histogram to drag on, and a field for each end. */

import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import type { Filter } from '../../../../core/contract/filters.ts';
import { changeParameters } from '../../../address/navigate.ts';
import { useNavigate } from '../../../host/context.ts';
import { withFrame } from '../../../text/parameter-names.ts';
import { Help } from '../../../widgets/help.tsx';
import { Name } from '../../../widgets/name.tsx';
import { Histogram, type HistogramProps } from '../histogram.tsx';

/** How the ends of a range are shown and typed. */
export interface EndFormat {
  readonly placeholders: readonly [min: string, max: string];
  /** Formats an end of the histogram. */
  short(value: number): string;
  /** Formats a value from the address. */
  show(value: string): string;
  /** Converts typed text to a value for the address; undefined if the text is invalid. */
  read(text: string): string | undefined;
  readonly expected: string;
}

interface EndFieldProps {
  readonly filter: Filter;
  /** The value in the address; empty if it is not set. */
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
  const input = useRef<HTMLInputElement>(null);
  const shown = format.show(value);
  // If the address gets a new value, it replaces the text and its message. The field itself stays, and keeps the focus.
  useEffect(() => {
    if (input.current) input.current.value = shown;
    setProblem(null);
  }, [shown]);
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
  /** The button for the events that lack the value. */
  readonly children: ComponentChildren;
}

export function Range({ range, quantity, unfiltered, rows, given, format, children }: RangeProps) {
  const navigate = useNavigate();
  const { min, max } = range;
  const { title, short, explanation } = quantity;
  const unit = withFrame(quantity.unit, quantity.frame);
  const help = useId();
  const isGiven = given.has(min.name) || given.has(max.name);
  return (
    <fieldset class="range" aria-describedby={explanation && help}>
      <legend>
        <Name text={short} />
        {unit !== '' && quantity.kind === 'parameter' && <span class="unit"> {unit}</span>}
      </legend>
      {explanation !== undefined && <Help id={help} title={title} text={explanation} />}
      <Histogram {...{ quantity, range, unfiltered, rows }} short={format.short} />
      <div class="bounds">
        {[min, max].map((filter, n) => (
          <EndField
            key={filter.name}
            {...{ filter, format }}
            value={given.get(filter.name) ?? ''}
            label={`${title}, ${n === 0 ? 'at least' : 'at most'}`}
            placeholder={format.placeholders[n] as string}
            onChange={(value) => changeParameters(navigate, { [filter.name]: value })}
          />
        ))}
        {isGiven && (
          <button
            type="button"
            aria-label={`Clear ${title}`}
            onClick={() => changeParameters(navigate, { [min.name]: null, [max.name]: null })}
          >
            ×
          </button>
        )}
      </div>
      {children}
    </fieldset>
  );
}

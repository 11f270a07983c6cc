/** Choices between options: side by side, or in a list that opens. */

interface ChoiceProps<Value extends string> {
  readonly label: string;
  readonly options: readonly { readonly value: Value; readonly title: string }[];
  readonly value: Value;
  readonly onChoose: (value: Value) => void;
}

/** A few options, side by side. The label is for screen readers. */
export function Choice<Value extends string>({ label, options, value, onChoose }: ChoiceProps<Value>) {
  return (
    <fieldset class="switch">
      <legend class="visually-hidden">{label}</legend>
      {options.map((option) => (
        <button
          type="button"
          key={option.value}
          aria-pressed={option.value === value}
          onClick={() => onChoose(option.value)}
        >
          {option.title}
        </button>
      ))}
    </fieldset>
  );
}

interface SelectProps extends ChoiceProps<string> {
  readonly isLabelHidden?: boolean;
}

export function Select({ label, isLabelHidden = false, options, value, onChoose }: SelectProps) {
  return (
    <label>
      <span class={isLabelHidden ? 'visually-hidden' : undefined}>{label}</span>{' '}
      <select value={value} onChange={(event) => onChoose(event.currentTarget.value)}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.title}
          </option>
        ))}
      </select>
    </label>
  );
}

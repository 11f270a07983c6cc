/** Choices between options: side by side, in a list that opens, or several of them. */

interface Option<Value extends string> {
  readonly value: Value;
  readonly title: string;
}

interface ChoiceProps<Value extends string> {
  readonly label: string;
  readonly options: readonly Option<Value>[];
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

interface CheckListProps {
  readonly options: readonly Option<string>[];
  readonly chosen: readonly string[];
  /** Gets the chosen values in the order of the options. */
  readonly onChoose: (values: readonly string[]) => void;
}

/** Several of the options. */
export function CheckList({ options, chosen, onChoose }: CheckListProps) {
  const values = options.map(({ value }) => value);
  const toggle = (value: string) => onChoose(values.filter((one) => (one === value) !== chosen.includes(one)));
  return options.map(({ value, title }) => (
    <label key={value}>
      <input type="checkbox" checked={chosen.includes(value)} onChange={() => toggle(value)} /> {title}
    </label>
  ));
}

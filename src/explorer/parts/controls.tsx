/** Controls of forms: choices between options, and a labelled field with an explanation below it. */

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
    <fieldset class="group">
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

interface FieldProps {
  readonly id: string;
  readonly label: string;
  readonly unit?: string | null;
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly help?: string;
  readonly placeholder?: string;
  /** The allowed values, if only these may be chosen. */
  readonly options?: readonly string[] | undefined;
  /** Values that are suggested. */
  readonly known?: readonly string[];
  readonly isInvalid?: boolean;
  readonly isRequired?: boolean;
}

export function Field(props: FieldProps) {
  const { id, label, unit, value, onValue, help, placeholder = '', options, known, isInvalid, isRequired } = props;
  const shared = { id, value, 'aria-describedby': help === undefined ? undefined : `${id}-help` };
  return (
    <div class="field">
      <label for={id}>
        {label} {unit && <span class="unit">{unit}</span>}
      </label>
      {options ? (
        <select {...shared} onChange={(event) => onValue(event.currentTarget.value)}>
          <option value="">{placeholder}</option>
          {options.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </select>
      ) : (
        <input
          {...shared}
          type="text"
          placeholder={placeholder}
          list={known && `${id}-known`}
          spellcheck={false}
          autocomplete="off"
          required={isRequired}
          aria-invalid={isInvalid}
          onInput={(event) => onValue(event.currentTarget.value)}
        />
      )}
      {known && (
        <datalist id={`${id}-known`}>
          {known.map((one) => (
            <option key={one} value={one} />
          ))}
        </datalist>
      )}
      {help !== undefined && <small id={`${id}-help`}>{help}</small>}
    </div>
  );
}

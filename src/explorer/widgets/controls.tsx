/** Form controls: choices between options, and a labelled field with an explanation below it. */

interface ChoiceProps<Value extends string> {
  readonly label: string;
  readonly options: readonly Value[];
  /** The label of an option; by default, the option itself. */
  readonly titleOf?: (value: Value) => string;
  readonly value: Value;
  readonly onChoose: (value: Value) => void;
}

/** An option that leads to nothing is struck out. The reason appears on hover. */
export const MissingOption = ({ title, reason }: { readonly title: string; readonly reason: string }) => (
  <span class="missing" title={reason}>
    <s>{title}</s>
  </span>
);

interface WithMissing<Value extends string> {
  /** The options that lead to nothing, and why. */
  readonly missing?: { readonly values: readonly Value[]; readonly reason: string };
}

/** If there are more options than this, they may wrap, so each has its own border. */
const MOST_JOINED = 3;

/** A few options side by side. By default, the label is for screen readers only. */
export function Choice<Value extends string>(
  props: ChoiceProps<Value> & { readonly isLabelShown?: boolean } & WithMissing<Value>,
) {
  const { label, isLabelShown = false, options, titleOf = String, value, onChoose, missing } = props;
  return (
    <fieldset class={options.length > MOST_JOINED ? 'group' : 'group joined'}>
      <legend class={isLabelShown ? undefined : 'visually-hidden'}>{label}</legend>
      {options.map((one) =>
        missing?.values.includes(one) && one !== value ? (
          <MissingOption key={one} title={titleOf(one)} reason={missing.reason} />
        ) : (
          <button type="button" key={one} aria-pressed={one === value} onClick={() => onChoose(one)}>
            {titleOf(one)}
          </button>
        ),
      )}
    </fieldset>
  );
}

export function Select<Value extends string>(props: ChoiceProps<Value> & { readonly isLabelHidden?: boolean }) {
  const { label, isLabelHidden = false, options, titleOf = String, value, onChoose } = props;
  return (
    <label>
      <span class={isLabelHidden ? 'visually-hidden' : undefined}>{label}</span>{' '}
      <select value={value} onChange={(event) => onChoose(event.currentTarget.value as Value)}>
        {options.map((one) => (
          <option key={one} value={one}>
            {titleOf(one)}
          </option>
        ))}
      </select>
    </label>
  );
}

interface CheckListProps extends Pick<ChoiceProps<string>, 'options' | 'titleOf'> {
  readonly chosen: readonly string[];
  /** Receives the chosen values, in the order of the options. */
  readonly onChoose: (values: readonly string[]) => void;
}

/** A choice of any number of options. */
export function CheckList({ options, titleOf = String, chosen, onChoose }: CheckListProps) {
  const toggle = (value: string) => onChoose(options.filter((one) => (one === value) !== chosen.includes(one)));
  return options.map((value) => (
    <CheckBox key={value} title={titleOf(value)} isChecked={chosen.includes(value)} onChange={() => toggle(value)} />
  ));
}

interface CheckBoxProps {
  readonly title: string;
  readonly isChecked: boolean;
  readonly onChange: (isChecked: boolean) => void;
}

export const CheckBox = ({ title, isChecked, onChange }: CheckBoxProps) => (
  <label>
    <input type="checkbox" checked={isChecked} onChange={(event) => onChange(event.currentTarget.checked)} /> {title}
  </label>
);

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
  /** Suggested values. */
  readonly known?: readonly string[];
  readonly isRequired?: boolean;
}

export function Field(props: FieldProps) {
  const { id, label, unit, value, onValue, help, placeholder = '', options, known, isRequired } = props;
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

/** A labelled field of a form, with an explanation below it. */

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

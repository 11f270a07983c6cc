/** One of a few values, as buttons side by side. */

interface ChoiceProps {
  readonly title: string;
  /** Values and what they are called. */
  readonly options: readonly (readonly [value: string, title: string])[];
  readonly value: string;
  readonly onValue: (value: string) => void;
}

export function Choice({ title, options, value, onValue }: ChoiceProps) {
  return (
    <fieldset class="choice-group">
      <legend>{title}</legend>
      {options.map(([one, name]) => (
        <button key={one} type="button" aria-pressed={one === value} onClick={() => onValue(one)}>
          {name}
        </button>
      ))}
    </fieldset>
  );
}

/** The plot selector, and the plot's options: axes, colours, errors. */

import { changeSettings } from '../../../address/navigate.ts';
import { EVENT_SETTINGS } from '../../../address/settings.ts';
import { SCALE_KINDS } from '../../../charts/scale.ts';
import { columnOptions } from '../../../event-data/columns.ts';
import type { EventRow } from '../../../event-data/rows.ts';
import { useNavigate } from '../../../host/context.ts';
import { CheckBox, Select } from '../../../widgets/controls.tsx';
import type { PlotName } from '../offer.ts';
import { colourBy } from './groups.ts';
import type { PlotInput } from './plot-kind.ts';
import { KINDS } from './plot-kinds.ts';

interface OptionsProps {
  readonly name: PlotName;
  readonly input: PlotInput;
  /** All unfiltered rows. */
  readonly pool: readonly EventRow[];
}

function AxisChoice({ input, axis, pool }: Omit<OptionsProps, 'name'> & { readonly axis: 'x' | 'y' }) {
  const navigate = useNavigate();
  return (
    <span class="axis-choice">
      <Select
        label={axis}
        {...columnOptions(input.quantities, pool, [input[axis].name])}
        value={input[axis].name}
        onChoose={(name) => changeSettings(navigate, { [axis]: name })}
      />
      <Select
        label={`Scale of ${axis}`}
        isLabelHidden
        options={SCALE_KINDS}
        value={input[`${axis}Scale`]}
        onChoose={(kind) => changeSettings(navigate, { [`${axis}scale`]: kind })}
      />
    </span>
  );
}

/** The options for the plot shown. */
export function PlotOptions({ name, input, pool }: OptionsProps) {
  const navigate = useNavigate();
  const kind = KINDS[name];
  return (
    <>
      {(['x', 'y'] as const).map(
        (axis) => kind.axes.includes(axis) && <AxisChoice key={axis} {...{ input, axis, pool }} />,
      )}
      {kind.hasColours && (
        <Select
          label="Colour"
          options={EVENT_SETTINGS.colour}
          titleOf={(one) => (one === 'one' ? 'one colour' : one)}
          value={colourBy(input)}
          onChoose={(colour) => changeSettings(navigate, { colour })}
        />
      )}
      {kind.hasErrors && (
        <CheckBox
          title="All errors"
          isChecked={input.settings.errors !== null}
          onChange={(isChecked) => changeSettings(navigate, { errors: isChecked ? 'all' : null })}
        />
      )}
    </>
  );
}

interface TabsProps {
  readonly name: PlotName;
  readonly plots: readonly PlotName[];
  /** The address of the comparison of catalogs; null if there is none. */
  readonly compare: string | null;
  /** Shows a menu instead of buttons. */
  readonly isNarrow: boolean;
}

export function PlotTabs({ plots, name, compare, isNarrow }: TabsProps) {
  const navigate = useNavigate();
  const choose = (plot: string) => changeSettings(navigate, { plot });
  const titleOf = (one: PlotName) => KINDS[one].title;
  const link = compare !== null && <a href={compare}>Catalog against catalog</a>;
  if (isNarrow) {
    return (
      <>
        <Select label="Plot" isLabelHidden options={plots} titleOf={titleOf} value={name} onChoose={choose} />
        {link}
      </>
    );
  }
  return (
    <fieldset class="tabs">
      <legend class="visually-hidden">Plot</legend>
      {plots.map((one) => (
        <button key={one} type="button" aria-pressed={one === name} onClick={() => choose(one)}>
          {titleOf(one)}
        </button>
      ))}
      {link}
    </fieldset>
  );
}

/** The plot selector, and the plot's options: axes, colours, errors. */

import { changeSettings, type Navigate } from '../../../address/use-address.ts';
import { SCALE_KINDS } from '../../../charts/spread.ts';
import { CheckBox, Select } from '../../../parts/controls.tsx';
import { columnOptions } from '../columns.ts';
import type { EventRow } from '../rows.ts';
import { COLOURS, type PlotName } from '../settings.ts';
import { colourBy } from './groups.ts';
import type { PlotInput } from './plot-kind.ts';
import { KINDS, plotTitle } from './plot-kinds.ts';

interface OptionsProps {
  readonly name: PlotName;
  readonly input: PlotInput;
  /** All unfiltered rows. */
  readonly pool: readonly EventRow[];
  readonly navigate: Navigate;
}

function AxisChoice({ input, axis, pool, navigate }: Omit<OptionsProps, 'name'> & { readonly axis: 'x' | 'y' }) {
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
export function PlotOptions({ name, input, pool, navigate }: OptionsProps) {
  const kind = name === 'compare' ? null : KINDS[name];
  return (
    <>
      {(['x', 'y'] as const).map(
        (axis) => kind?.axes.includes(axis) && <AxisChoice key={axis} {...{ input, axis, pool, navigate }} />,
      )}
      {kind?.hasColours && (
        <Select
          label="Colour"
          options={COLOURS}
          titleOf={(one) => (one === 'one' ? 'one colour' : one)}
          value={colourBy(input)}
          onChoose={(colour) => changeSettings(navigate, { colour })}
        />
      )}
      {(kind === null || kind.hasErrors) && (
        <CheckBox
          title="All errors"
          isChecked={input.settings.errors !== null}
          onChange={(isChecked) => changeSettings(navigate, { errors: isChecked ? 'all' : null })}
        />
      )}
    </>
  );
}

interface TabsProps extends Pick<OptionsProps, 'navigate' | 'name'> {
  readonly plots: readonly PlotName[];
  /** Shows a menu instead of buttons. */
  readonly isNarrow: boolean;
}

export function PlotTabs({ plots, name, navigate, isNarrow }: TabsProps) {
  const choose = (plot: string) => changeSettings(navigate, { plot });
  if (isNarrow) {
    return <Select label="Plot" isLabelHidden options={plots} titleOf={plotTitle} value={name} onChoose={choose} />;
  }
  return (
    <fieldset class="tabs">
      <legend class="visually-hidden">Plot</legend>
      {plots.map((one) => (
        <button key={one} type="button" aria-pressed={one === name} onClick={() => choose(one)}>
          {plotTitle(one)}
        </button>
      ))}
    </fieldset>
  );
}

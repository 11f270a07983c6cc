/** The plot selector, and the plot's options: axes, colours, errors. */

import { changeSettings } from '../../../address/use-address.ts';
import { SCALE_KINDS } from '../../../charts/spread.ts';
import { CheckBox, Select } from '../../../parts/controls.tsx';
import { withValuesFirst } from '../columns.ts';
import { createSetter } from '../set-setting.ts';
import { COLOURS, type PlotName } from '../settings.ts';
import type { PlotInput } from './plot-kind.ts';
import { KINDS, titleOf } from './plot-kinds.ts';
import type { PlotsProps } from './plots.tsx';

interface BarProps {
  readonly props: PlotsProps;
  readonly name: PlotName;
  readonly input: PlotInput;
}

function AxisChoice({ props, input, axis }: Omit<BarProps, 'name'> & { readonly axis: 'x' | 'y' }) {
  const { quantities, pool, navigate } = props;
  const set = createSetter(navigate);
  const options = withValuesFirst(quantities, pool);
  return (
    <span class="axis-choice">
      <Select
        label={axis}
        options={options.map(({ one }) => one.name)}
        titleOf={(name) => {
          const found = options.find(({ one }) => one.name === name);
          return `${found?.one.title}${found?.isEmpty ? ' (no values)' : ''}`;
        }}
        value={input[axis].name}
        onChoose={set(axis)}
      />
      <Select
        label={`Scale of ${axis}`}
        isLabelHidden
        options={SCALE_KINDS}
        titleOf={(one) => (one === 'log' ? 'log' : 'linear')}
        value={input[`${axis}Scale`]}
        onChoose={set(`${axis}scale`)}
      />
    </span>
  );
}

/** The options for the plot shown. */
export function PlotOptions({ props, name, input }: BarProps) {
  const { navigate, view } = props;
  const set = createSetter(navigate);
  const axes = name === 'compare' ? '' : KINDS[name].axes;
  return (
    <>
      {(['x', 'y'] as const).map(
        (axis) => axes.includes(axis) && <AxisChoice key={axis} {...{ props, input, axis }} />,
      )}
      {name === 'scatter' && (
        <Select
          label="Colour"
          options={COLOURS}
          titleOf={(one) => (one === 'one' ? 'one colour' : one)}
          value={input.colour}
          onChoose={set('colour')}
        />
      )}
      {(name === 'scatter' || name === 'compare') && (
        <CheckBox
          title="All errors"
          isChecked={view.errors === 'all'}
          onChange={(isChecked) => set('errors')(isChecked ? 'all' : '')}
        />
      )}
      {name === 'masses' && (
        <CheckBox
          title="Remnant"
          isChecked={input.hasRemnants}
          onChange={(isChecked) => set('remnant')(isChecked ? 'shown' : '')}
        />
      )}
      {(name === 'masses' || name === 'detections') && (
        <CheckBox
          title="Cut gaps over 100 days"
          isChecked={input.isCutting}
          onChange={(isChecked) => set('gaps')(isChecked ? '' : 'shown')}
        />
      )}
    </>
  );
}

interface TabsProps extends Pick<PlotsProps, 'navigate'> {
  readonly plots: readonly PlotName[];
  readonly name: PlotName;
  /** Shows a menu instead of buttons. */
  readonly isNarrow: boolean;
}

export function PlotTabs({ plots, name, navigate, isNarrow }: TabsProps) {
  const choose = (plot: string) => changeSettings(navigate, { plot });
  if (isNarrow) {
    return <Select label="Plot" isLabelHidden options={plots} titleOf={titleOf} value={name} onChoose={choose} />;
  }
  return (
    <fieldset class="tabs">
      <legend class="visually-hidden">Plot</legend>
      {plots.map((one) => (
        <button key={one} type="button" aria-pressed={one === name} onClick={() => choose(one)}>
          {titleOf(one)}
        </button>
      ))}
    </fieldset>
  );
}

/** The plot selector, and the plot's options: axes, colours, errors. */

import { changeSettings } from '../../../address/navigate.ts';
import { EVENT_SETTINGS } from '../../../address/settings.ts';
import { columnOptions } from '../../../event-data/columns.ts';
import type { EventRow } from '../../../event-data/rows.ts';
import { useNavigate } from '../../../host/context.ts';
import { CheckBox, Select } from '../../../widgets/controls.tsx';
import type { PlotName } from '../offer.ts';
import { colourBy } from './groups.ts';
import type { PlotProps } from './plot-props.ts';

interface OptionsProps {
  readonly input: Pick<PlotProps, 'x' | 'y' | 'xScale' | 'yScale' | 'settings' | 'quantities'>;
  /** All unfiltered rows. */
  readonly unfiltered: readonly EventRow[];
}

function AxisChoice({ input, axis, unfiltered }: OptionsProps & { readonly axis: 'x' | 'y' }) {
  const navigate = useNavigate();
  return (
    <span class="axis-choice">
      <Select
        label={axis}
        {...columnOptions(input.quantities, unfiltered, [input[axis].name])}
        value={input[axis].name}
        onChoose={(name) => changeSettings(navigate, { [axis]: name })}
      />
      <Select
        label={`Scale of ${axis}`}
        isLabelHidden
        options={EVENT_SETTINGS[`${axis}scale`]}
        value={input[`${axis}Scale`]}
        onChoose={(kind) => changeSettings(navigate, { [`${axis}scale`]: kind })}
      />
    </span>
  );
}

export const DistributionOptions = (props: OptionsProps) => <AxisChoice axis="x" {...props} />;

export function ScatterOptions(props: OptionsProps) {
  const navigate = useNavigate();
  const { input } = props;
  return (
    <>
      <AxisChoice axis="x" {...props} />
      <AxisChoice axis="y" {...props} />
      <Select
        label="Colour"
        options={EVENT_SETTINGS.colour}
        titleOf={(one) => (one === 'one' ? 'one colour' : one)}
        value={colourBy(input)}
        onChoose={(colour) => changeSettings(navigate, { colour })}
      />
      <CheckBox
        title="All errors"
        isChecked={input.settings.errors !== null}
        onChange={(isChecked) => changeSettings(navigate, { errors: isChecked ? 'all' : null })}
      />
    </>
  );
}

const TITLES: Readonly<Record<PlotName, string>> = {
  masses: 'Masses over time',
  scatter: 'Scatter',
  detections: 'Cumulative',
  distribution: 'Distribution',
};

interface TabsProps {
  readonly name: PlotName;
  readonly plots: readonly PlotName[];
  /** The address of the comparison of catalogs, or null. */
  readonly compare: string | null;
  /** Shows a menu instead of buttons. */
  readonly isNarrow: boolean;
}

export function PlotTabs({ plots, name, compare, isNarrow }: TabsProps) {
  const navigate = useNavigate();
  const choose = (plot: string) => changeSettings(navigate, { plot });
  const titleOf = (one: PlotName) => TITLES[one];
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

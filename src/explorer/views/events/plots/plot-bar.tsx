/** The plot selector, and the plot's options: axes, colours, errors. */

import { Fragment } from 'preact';
import { changeSettings } from '../../../address/navigate.ts';
import { EVENT_SETTINGS } from '../../../address/settings.ts';
import { columnOptions, publishedValue, TIME } from '../../../event-data/columns.ts';
import type { EventRow } from '../../../event-data/rows.ts';
import { useNavigate } from '../../../host/context.ts';
import { CheckBox, Choice, Select } from '../../../widgets/controls.tsx';
import type { PlotName } from '../offer.ts';
import { BIN_CHOICES, chooseBins } from './distribution-bins.ts';
import { colourBy } from './groups.ts';
import { hasErrors } from './outline.ts';
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

export function MassesOptions({ input: { settings } }: OptionsProps) {
  const navigate = useNavigate();
  return (
    <Choice
      label="Width of a run"
      isLabelShown
      options={['events', 'time']}
      titleOf={(one) => `by ${one}`}
      value={settings.widths ?? 'events'}
      onChoose={(one) => changeSettings(navigate, { widths: one === 'time' ? one : null })}
    />
  );
}

export function DistributionOptions({ input, unfiltered }: OptionsProps) {
  const navigate = useNavigate();
  const { x, xScale, settings } = input;
  const isLog = xScale === 'log';
  const set = (changes: Readonly<Record<string, string | null>>) => changeSettings(navigate, changes);
  const canSpread = unfiltered.some((row) => {
    const value = publishedValue(row, x);
    return value !== undefined && hasErrors(value);
  });
  return (
    <>
      <Select
        label="Quantity"
        isLabelHidden
        {...columnOptions(input.quantities, unfiltered, [x.name])}
        value={x.name}
        // Another quantity has its own scale.
        onChoose={(name) => set({ x: name, xscale: null, bins: null })}
      />
      {x !== TIME && (
        <Choice
          label="Axis"
          isLabelShown
          options={['log', 'linear']}
          value={xScale}
          onChoose={(kind) => set({ xscale: kind, bins: null })}
        />
      )}
      <Choice
        label={isLog ? 'Bins per decade' : 'Bins'}
        isLabelShown
        options={BIN_CHOICES[xScale]}
        value={chooseBins(settings, xScale)}
        onChoose={(bins) => set({ bins })}
      />
      {canSpread && (
        <CheckBox
          title="Spread over 90% intervals"
          isChecked={settings.outline === null}
          onChange={(isChecked) => set({ outline: isChecked ? null : 'off' })}
        />
      )}
    </>
  );
}

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
        <Fragment key={one}>
          {one === 'detections' && link}
          <button type="button" aria-pressed={one === name} onClick={() => choose(one)}>
            {titleOf(one)}
          </button>
        </Fragment>
      ))}
    </fieldset>
  );
}

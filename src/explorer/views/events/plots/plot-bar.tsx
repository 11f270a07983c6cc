/** The plot selector, and the plot's options: axes, colours, errors. */

import { Fragment } from 'preact';
import { COMPARE_TITLE } from '../../../address/address.ts';
import { changeSettings } from '../../../address/navigate.ts';
import { useNavigate } from '../../../client/context.ts';
import { columnOptions } from '../../../event-data/columns.ts';
import { EVENT_SETTINGS } from '../../../event-data/event-settings.ts';
import { publishedValue } from '../../../event-data/quantities.ts';
import { CheckBox, Choice, Select } from '../../../widgets/controls.tsx';
import type { PlotName } from '../offer.ts';
import { BIN_CHOICES, chooseBins } from './distribution-bins.ts';
import { colourBy } from './groups.ts';
import { hasErrors } from './outline.ts';
import type { EventPlotProps } from './plot-props.ts';

/** The changes of an address that show another quantity on an axis. A quantity has its own scale and bins. */
const showOnAxis = (side: 'x' | 'y', name: string) => ({ [side]: name, [`${side}scale`]: null, bins: null });

function AxisChoice({ side, ...props }: EventPlotProps & { readonly side: 'x' | 'y' }) {
  const navigate = useNavigate();
  const { quantity, kind } = props[side];
  return (
    <span class="axis-choice row">
      <Select
        label={side}
        {...columnOptions(props.offer.quantities, props.lists.unfiltered, [quantity.name])}
        value={quantity.name}
        onChoose={(name) => changeSettings(navigate, showOnAxis(side, name))}
      />
      {quantity.kind !== 'time' && (
        <Select
          label={`Scale of ${side}`}
          isLabelHidden
          options={EVENT_SETTINGS[`${side}scale`]}
          value={kind}
          onChoose={(scale) => changeSettings(navigate, { [`${side}scale`]: scale })}
        />
      )}
    </span>
  );
}

export function MassesOptions({ settings }: EventPlotProps) {
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

export function DistributionOptions({ x: { quantity, kind }, settings, offer, lists: { unfiltered } }: EventPlotProps) {
  const navigate = useNavigate();
  const set = (changes: Readonly<Record<string, string | null>>) => changeSettings(navigate, changes);
  const canSpread = unfiltered.some((row) => {
    const value = publishedValue(row, quantity);
    return value !== undefined && hasErrors(value);
  });
  return (
    <>
      <Select
        label="Quantity"
        isLabelHidden
        {...columnOptions(offer.quantities, unfiltered, [quantity.name])}
        value={quantity.name}
        onChoose={(name) => set(showOnAxis('x', name))}
      />
      {quantity.kind !== 'time' && (
        <Choice
          label="Axis"
          isLabelShown
          options={['log', 'linear']}
          value={kind}
          onChoose={(xscale) => set({ xscale, bins: null })}
        />
      )}
      <Choice
        label={kind === 'log' ? 'Bins per decade' : 'Bins'}
        isLabelShown
        options={BIN_CHOICES[kind]}
        value={chooseBins(settings, kind)}
        onChoose={(bins) => set({ bins })}
      />
      {canSpread && (
        <CheckBox
          title="Spread over published intervals"
          isChecked={settings.outline === null}
          onChange={(isChecked) => set({ outline: isChecked ? null : 'off' })}
        />
      )}
    </>
  );
}

export function ScatterOptions(props: EventPlotProps) {
  const navigate = useNavigate();
  const { settings, offer } = props;
  return (
    <>
      <AxisChoice {...props} side="x" />
      <AxisChoice {...props} side="y" />
      <Select
        label="Colour"
        options={EVENT_SETTINGS.colour}
        titleOf={(one) => (one === 'one' ? 'one colour' : one)}
        value={colourBy(settings.colour, offer)}
        onChoose={(colour) => changeSettings(navigate, { colour })}
      />
      <CheckBox
        title="All errors"
        isChecked={settings.errors !== null}
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
  const link = compare !== null && <a href={compare}>{COMPARE_TITLE}</a>;
  if (isNarrow) {
    return (
      <>
        <Select label="Plot" isLabelHidden options={plots} titleOf={titleOf} value={name} onChoose={choose} />
        {link}
      </>
    );
  }
  return (
    <fieldset class="tabs row">
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

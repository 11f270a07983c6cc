/** The plots of the selection, and the choice between them, which is stored in the address. */

import { type Address, withParameters, withSettings } from '../../address/address.ts';
import { createFrame } from '../../charts/frame.tsx';
import { SCALE_KINDS, type ScaleKind } from '../../charts/scale.ts';
import { useWidth } from '../../charts/use-width.ts';
import { Choice } from '../../parts/choice.tsx';
import type { ViewProps } from '../../shell/view.ts';
import { Detections } from './detections-plot.tsx';
import { Distribution } from './distribution-plot.tsx';
import { ClearFilters } from './filters.tsx';
import { COLOURS, type Colour } from './groups.ts';
import { MASSES, Masses } from './masses-plot.tsx';
import { type PlotInput, roundedRange } from './plot-input.ts';
import { Scatter } from './scatter-plot.tsx';
import { type Filters, type Quantity, TIME } from './selection.ts';
import { PLOTS, type PlotName } from './settings.ts';

const COLOUR_TITLES: Readonly<Record<Colour, string>> = { one: 'one colour', run: 'by run', catalog: 'by catalog' };

const KINDS = {
  masses: { title: 'Masses', component: Masses, axes: '' },
  scatter: { title: 'Scatter', component: Scatter, axes: 'xy' },
  detections: { title: 'Detections', component: Detections, axes: '' },
  distribution: { title: 'Distribution', component: Distribution, axes: 'x' },
} as const satisfies Readonly<Record<PlotName, unknown>>;

interface PlotsProps extends Pick<ViewProps, 'navigate'>, Pick<PlotInput, 'rows' | 'all' | 'runs'> {
  /** Settings of the view. */
  readonly view: Address['view'];
  readonly quantities: readonly Quantity[];
  readonly filters: Filters;
}

interface AxisChoiceProps {
  readonly axis: string;
  readonly quantities: readonly Quantity[];
  readonly quantity: Quantity;
  readonly scale: ScaleKind;
  readonly onChange: (changes: Readonly<Record<string, string>>) => void;
}

function AxisChoice({ axis, quantities, quantity, scale, onChange }: AxisChoiceProps) {
  return (
    <span class="axis-choice">
      <label>
        {axis}{' '}
        <select value={quantity.name} onChange={(event) => onChange({ [axis]: event.currentTarget.value })}>
          {quantities.map(({ name, title }) => (
            <option key={name} value={name}>
              {title}
            </option>
          ))}
        </select>
      </label>
      <label>
        <span class="visually-hidden">Scale of {axis}</span>
        <select value={scale} onChange={(event) => onChange({ [`${axis}scale`]: event.currentTarget.value })}>
          {SCALE_KINDS.map((kind) => (
            <option key={kind} value={kind}>
              {kind === 'linear' ? 'lin' : 'log'}
            </option>
          ))}
        </select>
      </label>
    </span>
  );
}

const HEIGHT = 380;
const NARROW_HEIGHT = 300;
const NARROW_PX = 520;

const scaleOf = (text: string | undefined): ScaleKind => (text === 'log' ? 'log' : 'linear');

/** The first of these names that is a quantity of the catalogue; otherwise its quantity at a position. */
function findQuantity(
  quantities: readonly Quantity[],
  names: readonly (string | undefined)[],
  position: number,
): Quantity {
  const found = names.flatMap((name) => quantities.find((quantity) => quantity.name === name) ?? []);
  return found[0] ?? quantities[position] ?? TIME;
}

/** The plots for which this catalogue has parameters. */
function knownKinds(quantities: readonly Quantity[]): readonly PlotName[] {
  const hasMasses = MASSES.every(({ parameter }) => quantities.some((quantity) => quantity.parameter === parameter));
  // A scatter plot needs two parameters besides the time.
  const isKnown = { masses: hasMasses, scatter: quantities.length > 2, detections: true, distribution: true };
  return PLOTS.filter((kind) => isKnown[kind]);
}

export function Plots({ view, navigate, rows, all, runs, quantities, filters }: PlotsProps) {
  const [ref, width] = useWidth<HTMLDivElement>();
  const known = knownKinds(quantities);
  const kind = known.find((one) => one === view.plot) ?? (known[0] as PlotName);
  const { component: Drawn, axes } = KINDS[kind];
  const x = findQuantity(quantities, [view.x, 'luminosity-distance'], 0);
  const y = findQuantity(quantities, [view.y, 'total-mass-source'], 1);
  const change = (changes: Readonly<Record<string, string>>) =>
    navigate((now) => withSettings(now, changes), 'replace');
  const narrow: PlotInput['narrow'] = (chosen) => {
    const changes = chosen.flatMap(([quantity, drawn]) => {
      const range = filters.ranges.find(({ name }) => name === quantity.name);
      const [low, high] = roundedRange(quantity, drawn);
      return range
        ? [
            [range.min.name, range.min.codec.format(low)],
            [range.max.name, range.max.codec.format(high)],
          ]
        : [];
    });
    navigate((now) => ({ ...now, target: withParameters(now.target, Object.fromEntries(changes)) }));
  };
  const open = (id: string) => navigate({ target: `event-versions/${id}`, view: {} });
  const frame = createFrame(width, width < NARROW_PX ? NARROW_HEIGHT : HEIGHT);
  const input: PlotInput = {
    ...{ frame, rows, all, runs, x, y, open, narrow },
    xScale: scaleOf(view.xscale),
    yScale: scaleOf(view.yscale),
    isUtc: view.time !== 'gps',
    hasErrors: view.errors !== 'off',
    colour: COLOURS.find((one) => one === view.colour) ?? 'one',
  };
  return (
    <section class="plots" aria-label="Plots">
      <div class="plot-bar">
        <Choice
          label="Plot"
          options={known.map((one) => ({ value: one, title: KINDS[one].title }))}
          value={kind}
          onChoose={(plot) => change({ plot })}
        />
        {axes.includes('x') && (
          <AxisChoice axis="x" quantity={x} scale={input.xScale} quantities={quantities} onChange={change} />
        )}
        {axes.includes('y') && (
          <AxisChoice axis="y" quantity={y} scale={input.yScale} quantities={quantities} onChange={change} />
        )}
        {axes === 'xy' && (
          <span class="axis-choice">
            <label>
              <span class="visually-hidden">Colour</span>
              <select value={input.colour} onChange={(event) => change({ colour: event.currentTarget.value })}>
                {COLOURS.map((one) => (
                  <option key={one} value={one}>
                    {COLOUR_TITLES[one]}
                  </option>
                ))}
              </select>
            </label>
            <label>
              <input
                type="checkbox"
                checked={input.hasErrors}
                onChange={(event) => change({ errors: event.currentTarget.checked ? '' : 'off' })}
              />{' '}
              errors
            </label>
          </span>
        )}
      </div>
      <div class="plot-place" ref={ref}>
        {width > 0 && rows.length > 0 && <Drawn {...input} />}
        {rows.length === 0 && (
          <p class="empty">
            No event version matches these filters. <ClearFilters filters={filters} navigate={navigate} />
          </p>
        )}
      </div>
    </section>
  );
}

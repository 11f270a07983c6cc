/** The plots of the selection, and the choice between them, which is stored in the address. */

import type { Address } from '../../address/address.ts';
import { changeParameters, changeSettings } from '../../address/use-address.ts';
import { createFrame } from '../../charts/axes.tsx';
import { paint } from '../../charts/marks.ts';
import { Plot, useWidth } from '../../charts/plot.tsx';
import type { Area } from '../../charts/pointing.ts';
import { type Extent, roundOutwards, SCALE_KINDS, type ScaleKind } from '../../charts/scale.ts';
import { CheckBox, Choice, Select } from '../../parts/controls.tsx';
import { numberText } from '../../parts/format.ts';
import type { ViewProps } from '../../shell/view.ts';
import { DISTRIBUTION } from './distribution-plot.tsx';
import { ClearFilters } from './filters.tsx';
import type { BrushedAxis, PlotInput, PlotKind } from './plot-kind.ts';
import { SCATTER } from './scatter-plot.tsx';
import { type EventRow, type Filters, type Quantity, TIME } from './selection.ts';
import { COLOURS, PLOTS, type PlotName } from './settings.ts';
import { DETECTIONS, MASSES, MASSES_PLOT } from './time-plots.tsx';

const KINDS: Readonly<Record<PlotName, PlotKind>> = {
  masses: MASSES_PLOT,
  scatter: SCATTER,
  detections: DETECTIONS,
  distribution: DISTRIBUTION,
};

const HEIGHT = 380;
const NARROW_HEIGHT = 300;
const NARROW_PX = 520;

/** The plots for which this catalogue has parameters. */
function knownKinds(quantities: readonly Quantity[]): readonly PlotName[] {
  const hasMasses = MASSES.every(({ parameter }) => quantities.some((quantity) => quantity.parameter === parameter));
  // A scatter plot needs two parameters besides the time.
  const isKnown = { masses: hasMasses, scatter: quantities.length > 2, detections: true, distribution: true };
  return PLOTS.filter((kind) => isKnown[kind]);
}

/** The first of these names that is a quantity of the catalogue; otherwise its quantity at a position. */
function findQuantity(
  quantities: readonly Quantity[],
  names: readonly (string | undefined)[],
  position: number,
): Quantity {
  const found = names.flatMap((name) => quantities.find((quantity) => quantity.name === name) ?? []);
  return found[0] ?? quantities[position] ?? TIME;
}

/** The ends of a range, as spelled in the address: whole seconds, or three digits. Values inside the drawn range stay inside. */
const roundRange = (quantity: Quantity, [low, high]: Extent): Extent =>
  quantity === TIME ? [Math.floor(low), Math.ceil(high)] : roundOutwards([low, high]);

interface DrawnPlotProps extends Pick<PlotsProps, 'navigate' | 'rows' | 'filters'> {
  readonly kind: PlotKind;
  readonly input: PlotInput;
}

/** Says how many of the selected event versions the plot leaves out, and how many of them have values in another version. */
function MissingNote({ rows, kind, input }: Pick<DrawnPlotProps, 'rows' | 'kind' | 'input'>) {
  const missing = rows.filter((row) => !kind.canDraw(row, input));
  if (missing.length === 0) return null;
  const known = new Set(input.all.filter((row) => kind.canDraw(row, input)).map(({ entry }) => entry.name));
  const elsewhere = missing.filter(({ entry }) => known.has(entry.name)).length;
  const have = elsewhere === 1 ? 'has' : 'have';
  const values = kind.nameMissing(input);
  return (
    <p class="legend note">
      {numberText(missing.length)} without {values} {missing.length === 1 ? 'is' : 'are'} not drawn
      {elsewhere > 0 && `; ${numberText(elsewhere)} of them ${have} ${values} in another version`}.
    </p>
  );
}

/** The plot of the rows that it can draw. */
function DrawnPlot({ kind, input, rows, filters, navigate }: DrawnPlotProps) {
  const drawn = rows.filter((row) => kind.canDraw(row, input));
  if (drawn.length === 0)
    return <p class="empty">None of the selected event versions has {kind.nameMissing(input)}.</p>;
  const { label, marks, valuesIn, across, up, legend, drawing } = kind.draw(input, drawn);
  /** Narrows the selection to ranges of the quantities that can be filtered. */
  const narrow = (ranges: readonly (readonly [Quantity, Extent])[]) => {
    const changes = ranges.flatMap(([quantity, range]) => {
      const filter = filters.ranges.find(({ name }) => name === quantity.name);
      const [low, high] = roundRange(quantity, range);
      return filter ? Object.entries(filter.format(low, high)) : [];
    });
    changeParameters(navigate, Object.fromEntries(changes));
  };
  const between = ({ quantity, scale }: BrushedAxis, [from, to]: Extent) =>
    [quantity, [scale.invert(from), scale.invert(to)]] as const;
  const brush = ({ x, y: [top, bottom] }: Area) =>
    narrow([between(across, x), ...(up ? [between(up, [bottom, top])] : [])]);
  const open = (id: string) =>
    valuesIn ? narrow([[across.quantity, valuesIn(id)]]) : navigate({ target: `event-versions/${id}`, view: {} });
  return (
    <>
      <Plot
        {...{ label, marks }}
        frame={input.frame}
        brush={up ? 'xy' : 'x'}
        onBrush={brush}
        onOpen={open}
        opens={valuesIn ? 'narrows the selection to a bar' : 'opens the event'}
      >
        {drawing}
      </Plot>
      {legend.length > 1 && (
        <ul class="legend" aria-label="Marks">
          {legend.map(({ title, mark }) => (
            <li key={title}>
              <span class="swatch" style={paint(mark)} /> {title}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

interface PlotsProps extends Pick<ViewProps, 'navigate'> {
  /** Settings of the view. */
  readonly view: Address['view'];
  /** The selection. */
  readonly rows: readonly EventRow[];
  readonly all: PlotInput['all'];
  readonly runs: PlotInput['runs'];
  readonly quantities: readonly Quantity[];
  readonly filters: Filters;
}

export function Plots({ view, navigate, rows, all, runs, quantities, filters }: PlotsProps) {
  const [ref, width] = useWidth<HTMLDivElement>();
  const known = knownKinds(quantities);
  const name = known.find((one) => one === view.plot) ?? (known[0] as PlotName);
  const kind = KINDS[name];
  const readScale = (text: string | undefined): ScaleKind => (text === 'log' ? 'log' : 'linear');
  const input: PlotInput = {
    ...{ all, runs },
    frame: createFrame(width, width < NARROW_PX ? NARROW_HEIGHT : HEIGHT),
    x: findQuantity(quantities, [view.x, 'luminosity-distance'], 0),
    y: findQuantity(quantities, [view.y, 'total-mass-source'], 1),
    xScale: readScale(view.xscale),
    yScale: readScale(view.yscale),
    isUtc: view.time !== 'gps',
    hasErrors: view.errors !== 'off',
    colour: COLOURS.find((one) => one === view.colour) ?? 'one',
  };
  const set = (setting: string) => (value: string) => changeSettings(navigate, { [setting]: value });
  return (
    <section class="plots" aria-label="Plots">
      <div class="plot-bar">
        <Choice label="Plot" options={known} titleOf={(one) => KINDS[one].title} value={name} onChoose={set('plot')} />
        {(['x', 'y'] as const).map(
          (axis) =>
            kind.axes.includes(axis) && (
              <span key={axis} class="axis-choice">
                <Select
                  label={axis}
                  options={quantities.map((one) => one.name)}
                  titleOf={(one) => findQuantity(quantities, [one], 0).title}
                  value={input[axis].name}
                  onChoose={set(axis)}
                />
                <Select
                  label={`Scale of ${axis}`}
                  isLabelHidden
                  options={SCALE_KINDS}
                  titleOf={(one) => one.slice(0, 3)}
                  value={input[`${axis}Scale`]}
                  onChoose={set(`${axis}scale`)}
                />
              </span>
            ),
        )}
        {kind.axes === 'xy' && (
          <span class="axis-choice">
            <Select
              label="Colour"
              isLabelHidden
              options={COLOURS}
              titleOf={(one) => (one === 'one' ? 'one colour' : `by ${one}`)}
              value={input.colour}
              onChoose={set('colour')}
            />
            <CheckBox
              title="errors"
              isChecked={input.hasErrors}
              onChange={(isChecked) => set('errors')(isChecked ? '' : 'off')}
            />
          </span>
        )}
      </div>
      <div class="plot-place" ref={ref}>
        {width > 0 && rows.length > 0 && <DrawnPlot {...{ kind, input, rows, filters, navigate }} />}
        {width > 0 && <MissingNote {...{ kind, input, rows }} />}
        {rows.length === 0 && (
          <p class="empty">
            No event version matches these filters. <ClearFilters filters={filters} navigate={navigate} />
          </p>
        )}
      </div>
    </section>
  );
}

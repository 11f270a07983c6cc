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
import { MASSES, Masses } from './masses-plot.tsx';
import { type PlotInput, roundedRange } from './plot-input.ts';
import { Scatter } from './scatter-plot.tsx';
import { type Filters, type Quantity, TIME } from './selection.ts';

const KINDS = {
  masses: { title: 'Masses', component: Masses, axes: '' },
  scatter: { title: 'Scatter', component: Scatter, axes: 'xy' },
  detections: { title: 'Detections', component: Detections, axes: '' },
  distribution: { title: 'Distribution', component: Distribution, axes: 'x' },
} as const;
type Kind = keyof typeof KINDS;

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

/** The quantity with this name; otherwise the fallback, or the time. */
function findQuantity(quantities: readonly Quantity[], name: string | undefined, fallback: string): Quantity {
  const find = (wanted: string | undefined) => quantities.find((quantity) => quantity.name === wanted);
  return find(name) ?? find(fallback) ?? TIME;
}

/** The plots for which this catalogue has values. */
function knownKinds(quantities: readonly Quantity[]): readonly Kind[] {
  const hasMasses = MASSES.every(({ parameter }) => quantities.some((quantity) => quantity.parameter === parameter));
  return (Object.keys(KINDS) as Kind[]).filter((kind) => kind !== 'masses' || hasMasses);
}

export function Plots({ view, navigate, rows, all, runs, quantities, filters }: PlotsProps) {
  const [ref, width] = useWidth<HTMLDivElement>();
  const known = knownKinds(quantities);
  const kind = known.find((one) => one === view.plot) ?? (known[0] as Kind);
  const { component: Drawn, axes } = KINDS[kind];
  const x = findQuantity(quantities, view.x, 'luminosity-distance');
  const y = findQuantity(quantities, view.y, 'total-mass-source');
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

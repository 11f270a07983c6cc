/** An event's versions side by side: each parameter has a row for each version that has values, with the value and its error bar on a shared axis. */

import { useId } from 'preact/hooks';
import type { EventVersionDetail, ParameterObject } from '../../../core/contract/wire.ts';
import { PercentAxis, PercentGrid } from '../../charts/axes.tsx';
import { limitArrow } from '../../charts/limit-arrow.ts';
import { explanationText } from '../../text/format.ts';
import { longName, menuName, possibleOf, unitAndFrame } from '../../text/parameter-names.ts';
import { limitOf, valueText } from '../../text/values.ts';
import { AlignedValue, type ValueWidth, widthOf } from '../../widgets/aligned.tsx';
import { Help } from '../../widgets/help.tsx';
import { Name } from '../../widgets/name.tsx';
import { hasValues } from './load-event.ts';
import { placeWhiskers } from './place-whiskers.ts';

type WhiskerPlot = NonNullable<ReturnType<typeof placeWhiskers>>;

/** Row height in pixels. */
const HEIGHT = 20;
const MIDDLE = HEIGHT / 2;

interface WhiskerMarkProps {
  readonly whisker: WhiskerPlot['whiskers'][number];
  readonly value: ParameterObject;
}

/** The value with its error bar. A limit is hollow, with an arrow towards the side where the true value lies. */
function WhiskerMark({ whisker: { from, best, to }, value }: WhiskerMarkProps) {
  const limit = limitOf(value);
  const isLimit = limit !== '';
  return (
    <>
      {!isLimit && <line class="whisker-line" x1={`${from}%`} x2={`${to}%`} y1={MIDDLE} y2={MIDDLE} />}
      <svg x={`${best}%`} y={MIDDLE} width="1" height="1" aria-hidden="true">
        {isLimit && <path class="limit-arrow" d={limitArrow({ x: 0, y: 0 }, 'x', limit, 4)} />}
        <circle class={isLimit ? 'limit-dot' : 'whisker-dot'} r={3.5} />
      </svg>
    </>
  );
}

interface RowProps {
  readonly version: EventVersionDetail;
  readonly value: ParameterObject | undefined;
  readonly width: ValueWidth;
  readonly plot: WhiskerPlot | null;
  readonly whisker: WhiskerPlot['whiskers'][number] | undefined;
  readonly isCurrent: boolean;
}

const Row = ({ version, value, width, plot, whisker, isCurrent }: RowProps) => (
  <tr class={isCurrent ? 'current' : undefined}>
    <th scope="row" title={version.catalog}>
      v{version.version}
    </th>
    <td>
      {plot && (
        <svg class="error-bar" aria-hidden="true" height={HEIGHT}>
          <PercentGrid ticks={plot.ticks} height={HEIGHT} />
          {value && whisker && <WhiskerMark {...{ whisker, value }} />}
        </svg>
      )}
    </td>
    <td class="number">
      {value ? <AlignedValue text={valueText(value)} width={width} /> : <span class="none">not published</span>}
    </td>
  </tr>
);

interface WhiskersProps {
  /** In ascending order. */
  readonly versions: readonly EventVersionDetail[];
  /** Short name of the version shown. */
  readonly current: string;
  /** Names of all parameters, in order. */
  readonly order: readonly string[];
}

/** A parameter in all versions that have values, newest first; null if none of them has this parameter. */
function ParameterPanel({ name, versions, current }: Omit<WhiskersProps, 'order'> & { readonly name: string }) {
  const help = useId();
  const rows = versions.filter(hasValues).toReversed();
  const values = rows.map((version) => version.default_parameters.find((parameter) => parameter.name === name));
  const known = values.filter((value) => value !== undefined);
  const [first] = known;
  if (first === undefined) return null;
  const plot = placeWhiskers(known, possibleOf(name), name === 'far');
  const width = widthOf(known.map(valueText));
  const unit = [unitAndFrame(name, first.unit), plot?.kind === 'log' ? 'log axis' : ''].filter((part) => part !== '');
  return (
    <figure class="parameter">
      <figcaption>
        <Name text={longName(name)} /> {unit.length > 0 && <span class="unit">{unit.join(', ')}</span>}{' '}
        <Help id={help} title={menuName(name)} text={explanationText(first.description, first.unit)} />
      </figcaption>
      <table>
        <tbody>
          {rows.map((version, n) => {
            const value = values[n];
            const whisker = value && plot?.whiskers[known.indexOf(value)];
            const isCurrent = version.shortName === current;
            return <Row key={version.shortName} {...{ version, value, width, plot, whisker, isCurrent }} />;
          })}
          {plot && (
            <tr>
              <td />
              <td>
                <PercentAxis ticks={plot.ticks} />
              </td>
              <td />
            </tr>
          )}
        </tbody>
      </table>
    </figure>
  );
}

export function Whiskers({ versions, current, order }: WhiskersProps) {
  if (!versions.some(hasValues)) return <p class="empty">The catalogue has no parameters for this event.</p>;
  return (
    <div class="columns parameters">
      {order.map((name) => (
        <ParameterPanel key={name} {...{ name, versions, current }} />
      ))}
    </div>
  );
}

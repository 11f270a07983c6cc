/** The versions of an event side by side: each parameter has a row for each version with a value, showing value and error bar. */

import { useId } from 'preact/hooks';
import type { EventVersionDetail, ParameterObject } from '../../../core/contract/wire.ts';
import { explanationText, parameterTitle, unitText, valueLine } from '../../parts/format.ts';
import { Help } from '../../parts/help.tsx';
import { placeWhiskers, type Whisker, type WhiskerPlot } from './whisker-scale.ts';

interface Valued {
  readonly version: EventVersionDetail;
  readonly value: ParameterObject;
}

interface Compared {
  readonly name: string;
  readonly unit: string;
  readonly description: string;
  readonly values: readonly Valued[];
}

/** All parameters that any version has, in the catalogue's order. */
function compareByParameter(versions: readonly EventVersionDetail[], order: readonly string[]): Compared[] {
  return order.flatMap((name) => {
    const values = versions.flatMap((version): Valued[] => {
      const value = version.default_parameters.find((parameter) => parameter.name === name);
      return value ? [{ version, value }] : [];
    });
    const first = values[0]?.value;
    return first ? [{ name, unit: first.unit, description: first.description, values }] : [];
  });
}

/** Middle of a mark, in pixels. */
const MIDDLE = 9;

/** The value with its error bar. A limit has a notch instead of a dot, and a line to the end of the axis at which the true value is. */
function WhiskerMark({ whisker, value }: { readonly whisker: Whisker; readonly value: ParameterObject }) {
  const { from, best, to } = whisker;
  const { is_upper_limit: isUpper, is_lower_limit: isLower, lower_error: lower, upper_error: upper } = value;
  const isLimit = isUpper || isLower;
  const [start, stop] = isUpper ? [0, best] : isLower ? [best, 100] : [from, to];
  const notches = isLimit ? [best] : [...(lower === null ? [] : [from]), ...(upper === null ? [] : [to])];
  const tall = isLimit ? 6 : 4;
  return (
    <svg class="error-bar" aria-hidden="true" height={2 * MIDDLE}>
      <line x1={`${start}%`} x2={`${stop}%`} y1={MIDDLE} y2={MIDDLE} />
      {notches.map((at, n) => (
        <line key={n} x1={`${at}%`} x2={`${at}%`} y1={MIDDLE - tall} y2={MIDDLE + tall} />
      ))}
      {!isLimit && <circle cx={`${best}%`} cy={MIDDLE} r={4} />}
    </svg>
  );
}

function WhiskerAxis({ ticks }: Pick<WhiskerPlot, 'ticks'>) {
  return (
    <svg class="whisker-axis axis" aria-hidden="true" height={18}>
      <line class="base" x2="100%" y1={0.5} y2={0.5} />
      {ticks.map(({ at, text }) => (
        <g key={text}>
          <line class="base" x1={`${at}%`} x2={`${at}%`} y2={4} />
          <text x={`${at}%`} y={15} text-anchor={at < 8 ? 'start' : at > 92 ? 'end' : 'middle'}>
            {text}
          </text>
        </g>
      ))}
    </svg>
  );
}

function ParameterPanel({ name, unit, description, values, current }: Compared & { readonly current: string }) {
  const plot = placeWhiskers(values.map(({ value }) => value));
  const title = parameterTitle(name);
  return (
    <figure class="parameter">
      <figcaption>
        {title} {unit !== '' && <span class="unit">{unitText(unit)}</span>}{' '}
        <Help id={useId()} title={title} text={explanationText(description, unit)} />
      </figcaption>
      <table>
        <tbody>
          {values.map(({ version, value }, n) => (
            <tr key={version.shortName} class={version.shortName === current ? 'current' : ''}>
              <th scope="row" title={version.catalog}>
                v{version.version}
              </th>
              <td class="whisker-cell">
                {plot && <WhiskerMark whisker={plot.whiskers[n] as Whisker} value={value} />}
              </td>
              <td class="number">{valueLine(value)}</td>
            </tr>
          ))}
          {plot && (
            <tr>
              <td />
              <td class="whisker-cell">
                <WhiskerAxis ticks={plot.ticks} />
              </td>
              <td />
            </tr>
          )}
        </tbody>
      </table>
    </figure>
  );
}

interface WhiskersProps {
  readonly versions: readonly EventVersionDetail[];
  /** Short name of the version that is shown. */
  readonly current: string;
  /** Names of all parameters, in order. */
  readonly order: readonly string[];
}

export function Whiskers({ versions, current, order }: WhiskersProps) {
  const compared = compareByParameter(versions, order);
  if (compared.length === 0) return <p class="empty">The catalogue has no parameters of this event.</p>;
  return (
    <div class="columns parameters">
      {compared.map((one) => (
        <ParameterPanel key={one.name} {...one} current={current} />
      ))}
    </div>
  );
}

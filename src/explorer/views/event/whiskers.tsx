/** The versions of an event side by side: each parameter has a row for each version with a value, showing value and error bar. */

import { useId } from 'preact/hooks';
import type { EventVersionDetail, ParameterObject } from '../../../core/contract/wire.ts';
import { placeWhiskers, type Tick } from '../../charts/scale.ts';
import { explanationText, parameterTitle, unitText, valueLine } from '../../parts/format.ts';
import { Help } from '../../parts/help.tsx';

type WhiskerPlot = NonNullable<ReturnType<typeof placeWhiskers>>;

/** Middle of a mark, in pixels. */
const MIDDLE = 9;

interface WhiskerMarkProps {
  readonly whisker: WhiskerPlot['whiskers'][number];
  readonly value: ParameterObject;
}

/** The value with its error bar. A limit has a notch instead of a dot, and a line towards the side on which the true value lies. */
function WhiskerMark({ whisker: { from, best, to }, value }: WhiskerMarkProps) {
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

function WhiskerAxis({ ticks }: { readonly ticks: readonly Tick[] }) {
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

interface WhiskersProps {
  readonly versions: readonly EventVersionDetail[];
  /** Short name of the version that is shown. */
  readonly current: string;
  /** Names of all parameters, in order. */
  readonly order: readonly string[];
}

/** A parameter in all versions that have it; null if none has. */
function ParameterPanel({ name, versions, current }: Omit<WhiskersProps, 'order'> & { readonly name: string }) {
  const help = useId();
  const valued = versions.flatMap((version) => {
    const value = version.default_parameters.find((parameter) => parameter.name === name);
    return value ? [{ version, value }] : [];
  });
  const [first] = valued;
  if (first === undefined) return null;
  const { unit, description } = first.value;
  const plot = placeWhiskers(valued.map(({ value }) => value));
  const title = parameterTitle(name);
  return (
    <figure class="parameter">
      <figcaption>
        {title} {unit !== '' && <span class="unit">{unitText(unit)}</span>}{' '}
        <Help id={help} title={title} text={explanationText(description, unit)} />
      </figcaption>
      <table>
        <tbody>
          {valued.map(({ version: { shortName, catalog, version }, value }, n) => (
            <tr key={shortName} class={shortName === current ? 'current' : ''}>
              <th scope="row" title={catalog}>
                v{version}
              </th>
              <td>{plot && <WhiskerMark whisker={plot.whiskers[n] as WhiskerMarkProps['whisker']} value={value} />}</td>
              <td class="number">{valueLine(value)}</td>
            </tr>
          ))}
          {plot && (
            <tr>
              <td />
              <td>
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

export function Whiskers({ versions, current, order }: WhiskersProps) {
  if (versions.every(({ default_parameters }) => default_parameters.length === 0)) {
    return <p class="empty">The catalogue has no parameters of this event.</p>;
  }
  return (
    <div class="columns parameters">
      {order.map((name) => (
        <ParameterPanel key={name} {...{ name, versions, current }} />
      ))}
    </div>
  );
}

/**
 * One event in two catalogs: the old interval as a grey bar, the old value as a tick, and the new value as a mark, joined by a line. Limits have
 * arrows. The change has its own axis.
 */

import type { ParameterObject } from '../../../core/contract/wire.ts';
import { hrefOf, recordTarget } from '../../address/address.ts';
import { PercentGrid } from '../../charts/axes.tsx';
import { limitArrow } from '../../charts/limit-arrow.ts';
import { paint, shapePath } from '../../charts/marks.ts';
import { clamp, mapExtent, type Positions, type Scale, type Tick } from '../../charts/scale.ts';
import { type BinaryType, TYPE_SHAPES } from '../../event-data/binaries.ts';
import { TypeMark } from '../../event-data/type-mark.tsx';
import { limitOf, padding, publishedInterval, valueText } from '../../text/values.ts';
import { AlignedValue, type ValueWidth } from '../../widgets/aligned.tsx';
import { changeText } from './comparison-text.ts';
import { MOST_CHANGE, type Pair } from './pairs.ts';

const HEIGHT = 16;
const MIDDLE = HEIGHT / 2;

interface ValueMarkProps {
  readonly value: ParameterObject;
  readonly at: Positions['at'];
}

const ORIGIN = { x: 0, y: 0 };
const RADIUS = 3.5;

/** The tick for the old value, with an arrow if the value is a limit. */
function OldMark({ value, at }: ValueMarkProps) {
  const limit = limitOf(value);
  return (
    <svg x={`${at(value.best)}%`} y={MIDDLE} width="1" height="1" style={paint('text')} aria-hidden="true">
      <line class="old-value" y1={-5} y2={5} />
      {limit !== '' && <path class="arrow-line" d={limitArrow(ORIGIN, 'x', limit, 0)} />}
    </svg>
  );
}

/** The mark for the new value; hollow and with an arrow if the value is a limit. */
function NewMark({ value, at, type }: ValueMarkProps & { readonly type: BinaryType | undefined }) {
  const limit = limitOf(value);
  const shape = type ? TYPE_SHAPES[type] : 'circle';
  return (
    <svg x={`${at(value.best)}%`} y={MIDDLE} width="1" height="1" style={paint(type ?? 'bar')} aria-hidden="true">
      <path class={limit ? 'hollow' : 'mark'} d={shapePath(shape, ORIGIN, RADIUS)} />
      {limit !== '' && <path class="arrow-line" d={limitArrow(ORIGIN, 'x', limit, RADIUS)} />}
    </svg>
  );
}

/** The old interval and its value, beside the name of the old catalog. */
export const OldKey = () => (
  <svg width={28} height={8} aria-hidden="true">
    <rect class="old-interval" width={28} height={8} />
    <line class="old-value" x1={14} x2={14} y2={8} />
  </svg>
);

/** The new value, beside the name of the new catalog. In the table, shape and colour give the type. */
export const NewKey = () => (
  <svg width={8} height={8} aria-hidden="true">
    <circle class="mark" style={paint('text')} cx={4} cy={4} r={RADIUS} />
  </svg>
);

interface PairDrawingProps {
  readonly pair: Pair;
  readonly at: Positions['at'];
  readonly ticks: readonly Tick[];
}

export function PairDrawing({ pair, at, ticks }: PairDrawingProps) {
  const { row, old, newer } = pair;
  const [low, high] = mapExtent(publishedInterval(old), at);
  const [newLow, newHigh] = mapExtent(publishedInterval(newer), at);
  const [from, to] = [at(old.best), at(newer.best)];
  return (
    <svg width="100%" height={HEIGHT} aria-hidden="true">
      <PercentGrid ticks={ticks} height={HEIGHT} />
      {high > low && <rect class="old-interval" x={`${low}%`} width={`${high - low}%`} y={MIDDLE - 3.5} height={7} />}
      <line class="joined" x1={`${from}%`} x2={`${to}%`} y1={MIDDLE} y2={MIDDLE} />
      {newHigh > newLow && (
        <g class="new-interval">
          <line x1={`${newLow}%`} x2={`${newHigh}%`} y1={MIDDLE} y2={MIDDLE} />
          {[newLow, newHigh].map((end, n) => (
            <line key={n} x1={`${end}%`} x2={`${end}%`} y1={MIDDLE - 3} y2={MIDDLE + 3} />
          ))}
        </g>
      )}
      <OldMark value={old} at={at} />
      <NewMark value={newer} at={at} type={row.type} />
    </svg>
  );
}

export const PairValue = ({ value, width }: { readonly value: Pair['old']; readonly width: ValueWidth }) => (
  <td class="number">
    <AlignedValue text={valueText(value)} width={width} />
  </td>
);

interface ChangeDrawingProps {
  readonly change: number | null;
  readonly scale: Scale;
  /** Whether the interval from −1 to 1 is shaded: it is the old interval. */
  readonly hasInterval: boolean;
}

/** A change as a line from 0. A change beyond the axis is an arrow at the end of the axis, with the number. */
export function ChangeDrawing({ change, scale: { at, ticks }, hasInterval }: ChangeDrawingProps) {
  const isBeyond = Math.abs(change ?? 0) > MOST_CHANGE;
  const end = clamp(change ?? 0, -MOST_CHANGE, MOST_CHANGE);
  const side = end < 0 ? '<' : '>';
  return (
    <svg width="100%" height={HEIGHT} aria-hidden="true">
      {hasInterval && <rect class="old-range" x={`${at(-1)}%`} width={`${at(1) - at(-1)}%`} height={HEIGHT} />}
      <PercentGrid ticks={ticks} height={HEIGHT} />
      <line class="base" x1={`${at(0)}%`} x2={`${at(0)}%`} y2={HEIGHT} />
      {change !== null && (
        <>
          {!isBeyond && <line class="change-line" x1={`${at(0)}%`} x2={`${at(end)}%`} y1={MIDDLE} y2={MIDDLE} />}
          <svg x={`${at(end)}%`} y={MIDDLE} width="1" height="1" style={paint('accent')} aria-hidden="true">
            {isBeyond ? (
              <>
                <path class="arrow-line" d={limitArrow(ORIGIN, 'x', side, 0)} />
                <text x={end < 0 ? 6 : -6} y={-1} dy="0.32em" text-anchor={end < 0 ? 'start' : 'end'}>
                  {changeText(change)}
                </text>
              </>
            ) : (
              <circle class="mark" r={RADIUS} />
            )}
          </svg>
        </>
      )}
    </svg>
  );
}

/** A change as text, aligned at the decimal point. `longest` is the longest decimal part in its column. */
export const ChangeText = ({ text, longest }: { readonly text: string; readonly longest: string }) => (
  <td class="number">
    {text === '–' ? <span class="none">–</span> : <span data-pad={padding(text, longest) || undefined}>{text}</span>}
  </td>
);

export const PairName = ({ pair: { row, name } }: { readonly pair: Pair }) => (
  <th scope="row">
    <span class="pair-mark">{row.type && <TypeMark type={row.type} />}</span>
    <a href={hrefOf(recordTarget('event-versions', row.id))}>{name}</a>
  </th>
);

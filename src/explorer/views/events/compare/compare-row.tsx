/** One event in two catalogs: the old interval as a grey bar, the old value as a tick, and the new value as a mark, joined by a line. */

import { PercentGrid } from '../../../charts/axes.tsx';
import { paint, shapePath } from '../../../charts/marks.ts';
import { mapExtent, type Tick } from '../../../charts/scale.ts';
import type { Positions } from '../../../charts/spread.ts';
import { AlignedValue, type ValueWidth } from '../../../parts/aligned.tsx';
import { publishedInterval } from '../../../parts/published-interval.ts';
import { limitOf, padding, valueText } from '../../../parts/values.ts';
import { TYPE_SHAPES } from '../rows.ts';
import { TypeMark } from '../type-mark.tsx';
import type { Pair } from './pairs.ts';

const HEIGHT = 18;
const MIDDLE = HEIGHT / 2;

/** The mark for the new value; hollow if the value is a limit. */
function NewMark({ pair, at }: { readonly pair: Pair; readonly at: Positions['at'] }) {
  const { row, next } = pair;
  const shape = row.type ? TYPE_SHAPES[row.type] : 'circle';
  return (
    <svg x={`${at(next.best)}%`} y={MIDDLE} width="1" height="1" aria-hidden="true">
      <path
        class={limitOf(next) ? 'hollow' : 'mark'}
        style={paint(row.type ?? 'bar')}
        d={shapePath(shape, { x: 0, y: 0 }, 4)}
      />
    </svg>
  );
}

interface PairDrawingProps {
  readonly pair: Pair;
  readonly at: Positions['at'];
  readonly ticks: readonly Tick[];
}

export function PairDrawing({ pair, at, ticks }: PairDrawingProps) {
  const { old, next } = pair;
  const [low, high] = mapExtent(publishedInterval(old), at);
  const [newLow, newHigh] = mapExtent(publishedInterval(next), at);
  const [from, to] = [at(old.best), at(next.best)];
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
      <line class="old-value" x1={`${from}%`} x2={`${from}%`} y1={MIDDLE - 5} y2={MIDDLE + 5} />
      <NewMark pair={pair} at={at} />
    </svg>
  );
}

export const PairValue = ({ value, width }: { readonly value: Pair['old']; readonly width: ValueWidth }) => (
  <td class="number">
    <AlignedValue text={valueText(value)} width={width} />
  </td>
);

/** A change in percent with its sign: `+3.3`. */
const changeText = (change: number): string =>
  `${change > 0 ? '+' : change < 0 ? '−' : ''}${Math.abs(change).toFixed(1)}`;

/** The change as a number, and as a bar to the right or left of a zero line. `most` is the largest change shown. */
export function ChangeCells({ change, most }: { readonly change: number | null; readonly most: number }) {
  const share = change === null || most === 0 ? 0 : (Math.abs(change) / most) * 48;
  return (
    <>
      <td class="number change">
        {change === null ? (
          <span class="none">–</span>
        ) : (
          <span data-pad={padding(changeText(change), '.0')}>{changeText(change)}</span>
        )}
      </td>
      <td class="change-bar">
        <svg width="100%" height={HEIGHT} aria-hidden="true">
          <line class="base" x1="50%" x2="50%" y2={HEIGHT} />
          <rect
            class="bars"
            style={paint('bar')}
            x={`${(change ?? 0) < 0 ? 50 - share : 50}%`}
            width={`${share}%`}
            y={4}
            height={HEIGHT - 8}
          />
        </svg>
      </td>
    </>
  );
}

export const PairName = ({ pair: { row, name } }: { readonly pair: Pair }) => (
  <th scope="row">
    <span class="pair-mark">{row.type && <TypeMark type={row.type} />}</span>
    <a href={`#/event-versions/${row.id}`}>{name}</a>
  </th>
);

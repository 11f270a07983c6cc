/** The background of a scatter plot of mass 2 against mass 1: lines of equal mass ratio, the region above q = 1, and the mass gap. */

import type { Frame } from '../../../charts/frame.ts';
import { lines } from '../../../charts/marks.ts';
import { clamp, mapExtent, type Positions } from '../../../charts/scale.ts';
import { GAP, GAP_TITLE } from './mass-gap.tsx';

/** Mass ratios that have a line, with their labels. */
const RATIOS = [
  [1 / 2, 'q = 1/2'],
  [1 / 4, '1/4'],
  [1 / 10, '1/10'],
  [1 / 20, '1/20'],
] as const;

interface MassPlaneProps {
  readonly frame: Frame;
  readonly x: Positions;
  readonly y: Positions;
}

/** Where the line for a mass ratio enters and leaves the frame; null if the line is outside. */
function placeLine(ratio: number, { frame, x, y }: MassPlaneProps) {
  const [left, right] = [x.invert(frame.left), x.invert(frame.right)];
  const [low, high] = [y.invert(frame.bottom), y.invert(frame.top)];
  const from = Math.max(left, low / ratio);
  const to = Math.min(right, high / ratio);
  if (from >= to) return null;
  return {
    start: { x: x.at(from), y: y.at(from * ratio) },
    end: { x: x.at(to), y: y.at(to * ratio) },
    isAtRight: to === right,
  };
}

type RatioLine = NonNullable<ReturnType<typeof placeLine>>;

const LineName = ({ end, isAtRight, text }: Pick<RatioLine, 'end' | 'isAtRight'> & { readonly text: string }) => (
  <text
    x={isAtRight ? end.x + 5 : end.x}
    y={isAtRight ? end.y : end.y - 5}
    dy={isAtRight ? '0.32em' : undefined}
    text-anchor={isAtRight ? 'start' : 'middle'}
  >
    {text}
  </text>
);

/** The gap for each of the two masses, below the line of equal masses. */
function Gaps(props: MassPlaneProps) {
  const { frame, x, y } = props;
  const { left, right, top, bottom } = frame;
  const [lowX, highX] = mapExtent(GAP, (mass) => clamp(x.at(mass), left, right));
  const [lowY, highY] = mapExtent(GAP, (mass) => clamp(y.at(mass), top, bottom));
  return (
    <g class="gap">
      <path class="gap-fill" d={`M${lowX} ${lowY}L${highX} ${highY}H${right}V${lowY}H${highX}V${bottom}H${lowX}z`} />
      <path
        d={`M${highX} ${highY}H${right}M${lowX} ${lowY}H${right}M${lowX} ${lowY}V${bottom}M${highX} ${highY}V${bottom}`}
      />
      {right - highX > 130 && lowY - highY > 14 && (
        <text x={right - 6} y={(lowY + highY) / 2} dy="0.32em" text-anchor="end">
          {GAP_TITLE}
        </text>
      )}
    </g>
  );
}

export function MassPlane(props: MassPlaneProps) {
  const { frame } = props;
  const equal = placeLine(1, props);
  const { left, top, right } = frame;
  return (
    <g class="mass-plane">
      <Gaps {...props} />
      {equal && (
        <>
          <path
            class="beyond"
            d={`M${left} ${top}H${equal.end.x}${equal.isAtRight ? `H${right}V${equal.end.y}` : ''}L${equal.start.x} ${equal.start.y}${
              equal.start.x > left ? `H${left}` : ''
            }z`}
          />
          <path class="equal" d={lines([[equal.start, equal.end]])} />
          <LineName {...equal} text="q = 1" />
        </>
      )}
      {RATIOS.map(([ratio, text]) => {
        const line = placeLine(ratio, props);
        return (
          line && (
            <g key={text}>
              <path class="dashed" d={lines([[line.start, line.end]])} />
              <LineName {...line} text={text} />
            </g>
          )
        );
      })}
      {equal && right - left > 420 && (
        <text x={left + 12} y={top + (frame.bottom - top) * 0.22}>
          Mass 1 is the larger mass by definition.
        </text>
      )}
    </g>
  );
}

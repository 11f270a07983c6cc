/** The gap between neutron-star and black-hole masses, as a shaded band. */

import type { Frame } from '../../../charts/frame.ts';
import { clamp, type Extent, mapExtent, type Positions } from '../../../charts/scale.ts';
import { textWidth } from '../../../text/text-size.ts';

/** The ends of the gap, in solar masses. */
export const GAP: Extent = [3, 5];
export const GAP_TITLE = `Mass gap, ${GAP.join('–')} M☉`;

interface MassGapProps {
  /** Left and right ends of the band, in pixels. */
  readonly from: Extent;
  readonly up: Pick<Positions, 'at'>;
  readonly label: string;
  /** Whether the label is at the right end. */
  readonly isRight?: boolean;
}

export function MassGap({ from: [left, right], up, label, isRight = false }: MassGapProps) {
  const [bottom, top] = mapExtent(GAP, up.at);
  return (
    <g class="gap">
      <rect x={left} y={top} width={right - left} height={bottom - top} />
      <path d={`M${left} ${top}H${right}M${left} ${bottom}H${right}`} />
      <text
        x={isRight ? right - 6 : left + 6}
        y={(top + bottom) / 2}
        dy="0.32em"
        text-anchor={isRight ? 'end' : 'start'}
      >
        {label}
      </text>
    </g>
  );
}

/** The gap on a horizontal axis. Without room for its label, the label is left out. */
export function MassGapAcross({ frame, across }: { readonly frame: Frame; readonly across: Pick<Positions, 'at'> }) {
  const { left, right, top, bottom } = frame;
  const [from, to] = mapExtent(GAP, (mass) => clamp(across.at(mass), left, right));
  return (
    <g class="gap">
      <rect x={from} y={top} width={to - from} height={bottom - top} />
      <path d={`M${from} ${top}V${bottom}M${to} ${top}V${bottom}`} />
      {to - from > textWidth(GAP_TITLE) + 8 && (
        <text x={from + 6} y={top + 14}>
          {GAP_TITLE}
        </text>
      )}
    </g>
  );
}

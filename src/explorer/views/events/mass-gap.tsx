/** The gap between the masses of neutron stars and those of black holes, as a shaded band. */

import type { Extent, Positions } from '../../charts/spread.ts';

/** In solar masses. */
export const GAP: Extent = [3, 5];

interface MassGapProps {
  /** Its ends across, in pixels. */
  readonly from: Extent;
  readonly up: Pick<Positions, 'at'>;
  readonly label: string;
}

export function MassGap({ from: [left, right], up, label }: MassGapProps) {
  const [bottom, top] = GAP.map(up.at) as [number, number];
  return (
    <g class="gap">
      <rect x={left} y={top} width={right - left} height={bottom - top} />
      <path d={`M${left} ${top}H${right}M${left} ${bottom}H${right}`} />
      <text x={left + 6} y={(top + bottom) / 2} dy="0.32em">
        {label}
      </text>
    </g>
  );
}

/** The axis of a run scale: a band for each run, with its name and the month when it started. */

import { utcText } from '../parts/format.ts';
import type { Frame } from './frame.tsx';
import type { Band, RunScale } from './run-scale.ts';

const LETTER_PX = 7;
const fits = ({ from, to }: Band, text: string): boolean => to - from >= text.length * LETTER_PX;

export function RunAxis({
  frame,
  scale,
  title,
}: {
  readonly frame: Frame;
  readonly scale: RunScale;
  readonly title: string;
}) {
  const { top, bottom, height, left, right } = frame;
  return (
    <g class="axis">
      {scale.bands.map((band) => {
        const middle = (band.from + band.to) / 2;
        const month = utcText(band.start).slice(0, 7);
        return (
          <g key={band.start}>
            <rect class="band" x={band.from} width={band.to - band.from} y={top} height={bottom - top} />
            {fits(band, band.name) && (
              <text class="run" x={middle} y={bottom + 15} text-anchor="middle">
                {band.name}
              </text>
            )}
            {fits(band, month) && (
              <text x={band.from} y={bottom + 28}>
                {month}
              </text>
            )}
          </g>
        );
      })}
      <text class="title" x={(left + right) / 2} y={height - 4} text-anchor="middle">
        {title}
      </text>
    </g>
  );
}

/** Draws names beside marks, outlined in the background colour so that they can be read on top of other marks. */

import type { Label } from './labels.ts';
import { lines } from './marks.ts';

export const DrawnLabels = ({ labels }: { readonly labels: readonly Label[] }) => (
  <g class="names">
    <path
      class="leader"
      d={lines(
        labels.flatMap(({ mark, x, y, width, isFar }) =>
          isFar ? [[mark, { x: mark.x < x ? x - 2 : x + width + 2, y }] as const] : [],
        ),
      )}
    />
    {labels.map(({ text, x, y }) => (
      <text key={text} x={x} y={y} dy="0.32em">
        {text}
      </text>
    ))}
  </g>
);

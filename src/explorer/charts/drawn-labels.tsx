/** Draws names beside marks, outlined in the background colour so that they can be read on top of lines. */

import type { Label } from './labels.ts';
import { lines } from './marks.ts';

export const DrawnLabels = ({ labels }: { readonly labels: readonly Label[] }) => (
  <g class="names">
    <path class="leader" d={lines(labels.flatMap(({ leader }) => (leader === null ? [] : [leader])))} />
    {labels.map(({ text, x, y }) => (
      <text key={text} x={x} y={y} dy="0.32em">
        {text}
      </text>
    ))}
  </g>
);

/** The legend of a timeline. */

import { paint } from '../charts/marks.ts';
import type { DetectorTimeline } from '../strain-data/observing.ts';
import { colourOf } from '../text/colours.ts';
import { NOT_LISTED } from '../text/not-listed.ts';

/** Explains the parts of a row. */
export const TimelineLegend = ({ timelines }: { readonly timelines: readonly DetectorTimeline[] }) => (
  <ul class="legend row" aria-label="Parts of a row">
    <li>
      <span class="swatches">
        {[...new Set(timelines.map(({ detector }) => detector))].map((detector) => (
          <span key={detector} class="swatch on" style={paint(colourOf('detector', detector))} />
        ))}
      </span>{' '}
      on
    </li>
    <li>
      <span class="swatch off" /> off
    </li>
    <li>
      <span class="swatch no-list" /> {NOT_LISTED}
    </li>
    <li>
      <span class="swatch frame" /> no run, or without this detector
    </li>
  </ul>
);

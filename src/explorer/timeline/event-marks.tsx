/** The events row in a timeline: a mark for each event, and names where there is space. */

import { UNSAVED } from '../charts/picture-parts.ts';
import { keepApart } from '../charts/scale.ts';
import type { TimelineEvent } from '../strain-data/timelines.ts';
import { textWidth } from '../text/text-size.ts';
import type { TimeAxis } from './timeline-chart.tsx';

const MARKS = { top: 20, height: 18 };
/** If more events than this are visible, only the event that is pointed at is labelled. */
const MOST_NAMES = 12;

interface EventMarksProps {
  readonly events: readonly TimelineEvent[];
  readonly axis: TimeAxis;
  readonly note: string;
  readonly current: string | null;
}

export function EventMarks({ events, axis, note, current }: EventMarksProps) {
  const [left, right] = axis.range;
  const shown = events.map((event) => ({ event, x: axis.at(event.gps) })).filter(({ x }) => x >= left && x <= right);
  const pointed = shown.find(({ event }) => event.shortName === current);
  const wanted = (pointed ? [pointed] : shown.length > MOST_NAMES ? [] : shown).flatMap(({ event, x }, n, all) => {
    const width = textWidth(event.name);
    // At the right edge, the name is to the left of its mark.
    const from = x + 6 + width > right ? x - 6 - width : x + 6;
    const next = all[n + 1]?.x ?? Number.POSITIVE_INFINITY;
    return from > x && from + width > next - 6 ? [] : [{ event, from, to: from + width }];
  });
  const labels = keepApart(wanted, 7);
  const { top, height } = MARKS;
  return (
    <g class="event-marks">
      <text class="code" y={18}>
        Events
      </text>
      {note !== '' && <text y={34}>{note}</text>}
      <path class="marks" d={shown.map(({ x }) => `M${x.toFixed(1)},${top}v${height}`).join('')} />
      {pointed && <path class="pointed" {...UNSAVED} d={`M${pointed.x.toFixed(1)},${top - 4}v${height + 4}`} />}
      {labels.map(({ event: { name }, from }) => (
        <text key={name} class="code" x={from} y={top - 6}>
          {name}
        </text>
      ))}
    </g>
  );
}

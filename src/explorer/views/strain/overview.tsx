/** All runs, starting with the first that has published segments, and the interval shown. Clicking on a run shows that run. */

import type { RunEntry } from '../../../core/contract/wire.ts';
import { textWidth } from '../../charts/axes.tsx';
import { paint } from '../../charts/marks.ts';
import { useWidth } from '../../charts/plot.tsx';
import { utcTicks } from '../../charts/scale.ts';
import { type Extent, spread } from '../../charts/spread.ts';
import { type Interval, lengthOf, spanOf } from '../../intervals/interval.ts';
import { type DetectorTimeline, isDiscovery, isWithinAnother, knowledgeOf } from '../../intervals/observing.ts';
import { colourOf } from '../../parts/colours.ts';
import { findBox } from './timeline-chart.tsx';

const NAMES_HEIGHT = 18;
const ROW = { height: 7, gap: 2 };
const AXIS_HEIGHT = 22;
const GUTTER = { wide: 104, narrow: 66 };
const WIDE_PX = 520;

interface OverviewProps {
  readonly timelines: readonly DetectorTimeline[];
  readonly runs: readonly RunEntry[];
  readonly interval: Interval;
  readonly onInterval: (interval: Interval, how: 'push' | 'replace') => void;
}

/** Runs, starting with the first that has a list of segments. Single files for discoveries are left out. */
function listOverviewRuns(runs: readonly RunEntry[], timelines: readonly DetectorTimeline[]) {
  const isListed = (run: RunEntry) => timelines.some((one) => knowledgeOf(one, run) === 'known');
  const first = runs.find(isListed)?.gps_start ?? Number.POSITIVE_INFINITY;
  return runs.filter((run) => run.gps_start >= first && !isDiscovery(run) && !isWithinAnother(run, runs));
}

export function Overview({ timelines, runs, interval, onInterval }: OverviewProps) {
  const [element, width] = useWidth<HTMLDivElement>();
  const shown = listOverviewRuns(runs, timelines);
  const [first, last] = [shown[0], shown.at(-1)];
  if (first === undefined || last === undefined) return null;
  const gutter = width < WIDE_PX ? GUTTER.narrow : GUTTER.wide;
  const range: Extent = [gutter, Math.max(gutter + 1, width)];
  const margin = (last.gps_end - first.gps_start) * 0.02;
  const axis = { ...spread('linear', [first.gps_start - margin, last.gps_end + margin], range), range };
  const bottom = NAMES_HEIGHT + timelines.length * (ROW.height + ROW.gap);
  const box = findBox(interval, axis);
  let end = Number.NEGATIVE_INFINITY;
  return (
    <div ref={element} class="overview">
      <svg
        width={range[1]}
        height={bottom + AXIS_HEIGHT}
        viewBox={`0 0 ${range[1]} ${bottom + AXIS_HEIGHT}`}
        aria-hidden="true"
      >
        <text class="code" y={NAMES_HEIGHT + 8}>
          All runs
        </text>
        {utcTicks(axis, range, Math.max(2, (range[1] - gutter) / 90)).map(({ at, text }) => (
          <text key={at} x={at} y={bottom + 16} text-anchor="middle">
            {text}
          </text>
        ))}
        <path class="base" d={`M${gutter},${bottom + 2}H${range[1]}`} />
        {shown.map((run) => {
          const place = findBox(spanOf(run), axis);
          if (place === null) return null;
          const middle = place.x + place.width / 2;
          const half = textWidth(run.name) / 2;
          const hasName = middle - half > end + 8;
          if (hasName) end = middle + half;
          const isShown = interval.start === run.gps_start && interval.stop === run.gps_end;
          return (
            // biome-ignore lint/a11y/noStaticElementInteractions: the runs' buttons do the same with the keyboard.
            <g key={run.name} class="overview-run" onClick={() => onInterval(spanOf(run), 'push')}>
              <rect class="hit" x={place.x} width={place.width} y={0} height={bottom} />
              {hasName && (
                <text class={isShown ? 'code' : undefined} x={middle} y={12} text-anchor="middle">
                  {run.name}
                </text>
              )}
              {timelines.map((timeline, n) => {
                const y = NAMES_HEIGHT + n * (ROW.height + ROW.gap);
                const row = { ...place, y, height: ROW.height };
                return knowledgeOf(timeline, run) === 'known' ? (
                  <rect
                    key={timeline.flag}
                    class="data"
                    style={paint(colourOf('detector', timeline.detector))}
                    {...row}
                  />
                ) : (
                  <rect key={timeline.flag} class="no-list" fill="url(#no-list)" {...row} />
                );
              })}
            </g>
          );
        })}
        {box && lengthOf(interval) > 0 && (
          <rect
            class="window"
            x={box.x - 2}
            width={box.width + 4}
            y={NAMES_HEIGHT - 3}
            height={bottom - NAMES_HEIGHT + 3}
            rx={2}
          />
        )}
      </svg>
    </div>
  );
}

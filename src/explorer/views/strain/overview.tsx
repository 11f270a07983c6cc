/**
 * Shows all runs, starting with the first run that has published segments, and the position of the interval shown. Clicking on a run shows that run.
 */

import { useId } from 'preact/hooks';
import type { RunEntry } from '../../../core/contract/wire.ts';
import { utcTicks } from '../../charts/date-ticks.ts';
import { paint } from '../../charts/marks.ts';
import { useWidth } from '../../charts/plot.tsx';
import { type Extent, spread } from '../../charts/spread.ts';
import { type Interval, spanOf } from '../../intervals/interval.ts';
import { type DetectorTimeline, isDiscovery, isWithinAnother, knowledgeOf } from '../../intervals/observing.ts';
import { colourOf } from '../../parts/colours.ts';
import { textWidth } from '../../parts/text-size.ts';
import { Hatching } from './hatching.tsx';
import { findBox, GUTTER, WIDE_PX } from './timeline-chart.tsx';

const NAMES_HEIGHT = 18;
const ROW = { height: 7, gap: 2 };
const AXIS_HEIGHT = 22;

interface OverviewProps {
  /** All timelines, so that the overview is the same for every interval. Detectors that took part in none of the runs have no row. */
  readonly timelines: readonly DetectorTimeline[];
  /** At least one. */
  readonly runs: readonly RunEntry[];
  readonly interval: Interval;
  readonly onInterval: (interval: Interval) => void;
}

/** Runs, starting with the first that has a list of segments. Single files for discoveries are left out. */
export function listOverviewRuns(runs: readonly RunEntry[], timelines: readonly DetectorTimeline[]) {
  const isListed = (run: RunEntry) => timelines.some((one) => knowledgeOf(one, run) === 'known');
  const first = runs.find(isListed)?.gps_start ?? Number.POSITIVE_INFINITY;
  return runs.filter((run) => run.gps_start >= first && !isDiscovery(run) && !isWithinAnother(run, runs));
}

/** Where a run and its name are drawn; `hasName` is false if the name would overlap the name before. */
interface PlacedRun {
  readonly run: RunEntry;
  readonly x: number;
  readonly width: number;
  readonly hasName: boolean;
}

function placeRuns(runs: readonly RunEntry[], axis: Parameters<typeof findBox>[1]): PlacedRun[] {
  let end = Number.NEGATIVE_INFINITY;
  return runs.flatMap((run) => {
    const place = findBox(spanOf(run), axis);
    if (place === null) return [];
    const middle = place.x + place.width / 2;
    const half = textWidth(run.name) / 2;
    const hasName = middle - half > end + 8;
    if (hasName) end = middle + half;
    return [{ run, ...place, hasName }];
  });
}

const rowY = (n: number): number => NAMES_HEIGHT + n * (ROW.height + ROW.gap);

interface RunBarsProps extends PlacedRun, Omit<OverviewProps, 'runs'> {
  /** The id of the pattern. */
  readonly hatching: string;
}

/** A run's name above one bar per detector. A bar is hatched if the run has no list of that detector's segments. */
function RunBars({ run, x, width, hasName, timelines, interval, onInterval, hatching }: RunBarsProps) {
  const isShown = interval.start === run.gps_start && interval.stop === run.gps_end;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the runs' buttons do the same with the keyboard.
    <g class="overview-run" onClick={() => onInterval(spanOf(run))}>
      <rect class="hit" x={x} width={width} y={0} height={rowY(timelines.length)} />
      {hasName && (
        <text class={isShown ? 'code' : undefined} x={x + width / 2} y={12} text-anchor="middle">
          {run.name}
        </text>
      )}
      {timelines.map((timeline, n) => {
        const look =
          knowledgeOf(timeline, run) === 'known'
            ? { class: 'data', style: paint(colourOf('detector', timeline.detector)) }
            : { class: 'no-list', fill: `url(#${hatching})` };
        return <rect key={timeline.flag} {...look} x={x} width={width} y={rowY(n)} height={ROW.height} />;
      })}
    </g>
  );
}

export function Overview(props: OverviewProps) {
  const { runs, interval } = props;
  const timelines = props.timelines.filter((one) => runs.some((run) => knowledgeOf(one, run) !== 'absent'));
  const hatching = useId();
  const [element, width] = useWidth<HTMLDivElement>();
  const [first, last] = [runs[0], runs.at(-1)] as [RunEntry, RunEntry];
  const gutter = width < WIDE_PX ? GUTTER.narrow : GUTTER.wide;
  const range: Extent = [gutter, Math.max(gutter + 1, width)];
  const margin = (last.gps_end - first.gps_start) * 0.02;
  const axis = { ...spread('linear', [first.gps_start - margin, last.gps_end + margin], range), range };
  const bottom = rowY(timelines.length);
  const height = bottom + AXIS_HEIGHT;
  const box = findBox(interval, axis);
  return (
    <div ref={element} class="overview">
      <svg width={range[1]} height={height} viewBox={`0 0 ${range[1]} ${height}`} aria-hidden="true">
        <Hatching id={hatching} />
        <text class="code" y={NAMES_HEIGHT + 8}>
          All runs
        </text>
        {utcTicks(axis, range, Math.max(2, (range[1] - gutter) / 90)).map(({ at, text }) => (
          <text key={at} x={at} y={bottom + 16} text-anchor="middle">
            {text}
          </text>
        ))}
        <path class="base" d={`M${gutter},${bottom + 2}H${range[1]}`} />
        {placeRuns(runs, axis).map((placed) => (
          <RunBars key={placed.run.name} {...props} {...placed} {...{ hatching }} timelines={timelines} />
        ))}
        {box && (
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

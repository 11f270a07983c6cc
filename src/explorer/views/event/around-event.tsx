/** Each detector's data around an event, as a drawing and in words. */

import type { EventVersionDetail } from '../../../core/contract/wire.ts';
import { paint } from '../../charts/marks.ts';
import { useWidth } from '../../charts/plot.tsx';
import { spread } from '../../charts/scale.ts';
import type { ListedFile } from '../../strain-data/archive.ts';
import { clip, type Interval } from '../../strain-data/interval.ts';
import type { DetectorTimeline } from '../../strain-data/observing.ts';
import { STRAIN_FILES, withInterval } from '../../strain-data/strain-address.ts';
import { aroundEvent } from '../../strain-data/timelines.ts';
import { colourOf } from '../../text/colours.ts';
import { describeData } from './describe-data.ts';

const HOUR_S = 3600;
/** In pixels. */
const GUTTER = 44;
const ROW = { height: 14, step: 18 };
const AXIS_HEIGHT = 20;
const TICKS = [-2, -1, 0, 1, 2];

/** `−2 h`, `event`, `+1 h`. */
const tickText = (hours: number): string => (hours === 0 ? 'event' : `${hours < 0 ? '−' : '+'}${Math.abs(hours)} h`);

interface ChartProps {
  readonly timelines: readonly DetectorTimeline[];
  readonly gps: number;
  /** The interval of the longest files. */
  readonly box: Interval | undefined;
}

function AroundChart({ timelines, gps, box }: ChartProps) {
  const [element, width] = useWidth<HTMLDivElement>();
  const { start, stop } = aroundEvent(gps);
  const { at } = spread('linear', [start, stop], [GUTTER, Math.max(GUTTER + 1, width - 1)]);
  const bar = (one: Interval) => ({ x: at(one.start), width: Math.max(1, at(one.stop) - at(one.start)) });
  const bottom = 4 + timelines.length * ROW.step;
  return (
    <div ref={element}>
      <svg class="around" width={width} height={bottom + AXIS_HEIGHT} aria-hidden="true">
        {timelines.map(({ detector, segments }, n) => (
          <g
            key={detector}
            style={paint(colourOf('detector', detector))}
            transform={`translate(0,${4 + n * ROW.step})`}
          >
            <text class="code" y={ROW.height - 2}>
              {detector}
            </text>
            <rect class="track" {...bar({ start, stop })} height={ROW.height} />
            {clip(segments, { start, stop }).map((segment) => (
              <rect key={segment.start} class="data" {...bar(segment)} height={ROW.height} />
            ))}
          </g>
        ))}
        {box && <rect class="interval-box" {...bar(box)} y={1} height={bottom} />}
        <line class="event-line" x1={at(gps)} x2={at(gps)} y1={1} y2={bottom} />
        {TICKS.map((hours) => (
          <text
            key={hours}
            x={at(gps + hours * HOUR_S)}
            y={bottom + 16}
            text-anchor={hours === -2 ? 'start' : hours === 2 ? 'end' : 'middle'}
          >
            {tickText(hours)}
          </text>
        ))}
      </svg>
    </div>
  );
}

interface AroundEventProps {
  readonly version: EventVersionDetail;
  /** Null while they are loading. */
  readonly timelines: readonly DetectorTimeline[] | null;
  /** The files around the event. */
  readonly files: readonly ListedFile[];
  /** The detectors whose strain is published. */
  readonly published: readonly string[];
}

/** The timelines of detectors with segments in the event's run that had data near the event, or whose strain is published. */
function chooseRows({ version, timelines, published }: AroundEventProps): readonly DetectorTimeline[] {
  const around = aroundEvent(version.gps);
  return (timelines ?? []).filter(
    ({ detector, runs, segments }) =>
      runs.includes(version.run ?? '') && (published.includes(detector) || clip(segments, around).length > 0),
  );
}

export function AroundEvent(props: AroundEventProps) {
  const { version, timelines, files, published } = props;
  const [longest] = files.toSorted((a, b) => b.duration - a.duration);
  const box = longest && { start: longest.gpsStart, stop: longest.gpsStart + longest.duration };
  const rows = chooseRows(props);
  return (
    <section class="panel" aria-labelledby="around">
      <div class="around-head">
        <h2 id="around">Detectors around the event</h2>
        <p class="note">
          {timelines === null ? 'Loading segments …' : describeData(timelines, version, published)}
          {longest && rows.length > 0 && ` Dashed: ${longest.duration} s files.`}
        </p>
        <a href={`#/${withInterval(STRAIN_FILES, aroundEvent(version.gps))}`}>Strain data around it</a>
      </div>
      {rows.length > 0 && <AroundChart timelines={rows} gps={version.gps} box={box} />}
    </section>
  );
}

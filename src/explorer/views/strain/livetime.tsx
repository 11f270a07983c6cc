/**
 * How long each detector had data in the visible interval, and how long several had data at once, as shares of the observing time whose
 * segments the catalogue has. What is not known is not zero.
 */

import type { RunEntry } from '../../../core/contract/wire.ts';
import { paint } from '../../charts/marks.ts';
import { type Interval, lengthOf, secondsCovered, totalLength } from '../../intervals/interval.ts';
import {
  type Combination,
  combinationsIn,
  type DetectorTimeline,
  jointlyKnownTime,
  knowledgeOf,
  knownTime,
  listUnknownRuns,
  runsWithin,
  secondsOfAtLeast,
} from '../../intervals/observing.ts';
import { colourOf } from '../../parts/colours.ts';
import { type Column, Panel, RecordTable } from '../../parts/records.tsx';

const HOUR_S = 3600;
const DIGITS = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
const hours = new Intl.NumberFormat('en', DIGITS);
const percent = new Intl.NumberFormat('en', { ...DIGITS, style: 'percent' });
const words = new Intl.ListFormat('en');

/** Seconds as hours; the exact number is in the element's value. */
const Hours = ({ seconds }: { readonly seconds: number }) => (
  <data value={String(seconds)}>{hours.format(seconds / HOUR_S)}</data>
);

const NOT_KNOWN = <span class="none">not known</span>;

/** Time with data of a detector, or of several at once. */
interface Livetime {
  readonly title: string;
  /** Name of the bar's colour. */
  readonly colour: string;
  readonly seconds: number;
  /** Observing time that is known, in seconds. */
  readonly known: number;
}

const LIVETIME_COLUMNS: readonly Column<Livetime>[] = [
  { title: 'Detector', cell: ({ title }) => title },
  {
    title: 'Hours',
    kind: 'number',
    cell: ({ seconds, known }) => (known === 0 ? NOT_KNOWN : <Hours seconds={seconds} />),
  },
  { title: 'Duty cycle', kind: 'number', cell: ({ seconds, known }) => known > 0 && percent.format(seconds / known) },
  {
    title: 'Bar',
    isTitleHidden: true,
    kind: 'bar-cell',
    cell: ({ colour, seconds, known }) =>
      known > 0 && (
        <svg class="bar" style={paint(colour)} aria-hidden="true" height={8}>
          <rect class="track" width="100%" height={8} />
          <rect class="data" width={`${(100 * seconds) / known}%`} height={8} />
        </svg>
      ),
  },
];

const AT_LEAST = ['Any detector', 'Two or more at once', 'Three or more at once'];

/** A dot for each detector that had data. */
const combinationColumns = (timelines: readonly DetectorTimeline[], known: number): readonly Column<Combination>[] => [
  ...timelines.map(
    ({ detector }): Column<Combination> => ({
      title: detector,
      kind: 'dot',
      cell({ detectors }) {
        const [colour, label, r] = detectors.includes(detector)
          ? [colourOf('detector', detector), 'data', 5]
          : ['muted', 'no data', 2];
        return (
          <svg style={paint(colour)} role="img" aria-label={label} width={12} height={12}>
            <circle cx={6} cy={6} r={r} />
          </svg>
        );
      },
    }),
  ),
  { title: 'Hours', kind: 'number', cell: ({ seconds }) => <Hours seconds={seconds} /> },
  { title: 'Share', kind: 'number', cell: ({ seconds }) => percent.format(seconds / known) },
];

interface LivetimeProps {
  readonly timelines: readonly DetectorTimeline[];
  readonly runs: readonly RunEntry[];
  readonly interval: Interval;
}

/** The duty cycle of each detector in each run, where there are several. */
function ByRun({ timelines, runs, interval }: LivetimeProps) {
  const shown = runsWithin(runs, interval);
  if (shown.length < 2) return null;
  const columns = shown.map(
    ({ run, ...part }): Column<DetectorTimeline> => ({
      title: run.name,
      kind: 'number',
      cell(timeline) {
        const knowledge = knowledgeOf(timeline, run);
        if (knowledge === 'known') return percent.format(secondsCovered(timeline.segments, part) / lengthOf(part));
        return knowledge === 'unknown' ? NOT_KNOWN : <span class="none">–</span>;
      },
    }),
  );
  return (
    <RecordTable
      label="Duty cycle by run"
      kind="by-run"
      isCaptioned
      columns={[{ title: 'Detector', cell: ({ detector }) => detector }, ...columns]}
      records={timelines}
      keyOf={({ detector }) => detector}
    />
  );
}

function listLivetimes({ timelines, runs, interval }: LivetimeProps, joint: Livetime['known'], all: Combination[]) {
  const single = timelines.map((timeline): Livetime => {
    const time = knownTime(timeline, runs, interval);
    const seconds = time.reduce((sum, part) => sum + secondsCovered(timeline.segments, part), 0);
    return {
      title: timeline.detector,
      colour: colourOf('detector', timeline.detector),
      seconds,
      known: totalLength(time),
    };
  });
  const several = AT_LEAST.map(
    (title, n): Livetime => ({ title, colour: 'accent', seconds: secondsOfAtLeast(n + 1, all), known: joint }),
  );
  return [...single, ...several];
}

export function LivetimePanel(props: LivetimeProps) {
  const { timelines, runs, interval } = props;
  if (runsWithin(runs, interval).length === 0) {
    return <p class="panel note">There was no observing run in this interval.</p>;
  }
  const joint = jointlyKnownTime(timelines, runs, interval);
  const known = totalLength(joint);
  const unknown = listUnknownRuns(timelines, runs, interval);
  const combinations = combinationsIn(timelines, joint);
  const isNone = ({ detectors }: Combination) => detectors.length === 0;
  return (
    <Panel id="livetime" title="Time with data">
      <p class="note">
        {known > 0 && (
          <>
            Of the <Hours seconds={known} /> hours of observing runs shown, by the detectors' DATA flags.{' '}
          </>
        )}
        {unknown.length > 0 &&
          `The catalogue does not have all segments of ${words.format(unknown)}: this time is left out.`}
      </p>
      <div class="columns">
        <RecordTable
          label="Time with data of each detector"
          kind="livetime"
          columns={LIVETIME_COLUMNS}
          records={listLivetimes(props, known, combinations)}
          keyOf={({ title }) => title}
        />
        {known > 0 && (
          <RecordTable
            label="Exactly these detectors"
            kind="combinations"
            isCaptioned
            columns={combinationColumns(timelines, known)}
            records={combinations.toSorted((a, b) => Number(isNone(a)) - Number(isNone(b)))}
            keyOf={({ detectors }) => detectors.join()}
          />
        )}
      </div>
      <ByRun {...props} />
    </Panel>
  );
}

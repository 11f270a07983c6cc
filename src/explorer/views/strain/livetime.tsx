/**
 * How long each detector had data in the visible interval, and how long several had data at once, as shares of the observing time whose
 * segments the catalogue has. What is not known is not zero.
 */

import type { RunEntry } from '../../../core/contract/wire.ts';
import { type Combination, combinationsIn, secondsOfAtLeast } from '../../intervals/coincidence.ts';
import { type Interval, lengthOf, secondsCovered } from '../../intervals/coverage.ts';
import {
  type DetectorTimeline,
  jointlyKnownTime,
  knowledgeOf,
  knownTime,
  runsWithin,
} from '../../intervals/observing.ts';
import { type Column, RecordTable } from '../../parts/records.tsx';

const HOUR_S = 3600;
const hours = new Intl.NumberFormat('en', { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const percent = new Intl.NumberFormat('en', { style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** Seconds as hours; the exact number is in the element's value. */
function Hours({ seconds }: { readonly seconds: number }) {
  return <data value={String(seconds)}>{hours.format(seconds / HOUR_S)}</data>;
}

const secondsOf = (intervals: readonly Interval[]): number =>
  intervals.reduce((seconds, interval) => seconds + lengthOf(interval), 0);

interface RowProps {
  readonly title: string;
  readonly detector?: string;
  readonly seconds: number;
  /** Observing time that is known, in seconds. */
  readonly known: number;
}

function Row({ title, detector, seconds, known }: RowProps) {
  if (known === 0) {
    return (
      <tr>
        <th scope="row">{title}</th>
        <td class="number none" colSpan={2}>
          not known
        </td>
        <td class="bar-cell" />
      </tr>
    );
  }
  return (
    <tr>
      <th scope="row">{title}</th>
      <td class="number">
        <Hours seconds={seconds} />
      </td>
      <td class="number">{percent.format(seconds / known)}</td>
      <td class="bar-cell">
        <svg
          class={`bar ${detector ?? ''}`}
          aria-hidden="true"
          viewBox="0 0 100 8"
          preserveAspectRatio="none"
          height={8}
        >
          <rect class="track" width={100} height={8} />
          <rect class="data" width={(100 * seconds) / known} height={8} />
        </svg>
      </td>
    </tr>
  );
}

const Head = ({ first }: { readonly first: string }) => (
  <thead>
    <tr>
      <th scope="col">{first}</th>
      <th scope="col" class="number">
        Hours
      </th>
      <th scope="col" class="number">
        Duty cycle
      </th>
      <td />
    </tr>
  </thead>
);

const words = new Intl.ListFormat('en');

const AT_LEAST = [
  [1, 'Any detector'],
  [2, 'Two or more at once'],
  [3, 'Three or more at once'],
] as const;

interface CombinationsProps {
  readonly timelines: readonly DetectorTimeline[];
  readonly found: readonly Combination[];
  /** Seconds that they add up to. */
  readonly known: number;
}

/** Combinations, with a dot for each detector that had data. */
function Combinations({ timelines, found, known }: CombinationsProps) {
  const isNone = ({ detectors }: Combination) => detectors.length === 0;
  const combinations = [...found.filter((one) => !isNone(one)), ...found.filter(isNone)];
  return (
    <table class="combinations">
      <caption>Exactly these detectors</caption>
      <thead>
        <tr>
          {timelines.map(({ detector }) => (
            <th key={detector} scope="col">
              {detector}
            </th>
          ))}
          <th scope="col" class="number">
            Hours
          </th>
          <th scope="col" class="number">
            Share
          </th>
        </tr>
      </thead>
      <tbody>
        {combinations.map(({ detectors, seconds }) => (
          <tr key={detectors.join()}>
            {timelines.map(({ detector }) => {
              const isIn = detectors.includes(detector);
              return (
                <td key={detector} class={`dot ${isIn ? detector : 'off'}`}>
                  <svg role="img" aria-label={isIn ? 'data' : 'no data'} width={12} height={12}>
                    <circle cx={6} cy={6} r={isIn ? 5 : 2} />
                  </svg>
                </td>
              );
            })}
            <td class="number">
              <Hours seconds={seconds} />
            </td>
            <td class="number">{percent.format(seconds / known)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
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
        if (knowledge !== 'known') return <span class="none">{knowledge === 'unknown' ? 'not known' : '–'}</span>;
        return percent.format(secondsCovered(timeline.segments, part) / lengthOf(part));
      },
    }),
  );
  const first: Column<DetectorTimeline> = { title: 'Detector', cell: ({ detector }) => detector };
  return (
    <div class="by-run">
      <RecordTable
        label="Duty cycle by run"
        isCaptioned
        columns={[first, ...columns]}
        records={timelines}
        keyOf={({ detector }) => detector}
      />
    </div>
  );
}

/** What the shares are of, and which runs are left out. */
function Base({ timelines, runs, interval }: LivetimeProps) {
  const shown = runsWithin(runs, interval);
  const known = secondsOf(jointlyKnownTime(timelines, runs, interval));
  const isUnknown = ({ run }: { readonly run: RunEntry }) =>
    timelines.some((timeline) => knowledgeOf(timeline, run) === 'unknown');
  const unknown = shown.filter(isUnknown).map(({ run }) => run.name);
  return (
    <p class="note">
      {known > 0 && (
        <>
          Of the <Hours seconds={known} /> hours of observing runs shown, by the detectors' DATA flags.{' '}
        </>
      )}
      {unknown.length > 0 &&
        `The catalogue does not have all segments of ${words.format(unknown)}: this time is left out.`}
    </p>
  );
}

interface LivetimeProps {
  readonly timelines: readonly DetectorTimeline[];
  readonly runs: readonly RunEntry[];
  readonly interval: Interval;
}

export function LivetimePanel(props: LivetimeProps) {
  const { timelines, runs, interval } = props;
  const joint = jointlyKnownTime(timelines, runs, interval);
  const known = secondsOf(joint);
  if (runsWithin(runs, interval).length === 0) {
    return <p class="panel note">There was no observing run in this interval.</p>;
  }
  const combinations = combinationsIn(timelines, joint);
  return (
    <section class="panel" aria-labelledby="livetime">
      <h2 id="livetime">Time with data</h2>
      <Base {...props} />
      <div class="columns">
        <table class="livetime">
          <Head first="Detector" />
          <tbody>
            {timelines.map((timeline) => {
              const time = knownTime(timeline, runs, interval);
              const seconds = time.reduce((all, part) => all + secondsCovered(timeline.segments, part), 0);
              return (
                <Row
                  key={timeline.detector}
                  title={timeline.detector}
                  detector={timeline.detector}
                  seconds={seconds}
                  known={secondsOf(time)}
                />
              );
            })}
          </tbody>
          <tbody>
            {AT_LEAST.map(([count, title]) => (
              <Row key={count} {...{ title, known }} seconds={secondsOfAtLeast(count, combinations)} />
            ))}
          </tbody>
        </table>
        {known > 0 && <Combinations {...{ timelines, known }} found={combinations} />}
      </div>
      <ByRun {...props} />
    </section>
  );
}

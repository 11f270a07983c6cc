/**
 * Shows how long each set of detectors had data at the same time: all of the set, with or without others ("at least"), and only the set ("exactly").
 * Shares are fractions of the observing time for which the catalogue has segments. Unknown time is excluded.
 */

import type { RunEntry } from '../../../core/contract/wire.ts';
import { paint } from '../../charts/marks.ts';
import { type Interval, lengthOf, secondsCovered, totalLength } from '../../intervals/interval.ts';
import {
  combinationsIn,
  type DetectorSet,
  type DetectorTimeline,
  jointlyKnownTime,
  knowledgeOf,
  listDetectorSets,
  listUnknownRuns,
  runsWithin,
  timeTogether,
} from '../../intervals/observing.ts';
import { colourOf } from '../../parts/colours.ts';
import { listText } from '../../parts/format.ts';
import { type RecordColumn, RecordTable, Scroll } from '../../parts/records.tsx';
import { saveFile } from '../../parts/save.tsx';
import { Hours } from './hours.tsx';
import { percentText } from './hours-text.ts';

interface TogetherProps {
  readonly timelines: readonly DetectorTimeline[];
  readonly runs: readonly RunEntry[];
  readonly interval: Interval;
}

/** The known time in an interval, in seconds, and how long each set of detectors had data in it. */
export function countTogether({ timelines, runs, interval }: TogetherProps) {
  const joint = jointlyKnownTime(timelines, runs, interval);
  const combinations = combinationsIn(timelines, joint);
  const detectors = timelines.map(({ detector }) => detector);
  const sets = listDetectorSets(detectors, combinations);
  const none = combinations.find((one) => one.detectors.length === 0)?.seconds ?? 0;
  return { joint, known: totalLength(joint), sets, none };
}

/** A dot in the detector's colour if the detector is in the set, otherwise a small grey dot. */
function Dot({ detector, isOn }: { readonly detector: string; readonly isOn: boolean }) {
  return (
    <svg
      style={paint(isOn ? colourOf('detector', detector) : 'faint')}
      role="img"
      aria-label={isOn ? 'on' : '–'}
      width={12}
      height={12}
    >
      <circle cx={6} cy={6} r={isOn ? 5 : 1.5} />
    </svg>
  );
}

/** A cell per detector. Screen readers read the first one as the name of the row. */
function SetDots({ set, detectors }: { readonly set: DetectorSet; readonly detectors: readonly string[] }) {
  const [first, ...others] = detectors.map((one) => (
    <Dot key={one} detector={one} isOn={set.detectors.includes(one)} />
  ));
  return (
    <>
      <th scope="row" class="dot">
        <span class="visually-hidden">{listText(set.detectors)}</span>
        <span aria-hidden="true">{first}</span>
      </th>
      {others.map((dot) => (
        <td key={dot.key} class="dot">
          {dot}
        </td>
      ))}
    </>
  );
}

/** A number of seconds as hours, a share and a bar. */
function Amount({ seconds, known }: { readonly seconds: number; readonly known: number }) {
  return (
    <>
      <td class="number">
        <Hours seconds={seconds} />
      </td>
      <td class="number share">{percentText(seconds / known)}</td>
      <td class="bar-cell">
        <svg class="bar" aria-hidden="true" height={10}>
          <rect class="track" width="100%" height={10} />
          <rect class="amount" width={`${(100 * seconds) / known}%`} height={10} />
        </svg>
      </td>
    </>
  );
}

/** Saves the segments in which all detectors of a set had data. */
function SegmentsButton({
  set,
  timelines,
  joint,
}: Pick<TogetherProps, 'timelines'> & { set: DetectorSet; joint: Interval[] }) {
  const save = () => {
    const own = timelines.filter(({ detector }) => set.detectors.includes(detector));
    const lines = timeTogether(own, joint).map(({ start, stop }) => `${start},${stop}\n`);
    saveFile(`${set.detectors.join('-')}-segments.csv`, new Blob(['start,stop\n', ...lines], { type: 'text/csv' }));
  };
  return (
    <button type="button" class="as-link" onClick={save} aria-label={`CSV of ${set.detectors.join(', ')}`}>
      CSV
    </button>
  );
}

const AMOUNT_HEADS = (
  <>
    <th scope="col" class="number">
      hours
    </th>
    <th scope="col" class="number">
      %
    </th>
    <td class="bar-cell" />
  </>
);

function SetTableHead({ detectors }: { readonly detectors: readonly string[] }) {
  return (
    <thead>
      <tr>
        <th scope="colgroup" colSpan={detectors.length}>
          Detectors on
        </th>
        <th scope="colgroup" colSpan={2}>
          At least these
        </th>
        <td class="bar-cell" />
        <th scope="colgroup" colSpan={2}>
          Exactly these
        </th>
        <td class="bar-cell" />
        <th scope="col" rowSpan={2} class="segments">
          Segments
        </th>
      </tr>
      <tr>
        {detectors.map((one) => (
          <th key={one} scope="col" class="dot">
            {one}
          </th>
        ))}
        {AMOUNT_HEADS}
        {AMOUNT_HEADS}
      </tr>
    </thead>
  );
}

type SetTableProps = Pick<TogetherProps, 'timelines'> & ReturnType<typeof countTogether>;

function SetTable({ timelines, joint, known, sets, none }: SetTableProps) {
  const detectors = timelines.map(({ detector }) => detector);
  return (
    <Scroll label="Detectors on">
      <table class="sets-table">
        <SetTableHead detectors={detectors} />
        <tbody>
          {sets.map((set) => (
            <tr key={set.detectors.join()} data-set={set.detectors.join()}>
              <SetDots set={set} detectors={detectors} />
              <Amount seconds={set.atLeast} known={known} />
              <Amount seconds={set.exactly} known={known} />
              <td class="segments">
                <SegmentsButton {...{ set, timelines, joint }} />
              </td>
            </tr>
          ))}
          <tr data-set="">
            <th scope="row" colSpan={detectors.length}>
              None
            </th>
            <td class="number">–</td>
            <td />
            <td class="bar-cell" />
            <Amount seconds={none} known={known} />
            <td class="segments" />
          </tr>
        </tbody>
      </table>
    </Scroll>
  );
}

const NOT_KNOWN = <span class="none">not listed</span>;

/** The duty cycle of each detector in each run, if there are several runs. */
function ByRun({ timelines, runs, interval }: TogetherProps) {
  const shown = runsWithin(runs, interval);
  if (shown.length < 2) return null;
  const columns = shown.map(
    ({ run, ...part }): RecordColumn<DetectorTimeline> => ({
      title: run.name,
      kind: 'number',
      cell(timeline) {
        const knowledge = knowledgeOf(timeline, run);
        if (knowledge === 'known') return `${percentText(secondsCovered(timeline.segments, part) / lengthOf(part))}%`;
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

/** `No segments are published for S5. Runs with a list: O1, O2 and O3a.` */
function describeUnknown(
  unknown: readonly string[],
  timelines: TogetherProps['timelines'],
  isPartKnown: boolean,
): string {
  const listed = [...new Set(timelines.flatMap(({ runs }) => runs))];
  const none = unknown.filter((run) => !listed.includes(run));
  const some = unknown.filter((run) => listed.includes(run));
  return [
    none.length > 0 && `No segments are published for ${listText(none)}.`,
    some.length > 0 && `Not all segments of ${listText(some)} are published.`,
    listed.length > 0 && `Runs with a list: ${listText(listed)}.`,
    isPartKnown && 'Time without a list is excluded.',
  ]
    .filter(Boolean)
    .join(' ');
}

export function TogetherPanel(props: TogetherProps & { readonly counts: ReturnType<typeof countTogether> }) {
  const { counts, ...shown } = props;
  const { timelines, runs, interval } = shown;
  const within = runsWithin(runs, interval);
  if (within.length === 0) {
    return <p class="panel note">There was no observing run in this interval.</p>;
  }
  const unknown = listUnknownRuns(timelines, runs, interval);
  const names = listText(within.map(({ run }) => run.name).filter((name) => !unknown.includes(name)));
  const flags = listText(timelines.map(({ detector }) => detector));
  return (
    <section class="panel flush" aria-label="Time with data">
      {counts.known > 0 && <SetTable timelines={timelines} {...counts} />}
      <p class="note">
        {counts.known > 0 && (
          <>
            Shares are of the <Hours seconds={counts.known} hasUnit /> of {names}. Exact sets add up to this time.
            Source: the DATA flags of {flags}.{' '}
          </>
        )}
        {unknown.length > 0 && describeUnknown(unknown, timelines, counts.known > 0)}
      </p>
      <ByRun {...shown} />
    </section>
  );
}

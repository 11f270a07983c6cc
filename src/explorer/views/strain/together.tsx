/**
 * Shows how long each set of detectors had data at the same time, and the duty cycle of each detector in each run. Shares are fractions of
 * the observing time for which the catalogue has segments. Unlisted time is excluded.
 */

import { lengthOf, secondsCovered } from '../../strain-data/interval.ts';
import { type DetectorTimeline, knowledgeIn, knowledgeOf, runsWithin } from '../../strain-data/observing.ts';
import { joinText, listText } from '../../text/format.ts';
import { percentText } from '../../text/hours-text.ts';
import { memo } from '../../widgets/memo.tsx';
import { NotListed } from '../../widgets/not-listed.tsx';
import { type RecordColumn, RecordTable } from '../../widgets/record-table.tsx';
import { listUnlistedRuns, type TimeTogether, type TogetherProps } from './detector-sets.ts';
import { Hours } from './hours.tsx';
import { SetTable } from './set-table.tsx';

/** The duty cycle of each detector in each run, if there are several runs. */
function ByRun({ timelines, runs, interval }: TogetherProps) {
  const shown = runsWithin(runs, interval);
  if (shown.length < 2) return null;
  const columns = shown.map(
    ({ run, ...part }): RecordColumn<DetectorTimeline> => ({
      title: run.name,
      class: 'number',
      cell(timeline) {
        const knowledge = knowledgeOf(timeline, run);
        if (knowledge === 'known') return `${percentText(secondsCovered(timeline.segments, part) / lengthOf(part))}%`;
        return knowledge === 'unlisted' ? <NotListed /> : <span class="none">–</span>;
      },
    }),
  );
  return (
    <>
      <RecordTable
        label="Duty cycle by run"
        class="by-run"
        isCaptioned
        columns={[{ title: 'Detector', cell: ({ detector }) => detector }, ...columns]}
        records={timelines}
        keyOf={({ detector }) => detector}
      />
      <p class="note">–: this catalogue does not name the detector in the run.</p>
    </>
  );
}

/** `This catalogue has no segments of S5. Runs with a list: O1, O2 and O3a.` */
function describeUnlisted(unlisted: readonly string[], { all, runs, counts }: TogetherPanelProps): string {
  const listed = runs.map(({ name }) => name).filter((name) => all.some((one) => one.runs.includes(name)));
  const none = unlisted.filter((run) => !listed.includes(run));
  const some = unlisted.filter((run) => listed.includes(run));
  const sentences = [
    none.length > 0 && `This catalogue has no segments of ${listText(none)}.`,
    some.length > 0 && `This catalogue lacks some segments of ${listText(some)}.`,
    listed.length > 0 && `Runs with a list: ${listText(listed)}.`,
    counts.known > 0 && 'Time without a list is excluded.',
  ];
  return joinText(sentences, ' ');
}

interface TogetherPanelProps extends TogetherProps {
  readonly counts: TimeTogether;
  /** Also the timelines without a row, because nothing is listed of their detectors in the interval. */
  readonly all: readonly DetectorTimeline[];
}

export const TogetherPanel = memo((props: TogetherPanelProps) => {
  const { counts, all, ...shown } = props;
  const { timelines, runs, interval } = shown;
  const within = runsWithin(runs, interval);
  if (within.length === 0) {
    return <p class="panel note">This catalogue has no run in this interval.</p>;
  }
  const unlisted = listUnlistedRuns(shown);
  const names = within.map(({ run }) => run.name);
  const known = timelines.flatMap((one) => (knowledgeIn(one, runs, interval) === 'known' ? one.detector : []));
  return (
    <section class="panel flush" aria-label="Time with data">
      {counts.known > 0 && <SetTable {...counts} />}
      <p class="note">
        {counts.known > 0 && (
          <>
            Shares are of the <Hours seconds={counts.known} hasUnit /> of {listText(counts.knownRuns)}. Exact sets add
            up to this time. {within.length > 1 && 'In the timeline, the share of a detector is of its own runs. '}
            Source: the DATA flags of {listText(counts.listed.map(({ detector }) => detector))}.{' '}
          </>
        )}
        {unlisted.length > 0 && describeUnlisted(unlisted, props)}
        {timelines.length < all.length &&
          known.length > 0 &&
          ` In ${listText(names)}, this catalogue lists segments of ${listText(known)} only.`}
      </p>
      <ByRun {...shown} />
    </section>
  );
});

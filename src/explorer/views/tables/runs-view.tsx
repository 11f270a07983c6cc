/** Observing runs: when they were, with which detectors, and the data of each. */

import type { RunEntry } from '../../../core/contract/wire.ts';
import { DAY_S } from '../../charts/scale.ts';
import type { Core } from '../../host/core.ts';
import { latestOf, useLoaded } from '../../host/use-answer.ts';
import { spanOf } from '../../intervals/interval.ts';
import { knowledgeOf } from '../../intervals/observing.ts';
import { numberText } from '../../parts/format.ts';
import { CountLink, detectorsText, Facts, Panel, SPAN_COLUMNS, spanFacts } from '../../parts/records.tsx';
import type { ViewProps } from '../../shell/view.ts';
import { isDataFlag, loadTimelines, withoutData } from '../strain/load.ts';
import { StaticTimeline } from '../strain/timeline-chart.tsx';
import { createRecordsView } from './records-view.tsx';

interface RunProps {
  readonly run: RunEntry & Readonly<Record<'events' | 'files' | 'datasets', number>>;
}

/** The events of a run as a selection in the events view, each in its newest version with values. */
const eventsTarget = ({ gps_start, gps_end }: RunEntry): string =>
  `event-versions?min-gps-time=${gps_start}&max-gps-time=${gps_end}`;

const EventsLink = ({ run }: RunProps) => <CountLink total={run.events} noun="event" href={`#/${eventsTarget(run)}`} />;
const FilesLink = ({ run }: RunProps) => (
  <CountLink total={run.files} noun="file" href={`#/runs/${run.name}/strain-files`} />
);

const DatasetsLink = ({ run }: RunProps) => (
  <CountLink total={run.datasets} noun="dataset" href={`#/runs/${run.name}/datasets`} />
);

/** Days to one decimal, or to two digits for runs of hours. */
function daysText({ gps_start, gps_end }: RunEntry): string {
  const days = (gps_end - gps_start) / DAY_S;
  return days < 1 ? numberText(Number(days.toPrecision(2))) : days.toFixed(1);
}

/** A drawing of the times in which each detector had data, and in which its flags of quality were on, where the catalogue has them. */
function RunTimeline({ core, run }: RunProps & { readonly core: Core }) {
  const interval = spanOf(run);
  const isOfRun: typeof isDataFlag = (one) =>
    knowledgeOf(one, run) === 'known' || (isDataFlag(one) && knowledgeOf(one, run) === 'unknown');
  const loaded = useLoaded(core, `timelines of ${run.name}`, () => loadTimelines(core, interval, isOfRun));
  // Rows without data keep the place for those that are loaded.
  const timelines = latestOf(loaded) ?? run.detectors.map((detector) => withoutData(detector));
  const isKnown = timelines.some((one) => knowledgeOf(one, run) === 'known');
  return (
    <Panel id="data" title="Time with data">
      {loaded.state === 'ready' && !isKnown && <p class="note">The catalogue has no segments of this run.</p>}
      <StaticTimeline {...{ interval, timelines }} runs={[run]} events={[]} />
    </Panel>
  );
}

function RunPage({ core, record: run }: ViewProps & { readonly record: RunProps['run'] }) {
  const facts = {
    ...spanFacts(run),
    Detectors: detectorsText(run.detectors),
    Events: <EventsLink run={run} />,
    'Strain data': <FilesLink run={run} />,
    Datasets: <DatasetsLink run={run} />,
  };
  return (
    <>
      <Facts facts={facts} />
      <RunTimeline core={core} run={run} />
    </>
  );
}

export default createRecordsView<RunEntry, 'events' | 'files' | 'datasets'>({
  collection: 'runs',
  title: 'Observing runs',
  lead: 'When the detectors observed, and how many events, strain files and datasets each run has.',
  listings: ({ name }) => ({
    events: `runs/${name}/events`,
    files: `runs/${name}/strain-files`,
    datasets: `runs/${name}/datasets`,
  }),
  columns: [
    { title: 'Run', cell: ({ name }) => <a href={`#/runs/${name}`}>{name}</a> },
    ...SPAN_COLUMNS,
    { title: 'Days', kind: 'number', cell: daysText },
    { title: 'Detectors', cell: ({ detectors }) => detectors.join(' ') },
    { title: 'Events', cell: (run) => <EventsLink run={run} /> },
    { title: 'Strain files', cell: (run) => <FilesLink run={run} /> },
    { title: 'Datasets', cell: (run) => <DatasetsLink run={run} /> },
  ],
  makeTitle: (name) => `Run ${name}`,
  eventsOf: (run) => (run.events > 0 ? eventsTarget(run) : null),
  Page: RunPage,
});

/** Observing runs: when they were, with which detectors, and the data of each. */

import type { RunDetail, RunEntry } from '../../../core/contract/wire.ts';
import { pathOf, segmentsOf } from '../../address/address.ts';
import type { Core } from '../../host/core.ts';
import { numberText } from '../../parts/format.ts';
import { type Column, CountLink, dayOf, detectorsText, Facts, RecordTable } from '../../parts/records.tsx';
import type { ViewProps } from '../../shell/view.ts';
import { type CountedDataset, DatasetsTable, loadDatasets } from './datasets-table.tsx';
import { ItsEvents } from './its-events.tsx';
import { countOf, Page } from './page.tsx';
import { RunTimeline } from './run-timeline.tsx';

const DAY_S = 86_400;

interface CountedRun extends RunEntry {
  readonly events: number;
  readonly files: number;
  readonly datasets: number;
}

async function withCounts<T extends RunEntry>(core: Core, run: T): Promise<T & CountedRun> {
  const count = (listing: string) => countOf(core, `runs/${run.name}/${listing}`);
  const [events, files, datasets] = await Promise.all([count('events'), count('strain-files'), count('datasets')]);
  return { ...run, events, files, datasets };
}

/** The events of a run as a selection in the events view, whose table lists event versions. */
const eventsOf = ({ gps_start, gps_end }: RunEntry): string =>
  `event-versions?lastver=true&min-gps-time=${gps_start}&max-gps-time=${gps_end}`;

const EventsLink = ({ run }: { readonly run: CountedRun }) => (
  <CountLink total={run.events} noun="event" href={`#/${eventsOf(run)}`} />
);
const FilesLink = ({ run }: { readonly run: CountedRun }) => (
  <CountLink total={run.files} noun="file" href={`#/runs/${run.name}/strain-files`} />
);

/** Days to one decimal, or to two digits for runs of hours. */
function daysOf({ gps_start, gps_end }: RunEntry): string {
  const days = (gps_end - gps_start) / DAY_S;
  return days < 1 ? numberText(Number(days.toPrecision(2))) : days.toFixed(1);
}

/** A run on the time axis that all runs share. */
function Span({ run, runs }: { readonly run: RunEntry; readonly runs: readonly RunEntry[] }) {
  const first = Math.min(...runs.map(({ gps_start }) => gps_start));
  const last = Math.max(...runs.map(({ gps_end }) => gps_end));
  const at = (gps: number) => (100 * (gps - first)) / (last - first);
  const width = Math.max(1, at(run.gps_end) - at(run.gps_start));
  return (
    <svg class="bar" aria-hidden="true" height={10}>
      <rect class="track" width="100%" y={4} height={2} />
      <rect class="data" x={`${Math.min(at(run.gps_start), 99)}%`} width={`${width}%`} height={10} rx={2} />
    </svg>
  );
}

const columnsOf = (runs: readonly CountedRun[]): readonly Column<CountedRun>[] => [
  { title: 'Run', cell: ({ name }) => <a href={`#/runs/${name}`}>{name}</a> },
  { title: 'From', cell: ({ gps_start }) => dayOf(gps_start) },
  { title: 'To', cell: ({ gps_end }) => dayOf(gps_end) },
  { title: 'Days', kind: 'number', cell: daysOf },
  { title: 'When', kind: 'span', cell: (run) => <Span run={run} runs={runs} /> },
  { title: 'Detectors', cell: ({ detectors }) => detectors.join(' ') },
  { title: 'Events', cell: (run) => <EventsLink run={run} /> },
  { title: 'Strain files', cell: (run) => <FilesLink run={run} /> },
  {
    title: 'Datasets',
    cell: ({ name, datasets }) => <CountLink total={datasets} noun="dataset" href={`#/runs/${name}/datasets`} />,
  },
];

const RunsTable = ({ runs }: { readonly runs: readonly CountedRun[] }) => (
  <RecordTable label="Observing runs" columns={columnsOf(runs)} records={runs} keyOf={({ name }) => name} />
);

interface RunPage {
  readonly run: RunDetail & CountedRun;
  readonly datasets: readonly CountedDataset[];
}

function OneRun({ run, datasets, ...props }: RunPage & ViewProps) {
  const facts = {
    UTC: `${dayOf(run.gps_start)} to ${dayOf(run.gps_end)}`,
    GPS: `${run.gps_start} to ${run.gps_end}`,
    Detectors: detectorsText(run.detectors),
    Events: <EventsLink run={run} />,
    'Strain data': <FilesLink run={run} />,
  };
  return (
    <>
      <Facts facts={facts} />
      <RunTimeline core={props.core} run={run} />
      {run.events > 0 && <ItsEvents {...props} target={eventsOf(run)} />}
      <h2>Datasets</h2>
      <DatasetsTable datasets={datasets} />
    </>
  );
}

const LEAD = 'When the detectors observed, and how many events, strain files and datasets each run has.';

export default function RunsView(props: ViewProps) {
  const { core, address } = props;
  const [, name] = segmentsOf(address.target);
  if (name === undefined) {
    const load = async () => Promise.all((await core.entries<RunEntry>('runs')).map((run) => withCounts(core, run)));
    const draw = (runs: readonly CountedRun[]) => <RunsTable runs={runs} />;
    return <Page key="runs" {...props} {...{ load, draw }} title="Observing runs" lead={LEAD} />;
  }
  const path = pathOf(address.target);
  const load = async (): Promise<RunPage> => {
    const run = await withCounts(core, await core.json<RunDetail>(path));
    return { run, datasets: await loadDatasets(core, `${path}/datasets`) };
  };
  const draw = (page: RunPage) => <OneRun {...props} {...page} />;
  const isReadyLater = ({ run }: RunPage) => run.events > 0;
  return <Page key={path} {...props} {...{ load, draw, isReadyLater }} title={`Run ${name}`} />;
}

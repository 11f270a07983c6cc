/** Observing runs: when they were, with which detectors, and the data of each. */

import type { RunDetail, RunEntry } from '../../../core/contract/wire.ts';
import { pathOf, segmentsOf } from '../../address/address.ts';
import type { Core } from '../../host/core.ts';
import { numberText } from '../../parts/format.ts';
import type { ViewProps } from '../../shell/view.ts';
import { type CountedDataset, DatasetsTable, loadDatasets } from './datasets-table.tsx';
import { countOf } from './load.ts';
import { CountLink, dayOf, Page } from './parts.tsx';

const DAY_S = 86_400;

interface CountedRun extends RunEntry {
  readonly events: number;
  readonly files: number;
  readonly datasets: number;
}

async function withCounts<T extends RunEntry>(core: Core, run: T): Promise<T & CountedRun> {
  const path = `runs/${run.name}`;
  const [events, files, datasets] = await Promise.all(
    ['events', 'strain-files', 'datasets'].map((listing) => countOf(core, `${path}/${listing}`)),
  );
  return { ...run, events: events ?? 0, files: files ?? 0, datasets: datasets ?? 0 };
}

/** The events of a run as a selection in the events view, whose table lists event versions. */
const eventsOf = ({ gps_start, gps_end }: RunEntry): string =>
  `#/event-versions?lastver=true&min-gps-time=${gps_start}&max-gps-time=${gps_end}`;

/** Days to one decimal, or to two digits for runs of hours. */
function daysOf({ gps_start, gps_end }: RunEntry): string {
  const days = (gps_end - gps_start) / DAY_S;
  return days < 1 ? numberText(Number(days.toPrecision(2))) : days.toFixed(1);
}

/** All runs on a common time axis, one below the other. */
function Span({ run, runs }: { readonly run: RunEntry; readonly runs: readonly RunEntry[] }) {
  const first = Math.min(...runs.map(({ gps_start }) => gps_start));
  const last = Math.max(...runs.map(({ gps_end }) => gps_end));
  const at = (gps: number) => (100 * (gps - first)) / (last - first);
  return (
    <svg class="span" aria-hidden="true" height={10}>
      <rect class="track" width="100%" y={4} height={2} />
      <rect
        class="data"
        x={`${Math.min(at(run.gps_start), 99)}%`}
        width={`${Math.max(1, at(run.gps_end) - at(run.gps_start))}%`}
        height={10}
        rx={2}
      />
    </svg>
  );
}

function RunsTable({ runs }: { readonly runs: readonly CountedRun[] }) {
  return (
    <div class="scroll">
      <table class="records">
        <thead>
          <tr>
            <th scope="col">Run</th>
            <th scope="col">From</th>
            <th scope="col">To</th>
            <th scope="col" class="number">
              Days
            </th>
            <td class="span-cell" />
            <th scope="col">Detectors</th>
            <th scope="col">Events</th>
            <th scope="col">Strain files</th>
            <th scope="col">Datasets</th>
          </tr>
        </thead>
        <tbody>
          {runs.map((run) => (
            <tr key={run.name}>
              <th scope="row">
                <a href={`#/runs/${run.name}`}>{run.name}</a>
              </th>
              <td>{dayOf(run.gps_start)}</td>
              <td>{dayOf(run.gps_end)}</td>
              <td class="number">{daysOf(run)}</td>
              <td class="span-cell">
                <Span run={run} runs={runs} />
              </td>
              <td>{run.detectors.join(' ')}</td>
              <td>
                <CountLink total={run.events} noun="event" href={eventsOf(run)} />
              </td>
              <td>
                <CountLink total={run.files} noun="file" href={`#/runs/${run.name}/strain-files`} />
              </td>
              <td>
                <CountLink total={run.datasets} noun="dataset" href={`#/runs/${run.name}/datasets`} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface RunPage {
  readonly run: RunDetail & CountedRun;
  readonly datasets: readonly CountedDataset[];
}

function RunFacts({ run, datasets }: RunPage) {
  return (
    <>
      <dl class="facts">
        <div>
          <dt>UTC</dt>
          <dd>
            {dayOf(run.gps_start)} to {dayOf(run.gps_end)}
          </dd>
        </div>
        <div>
          <dt>GPS</dt>
          <dd>
            {run.gps_start} to {run.gps_end}
          </dd>
        </div>
        <div>
          <dt>Detectors</dt>
          <dd>{run.detectors.length === 0 ? 'not known' : run.detectors.join(', ')}</dd>
        </div>
        <div>
          <dt>Events</dt>
          <dd>
            <CountLink total={run.events} noun="event" href={eventsOf(run)} />
          </dd>
        </div>
        <div>
          <dt>Strain data</dt>
          <dd>
            <CountLink total={run.files} noun="file" href={`#/runs/${run.name}/strain-files`} />
          </dd>
        </div>
      </dl>
      <h2>Datasets</h2>
      <DatasetsTable datasets={datasets} />
    </>
  );
}

export default function RunsView(props: ViewProps) {
  const { core, address } = props;
  const [, name] = segmentsOf(address.target);
  if (name === undefined) {
    const load = async () => Promise.all((await core.entries<RunEntry>('runs')).map((run) => withCounts(core, run)));
    const lead = 'When the detectors observed, and how many events, strain files and datasets each run has.';
    return (
      <Page
        key="runs"
        {...props}
        title="Observing runs"
        lead={lead}
        load={load}
        draw={(runs) => <RunsTable runs={runs} />}
      />
    );
  }
  const path = pathOf(address.target);
  const load = async (): Promise<RunPage> => {
    const run = await withCounts(core, await core.json<RunDetail>(path));
    return { run, datasets: await loadDatasets(core, `${path}/datasets`) };
  };
  return <Page key={path} {...props} title={`Run ${name}`} load={load} draw={(page) => <RunFacts {...page} />} />;
}

/** Observing runs: their times, detectors and data. */

import { DAY_S } from '../../../core/base/gps-time.ts';
import { groupBy } from '../../../core/base/group-by.ts';
import type { RunEntry } from '../../../core/contract/wire.ts';
import { hrefOf, pathOf, recordTarget, segmentsOf } from '../../address/address.ts';
import { duringTarget } from '../../address/event-requests.ts';
import { useClient } from '../../client/context.ts';
import type { Client } from '../../client/site-client.ts';
import { eventsOnce, mainCatalog, startTarget } from '../../client/start-target.ts';
import { useLoaded } from '../../client/use-loaded.ts';
import type { ViewProps } from '../../client/view.ts';
import { injectionsTarget } from '../../event-data/injections.ts';
import { spanOf } from '../../strain-data/interval.ts';
import { type DetectorTimeline, isShort, knowledgeOf, shareOn } from '../../strain-data/observing.ts';
import { addDetectors, isOfData, loadTimelines, nameRow } from '../../strain-data/timelines.ts';
import { listText } from '../../text/format.ts';
import { percentText } from '../../text/hours-text.ts';
import { NOT_LISTED } from '../../text/not-listed.ts';
import { StaticTimeline } from '../../timeline/timeline-chart.tsx';
import { Facts } from '../../widgets/facts.tsx';
import { Panel } from '../../widgets/panel.tsx';
import { type RecordColumn, RecordTable } from '../../widgets/record-table.tsx';
import { Datasets } from './datasets.tsx';
import { CountLink, detectorsText, SPAN_COLUMNS, spanFacts } from './record-facts.tsx';
import { EventsOf, RecordFrame } from './record-frame.tsx';

/** A run with the numbers of its events and strain files; null if the catalogue does not list them. */
type CountedRun = RunEntry & Readonly<Record<'events' | 'files', number | null>>;

/** The request for the events during a run, from the catalog that the page starts with. */
const eventsTarget = (run: RunEntry, { release }: Client): string => duringTarget(startTarget(release), spanOf(run));

const filesTarget = ({ name }: RunEntry): string => `${recordTarget('runs', name)}/strain-files`;

async function countEntries(run: RunEntry, client: Client): Promise<CountedRun> {
  const during = duringTarget(eventsOnce(client.release), spanOf(run));
  const [all, injections, files] = await Promise.all([
    client.count(during),
    client.count(injectionsTarget(during)),
    client.count(filesTarget(run)),
  ]);
  return { ...run, events: all && all - (injections ?? 0), files };
}

const EventsLink = ({ run }: { readonly run: CountedRun }) => (
  <CountLink total={run.events} noun="event" href={hrefOf(eventsTarget(run, useClient()))} />
);
const FilesLink = ({ run }: { readonly run: CountedRun }) => (
  <CountLink total={run.files} noun="file" href={hrefOf(filesTarget(run))} />
);

/** `183.0 days`; in hours for runs shorter than a day. */
function lengthText({ gps_start, gps_end }: RunEntry): string {
  const days = (gps_end - gps_start) / DAY_S;
  return days < 1 ? `${(days * 24).toFixed(1)} hours` : `${days.toFixed(1)} days`;
}

/** `183.0 days, with H1, L1 and V1.` */
const describeRun = (run: RunEntry): string =>
  `${lengthText(run)}${run.detectors.length > 0 ? `, with ${listText(run.detectors)}` : ''}.`;

/** A row of the timeline in words: `H1 on 71.0%`. */
function describeTimeline(timeline: DetectorTimeline, run: RunEntry): string {
  const share = shareOn(timeline, [run], spanOf(run));
  return `${nameRow(timeline)} ${share === null ? NOT_LISTED : `on ${percentText(share)}%`}`;
}

/** Draws when each detector had data and, if the catalogue has data-quality flags, when these were on. */
function RunTimeline({ run }: { readonly run: RunEntry }) {
  const interval = spanOf(run);
  const isOfRun = (one: DetectorTimeline): boolean =>
    knowledgeOf(one, run) === 'known' || (isOfData(one) && knowledgeOf(one, run) === 'unknown');
  const client = useClient();
  const { value, isReady } = useLoaded(`timelines of ${run.name}`, async () =>
    addDetectors(client, await loadTimelines(client, interval, isOfRun), [run]),
  );
  // Until the data are loaded, hidden rows reserve the space.
  const timelines = value ?? addDetectors(client, [], [run]);
  const isKnown = timelines.some((one) => knowledgeOf(one, run) === 'known');
  return (
    <Panel id="data" title="Time with data">
      {isReady && !isKnown && <p class="note">This catalogue has no segments of this run.</p>}
      <div class={value === null ? 'is-hidden' : undefined}>
        <StaticTimeline {...{ interval, timelines }} runs={[run]} />
      </div>
      <p>
        <a href={hrefOf(filesTarget(run))}>Strain data of {run.name}: hours of detectors together</a>
      </p>
      <ul class="visually-hidden">
        {isReady && timelines.map((one) => <li key={nameRow(one)}>{describeTimeline(one, run)}</li>)}
      </ul>
    </Panel>
  );
}

const COLUMNS: readonly RecordColumn<CountedRun>[] = [
  { title: 'Run', cell: ({ name }) => <a href={hrefOf(recordTarget('runs', name))}>{name}</a> },
  ...SPAN_COLUMNS,
  { title: 'Length', class: 'number', cell: lengthText },
  { title: 'Detectors', cell: ({ detectors }) => detectors.join(' ') },
  { title: 'Events', class: 'number', cell: (run) => <EventsLink run={run} /> },
  { title: 'Strain files', class: 'number', cell: (run) => <FilesLink run={run} /> },
];

function RunList({ address }: ViewProps) {
  const { release } = useClient();
  const { value: all, isReady } = useLoaded('runs', async (client) => {
    const runs = await client.entries<RunEntry>('runs');
    return Promise.all(runs.map((run) => countEntries(run, client)));
  });
  const main = mainCatalog(release) ?? 'all catalogs';
  const sentence = `When the detectors observed. Events are those of ${main}. The page of a run lists its datasets.`;
  const groups = all && [...groupBy(all, (run) => (isShort(run) ? 'Runs shorter than a day' : ''))];
  return (
    <RecordFrame title="Observing runs" {...{ address, sentence, isReady }}>
      {groups?.map(([caption, runs]) => (
        <RecordTable
          key={caption}
          label={caption || 'Observing runs'}
          isCaptioned={caption !== ''}
          columns={COLUMNS}
          records={runs}
          keyOf={({ name }) => name}
        />
      ))}
    </RecordFrame>
  );
}

function RunPage({ address }: ViewProps) {
  const path = pathOf(address.target);
  const client = useClient();
  const { value: run, isReady } = useLoaded(path, async () => countEntries(await client.json<RunEntry>(path), client));
  const hasEvents = (run?.events ?? 0) > 0;
  const facts = run && {
    ...spanFacts(run),
    Detectors: detectorsText(run.detectors),
    Events: <EventsLink run={run} />,
    'Strain data': <FilesLink run={run} />,
  };
  return (
    <RecordFrame
      address={address}
      title={`Run ${segmentsOf(path)[1]}`}
      sentence={run ? describeRun(run) : undefined}
      isReady={isReady && !hasEvents}
    >
      {run && facts && (
        <>
          <Facts facts={facts} />
          <RunTimeline run={run} />
          <Datasets run={run.name} />
          {hasEvents && <EventsOf address={address} target={eventsTarget(run, client)} />}
        </>
      )}
    </RecordFrame>
  );
}

/** Each path has its own page, so that it never shows the record of the previous page while it loads. */
export default function RunsView({ address }: ViewProps) {
  const path = pathOf(address.target);
  const View = segmentsOf(path).length === 1 ? RunList : RunPage;
  return <View key={path} address={address} />;
}

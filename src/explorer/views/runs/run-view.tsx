/** One run: its times, the time with data, its datasets and its events. */

import type { RunEntry } from '../../../core/contract/wire.ts';
import { hrefOf, pathOf, recordTarget, segmentsOf } from '../../address/address.ts';
import type { ViewProps } from '../../address/routes.ts';
import { useClient } from '../../client/context.ts';
import { useLoaded } from '../../client/use-loaded.ts';
import { spanOf } from '../../strain-data/interval.ts';
import { type DetectorTimeline, knowledgeOf, shareOn } from '../../strain-data/observing.ts';
import { addDetectors, isOfData, loadTimelines, nameRow } from '../../strain-data/timelines.ts';
import { listText } from '../../text/format.ts';
import { percentText } from '../../text/hours-text.ts';
import { NOT_LISTED } from '../../text/not-listed.ts';
import { StaticTimeline } from '../../timeline/timeline-chart.tsx';
import { Facts } from '../../widgets/facts.tsx';
import { Panel } from '../../widgets/panel.tsx';
import { RecordFrame } from '../../widgets/record-frame.tsx';
import { EventsOf } from '../events/events-of.tsx';
import { Datasets } from './datasets.tsx';
import { countEntries, detectorsText, FilesLink, lengthText, RunEventsLink, spanFacts } from './run-facts.tsx';

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
    knowledgeOf(one, run) === 'known' || (isOfData(one) && knowledgeOf(one, run) === 'unlisted');
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
        <a href={hrefOf(recordTarget('runs', run.name, 'strain-files'))}>
          Strain data of {run.name}: hours of detectors together
        </a>
      </p>
      <ul class="visually-hidden">
        {isReady && timelines.map((one) => <li key={nameRow(one)}>{describeTimeline(one, run)}</li>)}
      </ul>
    </Panel>
  );
}

export default function RunView({ address }: ViewProps) {
  const path = pathOf(address.target);
  const [, name = ''] = segmentsOf(path);
  const { current: run, isReady } = useLoaded(path, async (client) =>
    countEntries(await client.json<RunEntry>(path), client),
  );
  const hasEvents = run !== null && run.events > 0;
  return (
    <RecordFrame
      address={address}
      title={`Run ${name}`}
      sentence={run ? describeRun(run) : undefined}
      isReady={isReady && !hasEvents}
    >
      {run && (
        <>
          <Facts
            facts={{
              ...spanFacts(run),
              Detectors: detectorsText(run.detectors),
              Events: <RunEventsLink run={run} />,
              'Strain data': <FilesLink run={run} />,
            }}
          />
          <RunTimeline run={run} />
          <Datasets run={name} />
          {hasEvents && <EventsOf address={address} target={run.eventsTarget} />}
        </>
      )}
    </RecordFrame>
  );
}

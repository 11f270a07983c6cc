/** One event: when it was and which detectors saw it, its versions side by side, parameter sets, the data around it, and its files. */

import type { EventVersionDetail, ParameterSet } from '../../../core/contract/wire.ts';
import { pathOf } from '../../address/address.ts';
import { ExportMenu } from '../../export/export-menu.tsx';
import type { Core } from '../../host/core.ts';
import { latestOf, useLoaded } from '../../host/use-answer.ts';
import { isCovered } from '../../intervals/coverage.ts';
import { utcText } from '../../parts/format.ts';
import { Problem } from '../../parts/problem.tsx';
import { detectorsText, doiLink, Facts } from '../../parts/records.tsx';
import type { ViewProps } from '../../shell/view.ts';
import { STRAIN_FILES, withInterval } from '../strain/strain-address.ts';
import { StillTimeline } from '../strain/timeline-chart.tsx';
import { EventFiles } from './event-files.tsx';
import { type EventData, loadEvent, neighboursOf } from './load.ts';
import { ParameterSets } from './parameter-sets.tsx';
import { Whiskers } from './whiskers.tsx';

/** URL prefix of superevents in GraceDB. */
const graceDbUrl = (id: string): string => `https://gracedb.ligo.org/superevents/${id}/view/`;

function Versions({
  versions,
  current,
}: {
  readonly versions: readonly EventVersionDetail[];
  readonly current: string;
}) {
  return (
    <nav class="versions" aria-label="Versions">
      {versions.map(({ shortName, version, catalog }) => (
        <a
          key={shortName}
          href={`#/event-versions/${shortName}`}
          aria-current={shortName === current ? 'page' : undefined}
        >
          <b>v{version}</b> {catalog}
        </a>
      ))}
    </nav>
  );
}

/** Links of the event's alerts; null without a GraceDB id. */
function alertLinks({ grace_id, gcn_circular, gcn_notice }: EventData['event']) {
  if (grace_id === null) return null;
  return (
    <span class="links">
      <a href={graceDbUrl(grace_id)}>GraceDB {grace_id}</a>
      {gcn_circular !== null && <a href={gcn_circular}>GCN circulars</a>}
      {gcn_notice !== null && <a href={gcn_notice}>GCN notice</a>}
    </span>
  );
}

/** True for the set that the API makes of the default parameters where the data have no sets. */
const isStandIn = ({ pipeline_type, data_url, links }: ParameterSet): boolean =>
  pipeline_type === null && data_url === null && links.length === 0;

/** Links to the events before and after this one in time. */
function Neighbours({ core, name }: { readonly core: Core; readonly name: string }) {
  const { earlier, later } = neighboursOf(name, core.release);
  return (
    <nav class="links" aria-label="Other events">
      {earlier && <a href={`#/events/${earlier}`}>← {earlier}</a>}
      {later && <a href={`#/events/${later}`}>{later} →</a>}
    </nav>
  );
}

const list = new Intl.ListFormat('en');

/** Which detectors had data, in words. */
function describeData({ timelines, version: { gps, run } }: EventData): string {
  const isOnRecord = timelines.some(({ runs }) => run !== null && runs.includes(run));
  if (!isOnRecord) return 'The catalogue has no segments of this time.';
  const detectors = timelines.filter(({ segments }) => isCovered(segments, gps)).map(({ detector }) => detector);
  return detectors.length === 0
    ? 'By the segments on record, no detector had data at the time of the event.'
    : `At the time of the event, ${list.format(detectors)} had data.`;
}

/** The data of each detector around the event, as a drawing and in words. */
function AroundEvent({ data }: { readonly data: EventData }) {
  const { around, runs, version } = data;
  const timelines = data.timelines.filter(
    ({ detector, segments }) => segments.length > 0 || version.detectors.includes(detector),
  );
  return (
    <>
      <p>
        {describeData(data)} <a href={`#/${withInterval(STRAIN_FILES, around)}`}>Strain data around it</a>
      </p>
      <StillTimeline {...{ timelines, runs }} interval={around} events={[version]} current={version.shortName} />
    </>
  );
}

const listFacts = ({ version, event }: EventData) => ({
  UTC: utcText(version.gps),
  GPS: version.gps.toFixed(1),
  Run: version.run === null ? 'outside the runs' : <a href={`#/runs/${version.run}`}>{version.run}</a>,
  Detectors: detectorsText(version.detectors),
  Catalog: <a href={`#/catalogs/${version.catalog}`}>{version.catalog}</a>,
  DOI: doiLink(version.doi),
  Also: version.aliases.length > 1 && version.aliases.slice(1).join(', '),
  Alerts: alertLinks(event),
});

export default function EventView(props: ViewProps) {
  const { core, address } = props;
  const path = pathOf(address.target);
  const loaded = useLoaded(core, path, () => loadEvent(core, path));
  if (loaded.state === 'failed') return <Problem {...props} {...loaded} />;
  const data = latestOf(loaded);
  if (data === null) return <p class="waiting">Loading event …</p>;
  const { version, versions, sets, ownFiles, bulkFiles } = data;
  const order = core.release.data.vocabulary.parameters.map(({ name }) => name);
  return (
    <div class="event" data-ready={loaded.state === 'ready' ? '' : undefined}>
      <div class="view-head">
        <h1>{version.name}</h1>
        <Neighbours core={core} name={version.name} />
        <ExportMenu core={core} target={path} cited={version} />
      </div>
      <Versions versions={versions} current={version.shortName} />
      <Facts facts={listFacts(data)} />
      <section class="panel" aria-labelledby="by-version">
        <h2 id="by-version">Parameters by version</h2>
        <Whiskers versions={versions} current={version.shortName} order={order} />
        <p class="note">Error bars as published, usually 90% credible intervals.</p>
      </section>
      <section class="panel" aria-labelledby="around">
        <h2 id="around">Data around the event</h2>
        <AroundEvent data={data} />
      </section>
      <div class="columns">
        {!sets.every(isStandIn) && (
          <section class="panel" aria-labelledby="sets">
            <h2 id="sets">Parameter sets of v{version.version}</h2>
            <ParameterSets sets={sets} order={order} />
          </section>
        )}
        <section class="panel" aria-labelledby="files">
          <h2 id="files">Strain files</h2>
          <EventFiles own={ownFiles} bulk={bulkFiles} release={core.release} />
        </section>
      </div>
    </div>
  );
}

/** One event: when it was and which detectors saw it, its versions side by side, parameter sets, the data around it, and its files. */

import { pathOf } from '../../address/address.ts';
import { ExportMenu } from '../../export/export-menu.tsx';
import { latestOf, useLoaded } from '../../host/use-answer.ts';
import { isCovered } from '../../intervals/interval.ts';
import { utcText } from '../../parts/format.ts';
import { Problem } from '../../parts/problem.tsx';
import { detectorsText, doiLink, Facts, Panel } from '../../parts/records.tsx';
import type { ViewProps } from '../../shell/router.tsx';
import { FileTable, isLinked, NoArchive } from '../strain/file-table.tsx';
import { STRAIN_FILES, withInterval } from '../strain/strain-address.ts';
import { StillTimeline } from '../strain/timeline-chart.tsx';
import { type EventData, loadEvent, neighboursOf } from './load.ts';
import { isStandIn, ParameterSets } from './parameter-sets.tsx';
import { Whiskers } from './whiskers.tsx';

interface DataProps {
  readonly data: EventData;
}

/** Links to the versions; the one that is shown is marked. */
function Versions({ data: { versions, version } }: DataProps) {
  return (
    <nav class="versions" aria-label="Versions">
      {versions.map((one) => (
        <a
          key={one.shortName}
          href={`#/event-versions/${one.shortName}`}
          aria-current={one.shortName === version.shortName ? 'page' : undefined}
        >
          <b>v{one.version}</b> {one.catalog}
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
      <a href={`https://gracedb.ligo.org/superevents/${grace_id}/view/`}>GraceDB {grace_id}</a>
      {gcn_circular !== null && <a href={gcn_circular}>GCN circulars</a>}
      {gcn_notice !== null && <a href={gcn_notice}>GCN notice</a>}
    </span>
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
function AroundEvent({ data }: DataProps) {
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

function EventFiles({ data }: DataProps) {
  const groups = Object.entries(data.files).filter(([, files]) => files.length > 0);
  if (groups.length === 0) return <p class="empty">The catalogue has no strain files of this event.</p>;
  return (
    <>
      {!groups.some(([, files]) => files.some(isLinked)) && <NoArchive />}
      {groups.map(([label, files]) => (
        <FileTable key={label} {...{ label, files }} isCaptioned />
      ))}
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
  const { version, versions, sets } = data;
  const order = core.release.data.vocabulary.parameters.map(({ name }) => name);
  const { earlier, later } = neighboursOf(version.name, core.release);
  return (
    <div class="event" data-ready={loaded.state === 'ready' ? '' : undefined}>
      <div class="view-head">
        <h1>{version.name}</h1>
        <nav class="links" aria-label="Other events">
          {earlier && <a href={`#/events/${earlier}`}>← {earlier}</a>}
          {later && <a href={`#/events/${later}`}>{later} →</a>}
        </nav>
        <ExportMenu core={core} target={path} cited={version} />
      </div>
      <Versions data={data} />
      <Facts facts={listFacts(data)} />
      <Panel id="by-version" title="Parameters by version">
        <Whiskers versions={versions} current={version.shortName} order={order} />
        <p class="note">Error bars as published, usually 90% credible intervals.</p>
      </Panel>
      <Panel id="around" title="Data around the event">
        <AroundEvent data={data} />
      </Panel>
      <div class="columns">
        {!sets.every(isStandIn) && (
          <Panel id="sets" title={`Parameter sets of v${version.version}`}>
            <ParameterSets sets={sets} order={order} />
          </Panel>
        )}
        <Panel id="files" title="Strain files">
          <EventFiles data={data} />
        </Panel>
      </div>
    </div>
  );
}

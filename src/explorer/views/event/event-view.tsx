/** One event: when it was and which detectors saw it, its versions side by side, parameter sets, the data around it, and its files. */

import type {
  EventDetail,
  EventStrainFile,
  EventVersionDetail,
  ParameterSet,
  RunEntry,
  StrainFileEntry,
} from '../../../core/contract/wire.ts';
import { idsAtHand } from '../../../core/handler/find-mistakes.ts';
import type { Release } from '../../../core/handler/release.ts';
import { lastSegment, pathOf, segmentsOf } from '../../address/address.ts';
import { ExportMenu } from '../../export/export-menu.tsx';
import type { Core } from '../../host/core.ts';
import { latestOf, useLoaded } from '../../host/use-answer.ts';
import { isCovered } from '../../intervals/interval.ts';
import { utcText } from '../../parts/format.ts';
import { Problem } from '../../parts/problem.tsx';
import { detectorsText, doiLink, Facts, Panel } from '../../parts/records.tsx';
import type { ViewProps } from '../../shell/view.ts';
import { isLinked, type ListedFile, listBulkFiles, toArchive } from '../strain/archive.ts';
import { FileTable, NoArchive } from '../strain/files.tsx';
import { aroundEvent, loadTimelines } from '../strain/load.ts';
import { STRAIN_FILES, withInterval } from '../strain/strain-address.ts';
import { StaticTimeline } from '../strain/timeline-chart.tsx';
import { isStandIn, ParameterSets } from './parameter-sets.tsx';
import { Whiskers } from './whiskers.tsx';

/** The files of an event version, which the API lists by format. */
function listOwnFiles(files: readonly EventStrainFile[], release: Release): readonly ListedFile[] {
  const groups = Map.groupBy(files, ({ detector, gps_start, duration, sample_rate_kHz }) =>
    [detector, gps_start, duration, sample_rate_kHz].join(' '),
  );
  return [...groups.values()].map((formats) => {
    const { detector, gps_start: gpsStart, duration, sample_rate_kHz: rate } = formats[0] as EventStrainFile;
    const links = formats.map((one) => [one.file_format, toArchive(one.download_url, release)] as const);
    return { detector, gpsStart, duration, rate, links };
  });
}

/** Loads what an address shows: `event-versions/<id>`, or `events/<name>` with its last version. Rejects as `json` does. */
async function loadEvent(core: Core, target: string) {
  const loadVersion = (id: string) => core.json<EventVersionDetail>(`event-versions/${encodeURIComponent(id)}`);
  const loadOne = (name: string) => core.json<EventDetail>(`events/${encodeURIComponent(name)}`);
  const [collection, id = ''] = segmentsOf(target);
  const known = collection === 'events' ? await loadOne(id) : null;
  const version = await loadVersion(known?.name ?? id);
  const own = `event-versions/${encodeURIComponent(version.shortName)}`;
  const [event, versions, sets, ownFiles, bulkFiles] = await Promise.all([
    known ?? loadOne(version.name),
    Promise.all(version.versions.map(({ detail_url }) => loadVersion(lastSegment(detail_url)))),
    core.entries<ParameterSet>(`${own}/parameters`),
    core.entries<EventStrainFile>(`${own}/strain-files`),
    core.entries<StrainFileEntry>(`events/${encodeURIComponent(version.name)}/strain-files`),
  ]);
  const files = {
    'Around the event': listOwnFiles(ownFiles, core.release),
    'Files of the run that hold it': listBulkFiles(bulkFiles, core.release),
  };
  return { version, versions, event, sets, files };
}

/** The timelines with their segments in the interval around an event, and the runs: they are as large as all the rest. */
async function loadAround(core: Core, gps: number) {
  const around = aroundEvent(gps);
  const [timelines, runs] = await Promise.all([loadTimelines(core, around), core.entries<RunEntry>('runs')]);
  return { timelines, runs, around };
}

/** `version` is the one that is shown, `versions` are all of them, ascending; `files` are grouped by title. */
type EventData = Awaited<ReturnType<typeof loadEvent>>;

/** The names of the events before and after one in time; undefined if there are none. */
function neighboursOf(name: string, release: Pick<Release, 'indexOf'>) {
  const names = idsAtHand(release, 'events');
  const position = names.indexOf(name);
  // The API lists the latest event first.
  return position < 0 ? {} : { earlier: names[position + 1], later: names[position - 1] };
}

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
function describeData(
  timelines: Awaited<ReturnType<typeof loadAround>>['timelines'],
  { gps, run }: EventVersionDetail,
) {
  const isOnRecord = timelines.some(({ runs }) => run !== null && runs.includes(run));
  if (!isOnRecord) return 'The catalogue has no segments of this time.';
  const detectors = timelines.filter(({ segments }) => isCovered(segments, gps)).map(({ detector }) => detector);
  return detectors.length === 0
    ? 'By the segments on record, no detector had data at the time of the event.'
    : `At the time of the event, ${list.format(detectors)} had data.`;
}

/** The data of each detector around the event, as a drawing and in words. */
function AroundEvent({ version, ...props }: ViewProps & { readonly version: EventVersionDetail }) {
  const { core } = props;
  const loaded = useLoaded(core, `around ${version.gps}`, () => loadAround(core, version.gps));
  if (loaded.state === 'failed') return <Problem {...props} {...loaded} />;
  const data = latestOf(loaded);
  if (data === null) return <p class="waiting">Loading segments …</p>;
  const { around, runs } = data;
  const timelines = data.timelines.filter(
    ({ detector, segments }) => segments.length > 0 || version.detectors.includes(detector),
  );
  return (
    <>
      <p>
        {describeData(data.timelines, version)}{' '}
        <a href={`#/${withInterval(STRAIN_FILES, around)}`}>Strain data around it</a>
      </p>
      <StaticTimeline {...{ timelines, runs }} interval={around} events={[version]} current={version.shortName} />
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
        <AroundEvent {...props} version={version} />
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

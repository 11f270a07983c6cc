/** One event: its time and detectors, its versions side by side, parameter sets, the data around it, and its files. */

import type { EventVersionDetail, RunEntry } from '../../../core/contract/wire.ts';
import { pathOf, segmentsOf } from '../../address/address.ts';
import type { Core } from '../../host/core.ts';
import { latestOf, useLoaded } from '../../host/use-answer.ts';
import { isCovered } from '../../intervals/interval.ts';
import { ProblemNotice } from '../../parts/problem.tsx';
import { Panel } from '../../parts/records.tsx';
import { useTabTitle } from '../../parts/view-head.tsx';
import type { ViewProps } from '../../shell/view.ts';
import { isLinked } from '../strain/archive.ts';
import { FileTable, NoArchive } from '../strain/files.tsx';
import { aroundEvent, loadTimelines } from '../strain/load.ts';
import { STRAIN_FILES, withInterval } from '../strain/strain-address.ts';
import { StaticTimeline } from '../strain/timeline-chart.tsx';
import { EventHead } from './event-head.tsx';
import { type EventData, hasValues, loadEvent } from './load-event.ts';
import { isStandIn, ParameterSets } from './parameter-sets.tsx';
import { Versions } from './versions.tsx';
import { Whiskers } from './whiskers.tsx';

/** The timelines with their segments in the interval around an event, and the runs: these are as large as everything else together. */
async function loadAround(core: Core, gps: number) {
  const around = aroundEvent(gps);
  const [timelines, runs] = await Promise.all([loadTimelines(core, around), core.entries<RunEntry>('runs')]);
  return { timelines, runs, around };
}

interface DataProps {
  readonly data: EventData;
}

const list = new Intl.ListFormat('en-GB');

/** The detectors that had data, in words. */
function describeData(
  timelines: Awaited<ReturnType<typeof loadAround>>['timelines'],
  { gps, run }: EventVersionDetail,
) {
  const isOnRecord = timelines.some(({ runs }) => run !== null && runs.includes(run));
  if (!isOnRecord) return 'The catalogue has no segments for this time.';
  const detectors = timelines.filter(({ segments }) => isCovered(segments, gps)).map(({ detector }) => detector);
  return detectors.length === 0
    ? 'According to the recorded segments, no detector had data at the time of the event.'
    : `At the time of the event, ${list.format(detectors)} had data.`;
}

/** The data of each detector around the event, as a drawing and in words. */
function AroundEvent({ version, ...props }: ViewProps & { readonly version: EventVersionDetail }) {
  const { core } = props;
  const loaded = useLoaded(core, `around ${version.gps}`, () => loadAround(core, version.gps));
  if (loaded.state === 'failed') return <ProblemNotice {...props} {...loaded} />;
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
        <a href={`#/${withInterval(STRAIN_FILES, around)}`}>Strain data around the event</a>
      </p>
      <StaticTimeline {...{ timelines, runs }} interval={around} events={[version]} current={version.shortName} />
    </>
  );
}

function EventFiles({ data }: DataProps) {
  const groups = Object.entries(data.files).filter(([, files]) => files.length > 0);
  if (groups.length === 0) return <p class="empty">The catalogue has no strain files for this event.</p>;
  return (
    <>
      {!groups.some(([, files]) => files.some(isLinked)) && <NoArchive />}
      {groups.map(([label, files]) => (
        <FileTable key={label} {...{ label, files }} isCaptioned />
      ))}
    </>
  );
}

/** Explains the marks and the rounding of numbers on the page. */
function HowToRead({ data: { versions, version } }: DataProps) {
  const empty = versions.filter((one) => !hasValues(one));
  return (
    <details class="how" open>
      <summary>How to read this</summary>
      <p>
        A version is a published set of values; later versions replace earlier ones. The selected version is in colour,
        with the others below it on the same axes. Bars: published errors, usually 90% credible intervals. Hollow with
        an arrow: a limit. “Not published”: the version has values, but not for this parameter. Values are rounded to
        two digits of the smaller error. Exports have full precision.
      </p>
      {empty.length > 0 && (
        <p>
          {empty.map(({ version: number, catalog }) => `v${number}, ${catalog}`).join('; ')}: no values published
          {empty.includes(version) ? ', so none is in colour.' : '.'}
        </p>
      )}
    </details>
  );
}

export default function EventView(props: ViewProps) {
  const { core, address } = props;
  const path = pathOf(address.target);
  const loaded = useLoaded(core, path, () => loadEvent(core, path));
  const data = latestOf(loaded);
  useTabTitle(data?.version.name ?? segmentsOf(path).at(-1) ?? '', 'Events');
  if (loaded.state === 'failed') return <ProblemNotice {...props} {...loaded} />;
  if (data === null) return <p class="waiting">Loading event …</p>;
  const { version, versions, sets } = data;
  const order = core.release.data.vocabulary.parameters.map(({ name }) => name);
  return (
    <div class="event" data-ready={loaded.state === 'ready' ? '' : undefined}>
      <EventHead {...{ data, core, path }} />
      <section class="panel versions-panel" aria-labelledby="by-version">
        <div class="versions-head">
          <h2 id="by-version">Versions</h2>
          <Versions versions={versions} current={version.shortName} />
        </div>
        <Whiskers versions={versions} current={version.shortName} order={order} />
        {versions.some(hasValues) && <HowToRead data={data} />}
      </section>
      <div class="columns">
        <Panel id="around" title="Detectors around the event">
          <AroundEvent {...props} version={version} />
        </Panel>
        <Panel id="files" title="Strain files">
          <EventFiles data={data} />
        </Panel>
      </div>
      {!sets.every(isStandIn) && (
        <Panel id="sets" title={`Parameter sets of v${version.version}`}>
          <ParameterSets sets={sets} order={order} />
        </Panel>
      )}
    </div>
  );
}

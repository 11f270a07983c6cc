/**
 * Strain data: a timeline of the available data, the time for which each set of detectors was on, and the files to download. The interval,
 * detector and sample rate are parameters in the address, which is a request for the API's list of strain files.
 */

import { useMemo } from 'preact/hooks';
import { pathOf, segmentsOf } from '../../address/address.ts';
import { type Navigate, useSteps } from '../../address/navigate.ts';
import type { ViewProps } from '../../address/routes.ts';
import { readSettings, STRAIN_SETTINGS } from '../../address/settings.ts';
import { useClient, useNavigate } from '../../client/context.ts';
import { useLoaded } from '../../client/use-loaded.ts';
import { ExportMenu } from '../../export/export-menu.tsx';
import { hull, type Interval } from '../../strain-data/interval.ts';
import { filesTarget, filesWithin, intervalIn, STRAIN_FILES } from '../../strain-data/strain-address.ts';
import { listText, shortUtc } from '../../text/format.ts';
import { percentText } from '../../text/hours-text.ts';
import { useTabTitle, ViewHead } from '../../widgets/view-head.tsx';
import { countTogether, type TimeTogether } from './detector-sets.ts';
import { FilesPanel } from './files.tsx';
import { Hours } from './hours.tsx';
import { formatTime, IntervalForm, RunChips } from './interval-form.tsx';
import { chooseTimelines, loadFiles, loadRecordInterval, loadStrainData, type StrainViewData } from './load.ts';
import { TimelineHint } from './readout.tsx';
import { TimelinePanel } from './timeline.tsx';
import { TogetherPanel } from './together.tsx';

export default function StrainView({ address }: ViewProps) {
  const path = pathOf(address.target);
  const { value: data } = useLoaded('strain data', loadStrainData);
  const ofRecord = useLoaded(path, (client) => loadRecordInterval(client, path));
  const everything = path === 'timelines' ? data?.withSegments : path === STRAIN_FILES ? data?.bounds : undefined;
  const byDefault = everything ?? ofRecord.current;
  if (data && byDefault) return <StrainPanels {...{ address, data, byDefault }} />;
  return (
    <>
      <h1>{makeTitle(path)}</h1>
      <p class="waiting">Loading segments …</p>
      <TimelineHint />
    </>
  );
}

/** The title of the view: the run, if a whole run is shown, or the record in the path. */
function makeTitle(path: string, interval?: Interval, runs: StrainViewData['runs'] = []): string {
  const shown = runs.find((run) => run.gps_start === interval?.start && run.gps_end === interval.stop);
  const [parent, id] = segmentsOf(path);
  const subject =
    parent === 'datasets' || parent === 'events' ? id : (shown?.name ?? (parent === 'timelines' ? undefined : id));
  return subject === undefined ? 'Strain data' : `Strain data of ${subject}`;
}

interface IntervalSentenceProps {
  readonly interval: Interval;
  readonly isUtc: boolean;
  readonly counts: TimeTogether;
}

/** The interval, and how long two detectors were on together: H1 and L1 if possible, otherwise the pair with the longest time. */
function IntervalSentence({ interval, isUtc, counts: { known, sets } }: IntervalSentenceProps) {
  const pairs = sets.filter(({ detectors }) => detectors.length === 2).sort((a, b) => b.atLeast - a.atLeast);
  // Prefer the two LIGO detectors, because most searches need them.
  const pair = pairs.find(({ detectors }) => detectors.join() === 'H1,L1') ?? pairs[0];
  return (
    <>
      {!isUtc && 'GPS '}
      {formatTime(interval.start, isUtc)} to {formatTime(interval.stop, isUtc)}
      {isUtc && ' UTC'}
      {known > 0 && (
        <>
          ,{' '}
          <b>
            <Hours seconds={known} hasUnit />
          </b>{' '}
          of runs with a list of segments
        </>
      )}
      .
      {pair && (
        <>
          {' '}
          {listText(pair.detectors)} were on together for{' '}
          <b>
            <Hours seconds={pair.atLeast} hasUnit />
          </b>{' '}
          ({percentText(pair.atLeast / known)}%).
        </>
      )}
    </>
  );
}

interface PanelsProps extends ViewProps {
  readonly data: StrainViewData;
  /** The interval for an address that has none. */
  readonly byDefault: Interval;
}

function StrainPanels({ data, byDefault, address }: PanelsProps) {
  const navigate = useNavigate();
  const { vocabulary } = useClient().release.data;
  const { target, settings } = address;
  const isUtc = readSettings(settings, STRAIN_SETTINGS, vocabulary).time === null;
  const interval = useMemo(() => intervalIn(target, byDefault), [target, byDefault]);
  const request = filesTarget(target, interval);
  const step = useSteps(navigate);
  // Becomes true in a task of its own, because drawing everything at once would block a phone for a noticeable time.
  const { value: isTimelineDrawn } = useLoaded('timeline', () => Promise.resolve(true));
  // If the API refuses the address, the whole view shows the refusal.
  const files = useLoaded(request, (client) => loadFiles(client, request));
  const title = makeTitle(pathOf(target), interval, data.runs);
  useTabTitle(
    title === 'Strain data' ? `${shortUtc(interval.start)} to ${shortUtc(interval.stop)}` : title,
    'Strain data',
  );
  const showBy = (by: Navigate) => (to: Interval) => by({ ...address, target: filesWithin(to, target) });
  const show = showBy(navigate);
  const timelines = useMemo(() => chooseTimelines(data, interval), [data, interval]);
  const bounds = hull([data.bounds, interval]) ?? data.bounds;
  const shown = { timelines, runs: data.runs, interval };
  const counts = useMemo(() => countTogether(shown), [timelines, interval]);
  return (
    <div class="strain" data-ready={files.isReady ? '' : undefined}>
      <ViewHead title={title} sentence={<IntervalSentence {...{ interval, counts, isUtc }} />}>
        <ExportMenu content={{ target: request }} />
      </ViewHead>
      <div class="interval-bar row">
        <RunChips runs={data.runs} interval={interval} everything={data.withSegments} onInterval={show} />
        <IntervalForm interval={interval} onInterval={show} isUtc={isUtc} />
      </div>
      <TimelinePanel {...{ data, timelines, bounds, interval, isUtc }} onInterval={show} onMove={showBy(step)} />
      {isTimelineDrawn && (
        <>
          <TogetherPanel {...shown} counts={counts} all={data.timelines} />
          <FilesPanel
            target={request}
            page={files.value}
            isReady={files.isReady}
            onTarget={(to) => navigate({ ...address, target: to })}
          />
        </>
      )}
    </div>
  );
}

/**
 * Strain data: which data exist, as a timeline; how much of the visible interval they cover; and the files to download. The
 * interval, detector and sample rate are parameters of the address, which is the API's list of strain files.
 */

import { pathOf, segmentsOf } from '../../address/address.ts';
import { ExportMenu } from '../../export/export-menu.tsx';
import { latestOf, useLoaded } from '../../host/use-answer.ts';
import { hull, type Interval } from '../../intervals/interval.ts';
import { utcText } from '../../parts/format.ts';
import { Problem } from '../../parts/problem.tsx';
import type { ViewProps } from '../../shell/view.ts';
import { type FilesPage, FilesPanel } from './files.tsx';
import { IntervalForm } from './interval-form.tsx';
import { LivetimePanel } from './livetime.tsx';
import { chooseTimelines, defaultInterval, loadStrainData, type StrainData, type TimelineEvent } from './load.ts';
import { filesTarget, intervalIn, withInterval } from './strain-address.ts';
import { TimelinePanel } from './timeline.tsx';

interface Shown {
  readonly data: StrainData;
  /** The interval for an address without one. */
  readonly byDefault: Interval;
}

export default function StrainView(props: ViewProps) {
  const { core, address } = props;
  const path = pathOf(address.target);
  const loaded = useLoaded(core, path, async (): Promise<Shown> => {
    const data = await loadStrainData(core);
    return { data, byDefault: await defaultInterval(core, path, data) };
  });
  if (loaded.state === 'failed') return <Problem {...props} {...loaded} />;
  const shown = latestOf(loaded);
  return shown === null ? <p class="waiting">Loading segments …</p> : <StrainPanels {...props} {...shown} />;
}

/** The subject of the view, by the record in the path. */
function makeTitle(path: string): string {
  const [parent, id] = segmentsOf(path);
  return parent === 'timelines' || id === undefined ? 'Strain data' : `Strain data of ${id}`;
}

function StrainPanels({ core, address, navigate, data, byDefault }: ViewProps & Shown) {
  const { target } = address;
  const path = pathOf(target);
  const interval = intervalIn(target, byDefault);
  const listed = filesTarget(target, interval);
  const files = useLoaded(core, listed, () => core.json<FilesPage>(listed));
  // If the API refuses the address, so does the whole view.
  if (files.state === 'failed') return <Problem {...files} {...{ core, address, navigate }} />;
  const show = (to: Interval, how: 'push' | 'replace') =>
    navigate({ ...address, target: withInterval(target, to) }, how);
  const open = (event: TimelineEvent) => navigate({ target: `event-versions/${event.shortName}`, view: {} });
  const timelines = chooseTimelines(data, interval);
  const within = { ...data, timelines, bounds: hull([data.bounds, interval]) ?? data.bounds };
  return (
    <div class="strain" data-ready={files.state === 'ready' ? '' : undefined}>
      <div class="view-head">
        <h1>{makeTitle(path)}</h1>
        <ExportMenu core={core} target={listed} />
      </div>
      <p class="lead">
        {utcText(interval.start)} to {utcText(interval.stop)} UTC
      </p>
      <TimelinePanel data={within} interval={interval} onInterval={show} onOpen={open} />
      <IntervalForm interval={interval} onInterval={show} />
      <LivetimePanel timelines={timelines} runs={data.runs} interval={interval} />
      <FilesPanel
        {...{ core }}
        target={listed}
        page={latestOf(files)}
        onTarget={(to) => navigate({ ...address, target: to })}
      />
    </div>
  );
}

/**
 * Strain data: which data exist, as a timeline; how much of the visible interval they cover; and the files to download. The
 * interval, detector and sample rate are parameters of the address, which is the API's list of strain files.
 */

import { useEffect, useState } from 'preact/hooks';
import { pathOf, segmentsOf } from '../../address/address.ts';
import { ExportMenu } from '../../export/export-menu.tsx';
import { latestOf, useLoaded } from '../../host/use-answer.ts';
import { hull, type Interval } from '../../intervals/interval.ts';
import { Field } from '../../parts/controls.tsx';
import { readTime, utcText } from '../../parts/format.ts';
import { Problem } from '../../parts/problem.tsx';
import type { ViewProps } from '../../shell/view.ts';
import { type FilesPage, FilesPanel } from './files.tsx';
import { LivetimePanel } from './livetime.tsx';
import { chooseTimelines, defaultInterval, loadStrainData, type StrainData } from './load.ts';
import { filesTarget, intervalIn, withInterval } from './strain-address.ts';
import { TimelineHint, TimelinePanel, type TimelineProps } from './timeline.tsx';

/** The same time in its other form. */
function explainTime(text: string): string {
  const gps = readTime(text.trim());
  if (gps === undefined) return 'GPS seconds, or UTC as 2015-09-14 09:50:45';
  return text.trim() === String(gps) ? `${utcText(gps)} UTC` : `GPS ${gps}`;
}

const ENDS = { start: 'Start', stop: 'Stop' } as const;

/** The interval as two fields that accept GPS seconds or UTC. */
function IntervalForm({ interval, onInterval }: Pick<TimelineProps, 'interval' | 'onInterval'>) {
  const [texts, setTexts] = useState({ start: '', stop: '' });
  useEffect(
    () => setTexts({ start: String(interval.start), stop: String(interval.stop) }),
    [interval.start, interval.stop],
  );
  const [start, stop] = [readTime(texts.start.trim()), readTime(texts.stop.trim())];
  const isOrdered = start !== undefined && stop !== undefined && start < stop;
  const show = (event: Event) => {
    event.preventDefault();
    if (isOrdered) onInterval({ start, stop }, 'push');
  };
  return (
    <form class="interval panel" aria-label="Interval" onSubmit={show}>
      {(['start', 'stop'] as const).map((end) => (
        <Field
          key={end}
          id={`interval-${end}`}
          label={ENDS[end]}
          unit="GPS or UTC"
          value={texts[end]}
          isInvalid={readTime(texts[end].trim()) === undefined}
          help={explainTime(texts[end])}
          onValue={(text) => setTexts({ ...texts, [end]: text })}
        />
      ))}
      <button type="submit" disabled={!isOrdered}>
        Show
      </button>
      {start !== undefined && stop !== undefined && !isOrdered && (
        <p class="wrong">The stop must be after the start.</p>
      )}
    </form>
  );
}

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
  if (shown !== null) return <StrainPanels {...props} {...shown} />;
  return (
    <>
      <h1>{makeTitle(path)}</h1>
      <p class="waiting">Loading segments …</p>
      <TimelineHint />
    </>
  );
}

/** The subject of the view, by the record in the path. */
function makeTitle(path: string): string {
  const [parent, id] = segmentsOf(path);
  return parent === 'timelines' || id === undefined ? 'Strain data' : `Strain data of ${id}`;
}

function StrainPanels({ data, byDefault, ...props }: ViewProps & Shown) {
  const { core, address, navigate } = props;
  const { target } = address;
  const interval = intervalIn(target, byDefault);
  const listed = filesTarget(target, interval);
  const files = useLoaded(core, listed, () => core.json<FilesPage>(listed));
  // If the API refuses the address, so does the whole view.
  if (files.state === 'failed') return <Problem {...props} {...files} />;
  const show: TimelineProps['onInterval'] = (to, how) =>
    navigate({ ...address, target: withInterval(target, to) }, how);
  const open: TimelineProps['onOpen'] = ({ shortName }) =>
    navigate({ target: `event-versions/${shortName}`, view: {} });
  const timelines = chooseTimelines(data, interval);
  const within = { ...data, timelines, bounds: hull([data.bounds, interval]) ?? data.bounds };
  return (
    <div class="strain" data-ready={files.state === 'ready' ? '' : undefined}>
      <div class="view-head">
        <h1>{makeTitle(pathOf(target))}</h1>
        <ExportMenu core={core} target={listed} />
      </div>
      <p class="lead">
        {utcText(interval.start)} to {utcText(interval.stop)} UTC
      </p>
      <TimelinePanel data={within} interval={interval} onInterval={show} onOpen={open} />
      <IntervalForm interval={interval} onInterval={show} />
      <LivetimePanel timelines={timelines} runs={data.runs} interval={interval} />
      <FilesPanel
        core={core}
        target={listed}
        page={latestOf(files)}
        onTarget={(to) => navigate({ ...address, target: to })}
      />
    </div>
  );
}

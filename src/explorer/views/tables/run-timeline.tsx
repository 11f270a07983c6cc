/** The data of a run: a drawing of the times in which each detector had data. */

import type { RunEntry } from '../../../core/contract/wire.ts';
import { useWidth } from '../../charts/use-width.ts';
import type { Core } from '../../host/core.ts';
import { latestOf, useLoaded } from '../../host/use-answer.ts';
import { knowledgeOf } from '../../intervals/observing.ts';
import { loadTimelinesWithin } from '../strain/load.ts';
import { TimelineChart } from '../strain/timeline-chart.tsx';

export function RunTimeline({ core, run }: { readonly core: Core; readonly run: RunEntry }) {
  const interval = { start: run.gps_start, stop: run.gps_end };
  const loaded = useLoaded(core, `timelines of ${run.name}`, () => loadTimelinesWithin(core, interval));
  const [element, width] = useWidth<HTMLDivElement>();
  const timelines = (latestOf(loaded) ?? []).filter((one) => knowledgeOf(one, run) !== 'absent');
  const isKnown = timelines.some((one) => knowledgeOf(one, run) === 'known');
  return (
    <section class="panel" aria-labelledby="data">
      <h2 id="data">Time with data</h2>
      {loaded.state === 'ready' && !isKnown && <p class="note">The catalogue has no segments of this run.</p>}
      <div ref={element} class="timeline-area still">
        {width > 0 && timelines.length > 0 && (
          <TimelineChart {...{ width, interval, timelines }} runs={[run]} events={[]} />
        )}
      </div>
    </section>
  );
}

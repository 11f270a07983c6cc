/** Renders timelines: one per flag, for all runs. */

import { sortRuns } from '../../catalogue/runs.ts';
import type * as Data from '../../catalogue/types.ts';
import { byCodeUnit } from '../../core/base/order.ts';
import { formatSpan, TIMELINE } from '../../core/collections/timelines.ts';
import type { Timeline } from '../../core/contract/wire.ts';
import { detectorRuns } from './event-facts.ts';
import { columnIndex, names, texts } from './index-columns.ts';
import { nestedLink, objectOf, plain, recordLink } from './json.ts';
import { type CatalogueWith, createRenderer } from './renderer.ts';

/** A flag with its segments in all runs. */
export interface Flag {
  readonly name: string;
  readonly detector: string;
  /** In the order of the runs. */
  readonly lists: readonly Data.Timeline[];
}

/** Every flag; order (decision): by name. */
export function sortFlags({ timelines: all, runs }: CatalogueWith<'timelines' | 'runs'>): Flag[] {
  const order = sortRuns(runs).map(({ name }) => name);
  const byRun = [...all].sort((a, b) => order.indexOf(a.run) - order.indexOf(b.run));
  const names = [...new Set(all.map(({ name }) => name))].sort(byCodeUnit);
  return names.map((name) => {
    const lists = byRun.filter((one) => one.name === name);
    return { name, detector: lists[0]?.detector ?? '', lists };
  });
}

const runsOf = ({ lists }: Flag): string[] => lists.map(({ run }) => run);

function renderFlag(flag: Flag): string {
  return objectOf<Timeline>({
    name: plain(flag.name),
    detector: plain(flag.detector),
    run_names: plain(runsOf(flag)),
    segments_url: nestedLink('timelines/{}/segments', flag.name),
    detail_url: recordLink('timelines', flag.name),
  });
}

export const timelines = createRenderer(['timelines', 'runs'], {
  index(catalogue) {
    const flags = sortFlags(catalogue);
    const spans = new Map(catalogue.runs.map((run) => [run.name, formatSpan(run.gps_start, run.gps_end)]));
    const spanOf = (run: string): string => spans.get(run) as string;
    return columnIndex(flags.length, {
      [TIMELINE.name]: texts(flags.map(({ name }) => name)),
      [TIMELINE.detectorRuns]: names(
        flags.map((flag) => runsOf(flag).flatMap((run) => detectorRuns([flag.detector], run))),
      ),
      [TIMELINE.runs]: names(flags.map(runsOf)),
      [TIMELINE.spans]: names(flags.map((flag) => runsOf(flag).map(spanOf))),
    });
  },
  lines: (catalogue) => sortFlags(catalogue).map((flag) => ({ entry: renderFlag(flag) })),
});

/** Renders observing runs. Times are in GPS seconds. */

import { sortRuns } from '../../catalogue/runs.ts';
import type { ObservingRun } from '../../catalogue/types.ts';
import { RUN } from '../../core/collections/runs.ts';
import type { RunDetail, RunEntry } from '../../core/contract/wire.ts';
import { columnIndex, texts } from './index-columns.ts';
import { membersOf, nestedLink, plain, recordLink } from './json.ts';
import { createRenderer, type RenderedEntry } from './renderer.ts';

function renderRun({ name, gps_start, gps_end, detectors = [] }: ObservingRun): RenderedEntry {
  const entry = membersOf<RunEntry>({
    name: plain(name),
    gps_start: plain(gps_start),
    gps_end: plain(gps_end),
    detectors: plain(detectors),
    detail_url: recordLink('runs', name),
  });
  const more = membersOf<Omit<RunDetail, keyof RunEntry>>({
    datasets_url: nestedLink('runs/{}/datasets', name),
    events_url: nestedLink('runs/{}/events', name),
    strain_files_url: nestedLink('runs/{}/strain-files', name),
    timelines_url: nestedLink('runs/{}/timelines', name),
  });
  return { entry: `{${entry}}`, record: `{${entry},${more}}` };
}

export const runs = createRenderer(['runs'], {
  index: ({ runs: all }) => columnIndex(all.length, { [RUN.name]: texts(sortRuns(all).map(({ name }) => name)) }),
  lines: ({ runs: all }) => sortRuns(all).map(renderRun),
});

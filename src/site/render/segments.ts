/** Renders every flag's segments as columns; segments need no lines. Times are in GPS seconds. */

import { SEGMENT } from '../../core/collections/segments.ts';
import { INTERVAL } from '../../core/listing/column-data.ts';
import { columnIndex, groups, names, numbers } from './index-columns.ts';
import { createRenderer } from './renderer.ts';
import { type Flag, sortFlags } from './timelines.ts';

/** A flag's segments in all runs, ascending. */
function segmentsOf({ lists }: Flag) {
  const all = lists.flatMap(({ run, segments }) => segments.map(([start, stop]) => ({ run, start, stop })));
  return all.sort((a, b) => a.start - b.start || a.stop - b.stop);
}

export const segments = createRenderer(['timelines', 'runs'], {
  index(catalogue) {
    const byFlag = sortFlags(catalogue).map(segmentsOf);
    const all = byFlag.flat();
    return columnIndex(all.length, {
      [SEGMENT.timeline]: groups(byFlag.map(({ length }) => length)),
      [SEGMENT.run]: names(all.map(({ run }) => run)),
      [INTERVAL.start]: numbers(all.map(({ start }) => start)),
      [INTERVAL.stop]: numbers(all.map(({ stop }) => stop)),
    });
  },
  lines: () => [],
});

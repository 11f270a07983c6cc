/** Groups rows by run or by catalog, for the colours of a plot. Pure. */

import type { RunEntry } from '../../../core/contract/wire.ts';
import type { Row } from './selection.ts';

export const COLOURS = ['one', 'run', 'catalog'] as const;
/** What the colour of a mark says: nothing, the run, or the catalog. */
export type Colour = (typeof COLOURS)[number];

/** Classes of marks, in the style sheet. A ninth group and those after it share the last one. */
const MARKS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'other'] as const;

export interface Group {
  readonly name: string;
  readonly mark: (typeof MARKS)[number];
  /** Positions of its rows. */
  readonly positions: readonly number[];
}

const nameOf = ({ entry }: Row, colour: Colour, runs: readonly RunEntry[]): string => {
  if (colour === 'catalog') return entry.catalog;
  if (colour === 'one') return '';
  return (
    runs.find(({ gps_start, gps_end }) => entry.gps >= gps_start && entry.gps < gps_end)?.name ?? 'outside the runs'
  );
};

/** The groups of the rows, in the order of their first rows' times. With more than eight, the last ones are one group. */
export function groupRows(rows: readonly Row[], colour: Colour, runs: readonly RunEntry[]): readonly Group[] {
  const inTime = [...rows.entries()].sort(([, a], [, b]) => a.entry.gps - b.entry.gps);
  const names = [...new Set(inTime.map(([, row]) => nameOf(row, colour, runs)))];
  const isMany = names.length > MARKS.length;
  return names.slice(0, MARKS.length).map((name, n) => {
    const isLast = isMany && n === MARKS.length - 1;
    const own = isLast ? names.slice(n) : [name];
    const positions = [...rows.entries()].flatMap(([at, row]) => (own.includes(nameOf(row, colour, runs)) ? [at] : []));
    return { name: isLast ? 'others' : name, mark: MARKS[n] as Group['mark'], positions };
  });
}

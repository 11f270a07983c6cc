/** Groups the events in a plot by colour. */

import { groupBy } from '../../../../core/base/group-by.ts';
import type { RunEntry } from '../../../../core/contract/wire.ts';
import type { EventSettings } from '../../../address/settings.ts';
import { SHAPES, type Shape } from '../../../charts/marks.ts';
import { longestRunAt } from '../../../charts/time-scale.ts';
import { TYPE_SHAPES, TYPES } from '../../../event-data/binaries.ts';
import { MASS_RATIO } from '../../../event-data/columns.ts';
import { countEvents, type EventRow } from '../../../event-data/rows.ts';
import { catalogColour, colourOf } from '../../../text/colours.ts';
import type { Offer } from '../offer.ts';

type ColourBy = NonNullable<EventSettings['colour']>;

/** Events with the same colour and shape. */
export interface EventGroup {
  readonly key: string;
  readonly title: string;
  /** Name of the colour. */
  readonly mark: string;
  readonly shape: Shape;
  readonly rows: readonly EventRow[];
  readonly count: number;
}

/** The property that colours show: as set in the address; by default the type, if the catalogue has masses. */
export const colourBy = (setting: ColourBy | null, { quantities }: Pick<Offer, 'quantities'>): ColourBy =>
  setting ?? (quantities.includes(MASS_RATIO) ? 'type' : 'one');

/** The key of events without masses, as in the address. */
export const NO_TYPE = 'none';
const OUTSIDE = 'in no run of this catalogue';

function keyOf(row: EventRow, colour: ColourBy, runs: readonly RunEntry[]): string {
  if (colour === 'type') return row.type ?? NO_TYPE;
  if (colour === 'catalog') return row.entry.catalog;
  return colour === 'run' ? (longestRunAt(runs, row.entry.gps)?.name ?? OUTSIDE) : 'events';
}

/** The colour and shape of a group. `all` are the names of its kind, in data order: filters do not change the look. */
function lookOf(key: string, colour: ColourBy, all: readonly string[]): Pick<EventGroup, 'mark' | 'shape'> {
  if (colour === 'type') {
    const shape = key in TYPE_SHAPES ? TYPE_SHAPES[key as keyof typeof TYPE_SHAPES] : 'triangle';
    return { mark: key in TYPE_SHAPES ? key : 'bar', shape };
  }
  if (colour === 'one') return { mark: 'BBH', shape: 'circle' };
  if (key === OUTSIDE) return { mark: 'bar', shape: 'circle' };
  const position = Math.max(all.indexOf(key), 0);
  // The newest catalog is the first one. A new one does not change the others' look.
  const age = colour === 'run' ? position : all.length - 1 - position;
  const mark = colour === 'run' ? colourOf(colour, key) : catalogColour(age);
  // Neighbours in time also differ in shape, because their colours may be hard to tell apart.
  return { mark, shape: SHAPES[age % SHAPES.length] as Shape };
}

/** Groups rows by colour: types in their usual order, runs and catalogs by time. A name always has the same colour and shape. */
export function groupRows(
  rows: readonly EventRow[],
  colour: ColourBy,
  runs: readonly RunEntry[],
  catalogs: Offer['catalogs'],
): readonly EventGroup[] {
  const inTime = rows.toSorted((a, b) => a.entry.gps - b.entry.gps);
  const groups = groupBy(inTime, (row) => keyOf(row, colour, runs));
  const all = colour === 'run' ? runs.map(({ name }) => name) : catalogs;
  const order = colour === 'type' ? TYPES.filter((type) => groups.has(type)) : [];
  const keys = [...new Set<string>([...order, ...groups.keys()])];
  return keys.map((key) => {
    const inGroup = groups.get(key) ?? [];
    const title = colour === 'type' && key === NO_TYPE ? 'without masses' : key;
    return { key, title, rows: inGroup, count: countEvents(inGroup), ...lookOf(key, colour, all) };
  });
}

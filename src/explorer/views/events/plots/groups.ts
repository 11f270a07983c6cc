/** Groups the events in a plot by colour. */

import { groupBy } from '../../../../core/base/group-by.ts';
import type { RunEntry } from '../../../../core/contract/wire.ts';
import { SHAPES, type Shape } from '../../../charts/marks.ts';
import { NO_MASSES, NO_TYPE, TYPE_SHAPES, TYPES } from '../../../event-data/binaries.ts';
import type { EventSettings } from '../../../event-data/event-settings.ts';
import { countEvents, type EventRow } from '../../../event-data/rows.ts';
import { catalogColour, colourOf } from '../../../text/colours.ts';
import type { Offer } from '../offer.ts';
import { longestRunAt } from './time-scale.ts';

type ColourBy = NonNullable<EventSettings['colour']>;

/** Events with the same colour and shape. */
export interface EventGroup {
  readonly key: string;
  readonly title: string;
  /** The colour's name. */
  readonly colour: string;
  readonly shape: Shape;
  readonly rows: readonly EventRow[];
  readonly count: number;
}

/** The property that colours show: as set in the address; by default the type, if the catalogue has masses. */
export const colourBy = (setting: ColourBy | null, { hasMasses }: Pick<Offer, 'hasMasses'>): ColourBy =>
  setting ?? (hasMasses ? 'type' : 'one');

const OUTSIDE = 'in no run of this catalogue';

function keyOf(row: EventRow, by: ColourBy, runs: readonly RunEntry[]): string {
  if (by === 'type') return row.type ?? NO_TYPE;
  if (by === 'catalog') return row.entry.catalog;
  return by === 'run' ? (longestRunAt(runs, row.entry.gps)?.name ?? OUTSIDE) : 'events';
}

/** The colour and shape of a group. `all` are the names of its kind, in data order: filters do not change the look. */
function lookOf(key: string, by: ColourBy, all: readonly string[]): Pick<EventGroup, 'colour' | 'shape'> {
  if (by === 'type') {
    const shape = key in TYPE_SHAPES ? TYPE_SHAPES[key as keyof typeof TYPE_SHAPES] : 'triangle';
    return { colour: key in TYPE_SHAPES ? key : 'bar', shape };
  }
  if (by === 'one') return { colour: 'BBH', shape: 'circle' };
  if (key === OUTSIDE) return { colour: 'bar', shape: 'circle' };
  const position = Math.max(all.indexOf(key), 0);
  // The newest catalog is the first one. A new one does not change the others' look.
  const age = by === 'run' ? position : all.length - 1 - position;
  const colour = by === 'run' ? colourOf(by, key) : catalogColour(age);
  // Neighbours in time also differ in shape, because their colours may be hard to tell apart.
  return { colour, shape: SHAPES[age % SHAPES.length] as Shape };
}

/** Groups rows by colour: types in their usual order, runs and catalogs by time. A name always has the same colour and shape. */
export function groupRows(
  rows: readonly EventRow[],
  by: ColourBy,
  runs: readonly RunEntry[],
  catalogs: Offer['catalogs'],
): readonly EventGroup[] {
  const inTime = rows.toSorted((a, b) => a.entry.gps - b.entry.gps);
  const groups = groupBy(inTime, (row) => keyOf(row, by, runs));
  const all = by === 'run' ? runs.map(({ name }) => name) : catalogs;
  const order = by === 'type' ? TYPES.filter((type) => groups.has(type)) : [];
  const keys = [...new Set<string>([...order, ...groups.keys()])];
  return keys.map((key) => {
    const inGroup = groups.get(key) ?? [];
    const title = by === 'type' && key === NO_TYPE ? NO_MASSES : key;
    return { key, title, rows: inGroup, count: countEvents(inGroup), ...lookOf(key, by, all) };
  });
}

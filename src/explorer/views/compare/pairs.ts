/** Pairs the values that two catalogs publish for the same events. Changes are in old half-intervals or in dex, never in percent. */

import type { ParameterObject } from '../../../core/contract/wire.ts';
import { chooseKind, createScale, type Scale } from '../../charts/scale.ts';
import type { CompareSettings } from '../../event-data/event-settings.ts';
import { publishedValue, type Quantity } from '../../event-data/quantities.ts';
import { type EventRow, pickVersions } from '../../event-data/rows.ts';
import { RATE } from '../../text/parameter-names.ts';
import { limitOf, publishedInterval } from '../../text/values.ts';

export interface Pair {
  readonly name: string;
  readonly row: EventRow;
  readonly old: ParameterObject;
  readonly newer: ParameterObject;
  /** The new value minus the old value; null if either is a limit. */
  readonly difference: number | null;
  /** The change in old half-intervals; for a rate, in dex. Null if it is unknown. */
  readonly change: number | null;
  /** The change of the event's false alarm rate in dex; null if it is unknown. */
  readonly rateChange: number | null;
}

export interface Comparison {
  readonly pairs: readonly Pair[];
  /** Number of events in both catalogs, including events that lack the value in one of them. */
  readonly inBoth: number;
  readonly onlyNew: readonly EventRow[];
  readonly onlyOld: readonly EventRow[];
}

/** The difference in units of the old error on its side: ±1 is the end of the old interval. Null if that error is not published. */
function halfIntervals(difference: number | null, { upper_error, lower_error }: ParameterObject): number | null {
  if (difference === null) return null;
  const error = Math.abs((difference < 0 ? lower_error : upper_error) ?? 0);
  return error === 0 ? null : difference / error;
}

const rateOf = ({ values }: EventRow) => values.get(RATE);

/** The smallest rate that a catalog prints: it stands for all smaller rates, too. */
const smallestRate = (rows: Iterable<EventRow>): number =>
  Math.min(...[...rows].map((row) => rateOf(row)?.best ?? Number.POSITIVE_INFINITY));

function rateChangeOf(oldRow: EventRow, newRow: EventRow, oldLeast: number, newLeast: number): number | null {
  const [old, newer] = [rateOf(oldRow), rateOf(newRow)];
  if (!old || !newer || old.best <= 0 || newer.best <= 0 || limitOf(old) || limitOf(newer)) return null;
  return old.best === oldLeast && newer.best === newLeast ? null : Math.log10(newer.best / old.best);
}

/** Pairs the rows of two catalogs by event. Injections are left out, because they are not detections. */
export function compareRows(
  newRows: readonly EventRow[],
  oldRows: readonly EventRow[],
  quantity: Quantity,
): Comparison {
  const [newEvents, oldEvents] = [newRows, oldRows].map(
    (rows) => new Map(pickVersions(rows.filter(({ isInjection }) => !isInjection)).map((row) => [row.entry.name, row])),
  ) as [Map<string, EventRow>, Map<string, EventRow>];
  const [oldLeast, newLeast] = [smallestRate(oldEvents.values()), smallestRate(newEvents.values())];
  const both = [...newEvents.values()].filter(({ entry }) => oldEvents.has(entry.name));
  const pairs = both.flatMap((row): Pair | readonly [] => {
    const oldRow = oldEvents.get(row.entry.name) as EventRow;
    const [old, newer] = [publishedValue(oldRow, quantity), publishedValue(row, quantity)];
    if (!old || !newer) return [];
    const difference = limitOf(old) || limitOf(newer) ? null : newer.best - old.best;
    const rateChange = rateChangeOf(oldRow, row, oldLeast, newLeast);
    const change = quantity.parameter === RATE ? rateChange : halfIntervals(difference, old);
    return { name: row.entry.name, row, old, newer, difference, change, rateChange };
  });
  return {
    pairs,
    inBoth: both.length,
    onlyNew: [...newEvents.values()].filter(({ entry }) => !oldEvents.has(entry.name)),
    onlyOld: [...oldEvents.values()].filter(({ entry }) => !newEvents.has(entry.name)),
  };
}

/**
 * The scale that all pairs share, in percent of the width. Readers compare differences, so it is linear and starts at 0 unless some values are
 * negative. Only rates over many powers of ten have a logarithmic scale.
 */
export function scaleOf(pairs: readonly Pair[], { parameter, possible }: Quantity): Scale {
  const ends = pairs.flatMap(({ old, newer }) => [...publishedInterval(old), ...publishedInterval(newer)]);
  const kind = parameter === RATE ? chooseKind(ends) : 'linear';
  const least = kind === 'log' ? Number.POSITIVE_INFINITY : 0;
  return createScale(kind, [Math.min(...ends, least), Math.max(...ends)], [1, 99], 6, possible);
}

/** The largest change on the axis of changes. A larger change is an arrow with a number. */
export const MOST_CHANGE = 2;

/** The scale of changes, in percent of the width. */
export const changeScale = (): Scale =>
  createScale('linear', [-MOST_CHANGE, MOST_CHANGE], [6, 94], 5, [-MOST_CHANGE, MOST_CHANGE]);

export type Order = NonNullable<CompareSettings['order']>;

/** Sorts the largest change first, and unknown changes last. */
const size = (change: number | null): number => (change === null ? 1 : -Math.abs(change));

export function sortPairs(pairs: readonly Pair[], order: Order): readonly Pair[] {
  const key: Readonly<Record<Order, (pair: Pair) => number>> = {
    change: ({ change }) => size(change),
    difference: ({ difference }) => size(difference),
    far: ({ rateChange }) => size(rateChange),
    value: ({ newer }) => -newer.best,
    old: ({ old }) => -old.best,
    time: ({ row }) => -row.entry.gps,
    name: () => 0,
  };
  return pairs.toSorted((a, b) => key[order](a) - key[order](b) || (a.name < b.name ? -1 : 1));
}

/** Pairs the values that two catalogs publish for the same events, and writes the sentence about the pairs. Pure. */

import type { ParameterObject } from '../../../core/contract/wire.ts';
import type { CompareSettings } from '../../address/settings.ts';
import { createScale, type Scale } from '../../charts/scale.ts';
import type { Quantity } from '../../event-data/columns.ts';
import { type EventRow, pickVersions } from '../../event-data/rows.ts';
import { countText } from '../../text/format.ts';
import { limitOf, publishedInterval } from '../../text/values.ts';

export interface Pair {
  readonly name: string;
  readonly row: EventRow;
  readonly old: ParameterObject;
  readonly next: ParameterObject;
  /** The change in percent of the old value; null if the old value is 0, and if either value is a limit. */
  readonly change: number | null;
}

export interface Comparison {
  readonly pairs: readonly Pair[];
  /** Number of events in both catalogs, including events that lack the value in one of them. */
  readonly inBoth: number;
  readonly onlyNew: readonly EventRow[];
  readonly onlyOld: readonly EventRow[];
}

function changeOf(old: ParameterObject, next: ParameterObject): number | null {
  if (old.best === 0 || limitOf(old) || limitOf(next)) return null;
  return ((next.best - old.best) / Math.abs(old.best)) * 100;
}

/** Pairs the rows of two catalogs by event. Injections are left out, because they are not detections. */
export function compareRows(newRows: readonly EventRow[], oldRows: readonly EventRow[], parameter: string): Comparison {
  const [newer, older] = [newRows, oldRows].map(
    (rows) => new Map(pickVersions(rows.filter(({ isInjection }) => !isInjection)).map((row) => [row.entry.name, row])),
  ) as [Map<string, EventRow>, Map<string, EventRow>];
  const both = [...newer.values()].filter(({ entry }) => older.has(entry.name));
  const pairs = both.flatMap((row): Pair | readonly [] => {
    const [old, next] = [older.get(row.entry.name)?.values.get(parameter), row.values.get(parameter)];
    if (!old || !next) return [];
    return { name: row.entry.name, row, old, next, change: changeOf(old, next) };
  });
  return {
    pairs,
    inBoth: both.length,
    onlyNew: [...newer.values()].filter(({ entry }) => !older.has(entry.name)),
    onlyOld: [...older.values()].filter(({ entry }) => !newer.has(entry.name)),
  };
}

/**
 * The scale that all pairs share, in percent of the width. Readers compare differences, so the scale is linear and starts at 0 unless some values
 * are negative.
 */
export function scaleOf(pairs: readonly Pair[], { possible }: Pick<Quantity, 'possible'>): Scale {
  const ends = pairs.flatMap(({ old, next }) => [...publishedInterval(old), ...publishedInterval(next)]);
  return createScale('linear', [Math.min(...ends, 0), Math.max(...ends)], [1, 99], 6, possible);
}

type Order = NonNullable<CompareSettings['order']>;

export function sortPairs(pairs: readonly Pair[], order: Order): readonly Pair[] {
  const key: Readonly<Record<Order, (pair: Pair) => number>> = {
    value: ({ next }) => -next.best,
    change: ({ change }) => -Math.abs(change ?? 0),
    time: ({ row }) => -row.entry.gps,
    name: () => 0,
  };
  return pairs.toSorted((a, b) => key[order](a) - key[order](b) || (a.name < b.name ? -1 : 1));
}

/** Changes larger than this are counted, in percent of the old value. */
const LARGE_PERCENT = 10;

/** The sentence about a comparison, and its first words, which are in bold: `36 events`, or nothing. */
export interface ComparisonText {
  readonly lead: string;
  readonly rest: string;
}

/** `Mass 1 changed by more than 10% for 4 of them.` Empty if no change has a percentage. */
function changeText(pairs: readonly Pair[], title: string): string {
  if (pairs.every(({ change }) => change === null)) return '';
  const large = pairs.filter(({ change }) => Math.abs(change ?? 0) > LARGE_PERCENT).length;
  if (pairs.length > 1) return ` ${title} changed by more than ${LARGE_PERCENT}% for ${large || 'none'} of them.`;
  return ` ${title} changed by ${large === 1 ? `more than ${LARGE_PERCENT}%` : `${LARGE_PERCENT}% or less`}.`;
}

/** `All 36 new values lie within the old intervals.` Empty if no old value has an interval. */
function intervalText(pairs: readonly Pair[]): string {
  const withErrors = pairs.filter(({ old }) => old.lower_error !== null && old.upper_error !== null);
  const inside = withErrors.filter(({ old, next }) => {
    const [low, high] = publishedInterval(old);
    return next.best >= low && next.best <= high;
  }).length;
  const count = withErrors.length;
  if (count === 0) return '';
  if (count === 1) {
    const which = pairs.length === 1 ? 'The' : 'The only';
    return ` ${which} old interval ${inside === 1 ? 'contains' : 'does not contain'} the new value.`;
  }
  if (inside === count) return ` All ${inside} new values lie within the old intervals.`;
  return ` ${inside} of ${count} new values ${inside === 1 ? 'lies' : 'lie'} within the old intervals.`;
}

/** `36 events are in both catalogs. Mass 1 changed by more than 10% for 4 of them. All 36 new values lie within the old intervals.` */
export function comparisonText({ pairs, inBoth }: Comparison, { short: title }: Quantity): ComparisonText {
  if (inBoth === 0) return { lead: '', rest: 'No event is in both catalogs.' };
  const lead = countText(inBoth, 'event');
  const isSingle = inBoth === 1;
  const are = ` ${isSingle ? 'is' : 'are'} in both catalogs`;
  if (pairs.length === 0)
    return { lead, rest: `${are}, but ${isSingle ? 'it does not have' : 'none has'} ${title} in both.` };
  const some = `${pairs.length} of them ${pairs.length === 1 ? 'has' : 'have'} ${title} in both.`;
  const both = pairs.length === inBoth ? '' : ` ${some}`;
  return { lead, rest: `${are}.${both}${changeText(pairs, title)}${intervalText(pairs)}` };
}

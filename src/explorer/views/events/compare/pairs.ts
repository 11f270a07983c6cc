/** Pairs the values that two catalogs publish for the same events, and writes the sentence about the pairs. Pure. */

import type { ParameterObject } from '../../../../core/contract/wire.ts';
import { publishedInterval } from '../../../parts/published-interval.ts';
import type { Quantity } from '../columns.ts';
import { type EventRow, pickVersions } from '../rows.ts';
import type { ORDERS } from '../settings.ts';

export interface Pair {
  readonly name: string;
  readonly row: EventRow;
  readonly old: ParameterObject;
  readonly next: ParameterObject;
  /** The change in percent of the old value; null if the old value is 0. */
  readonly change: number | null;
}

export interface Comparison {
  readonly pairs: readonly Pair[];
  /** Number of events in both catalogs, including events that lack the value in one of them. */
  readonly inBoth: number;
  readonly onlyNew: readonly EventRow[];
  readonly onlyOld: readonly EventRow[];
}

export function compareRows(newRows: readonly EventRow[], oldRows: readonly EventRow[], parameter: string): Comparison {
  const [newer, older] = [newRows, oldRows].map(
    (rows) => new Map(pickVersions(rows).map((row) => [row.entry.name, row])),
  ) as [Map<string, EventRow>, Map<string, EventRow>];
  const both = [...newer.values()].filter(({ entry }) => older.has(entry.name));
  const pairs = both.flatMap((row): Pair | readonly [] => {
    const [old, next] = [older.get(row.entry.name)?.values.get(parameter), row.values.get(parameter)];
    if (!old || !next) return [];
    const change = old.best === 0 ? null : ((next.best - old.best) / Math.abs(old.best)) * 100;
    return { name: row.entry.name, row, old, next, change };
  });
  return {
    pairs,
    inBoth: both.length,
    onlyNew: [...newer.values()].filter(({ entry }) => !older.has(entry.name)),
    onlyOld: [...older.values()].filter(({ entry }) => !newer.has(entry.name)),
  };
}

type Order = (typeof ORDERS)[number];

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

/** `36 events are in both catalogs. Mass 1 changed by more than 10% for 4 of them. All 36 new values lie within the old intervals.` */
export function comparisonText({ pairs, inBoth }: Comparison, { short: title }: Quantity): ComparisonText {
  if (inBoth === 0) return { lead: '', rest: 'No event is in both catalogs.' };
  const lead = inBoth === 1 ? '1 event' : `${inBoth} events`;
  const are = inBoth === 1 ? 'is' : 'are';
  if (pairs.length === 0) return { lead, rest: ` ${are} in both catalogs, but none has ${title} in both.` };
  const both = pairs.length === inBoth ? '' : ` ${pairs.length} of them have ${title} in both.`;
  const large = pairs.filter(({ change }) => Math.abs(change ?? 0) > LARGE_PERCENT).length;
  const withErrors = pairs.filter(({ old }) => old.lower_error !== null && old.upper_error !== null);
  const inside = withErrors.filter(({ old, next }) => {
    const [low, high] = publishedInterval(old);
    return next.best >= low && next.best <= high;
  }).length;
  const all = inside === withErrors.length ? `All ${inside}` : `${inside} of ${withErrors.length}`;
  const within = withErrors.length === 0 ? '' : ` ${all} new values lie within the old intervals.`;
  const changed = ` ${title} changed by more than ${LARGE_PERCENT}% for ${large} of them.`;
  return { lead, rest: ` ${are} in both catalogs.${both}${changed}${within}` };
}

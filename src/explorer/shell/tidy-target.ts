/**
 * Interprets addresses that people type: `start=2019-05-21` becomes the GPS second that the API expects, and `release=A&release=B` becomes
 * a list. Any other text is left unchanged, and the API's response explains what is wrong with it.
 */

import { nameRangeFilter } from '../../core/contract/parameters.ts';
import { parametersOf, withParameters } from '../address/address.ts';
import { FILTERS } from '../strain-data/strain-address.ts';
import { readTime } from '../text/format.ts';

/** Parameters that are times in every view. */
const TIMES = [
  [FILTERS.start, 'start'],
  [FILTERS.stop, 'stop'],
  [nameRangeFilter('min', 'gps-time'), 'start'],
  [nameRangeFilter('max', 'gps-time'), 'stop'],
] as const;
/** A year alone does not count as a date, because `2015` could be a GPS second in 1980. */
const DATE = /^\d{4}-\d{2}/;

/** Parameters that are lists. */
const LISTS = ['release'];

/** `tidyTarget('strain-files?start=2015-09-14')` is `strain-files?start=1126224017`. Returns the text unchanged if it needs no change. */
export function tidyTarget(target: string): string {
  const parameters = parametersOf(target);
  const dates = TIMES.flatMap(([name, end]) => {
    const text = parameters.get(name) ?? '';
    const gps = DATE.test(text) ? readTime(text)?.[end] : undefined;
    return gps === undefined ? [] : [[name, String(gps)]];
  });
  const lists = LISTS.filter((name) => parameters.getAll(name).length > 1).map((name) => [
    name,
    [...new Set(parameters.getAll(name).join().split(','))].join(),
  ]);
  const changes = [...dates, ...lists];
  return changes.length === 0 ? target : withParameters(target, Object.fromEntries(changes));
}

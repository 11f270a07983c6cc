/**
 * Dates in addresses that people write by hand: `start=2019-05-21` becomes the GPS second that the API asks for. Other text stays, and the
 * API's response says what is wrong with it. Pure.
 */

import { readTime } from '../parts/format.ts';
import { parametersOf, withParameters } from './address.ts';

/** Parameters that are times, in any view. */
const TIMES = ['start', 'stop', 'min-gps-time', 'max-gps-time'];
/** A year alone could be a GPS second of 1980. */
const DATE = /^\d{4}-\d{2}/;

/** `readDates('strain-files?start=2015-09-14')` is `strain-files?start=1126224017`. The same text if there is no date in it. */
export function readDates(target: string): string {
  const parameters = parametersOf(target);
  const changes = TIMES.flatMap((name) => {
    const text = parameters.get(name) ?? '';
    const gps = DATE.test(text) ? readTime(text.replace('T', ' ').replace(/Z$/, '')) : undefined;
    return gps === undefined ? [] : [[name, String(gps)]];
  });
  return changes.length === 0 ? target : withParameters(target, Object.fromEntries(changes));
}

/** Recognises event times in Unix seconds, which some tables have instead of GPS seconds. */

import { roundTime } from '../../catalogue/files/number-text.ts';
import type { EventVersion } from '../../catalogue/types.ts';
import { dateInName, isAtDate, TOLERANCE_S } from '../../catalogue/warn-event-versions.ts';
import { gpsFromUtc } from '../../core/base/gps-time.ts';
import type { Finding } from '../../report/problems.ts';

/** A finding if an event's time is in Unix seconds, which its name shows. */
export function unixTimeFinding({ name, gps }: Pick<EventVersion, 'name' | 'gps'>): Finding | null {
  const named = dateInName(name);
  if (named === undefined || !(gps > TOLERANCE_S && gps < MAX_UNIX_S) || isAtDate(gps, named)) return null;
  const meant = gpsFromUtc(new Date(Math.floor(gps) * 1000).toISOString().slice(0, 19));
  if (meant === undefined || !isAtDate(meant, named)) return null;
  const time = roundTime(meant + (gps % 1));
  const message = `gps is ${gps}, which is the time of ${name} in Unix seconds`;
  return { at: ['gps'], code: 'D113', message, fix: `write GPS seconds: ${time}`, topic: 'Unix seconds' };
}

/** The end of 2099. */
const MAX_UNIX_S = 4102444800;

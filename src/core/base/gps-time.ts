/**
 * GPS seconds <-> UTC: whole GPS seconds (epoch 1980-01-06T00:00:00 UTC) and "YYYY-MM-DDTHH:MM:SS" without a zone.
 *
 * Covers times from the epoch to the end of 9999.
 * Source for leap seconds: IERS Bulletin C, which has announced none since 2017-01-01.
 * A leap second is printed as `23:59:60`.
 * Check: 1126256640 -> 2015-09-14T09:03:43; 1369415680 -> 2023-05-29T17:14:22 (from the service's own pages).
 */

/** First UTC day after each leap second since the GPS epoch. */
const DAYS_AFTER_LEAP_SECONDS = [
  '1981-07-01',
  '1982-07-01',
  '1983-07-01',
  '1985-07-01',
  '1988-01-01',
  '1990-01-01',
  '1991-01-01',
  '1992-07-01',
  '1993-07-01',
  '1994-07-01',
  '1996-01-01',
  '1997-07-01',
  '1999-01-01',
  '2006-01-01',
  '2009-01-01',
  '2012-07-01',
  '2015-07-01',
  '2017-01-01',
] as const;

/** Seconds in a day without a leap second. */
export const DAY_S = 86_400;

/** Unix time (s) of the GPS epoch. */
const EPOCH_UNIX_S = 315964800;

/** 9999-12-31T23:59:59 UTC. */
const LAST_UNIX_S = 253402300799;

/** GPS second of each leap second (`23:59:60`), newest first, with the number of leap seconds before it. */
const LEAP_SECONDS = DAYS_AFTER_LEAP_SECONDS.map((day, before) => ({
  gps: Date.parse(`${day}T00:00:00Z`) / 1000 - EPOCH_UNIX_S + before,
  before,
})).reverse();

/**
 * `utcFromGps(1127002112)` is `'2015-09-23T00:08:15'`. Throws RangeError unless `gps` is a whole second from the epoch to the end of 9999.
 */
export function utcFromGps(gps: number): string {
  if (!Number.isInteger(gps) || gps < 0)
    throw new RangeError(`No UTC time for GPS second ${gps}: not a whole number from 0`);
  const leap = LEAP_SECONDS.find((second) => second.gps <= gps);
  const isLeapSecond = leap?.gps === gps;
  // A leap second is printed like the second before it, with 60 instead of 59.
  const inserted = leap === undefined ? 0 : leap.before + 1;
  const unix = EPOCH_UNIX_S + gps - inserted;
  if (unix > LAST_UNIX_S) throw new RangeError(`No UTC time for GPS second ${gps}: after the year 9999`);
  const text = new Date(unix * 1000).toISOString().slice(0, 19);
  return isLeapSecond ? `${text.slice(0, 17)}60` : text;
}

/** A date with an optional time, whose seconds are also optional. */
const UTC_FORM = /^(\d{4}-\d\d-\d\d)(?:[T ]([01]\d|2[0-3]):(\d\d)(?::(\d\d))?)?Z?$/;

/**
 * The GPS second of a UTC time, `YYYY-MM-DD[THH:MM[:SS]][Z]`; undefined for any other string and for times that never existed, such
 * as a leap second that was not inserted. `gpsFromUtc('2015-09-23 00:08:15')` is 1127002112.
 */
export function gpsFromUtc(text: string): number | undefined {
  const [, day, hour = '00', minute = '00', second = '00'] = UTC_FORM.exec(text) ?? [];
  const isLeapSecond = second === '60';
  const wanted = `${day}T${hour}:${minute}:${second}`;
  const unix = Date.parse(`${day}T${hour}:${minute}:${isLeapSecond ? '59' : second}Z`) / 1000 - EPOCH_UNIX_S;
  if (!(unix >= 0)) return undefined;
  // `unix` does not count leap seconds, so earlier leap seconds are subtracted from `gps` before comparing.
  const leap = LEAP_SECONDS.find(({ gps, before }) => gps - before <= unix);
  const gps = unix + (leap === undefined ? 0 : leap.before + 1) + (isLeapSecond ? 1 : 0);
  if (isLeapSecond && !LEAP_SECONDS.some((leapSecond) => leapSecond.gps === gps)) return undefined;
  // Rejects days such as February 30, which Date.parse reads as March 2.
  return utcFromGps(gps) === wanted ? gps : undefined;
}

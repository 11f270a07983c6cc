/**
 * GPS seconds -> UTC, only for the oracle: a table of leap seconds and `Date`, without code of the product.
 *
 * In: integer GPS seconds (epoch 1980-01-06T00:00:00 UTC), 0 or more. Out: "YYYY-MM-DDTHH:MM:SS", no zone. An inserted leap
 * second is 23:59:60. Source: IERS Bulletin C.
 */

const EPOCH_S = Date.UTC(1980, 0, 6) / 1000;

/** First UTC midnight after each leap second since the GPS epoch, in Unix seconds. */
const MIDNIGHTS_AFTER_LEAP_SECONDS = [
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
].map((day) => Date.parse(`${day}T00:00:00Z`) / 1000);

/** Example: `utcOfGps(1126256640)` is `'2015-09-14T09:03:43'`. */
export function utcOfGps(gps: number): string {
  let leapSeconds = 0;
  for (const unix of MIDNIGHTS_AFTER_LEAP_SECONDS) {
    const midnight = unix - EPOCH_S + leapSeconds;
    if (gps === midnight) return `${isoSeconds(gps - leapSeconds - 1).slice(0, 17)}60`;
    if (gps < midnight) break;
    leapSeconds += 1;
  }
  return isoSeconds(gps - leapSeconds);
}

/** Seconds since the GPS epoch without leap seconds -> "YYYY-MM-DDTHH:MM:SS". */
function isoSeconds(seconds: number): string {
  return new Date((EPOCH_S + seconds) * 1000).toISOString().slice(0, 19);
}

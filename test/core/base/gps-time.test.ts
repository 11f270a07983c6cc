import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { gpsFromUtc, utcFromGps } from '../../../src/core/base/gps-time.ts';
import { UTC_TABLE } from '../../support/utc-table.ts';

describe('utcFromGps', () => {
  it.each(UTC_TABLE)('%i is %s', (gps, utc) => {
    expect(utcFromGps(gps)).toBe(utc);
  });

  it.each([-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY])(
    'refuses %d, which is not a second since the epoch',
    (gps) => {
      expect(() => utcFromGps(gps)).toThrow(
        new RangeError(`No UTC time for GPS second ${gps}: not a whole number from 0`),
      );
    },
  );

  it('refuses times after the year 9999', () => {
    const last = Date.UTC(9999, 11, 31, 23, 59, 59) / 1000 - Date.UTC(1980, 0, 6) / 1000 + 18;
    expect(utcFromGps(last)).toBe('9999-12-31T23:59:59');
    expect(() => utcFromGps(last + 1)).toThrow(
      new RangeError(`No UTC time for GPS second ${last + 1}: after the year 9999`),
    );
  });

  it('knows 18 leap seconds', () => {
    // Days from 1980-01-06 to 2020-01-01.
    const seconds = Date.UTC(2020, 0, 1) / 1000 - Date.UTC(1980, 0, 6) / 1000;
    expect(utcFromGps(seconds + 18)).toBe('2020-01-01T00:00:00');
  });
});

describe('gpsFromUtc', () => {
  it('is the inverse, leap seconds included', () => {
    const seconds = fc.oneof(
      fc.integer({ min: 0, max: 4_000_000_000 }),
      fc.integer({ min: -3, max: 3 }).map((by) => 1_167_264_017 + by),
    );
    fc.assert(
      fc.property(seconds, (gps) => {
        expect(gpsFromUtc(utcFromGps(gps))).toBe(gps);
      }),
    );
    for (const gps of [46828799, 46828800, 46828801, 1167264017]) expect(gpsFromUtc(utcFromGps(gps))).toBe(gps);
  });

  it.each([
    ['2015-09-23 00:08:15', 1127002112],
    ['2015-09-23T00:08:15Z', 1127002112],
    ['2015-09-23T00:08', 1127002097],
    ['1980-01-06', 0],
  ])('reads %s', (text, gps) => {
    expect(gpsFromUtc(text)).toBe(gps);
  });

  it.each([
    '',
    '2015',
    '23.9.2015',
    '2015-02-30',
    '2015-13-01',
    '2015-09-23T24:00:00',
    '2015-12-31T23:59:60',
    '9999-12-31T23:59:60',
    '1980-01-05',
    'x2015-09-23',
    '9999-12-31 24:00',
  ])('refuses "%s"', (text) => {
    expect(gpsFromUtc(text)).toBeUndefined();
  });
});

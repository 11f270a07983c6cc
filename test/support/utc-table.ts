/** GPS seconds with their UTC, for the program and for the oracle, which share no code. */

export const UTC_TABLE: readonly (readonly [gps: number, utc: string])[] = [
  // The service's own pages.
  [1126256640, '2015-09-14T09:03:43'],
  [1369415680, '2023-05-29T17:14:22'],
  [1127002112, '2015-09-23T00:08:15'],
  // The epoch, and the first leap second after it.
  [0, '1980-01-06T00:00:00'],
  [46828799, '1981-06-30T23:59:59'],
  [46828800, '1981-06-30T23:59:60'],
  [46828801, '1981-07-01T00:00:00'],
  // The last leap second so far.
  [1167264016, '2016-12-31T23:59:59'],
  [1167264017, '2016-12-31T23:59:60'],
  [1167264018, '2017-01-01T00:00:00'],
];

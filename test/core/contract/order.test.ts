/** Strings are sorted by UTF-16 code unit, and downloads have the documented names. */

import { expect, it } from 'vitest';
import { byCodeUnit } from '../../../src/core/base/order.ts';
import { DOWNLOAD_NAMES, DOWNLOAD_TYPES, downloadPath } from '../../../src/core/contract/downloads.ts';

it.each<[string, string, number]>([
  ['a', 'a', 0],
  ['', '', 0],
  ['a', 'b', -1],
  ['b', 'a', 1],
  ['Z', 'a', -1],
  ['a', 'aa', -1],
  // A surrogate pair comes before the last characters of the basic plane.
  ['\u{1F600}', '\uFF5E', -1],
])('%j compared with %j: %i', (a, b, out) => {
  expect(Math.sign(byCodeUnit(a, b))).toBe(out);
});

it('downloads are in one folder, each with the type of its extension', () => {
  expect(downloadPath('segments.csv')).toBe('downloads/segments.csv');
  expect(DOWNLOAD_TYPES).toEqual({
    csv: 'text/csv; charset=utf-8',
    json: 'application/json',
    parquet: 'application/vnd.apache.parquet',
    gz: 'application/gzip',
  });
  expect(new Set(DOWNLOAD_NAMES.map((name) => name.split('.').at(-1)))).toEqual(new Set(Object.keys(DOWNLOAD_TYPES)));
});

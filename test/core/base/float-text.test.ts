/** Floats are written as Python writes them. */

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { floatText } from '../../../src/core/base/float-text.ts';
import { floatCell, float as oracleFloat } from '../../oracle/floats.ts';
import { propertyRuns } from '../../support/property-runs.ts';

// The results of Python's repr().
it.each([
  [440, '440.0'],
  [0, '0.0'],
  [-0, '-0.0'],
  [-22, '-22.0'],
  [35.6, '35.6'],
  [0.00023, '0.00023'],
  [0.0001, '0.0001'],
  [0.00009999, '9.999e-05'],
  [0.00001, '1e-05'],
  [-0.0000012, '-1.2e-06'],
  [1e-7, '1e-07'],
  [1.5e-10, '1.5e-10'],
  [5e-324, '5e-324'],
  [7.900000000000001, '7.900000000000001'],
  [1e15, '1000000000000000.0'],
  [9999999999999998, '9999999999999998.0'],
  [1e16, '1e+16'],
  [1.2345e21, '1.2345e+21'],
  [1e100, '1e+100'],
])('%d', (value, text) => {
  expect(floatText(value)).toBe(text);
});

it('reads as the same number, and never as an integer', () => {
  const anyFloat = fc.double({ noNaN: true, noDefaultInfinity: true });
  const decimal = fc.tuple(fc.integer({ min: -99999, max: 99999 }), fc.integer({ min: -9, max: 20 }));
  const near = decimal.map(([digits, exponent]) => Number(`${digits}e${exponent}`));
  fc.assert(
    fc.property(fc.oneof(anyFloat, near), (value) => {
      const text = floatText(value);
      expect(JSON.parse(text)).toBe(value);
      expect(text).toMatch(/[.e]/);
      expect(text).toBe(floatCell(oracleFloat(value)));
    }),
    { numRuns: propertyRuns(2000) },
  );
});

/** Checks each warning, and that the shipped catalogue has none; reports of each code are in test/errors. */
import { expect, it } from 'vitest';
import { implausibleEvent } from '../../src/catalogue/check-plausible.ts';
import { loadCatalogue } from '../../src/catalogue/load.ts';
import { utcFromGps } from '../../src/core/contract/gps-time.ts';
import { SHIPPED_DATA } from '../support/data-folders.ts';

it('the shipped catalogue has no warning', () => {
  const { warnings, locate } = loadCatalogue(SHIPPED_DATA);
  expect(locate(warnings)).toEqual([]);
});

const GPS = 1187008882;
const utc = utcFromGps(GPS);
const codesOf = (name: string, gps: number): string[] =>
  implausibleEvent({ name, version: 1, gps, detectors: ['H1'] }, name).map(({ code }) => code);

it.each([
  ['GW170817', GPS, []],
  ['GW170817_124104', GPS + 0.4, []],
  ['GW170817_124104', GPS + 2, []],
  ['GW170817_124104', GPS + 3, ['W201']],
  ['GW170817_124104', GPS - 3, ['W201']],
  ['GRB170816', GPS, ['W201']],
  ['S170818ab', GPS, ['W201']],
  ['170816_124104', GPS, ['W201']],
  // Just after midnight, with the previous day in its name.
  ['GW170816', GPS - 45663, []],
  ['GW1708170', GPS + 86_400, []],
  ['blind_injection', GPS, []],
])(`${utc}: %s at GPS %s has %j`, (name, gps, codes) => {
  expect(codesOf(name, gps)).toEqual(codes);
});

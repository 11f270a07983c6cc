/**
 * Checks each warning, and that the shipped catalogue has the warnings that data/README.md explains. Reports for each code are in
 * test/errors.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { checkFolder, readDataFolder, toProblems } from '../../src/catalogue/load.ts';
import type { EventVersion, ParameterValues } from '../../src/catalogue/types.ts';
import { warningsOf } from '../../src/catalogue/warn-event-versions.ts';
import { luminosityDistance } from '../../src/catalogue/warn-parameters.ts';
import { misspeltFlags } from '../../src/catalogue/warn-strain-data.ts';
import { utcFromGps } from '../../src/core/base/gps-time.ts';
import { SHIPPED_DATA } from '../support/data-folders.ts';
import { shippedCatalogue } from '../support/shipped-catalogue.ts';

it('the shipped catalogue has the warnings that its README explains', () => {
  const folder = readDataFolder(SHIPPED_DATA);
  const { warnings } = checkFolder(folder);
  const readme = readFileSync(join(SHIPPED_DATA, 'README.md'), 'utf8');
  expect(toProblems(folder, warnings).map(({ code, message }) => [code, message.split(' ')[0]])).toEqual([
    ['W212', 'GW200115_042309-v1'],
    ['W212', 'GW200105_162426-v1'],
  ]);
  for (const { code, message } of warnings) {
    expect(readme).toContain(code);
    expect(readme).toContain(message.split(' ')[0]);
  }
});

it.each([
  [0, 0],
  [0.1, 475],
  [1, 6800],
  [8, 82_500],
])('the luminosity distance at redshift %s is about %s Mpc', (redshift, distance) => {
  expect(Math.abs(luminosityDistance(redshift) - distance)).toBeLessThanOrEqual(distance * 0.01);
});

const versionWith = (parameters: ParameterValues): EventVersion => ({
  ...{ name: 'GW150914', version: 1, gps: 1126259462.4, detectors: ['H1'] },
  parameters,
});
const oddities = (event: EventVersion): string[] => warningsOf(event, 'GW150914-v1').map(({ code }) => code);

it.each<[string, ParameterValues, string[]]>([
  ['a mass of 1000', { mass_1_source: { best: 1000 } }, []],
  ['a mass of 1000.1', { chirp_mass: { best: 1000.1 } }, ['W217']],
  ['a mass ratio', { mass_ratio: { best: 0.5 } }, []],
  [
    'a redshift that is a limit',
    { redshift: { best: 8, is_upper_limit: true }, luminosity_distance: { best: 400 } },
    [],
  ],
  ['a redshift of 8 at 400 Mpc', { redshift: { best: 8 }, luminosity_distance: { best: 400 } }, ['W218']],
  ['a redshift far below its distance', { redshift: { best: 0.09 }, luminosity_distance: { best: 4400 } }, ['W218']],
  ['a rounded redshift', { redshift: { best: 0.01 }, luminosity_distance: { best: 40 } }, []],
  [
    'a wide error',
    { redshift: { best: 8, lower_error: -7.95 }, luminosity_distance: { best: 400, upper_error: 100 } },
    [],
  ],
  [
    'a total that errors explain',
    { mass_1_source: { best: 35 }, mass_2_source: { best: 30 }, total_mass_source: { best: 80, lower_error: -15 } },
    [],
  ],
  [
    'a total without errors',
    { mass_1_source: { best: 35 }, mass_2_source: { best: 30 }, total_mass_source: { best: 80 } },
    ['W219'],
  ],
])('%s', (_, parameters, codes) => {
  expect(oddities(versionWith(parameters))).toEqual(codes);
});

const GPS = 1187008882;
const utc = utcFromGps(GPS);
const codesOf = (name: string, gps: number): string[] =>
  warningsOf({ name, version: 1, gps, detectors: ['H1'] }, name).map(({ code }) => code);

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

it('every parameter that a check names is a default parameter', () => {
  const names = shippedCatalogue().parameters.map(({ name }) => name);
  const codesOf = (parameters: ParameterValues) => {
    const event = { name: 'X', version: 1, gps: 0, detectors: ['H1'], parameters };
    return warningsOf(event, 'X-v1').map(({ code }) => code);
  };
  const bounded = names.filter((name) => codesOf({ [name]: { best: -2 } }).includes('W202'));
  expect(bounded.sort()).toEqual([
    'chi_eff',
    'chirp_mass',
    'chirp_mass_source',
    'far',
    'final_mass_source',
    'luminosity_distance',
    'mass_1_source',
    'mass_2_source',
    'network_matched_filter_snr',
    'p_astro',
    'redshift',
    'total_mass_source',
  ]);
  const implausible: ParameterValues = {
    mass_1_source: { best: 10 },
    mass_2_source: { best: 20 },
    total_mass_source: { best: 50 },
    final_mass_source: { best: 60 },
    redshift: { best: 1 },
    luminosity_distance: { best: 1 },
  };
  expect(codesOf(Object.fromEntries(Object.entries(implausible).filter(([name]) => names.includes(name))))).toEqual([
    'W203',
    'W204',
    'W218',
    'W219',
  ]);
});

it('a distance is warned about beyond a quarter more than its redshift allows', () => {
  const far = luminosityDistance(1.01);
  const codesAt = (best: number) =>
    warningsOf(
      {
        name: 'E',
        version: 1,
        gps: 1e9,
        detectors: ['H1'],
        parameters: { redshift: { best: 1 }, luminosity_distance: { best } },
      },
      'E-v1',
    ).map(({ code }) => code);
  expect([codesAt(1.2 * far), codesAt(1.3 * far)]).toEqual([[], ['W218']]);
});

it('a redshift may be rounded by 0.01', () => {
  const far = 1.25 * luminosityDistance(0.06);
  const codesAt = (best: number) => oddities(versionWith({ redshift: { best: 0.05 }, luminosity_distance: { best } }));
  expect([codesAt(0.999 * far), codesAt(1.001 * far)]).toEqual([[], ['W218']]);
});

it('intervals that touch agree, with a total up to 5 % off', () => {
  const codes = (heavier: number, lighter: number, upper: number) =>
    oddities(
      versionWith({
        ...{ mass_1_source: { best: heavier }, mass_2_source: { best: lighter } },
        total_mass_source: { best: 20, upper_error: upper },
      }),
    );
  expect([codes(10, 9, 0), codes(12, 10, 1), codes(12, 10, 0.9)]).toEqual([[], [], ['W219']]);
});

it('kinds of flags that differ by a digit are different kinds, and kinds that differ by a letter may be misspelt', () => {
  const codes = (flag: string) =>
    misspeltFlags([flag, 'H1_CBC_CAT2', 'L1_CBC_CAT2'], []).map((finding) => finding?.code ?? null);
  expect(codes('H1_CBC_CAT1')).toEqual([null, null, null]);
  expect(codes('H1_CBD_CAT2')).toEqual(['W215', null, null]);
  // Which of the two is misspelt cannot be known.
  expect(misspeltFlags(['H1_CBC_CAT2', 'H1_CBD_CAT2'], [])).toEqual([null, null]);
});

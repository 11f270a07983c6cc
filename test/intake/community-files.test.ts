/** Random community catalogs, in both spellings of the format: each is merged, and merging it again changes nothing. */
import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { checkFolder, readDataFolder } from '../../src/catalogue/load.ts';
import type { ParameterSet, ParameterValue, ParameterValues } from '../../src/catalogue/types.ts';
import type { CommunityEvent, CommunityValue } from '../../src/intake/community/format.ts';
import { importCommunityCatalog } from '../../src/intake/import-file.ts';
import { SHIPPED_DATA } from '../support/data-folders.ts';
import { propertyRuns } from '../support/property-runs.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** The rule for default parameters, implemented again independently of the program. */
function ruled(sets: readonly ParameterSet[]): ParameterValues {
  const preferred = sets.find((set) => set.pipeline_type === 'pe' && set.is_preferred);
  const values = new Map(Object.entries(preferred?.parameters ?? {}));
  values.delete('far');
  values.delete('p_astro');
  const found = (name: string): ParameterValue[] =>
    sets.filter((set) => set.pipeline_type === 'search').flatMap((set) => set.parameters?.[name] ?? []);
  const first = (name: string, isBetter: (a: number, b: number) => boolean): void => {
    const [head, ...more] = found(name);
    if (head)
      values.set(
        name,
        more.reduce((a, b) => (isBetter(b.best, a.best) ? b : a), head),
      );
  };
  first('far', (a, b) => a < b);
  first('p_astro', (a, b) => a > b);
  if (!values.has('network_matched_filter_snr')) first('network_matched_filter_snr', (a, b) => a > b);
  return Object.fromEntries(values);
}

/** A catalogue without event versions. */
function emptyCatalogue(): string {
  const data = join(temporaryFolder(), 'data');
  for (const name of ['default-parameters.yaml', 'detectors.yaml', 'runs.yaml']) {
    cpSync(join(SHIPPED_DATA, name), join(data, name), { recursive: true });
  }
  writeFileSync(join(data, 'catalogs.yaml'), 'catalogs: []\n');
  return data;
}

const NUMBERS = [0, 1, -0.5, 0.25, 1e-7, 35.6, 1e21, 123456.789];
const UNITS: Readonly<Record<string, readonly string[]>> = {
  far: ['1/year', 'yr^-1', '1/yr'],
  chirp_mass: ['M_sun', 'Msun', 'solMass'],
  mass_1_source: ['M_sun', 'Msun', 'solMass'],
  luminosity_distance: ['Mpc'],
};

/** A value with its numbers in one of the two spellings, and missing members left out or null. */
const value = (name: string): fc.Arbitrary<CommunityValue> =>
  fc
    .record({
      best: fc.constantFrom(...NUMBERS),
      isOld: fc.boolean(),
      kind: fc.constantFrom('errors', 'none', 'upper', 'lower'),
      upper: fc.constantFrom(0, 0.1, 4.7),
      lower: fc.constantFrom(0, -0.2, -3.1),
      isExplicit: fc.boolean(),
      unit: fc.constantFrom(...(UNITS[name] ?? [null, '-', '1', 'none', 'dimensionless'])),
    })
    .map(({ best, isOld, kind, upper, lower, isExplicit, unit }) => ({
      parameter_name: name,
      [isOld ? 'median' : 'best']: best,
      ...(kind === 'errors' && {
        [isOld ? 'upper_95' : 'upper_error']: upper,
        [isOld ? 'lower_05' : 'lower_error']: lower,
      }),
      ...(kind !== 'errors' && isExplicit && { upper_error: null, lower_error: null }),
      ...((kind === 'upper' || isExplicit) && { is_upper_bound: kind === 'upper' }),
      ...((kind === 'lower' || isExplicit) && { is_lower_bound: kind === 'lower' }),
      ...(unit !== null || isExplicit ? { unit } : {}),
    }));

const valuesOf = (names: readonly string[]): fc.Arbitrary<CommunityValue[]> =>
  fc.subarray([...names]).chain((some) => fc.tuple(...some.map(value)).map((values) => [...values]));

const search = fc.record({
  pipeline_name: fc.constantFrom('pycbc', 'gstlal', 'bilby', 'cWB 2G'),
  parameters: valuesOf(['far', 'pastro', 'snr', 'chirp_mass']),
});
const peSet = fc.record({
  pe_set_name: fc.constantFrom('bilby', 'rift', 'pycbc'),
  waveform_family: fc.constantFrom('IMRPhenomXPHM', 'SEOBNRv5PHM', null),
  data_url: fc.constantFrom('https://zenodo.org/1', null),
  parameters: valuesOf(['mass_1_source', 'redshift', 'luminosity_distance', 'chi_eff', 'snr']),
  links: fc.constantFrom(null, [], [{ url: 'https://a.example/s', content_type: 'skymap', description: '' }]),
});
const event = fc
  .record({
    second: fc.integer({ min: 0, max: 59 }),
    gps: fc.integer({ min: 11_300_000_000, max: 11_400_000_000 }).map((tenths) => tenths / 10),
    detectors: fc.subarray(['H1', 'L1', 'V1', 'K1'], { minLength: 1 }),
    gracedb_id: fc.constantFrom('S200129m', null),
    search: fc.uniqueArray(search, { minLength: 1, maxLength: 3, selector: (one) => one.pipeline_name }),
    pe_sets: fc.uniqueArray(peSet, { maxLength: 3, selector: (one) => `${one.pe_set_name} ${one.waveform_family}` }),
    preferred: fc.nat(2),
  })
  .map(({ second, pe_sets: sets, preferred, ...rest }): CommunityEvent => {
    const pe_sets = sets.map((set, index) => ({ ...set, is_preferred: index === preferred % sets.length }));
    return {
      event_name: `GW150102_0000${String(second).padStart(2, '0')}`,
      ...rest,
      ...(sets.length > 0 && { pe_sets }),
    };
  });
const file = fc.record({
  schema_version: fc.constantFrom('0.1.0a3', '1.0'),
  catalog_name: fc.constantFrom('Community-1', 'X'),
  catalog_description: fc.constantFrom('A catalog.', 'é: "quoted" # text'),
  doi: fc.constantFrom('https://doi.org/10.5281/zenodo.1', '', null),
  release_date: fc.constant('2026-01-31'),
  events: fc.uniqueArray(event, { minLength: 1, maxLength: 4, selector: (one) => one.event_name }),
});

it('a file gives valid data with the default parameters that follow from its sets, and only the first import changes them', () => {
  fc.assert(
    fc.property(file, (given) => {
      const data = emptyCatalogue();
      const path = join(data, '../catalog.json');
      writeFileSync(path, JSON.stringify(given));
      const run = () => importCommunityCatalog({ file: path, data });
      expect(run()).toMatchObject({ problems: [], isWritten: true });
      const { catalogue, problems } = checkFolder(readDataFolder(data));
      expect(problems).toEqual([]);
      expect(catalogue?.eventVersions).toHaveLength(given.events.length);
      for (const version of catalogue?.eventVersions ?? []) {
        expect(version.parameters ?? {}).toEqual(ruled(version.parameter_sets ?? []));
      }
      expect(run()).toMatchObject({ problems: [], isWritten: false });
    }),
    { numRuns: propertyRuns(15) },
  );
});

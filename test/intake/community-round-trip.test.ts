/**
 * Community catalogs in both directions: exporting and importing a catalogue gives the same catalogue, and importing and
 * exporting a file gives the same facts, in either spelling.
 */
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import type { RawEventVersions, RawParameterSet, RawValue, RawValues } from '../../src/catalogue/files/raw.ts';
import { checkSchema } from '../../src/catalogue/files/schema.ts';
import { checkFolder, readDataFolder } from '../../src/catalogue/load.ts';
import type { Catalogue, EventVersion } from '../../src/catalogue/types.ts';
import type { CommunityCatalog, CommunityEvent, CommunityValue } from '../../src/intake/community/format.ts';
import { writeCommunityCatalog } from '../../src/intake/community/write-catalog.ts';
import { importFile } from '../../src/intake/import-file.ts';
import { random } from '../oracle/generated.ts';
import { SHIPPED_DATA } from '../support/data-folders.ts';
import { propertyRuns } from '../support/property-runs.ts';
import { SHIPPED_TOTALS } from '../support/shipped-totals.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

function load(data: string): Catalogue {
  const { catalogue, problems } = checkFolder(readDataFolder(data));
  expect(problems).toEqual([]);
  return catalogue as Catalogue;
}

function run(data: string, file: unknown, options: { name?: string; overwrite?: boolean } = {}) {
  const path = join(data, '../catalog.json');
  writeFileSync(path, JSON.stringify(file));
  return importFile({ kind: 'catalog', file: path, data, ...options });
}

/** Checks that the format allows the file: it matches our schema, and meets additional requirements. */
function checkFile({ events, ...head }: CommunityCatalog): void {
  expect(checkSchema('community-catalog', { ...head, events })).toEqual([]);
  for (const event of events) {
    expect(checkSchema('community-catalog', event, 'event')).toEqual([]);
    expect(event.search.length).toBeGreaterThan(0);
    const sets = event.pe_sets ?? [];
    expect(sets.filter((set) => set.is_preferred).length).toBe(sets.length > 0 ? 1 : 0);
    for (const set of sets)
      expect(Object.keys(set)).toEqual(expect.arrayContaining(['pe_set_name', 'waveform_family']));
    for (const value of [...event.search, ...sets].flatMap((set) => set.parameters)) {
      expect(value.decimal_places).toBeGreaterThanOrEqual(0);
      expect(value.best?.toFixed(Math.min(100, value.decimal_places ?? 0))).toBeDefined();
      if (value.parameter_name.includes('mass') && value.parameter_name !== 'mass_ratio')
        expect(value.unit).toBe('M_sun');
      if (value.parameter_name === 'far') expect(value.unit).toBe('1/year');
    }
  }
}

const data = shippedEvents();
const shipped = load(data);

/** The rule for default parameters, implemented again independently of the program. */
function ruled(sets: readonly RawParameterSet[]): RawValues {
  const preferred = sets.find((set) => set.pipeline_type === 'pe' && set.is_preferred);
  const values = new Map(Object.entries(preferred?.parameters ?? {}));
  for (const { name } of shipped.otherParameters) values.delete(name);
  values.delete('far');
  values.delete('p_astro');
  const found = (name: string): RawValue[] =>
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

/** The part of an event version that the format can express: searches without links, one preferred analysis, derived defaults. */
function held(event: EventVersion): EventVersion {
  const kinds = event.parameterSets.map(
    ({ description: _, date_added: __, pipeline: ___, pipeline_type: kind = 'pe', ...set }): RawParameterSet => ({
      ...set,
      pipeline_type: kind,
    }),
  );
  const first = kinds.find((set) => set.pipeline_type === 'pe' && set.is_preferred);
  const parameterSets = [
    ...kinds
      .filter((set) => set.pipeline_type === 'search')
      .map(({ name, parameters = {} }): RawParameterSet => ({ name, pipeline_type: 'search', parameters })),
    ...kinds.filter((set) => set.pipeline_type === 'pe').map((set) => ({ ...set, is_preferred: set === first })),
  ];
  return { ...event, parameterSets, parameters: { ...ruled(parameterSets), ...event.parameters } };
}

/** Removes the exported facts of a catalog: parameters and sets of its event versions. */
function strip(data: string, catalog: string): void {
  const path = join(data, 'event-versions', `${catalog}.yaml`);
  const raw = parse(readFileSync(path, 'utf8')) as RawEventVersions;
  const bare = raw.event_versions.map(({ parameters, parameter_sets: sets, ...event }) => event);
  writeFileSync(path, stringify({ ...raw, event_versions: bare }));
}

const NO_ERRORS = { upper_error: null, lower_error: null, is_upper_limit: false, is_lower_limit: false };
/** An event version with all members of its values and sets, so that a missing member equals one that is null, false or empty. */
const plain = (event: EventVersion): unknown => ({
  ...event,
  parameters: complete(event.parameters),
  parameterSets: event.parameterSets.map(({ parameters, ...set }) => ({
    is_preferred: false,
    links: [],
    ...set,
    parameters: complete(parameters),
  })),
});
const complete = (values: RawValues = {}): unknown =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { ...NO_ERRORS, ...value }]));
const eventsOf = ({ eventVersions }: Catalogue, catalog: string): unknown[] =>
  eventVersions.filter((event) => event.catalog === catalog).map(plain);

/** Facts about event versions in the files of a data folder, without strain files and their statistics. */
function shippedEvents(): string {
  const data = join(temporaryFolder(), 'data');
  const names = [
    'catalogs.yaml',
    'default-parameters.yaml',
    'detectors.yaml',
    'events.yaml',
    'runs.yaml',
    'event-versions',
  ];
  for (const name of names) cpSync(join(SHIPPED_DATA, name), join(data, name), { recursive: true });
  return data;
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

describe('every catalog of the shipped data', () => {
  const catalogs = shipped.catalogs.filter(({ members }) => members === null);
  const fileOf = (name: string) => writeCommunityCatalog(shipped, name).file;

  it.each(catalogs)('$name: a valid file', ({ name }) => checkFile(fileOf(name)));

  // With limits and links, with many sets, and with neither.
  it.each(['GWTC-5.0', 'GWTC-1-confident', 'GWTC-2.1-auxiliary'])('%s: the file changes nothing', (name) => {
    const again = run(data, fileOf(name));
    expect([again.problems, again.isWritten]).toEqual([[], false]);
  });

  describe('without its values and sets', () => {
    let restored: Catalogue;
    const expected = { ...shipped, eventVersions: shipped.eventVersions.map(held) };
    beforeAll(() => {
      for (const { name } of catalogs) strip(data, name);
      expect(JSON.stringify(load(data).eventVersions.map(plain))).not.toContain('best');
      for (const { name } of catalogs) expect(run(data, fileOf(name)).problems).toEqual([]);
      restored = load(data);
    });

    it.each(catalogs)('$name: gets them from the file', ({ name }) => {
      expect(eventsOf(restored, name)).toEqual(eventsOf(expected, name));
    });
  });

  it('a cumulative one can only be imported under another name', () => {
    const { file } = writeCommunityCatalog(shipped, 'GWTC');
    expect(file.events).toHaveLength(SHIPPED_TOTALS.eventsInGwtc);
    expect(run(data, file).problems.map(({ code }) => code)).toEqual(['D139']);
    const empty = emptyCatalogue();
    expect(run(empty, file, { name: 'Best-of' })).toMatchObject({ status: 0, isWritten: true });
    expect(load(empty).eventVersions).toHaveLength(SHIPPED_TOTALS.eventsInGwtc);
  });
});

describe('random catalogues', () => {
  it('are the same after an export and an import', () => {
    let restored = 0;
    fc.assert(
      fc.property(fc.nat(1_000_000), (seed) => {
        const data = join(temporaryFolder(), 'data');
        random(seed).write(data);
        for (const folder of ['strain-files', 'strain-statistics', 'timelines']) {
          rmSync(join(data, folder), { recursive: true, force: true });
        }
        cpSync(join(SHIPPED_DATA, 'default-parameters.yaml'), join(data, 'default-parameters.yaml'));
        const before = load(data);
        const owner = before.eventVersions[seed % before.eventVersions.length];
        if (!owner) return;
        const { catalog: name } = owner;
        const own = before.eventVersions.filter(({ catalog }) => catalog === name);
        const { file } = writeCommunityCatalog(before, name);
        checkFile(file);

        // If everything exists, only members required by the format are added, and nothing is removed.
        expect(run(data, file).problems).toEqual([]);
        const merged = load(data);
        const completed = own.map((event) => ({
          ...event,
          parameters: held(event).parameters,
          parameterSets: event.parameterSets.map((set) => ({ ...set, pipeline_type: set.pipeline_type ?? 'pe' })),
        }));
        expect(eventsOf(merged, name)).toEqual(completed.map(plain));
        expect({ ...merged, eventVersions: [], catalogs: [] }).toEqual({ ...before, eventVersions: [], catalogs: [] });

        // If values and sets are missing.
        strip(data, name);
        expect(run(data, file).problems).toEqual([]);
        expect(eventsOf(load(data), name)).toEqual(own.map(held).map(plain));

        // If nothing exists: the format has neither version numbers nor several versions of an event.
        const empty = emptyCatalogue();
        cpSync(join(data, 'detectors.yaml'), join(empty, 'detectors.yaml'));
        const { problems } = run(empty, file);
        expect(problems.every(({ code }) => code === 'D116')).toBe(true);
        const made = load(empty);
        const firsts = file.events.map((event) => event.event_name);
        const wanted = file.events.flatMap(({ event_name: event }, index) => {
          if (firsts.indexOf(event) !== index) return [];
          const [lowest] = own.filter((one) => one.name === event).sort((a, b) => a.version - b.version);
          const notInFile = { otherShortName: null, reference: null, bulkDetectors: [] };
          return lowest ? [{ ...held(lowest), ...notInFile, version: 1, doi: file.doi || null }] : [];
        });
        const ordered = wanted.sort((a, b) => b.gps - a.gps || (a.name < b.name ? -1 : 1));
        expect(eventsOf(made, name)).toEqual(ordered.map(plain));
        const ids = before.events.filter(({ graceId }) => graceId !== null).map((one) => [one.name, one.graceId]);
        const madeIds = made.events.map((one) => [one.name, one.graceId]);
        expect(madeIds).toEqual(expect.arrayContaining(ids.filter(([event]) => firsts.includes(String(event)))));
        const [catalog] = made.catalogs;
        const there = before.catalogs.find((one) => one.name === name);
        expect(catalog).toMatchObject({ name, description: there?.description, doi: file.doi || null });
        restored += wanted.length;
      }),
      { numRuns: propertyRuns(3) },
    );
    expect(restored).toBeGreaterThan(propertyRuns(9));
  });
});

describe('members of the data that mean the same as a missing member', () => {
  const [version] = shipped.eventVersions as [EventVersion];
  const write = (parameters: RawValues, parameterSets: readonly RawParameterSet[]) => {
    const catalogue = { ...shipped, eventVersions: [{ ...version, parameters, parameterSets }] };
    const { file, notes } = writeCommunityCatalog(catalogue, version.catalog);
    return { event: file.events[0], messages: notes.map(({ message }) => message).join() };
  };

  it('do not make a default parameter differ from the value that follows from the sets', () => {
    const far = { is_upper_limit: false, upper_error: null, best: 1 };
    const set: RawParameterSet = { name: 'a', pipeline_type: 'search', parameters: { far: { best: 1 } } };
    for (const [value, other] of [
      [far, { best: 1 }],
      [{ best: 1 }, far],
    ] as const) {
      const { event, messages } = write({ far: value }, [{ ...set, parameters: { far: other } }]);
      expect(event?.search.map((search) => search.pipeline_name)).toEqual(['a']);
      expect(messages).not.toContain('other default parameters');
    }
    const { event, messages } = write({ far: { ...far, lower_error: 0 } }, [set]);
    expect(event?.search.map((search) => search.pipeline_name)).toEqual(['a', version.catalog]);
    expect(messages).toContain('other default parameters');
  });

  it('of a search are not reported as left out', () => {
    const set: RawParameterSet = { name: 'a', pipeline_type: 'search', is_preferred: false, links: [] };
    expect(write({}, [set]).messages).not.toContain('a search has no');
    expect(write({}, [{ ...set, is_preferred: true }]).messages).toContain('a search has no');
  });
});

it('a preferred set of unknown kind gives the default parameters, as a parameter estimation', () => {
  const [version] = shipped.eventVersions as [EventVersion];
  const parameters = { redshift: { best: 1 } };
  const parameterSets = [{ name: 'a', is_preferred: true, parameters }];
  const catalogue = { ...shipped, eventVersions: [{ ...version, parameters, parameterSets }] };
  const { file } = writeCommunityCatalog(catalogue, version.catalog);
  expect(file.events[0]?.pe_sets).toMatchObject([{ pe_set_name: 'a', is_preferred: true }]);
});

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
      unit: fc.constantFrom(...(UNITS[name] ?? [null])),
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

/** The facts in a file, in either spelling. */
function factsOf({ catalog_name, catalog_description, doi, events }: CommunityCatalog): unknown {
  const valueFacts = (one: CommunityValue): unknown => [
    one.parameter_name,
    one.best ?? one.median,
    one.upper_error ?? one.upper_95 ?? null,
    Math.abs(one.lower_error ?? one.lower_05 ?? Number.NaN),
    one.is_upper_bound === true,
    one.is_lower_bound === true,
  ];
  const listed = (values: readonly CommunityValue[]): unknown[] =>
    values.map(valueFacts).sort((a, b) => (String(a) < String(b) ? -1 : 1));
  const eventFacts = events
    .map((one) => ({
      name: one.event_name,
      gps: one.gps,
      detectors: one.detectors,
      id: one.gracedb_id ?? null,
      searches: one.search.map((each) => [each.pipeline_name, listed(each.parameters)]),
      analyses: (one.pe_sets ?? []).map((each) => ({
        name: each.pe_set_name,
        family: each.waveform_family || null,
        url: each.data_url ?? null,
        isPreferred: each.is_preferred,
        values: listed(each.parameters),
        links: (each.links ?? []).map(({ url, content_type: type }) => [url, type]),
      })),
    }))
    .sort((a, b) => b.gps - a.gps || (a.name < b.name ? -1 : 1));
  return { catalog_name, catalog_description, doi: doi || null, events: eventFacts };
}

describe('random files, in both spellings', () => {
  it('contain the same facts after an import and an export', () => {
    fc.assert(
      fc.property(file, (given) => {
        const data = emptyCatalogue();
        expect(run(data, given).problems).toEqual([]);
        const catalogue = load(data);
        const { file: exported } = writeCommunityCatalog(catalogue, given.catalog_name);
        checkFile(exported);
        expect(factsOf(exported)).toEqual(factsOf(given));
        for (const version of catalogue.eventVersions) {
          expect(version.parameters).toEqual(ruled(version.parameterSets));
        }
      }),
      { numRuns: propertyRuns(15) },
    );
  });
});

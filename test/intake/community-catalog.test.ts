/** Imports of community catalogs into existing data: which data change, and which are reported instead of being lost. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { decimalsOf } from '../../src/catalogue/files/number-text.ts';
import { checkFolder, readDataFolder } from '../../src/catalogue/load.ts';
import { namesInData } from '../../src/intake/community/format.ts';
import { importCommunityCatalog } from '../../src/intake/import-file.ts';
import { contentOf } from '../support/folders.ts';
import { data, folder, useSmallCatalogue } from './import-rows.ts';

useSmallCatalogue();

const far = (best: number, more: object = {}) => ({ parameter_name: 'far', best, unit: '1/year', ...more });
const mass = (best: number, more: object = {}) => ({ parameter_name: 'mass_1_source', best, unit: 'M_sun', ...more });
const search = (parameters: object[], name = 'pycbc') => ({ pipeline_name: name, parameters });
const analysis = (parameters: object[], more: object = {}) => ({
  pe_set_name: 'bilby',
  waveform_family: 'X',
  is_preferred: true,
  parameters,
  ...more,
});
const event = (name: string, more: object = {}) => ({
  event_name: name,
  gps: 1451606418,
  detectors: ['H1', 'L1'],
  search: [search([far(1)])],
  ...more,
});

function run(
  events: object[],
  { head = {}, ...flags }: { head?: object } & Partial<Parameters<typeof importCommunityCatalog>[0]> = {},
) {
  const csv = join(folder, 'catalog.json');
  writeFileSync(csv, JSON.stringify({ catalog_name: 'New-1', catalog_description: 'New.', events, ...head }, null, 2));
  return importCommunityCatalog({ file: csv, data, ...flags });
}

function load() {
  const { catalogue, problems } = checkFolder(readDataFolder(data));
  expect(problems).toEqual([]);
  if (!catalogue) throw new Error('no catalogue');
  return catalogue;
}

const find = (name: string, catalog = 'New-1') =>
  load().eventVersions.find((one) => one.name === name && one.catalog === catalog);
const messages = ({ problems }: { problems: readonly { message: string }[] }) => problems.map(({ message }) => message);

it('a parameter may have the name of a member of every object', () => {
  const { warnings } = run([event('GW1', { search: [search([{ parameter_name: 'constructor', best: 1 }])] })]);
  expect(warnings.map(({ fix }) => fix)).toEqual([
    'add constructor to default-parameters.yaml, and import the file again',
  ]);
});

describe('the catalog', () => {
  it('is added as the newest if it is missing; its name is the default for the description', () => {
    const head = { catalog_description: null, doi: 'https://doi.org/10.1/a' };
    expect(run([event('GW1')], { head })).toMatchObject({ isClean: true, isWritten: true });
    expect(load().catalogs.find(({ members }) => members === undefined)).toMatchObject({
      name: 'New-1',
      description: 'New-1',
      doi: 'https://doi.org/10.1/a',
    });
    expect(find('GW1')?.doi).toBe('https://doi.org/10.1/a');
  });

  it('is not added if none of its events can be merged', () => {
    const before = contentOf(data);
    const result = run([event('GW1', { detectors: ['X9'] })]);
    expect(result).toMatchObject({ isClean: false, isWritten: false, skipped: [expect.anything()] });
    expect(contentOf(data)).toEqual(before);
  });

  it('keeps its description when its events are merged', () => {
    const result = run([event('GW1')], { head: { catalog_name: 'GWTC-2', catalog_description: 'Another one.' } });
    expect(messages(result)).toEqual(['GWTC-2 description: "Second catalog." -> "Another one."']);
    expect(find('GW1', 'GWTC-2')).toBeDefined();
    expect(load().catalogs[0]?.description).toBe('Second catalog.');
  });

  it('can have another name in the data', () => {
    const head = { catalog_name: 'My own catalog', catalog_description: 'New.' };
    expect(run([event('GW1')], { head })).toMatchObject({ isClean: false, isWritten: false });
    expect(run([event('GW1')], { head, name: 'Own-1' })).toMatchObject({ isClean: true, isWritten: true });
    expect(find('GW1', 'Own-1')).toBeDefined();
  });

  it('is refused if the file is not JSON, and the problem says what is expected', () => {
    const csv = join(folder, 'rows.csv');
    writeFileSync(csv, 'name,version\nGW1,1\n');
    const [problem] = importCommunityCatalog({ file: csv, data }).problems;
    expect(problem).toMatchObject({
      code: 'D150',
      line: 1,
      message: 'this is not JSON, but a community catalog is expected',
    });
  });
});

describe('an event', () => {
  it('gets the next free number, and leaves its versions in other catalogs alone', () => {
    const before = load().eventVersions.filter(({ name }) => name === 'GW150914');
    expect(run([event('GW150914', { gps: 1126259462.4 })])).toMatchObject({ isClean: true });
    const after = load().eventVersions.filter(({ name }) => name === 'GW150914');
    expect(after.map(({ version }) => version).sort()).toEqual([...before.map(({ version }) => version), 5].sort());
    expect(after.filter(({ catalog }) => catalog !== 'New-1')).toEqual(before);
  });

  it('is the same version when it is imported again', () => {
    const events = [event('GW1'), event('GW2', { pe_sets: [analysis([mass(30)])] })];
    run(events);
    const before = contentOf(data);
    expect(run(events)).toMatchObject({ isClean: true, isWritten: false });
    expect(contentOf(data)).toEqual(before);
  });

  it('without detectors gets the detectors of its latest version, marked as copied, or the detectors given for all events', () => {
    const bare = { detectors: null, gps: 1126259462.4 };
    const result = run([event('GW150914', bare), event('GW1', { detectors: undefined })]);
    expect(messages(result)).toEqual(['event skipped (GW1-v1): detectors are missing']);
    expect(find('GW150914')?.detectors).toEqual(['L1', 'H1']);
    expect(find('GW150914')?.detectors_source).toBe('latest-version');
    run([event('GW150914', { ...bare, detectors: ['L1', 'H1'] })], { overwrite: true });
    expect(find('GW150914')?.detectors_source).toBeUndefined();
    expect(run([event('GW1', { detectors: [] })], { detectors: ['L1'] })).toMatchObject({ isClean: true });
    expect(find('GW1')?.detectors).toEqual(['L1']);
  });

  it('is left out completely if one of its sets differs, and replaced with --overwrite', () => {
    const sets = [
      analysis([mass(30, { upper_error: 2, lower_error: 1 })]),
      analysis([], { pe_set_name: 'rift', is_preferred: false }),
    ];
    run([event('GW1', { pe_sets: sets })]);
    const before = contentOf(data);
    const next = [analysis([mass(31)]), analysis([], { pe_set_name: 'new', is_preferred: false })];
    const result = run([event('GW1', { pe_sets: next }), event('GW2')]);
    expect(messages(result)).toEqual([
      'GW1-v1 mass_1_source.best: 30 -> 31',
      'GW1-v1 set bilby mass_1_source.best: 30 -> 31',
    ]);
    expect(result).toMatchObject({ isClean: false, skipped: [expect.anything()], isWritten: true });
    expect(find('GW1')?.parameter_sets?.map(({ name }) => name)).toEqual(['pycbc', 'bilby', 'rift']);
    expect(before).not.toEqual(contentOf(data));
    expect(run([event('GW1', { pe_sets: next })], { overwrite: true })).toMatchObject({ isClean: true });
    const merged = find('GW1');
    expect(merged?.parameter_sets?.map(({ name }) => name)).toEqual(['pycbc', 'bilby', 'rift', 'new']);
    // Values that the file does not contain stay: the errors.
    const wanted = { best: 31, upper_error: 2, lower_error: -1 };
    expect(merged?.parameters?.mass_1_source).toMatchObject(wanted);
    expect(merged?.parameter_sets?.[1]?.parameters?.mass_1_source).toMatchObject(wanted);
  });

  it('becomes a limit, and an ordinary value again, if the file says so', () => {
    const withFar = (more: object) => [event('GW1', { search: [search([far(1, more)])] })];
    run(withFar({ upper_error: 0.1, lower_error: -0.1 }));
    expect(run(withFar({ is_upper_bound: true })).problems.length).toBeGreaterThan(0);
    run(withFar({ is_upper_bound: true }), { overwrite: true });
    expect(find('GW1')?.parameters?.far).toEqual({ best: 1, is_upper_limit: true });
    expect(run(withFar({}))).toMatchObject({ isClean: true, isWritten: false });
    run(withFar({ is_lower_bound: true }), { overwrite: true });
    expect(find('GW1')?.parameters?.far).toEqual({ best: 1, is_lower_limit: true });
    run(withFar({ is_lower_bound: false }), { overwrite: true });
    expect(find('GW1')?.parameters?.far).toEqual({ best: 1 });
  });

  it('twice in a file is a problem for the second one', () => {
    const result = run([event('GW1'), event('GW1')]);
    expect(messages(result)).toEqual(['event skipped (GW1-v1): it is a duplicate']);
    expect(find('GW1')).toBeDefined();
  });
});

it('a dry run shows everything', () => {
  const events = [event('GW1', { gracedb_id: 'S1', pe_sets: [analysis([mass(30)])] })];
  const { changes, isWritten } = run(events, { dryRun: true });
  expect(changes.map(({ record }) => record)).toEqual([
    'New-1',
    'GW1-v1',
    'GW1-v1 set pycbc',
    'GW1-v1 set bilby',
    'GW1',
  ]);
  expect(isWritten).toBe(false);
});

describe('names of sets', () => {
  const sets = [
    { name: 'bilby', pipeline_type: 'pe', waveform_family: 'A' },
    { name: 'Bilby', pipeline_type: 'pe', waveform_family: 'B' },
    { name: 'bilby', pipeline_type: 'search' },
    { name: 'rift', pipeline_type: 'pe' },
  ] as const;

  it('are told apart by type and waveforms', () => {
    const names = namesInData(sets);
    expect(names).toEqual(['bilby (A)', 'Bilby (B)', 'bilby (search)', 'rift']);
  });
});

it.each([
  [12, 0],
  [0.25, 2],
  [1e-7, 7],
  [1.5e-9, 10],
  [1e21, 0],
  [1.5e22, 0],
])('%d has %d decimals', (value, decimals) => {
  expect(decimalsOf(value)).toBe(decimals);
});

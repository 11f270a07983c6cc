/**
 * GWOSC's own service differs from the contract in known ways; this test uses the form of its stored pages. Facts: GWOSC
 * (https://gwosc.org), CC BY 4.0.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { parse } from 'yaml';
import { checkFolder, readDataFolder } from '../../../src/catalogue/load.ts';
import { HarvestError } from '../../../src/intake/harvest/errors.ts';
import { pageOf, startService, type TestService } from '../../support/serve-answers.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { harvestInto } from './harvest-into.ts';

const services: TestService[] = [];
afterAll(() => Promise.all(services.map((service) => service.close())));

/** A server with these bodies; numbers such as `4.0` are written as the service writes them, and links have another scheme. */
async function serveBodies(bodies: Readonly<Record<string, unknown>>): Promise<TestService> {
  const service = await startService(({ path }, _request, response, origin) => {
    const body = bodies[path.replace(/^api\/v2\//, '').replace(/\?.*$/, '')];
    const text = JSON.stringify(Array.isArray(body) ? pageOf(body) : (body ?? { detail: 'Not found.' }));
    response.writeHead(body === undefined ? 404 : 200, { 'content-type': 'application/json' });
    response.end(
      text
        .replaceAll(/"(sample_rate_kHz|gps)":(\d+)([,}])/g, '"$1":$2.0$3')
        .replaceAll('https://gwosc.org', origin.replace('http:', 'https:')),
    );
  });
  services.push(service);
  return service;
}

const url = (path: string): string => `https://gwosc.org/api/v2/${path}?format=api`;

const parameter = (name: string, best: number, unit: string, more: object = {}): object => ({
  name,
  unit,
  description: 'na',
  best,
  upper_error: null,
  lower_error: null,
  is_upper_limit: false,
  is_lower_limit: false,
  decimal_places: 2,
  ...more,
});

const version = (name: string, number: number, gps: number, catalog: string, more: object = {}) => ({
  name,
  shortName: `${name}-v${number}`,
  gps,
  version: number,
  catalog,
  detectors: ['H1', 'L1'],
  detail_url: url(`event-versions/${name}-v${number}`),
  ...more,
});

const file = (detector: string, rate: 4 | 16, dataset: string, prefix: string, gpsStart = 1126256640) => ({
  gps_start: gpsStart,
  utc_start: '2015-09-14T09:03:43',
  detector,
  sample_rate_kHz: rate,
  hdf5_url: `https://gwosc.org/archive/data/${dataset}/1126170624/${detector[0]}-${detector}_${prefix}-${gpsStart}-4096.hdf5?format=api`,
  gwf_url: `https://gwosc.org/archive/data/${dataset}/1126170624/${detector[0]}-${detector}_${prefix}-${gpsStart}-4096.gwf?format=api`,
  detail_url: url(`strain-files/${detector}-${gpsStart}-${rate}kHz`),
});

const dataset = (name: string, points: number) => ({
  name,
  description: 'The O1 open data set',
  frame_type: '%s_LOSC',
  npoints: points,
  duration: 4096,
  npoints_QI: 4096,
  data_quality_bits: 7,
  injection_bits: 5,
  gps_start: 1126051217,
  gps_end: 1137254417,
  detectors: ['H1', 'L1'],
  strain_files_url: url(`datasets/${name}/strain-files`),
  bitmask: [
    { name: 'DATA', description: 'data present', bit: 0, mask_type: 'DQ' },
    { name: 'NO_CBC_HW_INJ', description: 'no cbc injection', bit: 0, mask_type: 'INJ' },
  ],
});

/** A parameter set; its members other than the parameters are the same in the data. */
const SET = {
  name: 'GWTC-1_PE',
  pipeline_type: 'pe',
  waveform_family: 'C01:Mixed',
  data_url: 'https://dcc.ligo.org/x',
  is_preferred: true,
  links: [{ url: 'https://dcc.ligo.org/y', label: 'skymap|FITS=1' }],
};

/** As in the service's stored pages: some entries have no `doi`, and entries with the same start are in no fixed order. */
const SERVICE = {
  runs: [
    { name: 'O1', gps_start: 1126051217, gps_end: 1137254417, detectors: ['H1', 'L1'], detail_url: url('runs/O1') },
  ],
  catalogs: [
    { name: 'GWTC', description: '', doi: null, events_url: url('catalogs/GWTC/events') },
    { name: 'GWTC-1-confident', description: 'First.', doi: null, events_url: url('catalogs/GWTC-1-confident/events') },
    { name: 'O1_O2-Preliminary', description: null, doi: null, events_url: url('catalogs/O1_O2-Preliminary/events') },
  ],
  'catalogs/GWTC/events': [version('GW150914', 3, 1126259462.4, 'GWTC-1-confident')],
  'default-parameters': ['far', 'chi-eff', 'gps-time'],
  'event-versions': [
    version('GW150914', 1, 1126259462.4, 'O1_O2-Preliminary', { doi: 'http://dx.doi.org/10.7935/K5MW2F23' }),
    version('GW150914', 3, 1126259462.4, 'GWTC-1-confident', {
      shortName: 'GW150914_095045-v3',
      detail_url: url('event-versions/GW150914_095045-v3'),
      default_parameters: [
        parameter('chi_eff', 0.09, '', { upper_error: 0.05, lower_error: -0.03 }),
        parameter('far', 0.00001, '1/yr', { is_upper_limit: true, decimal_places: 5 }),
      ],
    }),
    version('GRB051103', 1, 815045118, 'O1_O2-Preliminary', { detectors: [] }),
  ],
  events: [
    {
      name: 'GW150914',
      strain_files_url: url('events/GW150914/strain-files'),
      detail_url: url('events/GW150914'),
      aliases: ['GW150914'],
      versions: [],
    },
  ],
  'events/GW150914': { name: 'GW150914', grace_id: 'G184098', run: 'O1', aliases: ['GW150914'], versions: [] },
  'event-versions/GW150914-v1/parameters': [],
  'event-versions/GW150914_095045-v3/parameters': [
    { ...SET, parameters: [parameter('chi_eff', 0.09, ''), parameter('q-lin', 0.8, '')] },
  ],
  'event-versions/GW150914_095045-v3/strain-files': [],
  'runs/O1/datasets': [dataset('O1', 16777216), dataset('O1_16KHZ', 67108864)],
  'datasets/O1/strain-files': [file('L1', 4, 'O1', 'LOSC_4_V1'), file('H1', 4, 'O1', 'LOSC_4_V1')],
  'datasets/O1_16KHZ/strain-files': [file('H1', 16, 'O1_16KHZ', 'LOSC_16_V1')],
};

it('the service is read correctly: its own short names, rates from samples, units from the specification', async () => {
  const data = join(temporaryFolder(), 'data');
  const { origin } = await serveBodies(SERVICE);
  const { merged } = await harvestInto({ base: origin, data });
  const read = (path: string): unknown => parse(readFileSync(join(data, path), 'utf8'));
  expect(read('event-versions/GWTC-1-confident.yaml')).toEqual({
    catalog: 'GWTC-1-confident',
    event_versions: [
      {
        name: 'GW150914',
        version: 3,
        short_name: 'GW150914_095045-v3',
        gps: 1126259462.4,
        detectors: ['H1', 'L1'],
        parameters: {
          chi_eff: { best: 0.09, upper_error: 0.05, lower_error: -0.03 },
          far: { best: 0.00001, is_upper_limit: true },
        },
        parameter_sets: [{ ...SET, parameters: { chi_eff: { best: 0.09 }, 'q-lin': { best: 0.8 } } }],
      },
    ],
  });
  expect(read('events.yaml')).toEqual({
    events: [{ name: 'GW150914', grace_id: 'G184098' }],
  });
  expect(read('default-parameters.yaml')).toEqual({
    default_parameters: [
      { name: 'far', unit: 'yr^-1', description: 'far' },
      { name: 'chi_eff', unit: '', description: 'chi_eff' },
    ],
    other_parameters: [{ name: 'q-lin', unit: '', description: 'q-lin' }],
  });
  expect(read('catalogs.yaml')).toMatchObject({ catalogs: [{ name: 'GWTC', members: ['GWTC-1-confident'] }, {}, {}] });
  expect(read('strain-files/O1_16KHZ.yaml')).toEqual({
    dataset: 'O1_16KHZ',
    run: 'O1',
    description: 'The O1 open data set',
    sample_rate_kHz: 16,
    // Its files are from one of the two detectors, so the other one cannot be derived from them.
    detectors: ['H1', 'L1'],
    series: [{ detector: 'H1', file_prefix: 'H-H1_LOSC_16_V1', blocks: [[1126256640, 1]] }],
    bits: [
      { bit: 0, name: 'DATA', description: 'data present' },
      { bit: 32, name: 'NO_CBC_HW_INJ', description: 'no cbc injection' },
    ],
  });
  expect(read('strain-files/O1.yaml')).not.toHaveProperty('detectors');
  const missing = 'the service does not have';
  expect(merged).toMatchObject({
    problems: [{ code: 'D180', message: 'entry skipped (GRB051103-v1): field "detectors" is missing' }],
    warnings: [
      { code: 'W211', message: `${missing} event-versions/{}/parameters (404)` },
      { code: 'W211', message: `${missing} event-versions/{}/strain-files, requested 2 times (404)` },
      { code: 'W211', message: `${missing} runs/{}/timelines (404)` },
      { code: 'W214', message: 'GW150914 has versions 1 and 3, but not version 2' },
    ],
  });
});

it('the time of an event is rounded to one decimal, as in a table', async () => {
  const data = join(temporaryFolder(), 'data');
  const versions = [version('GW150914', 3, 1126259462.39, 'GWTC-1-confident')];
  const { origin } = await serveBodies({ ...SERVICE, 'event-versions': versions });
  await harvestInto({ base: origin, data });
  const text = readFileSync(join(data, 'event-versions/GWTC-1-confident.yaml'), 'utf8');
  expect(parse(text)).toMatchObject({ event_versions: [{ gps: 1126259462.4 }] });
});

it('a truncated page is refused, because it announces more entries than it has', async () => {
  const cut = { ...pageOf(SERVICE['event-versions']), results_count: 368, num_pages: 19, page_number: 19 };
  const data = join(temporaryFolder(), 'data');
  const { origin } = await serveBodies({ ...SERVICE, 'event-versions': cut });
  const failure = await harvestInto({ base: origin, data }).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(HarvestError);
  expect(String(failure)).toContain('#/results_count: the count is 368, but 3 different entries were received');
});

it.each([
  ['a description with two lines', parameter('total_mass', 66, 'M_sun', { description: 'Mass of\nboth' })],
  ['a name with a blank', parameter('Total Mass', 66, 'M_sun', { description: 'Mass of both' })],
])('a parameter that has %s does not make the data invalid', async (_, wrong) => {
  const data = join(temporaryFolder(), 'data');
  const listed = SERVICE['event-versions'].map((one) => ({ ...one, default_parameters: [wrong] }));
  const { origin } = await serveBodies({ ...SERVICE, 'event-versions': listed });
  await harvestInto({ base: origin, data });
  expect(checkFolder(readDataFolder(data)).problems).toEqual([]);
});

it('a parameter set with both limits is reported at its parameters', async () => {
  const data = join(temporaryFolder(), 'data');
  const both = parameter('chi_eff', 0.09, '', { is_upper_limit: true, is_lower_limit: true });
  const path = 'event-versions/GW150914_095045-v3/parameters';
  const { origin } = await serveBodies({ ...SERVICE, [path]: [{ ...SET, parameters: [both] }] });
  const { merged } = await harvestInto({ base: origin, data });
  const [problem] = merged.problems.filter(({ message }) => message.includes('both an upper and a lower limit'));
  expect(problem).toMatchObject({ url: expect.stringMatching(/#\/results\/0\/parameters\/0$/) });
});

/**
 * Requests of public programs that read tables with numpy and pandas, against the shipped catalogue in place of the service. Each case is the
 * read as the program writes it. Expected results come from the data.
 */

import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { isAvailable } from '../support/programs.ts';
import { type Server, startServer } from '../support/server.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { readFacts, type Version } from './facts.ts';

const { root, data } = inject('shipped');
const facts = readFacts(data);
let server: Server;
beforeAll(async () => {
  server = await startServer(inject('cli'), root);
});
afterAll(() => server.stop());

/** numpy keeps copies of what it reads from a URL in the current folder. */
const cwd = temporaryFolder();
const run = promisify(execFile);
// Loading the libraries takes longer than most reads.
const HAS_BOTH = 'from importlib.util import find_spec as f; exit(not (f("numpy") and f("pandas")))';
const python = ['python3', '/usr/bin/python3'].find((one) => spawnSync(one, ['-c', HAS_BOTH]).status === 0) ?? '';
const withPython = it.runIf(isAvailable('numpy or pandas', python !== ''));

/** The JSON that an expression gives. `url` is the address of a path. */
async function evaluate<T>(expression: string): Promise<T> {
  const lines = [
    'import json',
    ...['numpy', 'pandas'].filter((name) => expression.includes(name)).map((name) => `import ${name}`),
    `url = lambda path: ${JSON.stringify(server.origin)} + path`,
    `print(json.dumps(${expression}))`,
  ];
  return JSON.parse((await run(python, ['-c', lines.join('\n')], { maxBuffer: 2 ** 26, cwd })).stdout) as T;
}

const textAt = async (path: string): Promise<string> => (await fetch(`${server.origin}${path}`)).text();

/** The highest version of each event. */
function highest(versions: readonly Version[]): Version[] {
  return versions.filter((one) => !versions.some(({ name, version }) => name === one.name && version > one.version));
}

const hasMass2 = ({ best }: Version) => (best.mass_2_source ?? 0) >= 3;
const namesOf = (versions: readonly Version[]) => versions.map(({ name }) => name).sort();

describe('last versions', () => {
  const listed = async (path: string) =>
    ((await (await fetch(`${server.origin}${path}`)).json()) as { results: { name: string; catalog: string }[] })
      .results;

  it('are the highest among those that pass the other filters', async () => {
    const found = await listed('/api/v2/event-versions?lastver=true&min-mass-2-source=3&pagesize=1000');
    const expected = highest(facts.versions.filter(hasMass2));
    expect(namesOf(expected)).toEqual(found.map(({ name }) => name).sort());
    // As the service's answer, except for two versions without a mass in the data, and one in place of another.
    const catalogs = ['GWTC-5.0', 'GWTC-4.1', 'IAS-O3a', 'GWTC-3-confident', 'GWTC-2.1-confident', 'GWTC-2'];
    const counts = catalogs.map((name) => found.filter(({ catalog }) => catalog === name).length);
    expect(counts).toEqual([104, 86, 41, 32, 20, 1]);
    expect(found).toHaveLength(284);
    expect(await listed('/api/v2/event-versions?release=GWTC-4.0&lastver=true&pagesize=500')).toHaveLength(129);
    const older = await fetch(`${server.origin}/eventapi/json/query/show?lastver=true&min-mass-2-source=3`);
    expect(Object.keys(((await older.json()) as { events: object }).events)).toHaveLength(284);
  });
});

describe('segments as text', () => {
  // The end of the run stands where the duration belongs.
  withPython.each([
    ['O1', 'L1_DATA', 1126051217, 1137254417],
    ['O3a_16KHZ_R1', 'V1_DATA', 1238166018, 1253977218],
  ])('three columns of integers: %s, %s', async (dataset, flag, start, end) => {
    const path = `/timeline/segments/${dataset}/${flag}/${start}/${end}/`;
    const [starts, stops, durations] = await evaluate<[number[], number[], number[]]>(
      `numpy.loadtxt(url("${path}"), dtype=int, unpack=True).tolist()`,
    );
    const expected = facts.segments(flag, start, end);
    expect(starts.map((one, n) => [one, stops[n]])).toEqual(expected);
    expect(durations).toEqual(expected.map(([from, to]) => to - from));
  });

  withPython('two columns, clipped to the interval', async () => {
    const path = '/timeline/segments/O3b_4KHZ_R1/H1_DATA/1256655718/12708000';
    const found = await evaluate(`numpy.loadtxt(url("${path}"), usecols=(0, 1)).astype(int).tolist()`);
    expect(found).toEqual(facts.segments('H1_DATA', 1256655718, 1256655718 + 12708000));
  });
});

describe('events as text', () => {
  withPython('column 1 is the name, as text', async () => {
    const read = 'numpy.loadtxt(url("/eventapi/ascii/allevents/"), dtype=str, skiprows=1, usecols=1).tolist()';
    expect((await evaluate<string[]>(read)).sort()).toEqual(namesOf(facts.versions));
  });

  withPython('column 4 is the time, as a number, and all rows have the same columns', async () => {
    const path =
      '/eventapi/ascii/query/show?release=GWTC-2.1-confident,GWTC-3-confident&min-mass-2-source=3&max-far=1.0';
    const times = await evaluate<number[]>(`numpy.genfromtxt(url("${path}"), skip_header=1)[:, 4].tolist()`);
    const isMeant = ({ catalog, best }: Version) =>
      ['GWTC-2.1-confident', 'GWTC-3-confident'].includes(catalog) && (best.far ?? 2) <= 1;
    const expected = facts.versions.filter((one) => isMeant(one) && hasMass2(one)).map(({ gps }) => gps);
    expect(expected.length).toBeGreaterThan(40);
    expect(times).toEqual(expected.sort((a, b) => a - b));
  });

  it('one header line, words separated by blanks, and a word for each missing value', async () => {
    for (const form of ['GWTC-3', 'IAS-O3a', 'Initial_LIGO_Virgo', 'allevents']) {
      const [header = '', ...rows] = (await textAt(`/eventapi/ascii/${form}`)).trimEnd().split('\n');
      const columns = header.split(' ');
      expect(columns.slice(0, 5)).toEqual(['id', 'commonName', 'version', 'catalog.shortName', 'GPS']);
      expect(new Set(rows.map((row) => row.split(' ').length))).toEqual(new Set([columns.length]));
      expect(rows.join()).not.toMatch(/#| {2}/);
    }
  });

  it.each(['ascii', 'csv'])('the same columns if no event matches: %s', async (form) => {
    const [header] = (await textAt(`/eventapi/${form}/allevents`)).split(/(?<=\n)/);
    expect(await textAt(`/eventapi/${form}/query/show?min-mass-2-source=1e9`)).toBe(header);
  });
});

describe('events as CSV', () => {
  withPython('a short catalog name is redirected', async () => {
    const names = await evaluate<string[]>('list(pandas.read_csv(url("/eventapi/csv/GWTC-3/")).commonName)');
    expect(names.sort()).toEqual(namesOf(facts.inCatalogs('GWTC-3-confident')));
    const answer = await fetch(`${server.origin}/eventapi/csv/GWTC-3/?x=1`, { redirect: 'manual' });
    expect([answer.status, answer.headers.get('location')]).toEqual([
      302,
      `${server.origin}/eventapi/csv/GWTC-3-confident/?x=1`,
    ]);
    for (const path of ['json/GWTC-1', 'jsonfull/GWTC-2.1', 'json/GWTC-3/GW200129_065458/v1']) {
      expect((await fetch(`${server.origin}/eventapi/${path}`)).status).toBe(200);
    }
    expect((await fetch(`${server.origin}/eventapi/json/GWTC-3/GW150914`)).status).toBe(404);
  });

  withPython('lines end with CRLF, and values are floats in every row', async () => {
    const text = await textAt('/eventapi/csv/allevents');
    expect(text.split('\n').every((line, n, { length }) => n === length - 1 || line.endsWith('\r'))).toBe(true);
    const rows = await evaluate<Record<string, string>[]>(
      'pandas.read_csv(url("/eventapi/csv/allevents"), dtype=str).fillna("").to_dict("records")',
    );
    const values = rows.flatMap((row) => Object.entries(row).filter(([name]) => /_source|distance|far|GPS/.test(name)));
    expect(values.filter(([, text]) => /^-?\d+$/.test(text))).toEqual([]);
  });
});

it('GW190425_081805-v1, a version of an event by its other name', async () => {
  for (const version of [1, 2, 3]) {
    const bodies = [`GW190425_081805-v${version}`, `GW190425-v${version}`].map((id) =>
      textAt(`/api/v2/event-versions/${id}`),
    );
    const [byAlias, byName] = await Promise.all(bodies);
    expect(byAlias).toContain('"name":"GW190425"');
    expect(byAlias).toBe(byName);
  }
  expect((await fetch(`${server.origin}/api/v2/event-versions/GW190425_081805-v9`)).status).toBe(404);
});

it('strain of GWTC-4.0: the bulk files of every detector that has one at that time', async () => {
  type Events = Record<string, { commonName: string; strain: { detector: string; url: string }[] }>;
  const answer = await fetch(`${server.origin}/eventapi/jsonfull/GWTC-4.0`);
  const { events } = (await answer.json()) as { events: Events };
  expect(Object.keys(events)).toHaveLength(129);
  for (const { commonName, strain } of Object.values(events)) {
    const bulk = await fetch(`${server.origin}/api/v2/events/${commonName}/strain-files?pagesize=100`);
    const { results } = (await bulk.json()) as { results: { gwf_url: string; hdf5_url: string }[] };
    const expected = results.flatMap(({ gwf_url, hdf5_url }) => [gwf_url, hdf5_url].map((link) => link.split('?')[0]));
    expect(strain.map(({ url }) => url).sort(), commonName).toEqual(expected.sort());
  }
});

it('posterior samples: the file of the preferred parameter set', async () => {
  const answer = await fetch(`${server.origin}/api/v2/event-versions/GW200129_065458-v1/parameters`);
  const { results } = (await answer.json()) as { results: { is_preferred: boolean; data_url: string | null }[] };
  expect(results.find(({ is_preferred }) => is_preferred)?.data_url).toMatch(/^https:\/\/zenodo\.org\/.+\.h5/);
});

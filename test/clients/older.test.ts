/**
 * Replays programs that use the interfaces before API v2 (gwosc 0.7.1, PyCBC, GWpy): sends the requests of each function, and reads the
 * same members, based on the known behaviour of these programs. A missing member is an error, as in Python. Expected results come from the
 * data.
 */

import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { nonEmpty } from '../support/non-empty.ts';
import { type Server, startServer } from '../support/server.ts';
import { SHIPPED_TOTALS } from '../support/shipped-totals.ts';
import { readFacts } from './facts.ts';

const { root, data } = inject('shipped');
const facts = readFacts(data);
let server: Server;
beforeAll(async () => {
  server = await startServer(inject('cli'), root);
});
afterAll(() => server.stop());

type Json = Readonly<Record<string, unknown>>;

/** `requests.get(url).json()` after `raise_for_status()`. */
async function fetchJson<T>(path: string): Promise<T> {
  const response = await fetch(`${server.origin}${path}`, { headers: { accept: '*/*' }, redirect: 'manual' });
  if (response.status !== 200) throw new Error(`${response.status} for ${path}`);
  return (await response.json()) as T;
}

/** `entry[key]`. */
function member<T>(entry: Json, key: string): T {
  if (!(key in entry)) throw new Error(`KeyError: ${key}`);
  return entry[key] as T;
}

const events = async (path: string) => (await fetchJson<{ events: Readonly<Record<string, Json>> }>(path)).events;

describe('gwosc 0.7.1', () => {
  /** Sorts the versions of an event as the client does, over all versions: by name, by the part before "_", or by key. */
  async function findVersion(event: string, version?: number, catalog?: string): Promise<Json> {
    const all = Object.entries(await events('/eventapi/json/allevents/'));
    const isMeant = ([key, entry]: [string, Json]) => {
      const name = member<string>(entry, 'commonName');
      const isNamed = [key, name, name.split('_')[0]].includes(event);
      const isVersion = version === undefined || member(entry, 'version') === version;
      return isNamed && isVersion && (catalog === undefined || member(entry, 'catalog.shortName') === catalog);
    };
    const [last] = all
      .filter(isMeant)
      .sort(([, a], [, b]) => member<number>(b, 'version') - member<number>(a, 'version'));
    if (last === undefined) throw new Error(`ValueError: Failed to identify ${event}`);
    return last[1];
  }

  /** The record at the found version's `jsonurl`. */
  async function eventJson(...meant: Parameters<typeof findVersion>): Promise<[string, Json]> {
    const { pathname } = new URL(member<string>(await findVersion(...meant), 'jsonurl'));
    const [only, ...others] = Object.entries(await events(pathname));
    expect(others).toEqual([]);
    return only as [string, Json];
  }

  async function datasets(start: number, stop: number) {
    return fetchJson<{ events: Json; runs: Readonly<Record<string, Json>> }>(`/archive/${start}/${stop}/json/`);
  }

  it('fetch_event_json: the highest version, one version, a version of a catalog', async () => {
    expect((await eventJson('GW150914'))[0]).toBe('GW150914-v4');
    expect((await eventJson('GW150914', 3))[0]).toBe('GW150914-v3');
    expect((await eventJson('GW150914', undefined, 'GWTC-1-confident'))[0]).toBe('GW150914-v3');
    await expect(eventJson('GW999999')).rejects.toThrow('Failed to identify');
  });

  it('find_datasets, run_segment and run_at_gps', async () => {
    const found = await datasets(1126257414, 1126261510);
    expect(Object.keys(found.events)).toContain('GW150914-v1');
    expect(member(found.events['GW150914-v1'] as Json, 'detectors')).toEqual(['H1', 'L1']);
    expect(Object.keys(found.runs)).toEqual(['O1', 'O1_16KHZ', 'history']);
    const O1 = found.runs.O1 as Json;
    const run = facts.runs.find(({ name }) => name === 'O1');
    expect([member(O1, 'GPSstart'), member(O1, 'GPSend')]).toEqual([run?.start, run?.stop]);
    const before = await datasets(934000000, 934100000);
    expect([Object.keys(before.events), Object.keys(before.runs)]).toEqual([[], ['S6', 'history']]);
    const names = Object.keys((await datasets(0, 99999999999)).runs).filter((name) => name !== 'history');
    for (const name of names) expect(name).toMatch(/^([OS]\d+([a-z]|[A-Z]+)?|BKGW\d{6})(_\d+KHZ)?(_[RV]\d+)?$/);
  });

  it('fetch_cataloglist_json and fetch_catalog_json', async () => {
    const catalogs = await fetchJson<Json>('/eventapi/json/');
    expect(Object.keys(catalogs)).toHaveLength(SHIPPED_TOTALS.catalogs);
    const inside = facts.versions
      .filter(({ catalog }) => catalog === 'GWTC-3-confident')
      .map(({ shortName }) => shortName);
    expect(Object.keys(await events('/eventapi/json/GWTC-3-confident/')).sort()).toEqual(inside.sort());
    await expect(events('/eventapi/json/GWTC-9/')).rejects.toThrow('404');
  });

  it('query_events: the parameters, and the events between two distances', async () => {
    const names = await fetchJson<string[]>('/eventapi/json/query/params/');
    expect(names).toHaveLength(13);
    expect(names).toEqual(expect.arrayContaining(['gps-time', 'luminosity-distance']));
    const found = await events('/eventapi/json/query/show?min-luminosity-distance=10.0&max-luminosity-distance=200.0');
    expect(Object.keys(found).sort()).toEqual(['GW170817-v3', 'GW190425-v1', 'GW190425-v2', 'GW190425-v3']);
  });

  it('get_run_urls reads the files of a dataset', async () => {
    const { strain } = await fetchJson<{ strain: Json[] }>('/archive/links/O1/L1/1126259446/1126259478/json/');
    const urls = strain.filter((file) => member(file, 'format') === 'hdf5').map((file) => member(file, 'url'));
    const [held] = facts.bulkFiles('L1', 1126259446, 1126259478, 4, 'O1');
    expect(urls).toEqual([`${server.origin}${held?.path}.hdf5`]);
    for (const file of strain)
      for (const name of ['detector', 'sampling_rate', 'duration', 'GPSstart']) member(file, name);
  });
});

describe('paths in the documentation and in other programs', () => {
  const run = facts.runs.find(({ name }) => name === 'O1');
  const [start, duration] = [run?.start as number, 100_000];

  it('segments: with all in place of json, and with a flag in any case', async () => {
    const usual = await fetchJson<Json>(`/timeline/segments/json/O1/H1_DATA/${start}/${duration}/`);
    expect(usual.segments).toEqual(facts.segments('H1_DATA', start, start + duration));
    for (const path of ['all/O1/H1_DATA', 'json/O1/H1_data', 'all/O1/h1_data']) {
      expect(await fetchJson<Json>(`/timeline/segments/${path}/${start}/${duration}`), path).toEqual(usual);
    }
  });

  it('all timelines of a dataset: the segments of each flag', async () => {
    const all = await fetchJson<Record<string, Json>>(`/timeline/segments/all/O1/${start}/${duration}/`);
    expect(Object.keys(all)).toEqual(['H1_DATA', 'L1_DATA']);
    for (const [flag, body] of Object.entries(all)) {
      expect(Object.keys(body)).toEqual(['dataset', 'id', 'start', 'end', 'segments']);
      expect(body.segments).toEqual(facts.segments(flag, start, start + duration));
    }
    await expect(fetchJson(`/timeline/segments/all/S6/${start}/${duration}/`)).rejects.toThrow('404');
  });

  it.each([
    '/archive/links/S6/H1/931035615/931039711/json/',
    '/api/v2/runs/O4b/strain-files',
    '/api/v2/datasets/S6/strain-files',
  ])('404 where no files are listed, which names runs and datasets with a list: %s', async (path) => {
    const response = await fetch(server.origin + path);
    const { detail } = (await response.json()) as { detail: string };
    expect(response.status).toBe(404);
    expect(detail).toMatch(/^No (S6|O4b) files are recorded[.] Others with a list: /);
    expect(detail).toContain('O1');
    expect(detail.split(': ')[1]).not.toMatch(/S6|O4b/);
  });

  it.each([
    ['/api/v2/event-versions/gw150914-V3', 'GW150914-v3'],
    ['/api/v2/runs/o1/strain-files', 'O1'],
    ['/api/v2/strain-files/h1-1126256640-4KHZ', 'H1-1126256640-4kHz'],
    ['/eventapi/json/event/gw150914', 'GW150914'],
    ['/eventapi/json/gwtc-3-confident', 'GWTC-3-confident'],
  ])('%s is a 404 that names the right id', async (path, name) => {
    const response = await fetch(server.origin + path);
    expect([response.status, await response.json()]).toEqual([404, { detail: `Not found. Did you mean "${name}"?` }]);
  });
});

describe('PyCBC', () => {
  /** Every member becomes an attribute. */
  async function merger(name: string): Promise<Json> {
    for (const catalog of Object.keys(await fetchJson<Json>('/eventapi/json/'))) {
      const found = Object.values(await events(`/eventapi/jsonfull/${catalog}`)).find(
        (event) => member<string>(event, 'commonName').toLowerCase() === name.toLowerCase(),
      );
      if (found) return found;
    }
    throw new Error(`ValueError: did not find ${name}`);
  }

  it('Catalog and Merger: the event from the first catalog that has it, with members that may be null', async () => {
    const event = await merger('gw170817');
    expect(member(event, 'catalog.shortName')).toBe('GWTC-1-confident');
    for (const name of [
      'chirp_mass_source',
      'mass_1_source',
      'mass_2_source',
      'network_matched_filter_snr',
      'redshift',
      'luminosity_distance',
    ]) {
      for (const end of ['', '_lower', '_upper']) member(event, `${name}${end}`);
    }
    await expect(merger('GW000000')).rejects.toThrow('did not find');
  });

  it('the channel is derived from the name of a frame file', async () => {
    const strain = member<readonly Json[]>(await merger('GW170817'), 'strain');
    const frame = strain.find((file) => member(file, 'format') === 'gwf' && member(file, 'duration') === 32);
    const tag = member<string>(frame as Json, 'url')
      .split('/')
      .at(-1)
      ?.split('-')[1]
      ?.split('_')
      .at(-1);
    expect(tag).toBe('R1');
  });

  it('Merger.strain: short frames of an event, or bulk frames if it has no short ones', async () => {
    const nameOf = async (event: string, detector: string, duration: number) => {
      const wanted: Json = { detector, duration, sampling_rate: 4096, format: 'gwf' };
      const found = member<readonly Json[]>(await merger(event), 'strain').find((file) =>
        Object.entries(wanted).every(([key, value]) => member(file, key) === value),
      );
      return found && new URL(member<string>(found, 'url')).pathname.split('/').at(-1);
    };
    expect(await nameOf('GW170817', 'L1', 32)).toBe('L-L1_GWOSC_4KHZ_R1-1187008867-32.gwf');
    expect(await nameOf('GW150914', 'H1', 32)).toBeUndefined();
    expect(await nameOf('GW150914', 'H1', 4096)).toBe('H-H1_LOSC_4_V1-1126256640-4096.gwf');
    expect(await nameOf('GW231123_135430', 'H1', 4096)).toBe('H-H1_GWOSC_O4a_4KHZ_R1-1384779776-4096.gwf');
    expect(await nameOf('GW250114_082203', 'L1', 4096)).toBe('L-L1_GWOSC_O4b_4KHZ_R1-1420877824-4096.gwf');
  });

  it('gwosc_frame_urls: frames of a run at 16 kHz', async () => {
    const { strain } = await fetchJson<{ strain: Json[] }>('/archive/links/O2_16KHZ_R1/H1/1187008800/1187008900/json/');
    const urls = strain.filter((file) => member(file, 'format') === 'gwf').map((file) => member(file, 'url'));
    expect(urls).toEqual([
      `${server.origin}/archive/data/O2_16KHZ_R1/1186988032/H-H1_GWOSC_O2_16KHZ_R1-1187008512-4096.gwf`,
    ]);
  });

  it('query_flag: the segments of a flag, or an error if there is no list', async () => {
    const path = '/timeline/segments/json/O2_16KHZ_R1/H1_DATA/1187000000/10000/';
    const answer = await fetchJson<Json>(path);
    expect(Object.keys(answer)).toEqual(['dataset', 'id', 'start', 'end', 'segments']);
    expect([answer.dataset, answer.id, answer.start, answer.end]).toEqual([
      'O2_16KHZ_R1',
      'H1_DATA',
      1187000000,
      1187010000,
    ]);
    let last = 1187000000;
    for (const [a, b] of nonEmpty(answer.segments as [number, number][])) {
      expect(last <= a && a < b && b <= 1187010000).toBe(true);
      last = b;
    }
    await expect(fetchJson('/timeline/segments/json/S6/H1_DATA/931035615/1000/')).rejects.toThrow('404');
    await expect(fetchJson('/timeline/segments/json/O1/H1_CBC_CAT2/1126051217/1000/')).rejects.toThrow('404');
  });
});

describe('GWpy', () => {
  /** Columns by name, and the unit of each from the last record that has one, as the parser keeps them. */
  function parseCatalog(found: Readonly<Record<string, Json>>) {
    const columns = new Map<string, unknown[]>([['name', Object.keys(found)]]);
    const units = new Map<string, unknown>();
    for (const event of Object.values(found)) {
      for (const [key, value] of Object.entries(event)) {
        if (typeof value === 'object' && value !== null) throw new Error(`TypeError: unhashable ${key}`);
        if (key.endsWith('_unit')) units.set(key.slice(0, -'_unit'.length), value);
        else columns.set(key, [...(columns.get(key) ?? []), value]);
      }
    }
    const lengths = new Set([...columns.values()].map((column) => column.length));
    if (lengths.size > 1) throw new Error('ValueError: Inconsistent data column lengths');
    return { columns, units };
  }

  it.each(['GWTC-1-confident', 'GWTC', 'Initial_LIGO_Virgo', 'IAS-O3a'])('fetch_open_data of %s', async (catalog) => {
    const { columns } = parseCatalog(await events(`/eventapi/json/${catalog}/`));
    expect(columns.size).toBe(1 + 6 + 12 * 3);
  });

  it('the unit of a column is that of the last record', async () => {
    const { units } = parseCatalog(await events('/eventapi/json/GWTC-1-confident/'));
    expect([units.get('luminosity_distance'), units.get('mass_1_source'), units.get('chi_eff')]).toEqual([
      'Mpc',
      'M_sun',
      '',
    ]);
    expect(units.get('far')).toBe('yr^-1');
    const later = Object.values(await events('/eventapi/json/GWTC-3-confident/'));
    expect(later.map((event) => member(event, 'far_unit')).filter((unit) => unit !== null)).toContain('1/yr');
  });
});

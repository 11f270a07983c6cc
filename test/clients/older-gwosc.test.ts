/** Tests gwosc 0.7.1 and 0.6.1, function by function. Expected results come from the data files, and from published file lists. */

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type Server, startServer } from '../support/server.ts';
import { shortNames } from './case.ts';
import { readFacts } from './facts.ts';
import { OlderGwosc } from './older-gwosc.ts';

const { root, data } = inject('shipped');
const facts = readFacts(data);
let server: Server;
beforeAll(async () => {
  server = await startServer(inject('cli'), root);
});
afterAll(() => server.stop());

const named = (name: string) => ({ name });

describe.each(['0.7.1', '0.6.1'])('gwosc %s', (version) => {
  let client: OlderGwosc;
  beforeAll(() => {
    client = new OlderGwosc(server.origin, version);
  });
  /** Paths below the site. */
  const pathsOf = async (urls: Promise<string[]>) => (await urls).map((url) => url.replace(server.origin, ''));
  /** The error for missing data: only version 0.7.1 checks the status. */
  const missing = named(version === '0.6.1' ? 'KeyError' : 'HTTPError');

  it('find_datasets: runs, catalogs and events', async () => {
    const datasets = readdirSync(join(data, 'strain-files')).map((file) => file.replace('.yaml', ''));
    expect((await client.runs()).sort()).toEqual(datasets.sort());
    const inO2 = await client.runs({ detector: 'V1', segment: [1187000000, 1187000100] });
    expect(inO2).toEqual(['O2_4KHZ_R1', 'O2_16KHZ_R1']);
    expect(await client.catalogs()).toEqual(facts.catalogs);
    expect((await client.events()).sort()).toEqual(shortNames(facts.versions).sort());
    const third = facts.inCatalogs('GWTC-1-confident').filter((one) => one.version === 3);
    expect((await client.events({ catalog: 'GWTC-1-confident', version: 3 })).sort()).toEqual(shortNames(third).sort());
    const near = await client.events({ detector: 'V1', segment: [1187008000, 1187009000] });
    expect(near).toEqual(['GW170817-v3', 'GW170817-v2', 'GW170817-v1']);
  });

  it('event_gps of one in four event versions, and event_at_gps', async () => {
    for (const { name, shortName, gps } of facts.versions.filter((_, n) => n % 4 === 0)) {
      expect([shortName, await client.eventGps(shortName)]).toEqual([shortName, gps]);
      expect([name, await client.eventGps(name)]).toEqual([name, facts.last(name).gps]);
    }
    expect(await client.eventGps('GW230529')).toBe(facts.last('GW230529_181500').gps);
    expect(await client.eventGps('GW150914', { catalog: 'GWTC-1-confident' })).toBe(facts.version('GW150914-v3').gps);
    await expect(client.eventGps('GW123456')).rejects.toMatchObject(named('ValueError'));
    expect(await client.eventAtGps(1187008882)).toBe('GW170817');
    await expect(client.eventAtGps(1187008882, 0.1)).rejects.toMatchObject(named('ValueError'));
  });

  it('event_segment and event_detectors: files of the version, or of its run', async () => {
    expect(await client.eventSegment('GW170817')).toEqual([1187006835, 1187010931]);
    expect(await client.eventSegment('GW150914', { version: 3, detector: 'L1' })).toEqual([1126257415, 1126261511]);
    expect(await client.eventSegment('GW150914')).toEqual([1126256640, 1126260736]);
    expect(await client.eventDetectors('GW170817')).toEqual(new Set(['G1', 'H1', 'L1', 'V1']));
    expect(await client.eventDetectors('GW230529_181500')).toEqual(new Set(['L1']));
  });

  it('run_segment, run_at_gps and dataset_type', async () => {
    for (const { name, start, stop } of facts.runs.filter((run) => ['O1', 'S5', 'S6'].includes(run.name))) {
      expect([name, await client.runSegment(name)]).toEqual([name, [start, stop]]);
    }
    await expect(client.runSegment('Oh dear')).rejects.toMatchObject(named('ValueError'));
    expect(await client.runAtGps(1135136350)).toBe('O1');
    expect(await client.runAtGps(1187008882)).toBe('O2_4KHZ_R1');
    // The data have no dataset of O4b.
    await expect(client.runAtGps(1400000000)).rejects.toMatchObject(named('ValueError'));
    const types = await Promise.all(['O1', 'GWTC', 'GW150914-v3'].map((name) => client.datasetType(name)));
    expect(types).toEqual(['run', 'catalog', 'event']);
    await expect(client.datasetType('GW150914')).rejects.toMatchObject(named('ValueError'));
  });

  it('get_event_urls, get_run_urls and get_urls: each URL ends with its file name', async () => {
    const own = facts.eventFiles('GW170817-v3').filter(({ rateKHz, format }) => rateKHz === 16 && format === 'gwf');
    const frames = client.eventUrls('GW170817', { sampleRate: 16384, format: 'gwf' });
    expect(await pathsOf(frames)).toEqual(own.map(({ path }) => path));
    const short = client.eventUrls('GW150914', { version: 3, detector: 'L1', duration: 32 });
    expect(await pathsOf(short)).toEqual([
      '/eventapi/json/GWTC-1-confident/GW150914/v3/L-L1_GWOSC_4KHZ_R1-1126259447-32.hdf5',
    ]);
    const bulk = '/archive/data/O1/1126170624/L-L1_LOSC_4_V1-1126256640-4096.hdf5';
    expect(await pathsOf(client.runUrls('O1', 'L1', [1126259446, 1126259478]))).toEqual([bulk]);
    expect(await pathsOf(client.urls('L1', [1126259446, 1126259478]))).toEqual([bulk]);
    expect(await pathsOf(client.urls('L1', [1126300000, 1126300032]))).toEqual([
      bulk.replace('1126256640', '1126297600'),
    ]);
    await expect(client.runUrls('S6', 'L1', [968650000, 968660000])).rejects.toMatchObject(missing);
  });

  it('get_segments: segments of the dataset with the largest overlap', async () => {
    const inO1 = [1126051217, 1126151217] as const;
    expect(await client.segments('H1_DATA', inO1)).toEqual(facts.segments('H1_DATA', ...inO1));
    await expect(client.segments('H1_DATA', [934000000, 934100000])).rejects.toMatchObject(missing);
  });
});

/**
 * The official Python client (gwosc 0.8), replayed against `stillwave serve` with the shipped catalogue: the requests of its
 * functions, and results that are derived from the data files alone.
 */

import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { freePort } from '../support/programs.ts';
import { ask, type Server, startServer } from '../support/server.ts';
import { casesFor } from './cases.ts';
import { readFacts, type Version } from './facts.ts';
import { type GwoscClient, IGNORE_HOST } from './gwosc-client.ts';
import { firstRequests, replay, startClient } from './replay.ts';

const { root, data } = inject('shipped');
const facts = readFacts(data);
const cases = casesFor(facts);

let server: Server;
beforeAll(async () => {
  server = await startServer(inject('cli'), root);
});
afterAll(() => server.stop());

const start = (serverUrl = server.origin) => startClient(serverUrl);

/** Adds the format to links to the files of runs. Links to the files of events have no format. */
const withFormat = (gives: unknown): unknown =>
  Array.isArray(gives)
    ? gives.map((one) => (typeof one === 'string' && one.startsWith('/archive/data/') ? `${one}?format=api` : one))
    : gives;

describe.each(Object.entries(cases))('%s', (_, table) => {
  it.each(table.map((one) => [one.call, one] as const))('%s', async (_, one) => {
    await replay(one, server.origin, withFormat(one.gives));
  });
});

describe('one in eight event versions', () => {
  const some = facts.versions.filter((_, n) => n % 8 === 0);
  const each = async (check: (client: GwoscClient, version: Version) => Promise<void>) => {
    const { client } = start();
    for (const version of some) await check(client, version);
  };

  it('event_gps and event_detectors: by short name, and the highest version by event name', () =>
    each(async (client, { name, shortName, gps, detectors }) => {
      expect([shortName, await client.eventGps(shortName)]).toEqual([shortName, gps]);
      expect([shortName, await client.eventDetectors(shortName)]).toEqual([shortName, new Set(detectors)]);
      expect([name, await client.eventGps(name)]).toEqual([name, facts.last(name).gps]);
    }));

  it('event_gps with a catalog: the event’s own catalog, and GWTC if it contains the event', () =>
    each(async (client, { name, catalog }) => {
      for (const from of [catalog, 'GWTC']) {
        const expected = facts.inCatalogs(from).some((one) => one.name === name) ? facts.last(name, from).gps : '404';
        const found = await client
          .eventGps(name, { catalog: from })
          .catch((error: Error) => (error.name === 'HTTPError' ? error.message.slice(0, 3) : error));
        expect([name, from, found]).toEqual([name, from, expected]);
      }
    }));

  it('event_segment: the extent of all its files, or ValueError without files', () =>
    each(async (client, { shortName }) => {
      const files = facts.eventFiles(shortName);
      const starts = files.map((file) => file.start);
      const stops = files.map((file) => file.start + file.duration);
      const expected = files.length > 0 ? [Math.min(...starts), Math.max(...stops)] : 'ValueError';
      const found = await client.eventSegment(shortName).catch(({ name }: Error) => name);
      expect([shortName, found]).toEqual([shortName, expected]);
    }));

  it('event_at_gps: the first event within a second', () =>
    each(async (client, { shortName, gps }) => {
      const near = facts.versions.find((other) => gps - 1 <= other.gps && other.gps <= gps + 1);
      expect([shortName, await client.eventAtGps(gps)]).toEqual([shortName, near?.name]);
    }));

  it('an alias works like the name of its event', async () => {
    const { client } = start();
    expect(facts.aliases.size).toBeGreaterThan(0);
    for (const [alias, name] of facts.aliases) {
      expect([alias, await client.eventGps(alias)]).toEqual([alias, facts.last(name).gps]);
    }
  });
});

describe('get_segments', () => {
  it.each(facts.flags)('%s: all segments of all runs', async (flag) => {
    const { client } = start();
    const [first, last] = [facts.runs[0]?.start ?? 0, facts.runs.at(-1)?.stop ?? 0];
    const found = await client.getSegments(flag, BigInt(first), BigInt(last), { pagesize: 500n });
    expect(found).toEqual(facts.segments(flag, first, last));
  });
});

describe('a listing', () => {
  it('is walked to its end with next links that stay on the server', async () => {
    const { api, client } = start();
    await client.findDatasets({ type: 'event' });
    expect(api.requests).toHaveLength(Math.ceil(facts.versions.length / 20));
    expect(api.requests.every((url) => url.startsWith(`${server.origin}/api/v2/event-versions`))).toBe(true);
  });

  it('accepts flags as spelled by Python', async () => {
    const { api } = start();
    const select = { lastver: true, 'include-default-parameters': false };
    const found: unknown[] = [];
    for await (const event of api.eventVersions({ select, pagesize: 500n })) found.push(event.shortName);
    expect(firstRequests(api)).toEqual(['event-versions?lastver=True&include-default-parameters=False&pagesize=500']);
    expect(found).toEqual(facts.versions.flatMap((one) => (facts.last(one.name) === one ? [one.shortName] : [])));
  });

  it('has whole numbers without decimals and gps with one, so Python reads int and float', async () => {
    const texts = await Promise.all(
      [
        'runs',
        'runs/O1',
        'event-versions/GW150914-v3/strain-files',
        'timelines/H1_DATA/segments',
        'event-versions?max-gps-time=1176984664&min-gps-time=1176984662',
      ].map(async (path) => (await ask(`${server.origin}/api/v2/${path}`)).body.toString()),
    );
    const numbers = [...texts.join('\n').matchAll(/"(gps_start|gps_end|duration|start|stop|version|gps)": ?([^,}]*)/g)];
    expect(new Set(numbers.map(([, name]) => name)).size).toBe(7);
    for (const [member, name, number] of numbers) {
      expect([member, number]).toEqual([member, expect.stringMatching(name === 'gps' ? /^\d+\.\d$/ : /^\d+$/)]);
    }
  });
});

describe('file URLs', () => {
  it('redirect to the archive', async () => {
    const { client } = start();
    const urls = [
      ...(await client.getEventUrls('GW150914-v3')),
      ...(await client.getEventUrls('GW150914-v3', { format: 'txt' })),
      ...(await client.getRunUrls('O1', 'H1', 1126257414n, 1126261511n)),
    ];
    const endings = new Set(urls.map((url) => /[a-z0-9]+(?:\.gz)?$/.exec(url.split('?')[0] as string)?.[0]));
    expect([...endings].sort()).toEqual(['hdf5', 'txt.gz']);
    for (const url of urls) {
      const { status, headers } = await ask(url);
      expect([status, headers.location]).toEqual([302, `https://gwosc.org${url.slice(server.origin.length)}`]);
    }
  });
});

describe('GWOSC_SERVER_URL', () => {
  it('may have a path: every link and URL is below it', async () => {
    const port = await freePort();
    const base = `http://localhost:${port}/gw`;
    const below = await startServer(inject('cli'), root, ['--port', String(port), '--base-url', base]);
    try {
      const { api, client } = start(base);
      expect(await client.runSegment('O1')).toEqual([1126051217, 1137254417]);
      expect(await client.findDatasets({ type: 'event' })).toHaveLength(facts.versions.length);
      const urls = await client.getUrls('L1', 1126259446n, 1126259478n);
      expect([...api.requests, ...urls].filter((url) => !url.startsWith(`${base}/`))).toEqual([]);
    } finally {
      await below.stop();
    }
  });

  it('must not end with a slash', async () => {
    const { client } = start(`${server.origin}/`);
    await expect(client.eventGps('GW150914')).rejects.toMatchObject({ name: 'HTTPError' });
  });

  it('is used by functions that ignore host', async () => {
    const { client } = start();
    const host = 'http://localhost:1';
    const calls: Record<string, () => Promise<unknown>> = {
      find_datasets: () => client.findDatasets({ host }),
      event_gps: () => client.eventGps('GW150914', { host }),
      event_detectors: () => client.eventDetectors('GW150914', { host }),
      event_segment: () => client.eventSegment('GW150914', { host }),
      event_at_gps: () => client.eventAtGps(1187008882n, { host }),
      run_segment: () => client.runSegment('O1', { host }),
      run_at_gps: () => client.runAtGps(1126051217n, { host }),
      dataset_type: () => client.datasetType('O1', { host }),
      query_events: () => client.queryEvents(['far <= 1'], { host }),
      get_event_urls: () => client.getEventUrls('GW150914', { host }),
      get_run_urls: () => client.getRunUrls('O1', 'H1', 1126257414n, 1126261511n, { host }),
      get_urls: () => client.getUrls('H1', 1126257414n, 1126261511n, { host }),
      get_segments: () => client.getSegments('H1_DATA', 0n, 1n, { host }),
    };
    expect(Object.keys(calls)).toEqual(Object.keys(cases));
    const answered: string[] = [];
    for (const [name, call] of Object.entries(calls)) {
      const code = await call().then(
        () => null,
        (error: NodeJS.ErrnoException) => error.code ?? error.message,
      );
      if (code === null) answered.push(name);
      else expect([name, code]).toEqual([name, 'ECONNREFUSED']);
    }
    expect(answered).toEqual(IGNORE_HOST);
  });
});

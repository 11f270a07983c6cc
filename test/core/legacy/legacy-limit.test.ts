/** The interfaces before API v2: which entries they list, in which order, and at most how many. */

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { resolveRequest } from '../../../src/core/handler/resolve-request.ts';
import { countRows } from '../../../src/core/handler/respond.ts';
import type { Release } from '../../../src/core/release/release.ts';
import { openBuiltSite } from '../../support/built-site.ts';
import { fullCatalogue, smallCatalogue } from '../../support/data-folders.ts';

const START = 1126256640;
const data = join(fullCatalogue(), 'data');
const runs = readFileSync(join(data, 'runs.yaml'), 'utf8').trimEnd();
const end = /gps_(?:stop|end)/.exec(runs)?.[0];
writeFileSync(join(data, 'runs.yaml'), `${runs}\n  - { name: Long, gps_start: 1200001024, ${end}: 1300000000 }\n`);
writeFileSync(
  join(data, 'strain-files/Long.yaml'),
  `dataset: Long
run: Long
sample_rate_kHz: 4
series: [{ detector: H1, file_prefix: H-H1_LOSC_4_V1, blocks: [[1200005120, 10001]] }]
`,
);
const segments = Array.from({ length: 10_001 }, (_, n) => `[${1200001024 + 10 * n}, ${1200001029 + 10 * n}]`);
writeFileSync(
  join(data, 'timelines/Long.yaml'),
  `run: Long
flags:
  - { name: H1_CBC_CAT1, segments: [${segments.join(', ')}] }
  - { name: L1_CBC_CAT1, segments: [[1200001024, 1200001029]] }
`,
);
const site = await openBuiltSite(data, { baseUrl: 'https://x.test' });
afterAll(() => site.remove());

const ask = async (url: string) => {
  const { status, body } = await site.answer({ method: 'GET', url, headers: {} });
  return { status, body: JSON.parse(body) };
};
const files = (start: number, stop: number, dataset = 'Long') =>
  ask(`/archive/links/${dataset}/H1/${start}/${stop}/json`);
const list = (start: number, duration: number) => ask(`/timeline/segments/json/Long/H1_CBC_CAT1/${start}/${duration}/`);

it('10,000 files of a run are listed, 10,001 are refused', async () => {
  const first = 1200005120;
  const last = first + 10_000 * 4096;
  const most = await files(first, last);
  expect([most.status, most.body.strain?.length]).toEqual([200, 20_000]);
  expect(await files(first, last + 1)).toMatchObject({ status: 400, body: { parameter: 'stop' } });
});

it('10,000 segments are listed, 10,001 are refused', async () => {
  const most = await list(1200001024, 99_999);
  expect([most.status, most.body.segments?.length]).toEqual([200, 10_000]);
  expect(await list(1200001024, 100_001)).toMatchObject({ status: 400, body: { parameter: 'duration' } });
});

it('too many segments of one flag refuse a request for all flags, even if other flags have few or none', async () => {
  const all = (duration: number) => ask(`/timeline/segments/all/history/1200001024/${duration}/`);
  expect(Object.keys((await all(99_000)).body)).toEqual(['H1_CBC_CAT1', 'L1_CBC_CAT1']);
  expect(await all(100_001)).toMatchObject({ status: 400, body: { parameter: 'duration' } });
});

it('counts the segments of all flags, and the entries that a document is made from', async () => {
  const release = site.site.release as Release;
  const rows = async (url: string) => countRows(await resolveRequest({ method: 'GET', url }, release));
  expect(await rows('/timeline/segments/all/Long/1200001024/5000/')).toBe(501);
  const counts = ['event-versions', 'datasets'].map((name) => release.loaded(name)?.count ?? 0);
  expect(await rows('/archive/all/json')).toBe((counts[0] as number) + (counts[1] as number));
});

it('a negative duration is invalid, and an interval must not end before it starts', async () => {
  const timeline = (start: number, duration: number) => ask(`/timeline/segments/json/O1/H1_DATA/${start}/${duration}`);
  expect((await timeline(START, 0)).status).toBe(200);
  expect(await timeline(START, -5)).toEqual({
    status: 400,
    body: { detail: 'The value of "duration" must be 0 or more.', parameter: 'duration' },
  });
  expect(await ask(`/archive/${START}/${START - 5}/json/`)).toMatchObject({
    status: 400,
    body: { parameter: 'start' },
  });
});

it('an interval must end within 2^53 - 1: otherwise its duration is invalid', async () => {
  const refusal = {
    status: 400,
    body: { detail: 'The value of "duration" must be whole GPS seconds, within 2^53 - 1.', parameter: 'duration' },
  };
  for (const flag of ['json/O1/H1_DATA', 'all/O1']) {
    const timeline = (duration: number) => ask(`/timeline/segments/${flag}/${START}/${duration}`);
    expect((await timeline(Number.MAX_SAFE_INTEGER - START)).status).toBe(200);
    expect(await timeline(Number.MAX_SAFE_INTEGER - START + 1)).toEqual(refusal);
    expect(await timeline(Number.MAX_SAFE_INTEGER)).toEqual(refusal);
  }
});

it('a file that only touches the interval is not listed; a file that overlaps it by a second is', async () => {
  const starts = async (start: number, stop: number) => {
    const { strain } = (await files(start, stop, 'O1')).body as { strain: { GPSstart: number }[] };
    return [...new Set(strain.map(({ GPSstart }) => GPSstart))];
  };
  expect(await starts(START, START + 4096)).toEqual([START]);
  expect(await starts(START + 4096, START + 4097)).toEqual([START + 4096]);
  expect(await starts(START + 4096, START + 4096)).toEqual([START + 4096]);
});

it('an overview has the datasets that overlap the interval, and the events from its start until before its end', async () => {
  const overview = async (start: number, stop: number) => {
    const { events, runs } = (await ask(`/archive/${start}/${stop}/json/`)).body;
    return { events, names: Object.keys(events), runs: Object.keys(runs) };
  };
  const { events, runs } = await overview(0, 1200000000);
  const whole = Object.entries(events as Record<string, { GPStime: number }>).find(([, one]) => one.GPStime % 1 === 0);
  const [name, { GPStime }] = whole as NonNullable<typeof whole>;
  expect((await overview(GPStime, GPStime + 1)).names).toContain(name);
  expect((await overview(GPStime - 1, GPStime)).names).not.toContain(name);
  const { body } = await ask('/archive/dataset/O1/json');
  expect(runs).toContain('O1');
  expect((await overview(body.GPSend, body.GPSend + 1)).runs).not.toContain('O1');
  expect((await overview(body.GPSend - 1, body.GPSend)).runs).toContain('O1');
  expect((await overview(body.GPSstart - 1, body.GPSstart)).runs).not.toContain('O1');
  expect((await overview(body.GPSstart, body.GPSstart + 1)).runs).toContain('O1');
});

it('the rows of tables are in order of time, even if a short name consists of digits only', async () => {
  const folder = join(smallCatalogue(), 'data');
  const file = join(folder, 'event-versions/GWTC-1.yaml');
  const text = readFileSync(file, 'utf8').replace(/(name: GW151226\n *)/, '$1short_name: "151226"\n    ');
  writeFileSync(file, text);
  const ofService = await openBuiltSite(folder, { compatibility: 'service' });
  const ids = async (form: string, separator: string) => {
    const { body } = await ofService.answer({ method: 'GET', url: `/eventapi/${form}/allevents`, headers: {} });
    return body.split('\n').map((row) => row.split(separator)[0]);
  };
  const expected = ['id', 'GW150914-v4', 'GW150914-v3', '151226', '170423-v1', ''];
  expect(await ids('csv', ',')).toEqual(expected);
  expect(await ids('ascii', ' ')).toEqual(expected);
  ofService.remove();
});

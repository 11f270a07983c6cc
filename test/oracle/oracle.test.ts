/** Checks the oracle against values computed by hand and stored responses of the real service, so that it is not trusted blindly. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { propertyRuns } from '../support/property-runs.ts';
import { SHIPPED_TOTALS } from '../support/shipped-totals.ts';
import { UTC_TABLE } from '../support/utc-table.ts';
import { difference } from './compare.ts';
import { catalogueCases } from './generated.ts';
import { createOracle, type Oracle, type OracleAnswer, type OracleOptions } from './oracle.ts';
import { randomRequest, requestArbitrary, sampleCatalogue } from './queries.ts';
import { loadOracleData } from './records.ts';
import type { OracleData } from './types.ts';
import { utcOfGps } from './utc.ts';

const OPTIONS: OracleOptions = {
  baseUrl: 'http://gwosc.org',
  archiveUrl: 'https://archive.test',
  cache: { listings: { maxAge: 300, staleWhileRevalidate: 86400 }, errors: { maxAge: 10 } },
};

const shipped = loadOracleData(fileURLToPath(new URL('../../data', import.meta.url)));
const ask = createOracle(shipped, OPTIONS);

interface Page {
  next: string | null;
  previous: string | null;
  results_count: number;
  num_pages: number;
  page_number: number;
  results: Record<string, unknown>[];
}

function get(url: string, oracle: Oracle = ask): { status: number; body: string } {
  const { status, body } = oracle({ method: 'GET', url, headers: {} });
  return { status, body: body ?? '' };
}

function page(url: string, oracle: Oracle = ask): Page {
  const { status, body } = get(url, oracle);
  expect(status).toBe(200);
  return JSON.parse(body) as Page;
}

const temporary = mkdtempSync(join(tmpdir(), 'stillwave-oracle-'));
afterAll(() => rmSync(temporary, { recursive: true }));

function generated(name: string): OracleData {
  const dir = join(temporary, name);
  const found = catalogueCases.find((candidate) => candidate.name === name);
  if (found === undefined) throw new Error(`no catalogue case ${name}`);
  found.write(dir);
  return loadOracleData(dir);
}

describe('UTC', () => {
  it.each(UTC_TABLE)('%i is %s', (gps, utc) => {
    expect(utcOfGps(gps)).toBe(utc);
  });
});

describe('the shipped catalogue', () => {
  it('has no segments of H1_DATA in S5, which is a 404, but has some in O1', () => {
    const statusAt = (gps: number) => get(`/api/v2/timelines/H1_DATA/segments?start=${gps}&stop=${gps + 100}`).status;
    expect([statusAt(931035615), statusAt(1126259462)]).toEqual([404, 200]);
  });

  it('has GW150914-v3 as in the service, with its run and versions', () => {
    const { body } = get('/api/v2/event-versions/GW150914-v3/');
    expect(body).toContain(
      '{"name":"GW150914","shortName":"GW150914-v3","gps":1126259462.4,"version":3,"catalog":"GWTC-1',
    );
    expect(body).toContain('"detail_url":"http://gwosc.org/api/v2/event-versions/GW150914-v3?format=api","run":"O1",');
    const detail = JSON.parse(body) as { is_last_version: boolean; versions: { version: number }[] };
    expect(detail.is_last_version).toBe(false);
    expect(detail.versions.map(({ version }) => version)).toEqual([1, 2, 3, 4]);
  });

  it('writes links with canonical filters sorted by name', () => {
    const { next, previous } = page(
      '/api/v2/event-versions?release=GWTC-3-marginal%2CGWTC-3-confident,GWTC-3-marginal&pagesize=005&page=2&lastver=0&max-p-astro=%2B1.0&format=json&page_size=3',
    );
    const link = (number: number): string =>
      `http://gwosc.org/api/v2/event-versions?format=api&max-p-astro=1&page=${number}&pagesize=5&release=GWTC-3-confident%2CGWTC-3-marginal`;
    expect(previous).toBe(link(1));
    expect(next).toBe(link(3));
  });
});

describe('the shipped catalogue beyond strain files and event versions', () => {
  it('has GW241110_124123 in its recorded run, not in the one that contains its time', () => {
    const { body } = get('/api/v2/event-versions/GW241110_124123-v1');
    expect(body).toContain('"gps":1415277701.7,"version":1,"catalog":"O4_Discovery_Papers",');
    expect(body).toContain('"run":"O4b2Disc","grace_id":"S241110br","aliases":["GW241110_124123"],');
    expect(page('/api/v2/runs/O4b2Disc/events').results.map(({ name }) => name)).toEqual(['GW241110_124123']);
    const { results } = page('/api/v2/runs/O4b/events?pagesize=1000');
    expect(results.map(({ name }) => name)).not.toContain('GW241110_124123');
  });

  it('older records of the catalogs of O4 list bulk strain files of their detectors', () => {
    type Record = { strain: { detector: string; duration: number }[] };
    const strainOf = (catalog: string) =>
      Object.values(
        (JSON.parse(get(`/eventapi/jsonfull/${catalog}`).body) as { events: { [key: string]: Record } }).events,
      ).map(({ strain }) => strain);
    for (const catalog of ['GWTC-4.0', 'GWTC-4.1', 'GWTC-5.0', 'O4_Discovery_Papers']) {
      const empty = strainOf(catalog).filter((strain) => strain.length === 0);
      expect([catalog, empty.length]).toEqual([catalog, 0]);
    }
    expect(
      strainOf('GWTC-4.0')
        .flat()
        .every(({ duration }) => duration === 4096),
    ).toBe(true);
    expect(strainOf('IAS-O3a').flat()).toEqual([]);
  });

  it('has the mask of O2 as in the service', () => {
    const { bitmask } = JSON.parse(get('/api/v2/datasets/O2_16KHZ_R1').body) as {
      bitmask: { name: string; bit: number; mask_type: string }[];
    };
    expect(bitmask.map(({ name, bit, mask_type }) => `${mask_type} ${bit} ${name}`)).toEqual([
      ...['DQ 0 DATA', 'INJ 0 NO_CBC_HW_INJ', 'DQ 1 CBC_CAT1', 'INJ 1 NO_BURST_HW_INJ', 'DQ 2 CBC_CAT2'],
      ...['INJ 2 NO_DETCHAR_HW_INJ', 'DQ 3 CBC_CAT3', 'INJ 3 NO_CW_HW_INJ', 'DQ 4 BURST_CAT1'],
      ...['INJ 4 NO_STOCH_HW_INJ', 'DQ 5 BURST_CAT2', 'DQ 6 BURST_CAT3'],
    ]);
  });

  it('has the strain files of GW200322_091133, with the links of the service', () => {
    const { results } = page('/api/v2/event-versions/GW200322_091133/strain-files?duration=4096');
    expect(results[0]?.download_url).toBe(
      'http://gwosc.org/eventapi/json/GWTC-3-confident/GW200322_091133/v1/H-H1_GWOSC_16KHZ_R1-1268901464-4096.gwf',
    );
  });

  it.each(['timelines/H1_DATA/segments?start=931035615&stop=931035715', 'runs/S6/timelines/H1_DATA/segments'])(
    '%s is 404: no list of the flag covers it',
    (url) => {
      expect(get(`/api/v2/${url}`).status).toBe(404);
    },
  );

  it('has all segments, and clips them to an interval', () => {
    const count = shipped.flagLists.reduce((sum, { segments }) => sum + segments.length, 0);
    expect(count).toBe(SHIPPED_TOTALS.segments);
    const { results } = page('/api/v2/timelines/H1_DATA/segments?start=1126114860&stop=1126123000');
    expect(results).toEqual([
      { start: 1126114860, stop: 1126114861 },
      { start: 1126121462, stop: 1126123000 },
    ]);
  });

  it('has all published duty cycles, which equal those computed from the segments', () => {
    const published = shipped.strainFiles.filter(({ statistics }) => statistics?.duty_cycle != null);
    expect(published.length).toBe(SHIPPED_TOTALS.statistics);
    const withoutStatistics = { ...shipped, strainFiles: published.map((file) => ({ ...file, statistics: null })) };
    const computing = createOracle(withoutStatistics, OPTIONS);
    for (const { detector, gpsStart, sampleRateKHz, statistics } of published) {
      const { body } = get(`/api/v2/strain-files/${detector}-${gpsStart}-${sampleRateKHz}kHz`, computing);
      expect((JSON.parse(body) as { duty_cycle: number }).duty_cycle).toBe(statistics?.duty_cycle);
    }
  });
});

describe('order and edge cases on generated catalogues', () => {
  it('empty: one empty page', () => {
    const oracle = createOracle(generated('empty'), OPTIONS);
    expect(get('/api/v2/strain-files', oracle).body).toBe(
      '{"next":null,"previous":null,"results_count":0,"results_per_page":20,"num_pages":0,"page_number":1,"results":[]}',
    );
    expect(get('/api/v2/event-versions?page=2', oracle)).toEqual({ status: 404, body: '{"detail":"Invalid page."}' });
  });

  it('one entry: a file spans [gps_start, gps_start + 4096)', () => {
    const oracle = createOracle(generated('one-entry'), OPTIONS);
    const count = (query: string): number => page(`/api/v2/strain-files?${query}`, oracle).results_count;
    expect(count('stop=1126256639')).toBe(0);
    expect(count('stop=1126256640')).toBe(1);
    expect(count('start=1126260735')).toBe(1);
    expect(count('start=1126260736')).toBe(0);
  });

  it('ties: gps descending, then name by code unit, then version', () => {
    const oracle = createOracle(generated('all-at-one-gps'), OPTIONS);
    const { results } = page('/api/v2/event-versions?pagesize=4', oracle);
    expect(results.map(({ shortName }) => shortName)).toEqual([
      'G1_event-v1',
      'G1_event-v2',
      'G1_event-v4',
      'H1_event-v1',
    ]);
    expect(get('/api/v2/event-versions?pagesize=4', oracle).body).toContain('"gps":1126259462.0,"version":1');
  });

  it('1001 entries: a second page of one', () => {
    const oracle = createOracle(generated('1001-entries'), OPTIONS);
    const second = page('/api/v2/strain-files?pagesize=99999&page=2', oracle);
    expect([second.results.length, second.num_pages, second.next]).toEqual([1, 2, null]);
  });

  it('versions: the last one is the highest among those that pass all other filters', () => {
    const oracle = createOracle(generated('fifty-versions'), OPTIONS);
    const found = (url: string) => page(url, oracle).results.map(({ shortName }) => shortName);
    expect(found('/api/v2/event-versions?lastver')).toEqual(['GW170818-v1', 'GW170817-v100']);
    expect(page('/api/v2/event-versions?release=GWTC-4.0').results_count).toBe(129);
    expect(page('/api/v2/event-versions?release=GWTC-4.0&lastver=true').results_count).toBe(129);
    expect(page('/api/v2/catalogs/GWTC-4.0/events?lastver').results_count).toBe(129);
  });

  it.each(catalogueCases.map(({ name }) => name))('%s: following next gives every entry once', (name) => {
    const oracle = createOracle(generated(name), OPTIONS);
    const names = ['strain-files', 'event-versions', 'runs', 'datasets', 'catalogs', 'events', 'timelines'];
    for (const listing of names) {
      const urls: unknown[] = [];
      let url: string | null = `http://gwosc.org/api/v2/${listing}?pagesize=7`;
      let count = 0;
      while (url !== null) {
        const current: Page = page(url.slice('http://gwosc.org'.length), oracle);
        urls.push(...current.results.map(({ detail_url }) => detail_url));
        count = current.results_count;
        url = current.next;
      }
      expect(new Set(urls).size).toBe(count);
      expect(urls.length).toBe(count);
    }
  });
});

describe('failures', () => {
  it.each([
    ['/api/v2/strain-files?detector=X1&page=0&pagesize=0&format=x&start=1&start=1', 400, 'start'],
    ['/api/v2/strain-files?detector=X1&page=0&pagesize=0&format=x', 404, undefined],
    ['/api/v2/strain-files?detector=X1&page=0&pagesize=0', 400, 'pagesize'],
    ['/api/v2/strain-files?sample-rate=8&detector=X1&page=0', 400, 'detector'],
    ['/api/v2/strain-files?start=2&stop=1&sample-rate=8', 400, 'sample-rate'],
    ['/api/v2/strain-files?start=2&stop=1&page=0', 400, 'start'],
    ['/api/v2/strain-files?page=0', 404, undefined],
    ['/api/v2/strain-files?page=%zz', 400, 'page'],
    ['/api/v2/strain-files?format=%zz&pagesize=0', 400, 'format'],
    ['/api/v2/strain-files?page%73ize=0', 400, 'pagesize'],
    ['/api/v2/strain-files?nothing=%zz&%zz=1&min-far=x&=&&', 200, undefined],
    ['/api/v2/strain-files?start=-0&stop=1126256640.000', 200, undefined],
    ['/api/v2/strain-files?start=9007199254740992', 400, 'start'],
    ['/api/v2/event-versions?min-foo=1&min-foo=1', 400, 'min-foo'],
    ['/api/v2/event-versions?min-far=1e999', 400, 'min-far'],
    ['/api/v2/event-versions?release=GWTC-2,', 400, 'release'],
    ['/api/v2/strain-files/H1-1126256640-4kHz?page=0&format=json', 200, undefined],
    ['/api/v2/strain-files/H1-01126256640-4kHz', 404, undefined],
    ['/api/v2/%zz', 404, undefined],
    ['/archive/data/O1/../x', 404, undefined],
  ])('%s', (url, status, parameter) => {
    const answer = get(url);
    expect(answer.status).toBe(status);
    expect((JSON.parse(answer.body) as { parameter?: string }).parameter).toBe(parameter);
  });

  it('names the method, and the path comes first', () => {
    const post = ask({ method: 'POST', url: '/api/v2/strain-files?page=0', headers: {} });
    expect([post.status, post.body]).toEqual([405, '{"detail":"Method \\"POST\\" not allowed."}']);
    expect(ask({ method: 'POST', url: '/api/v2/nothing', headers: {} }).status).toBe(404);
  });

  it('redirects archive paths with their query', () => {
    const { status, headers } = ask({ method: 'HEAD', url: '/archive/data/O1/x.gwf?format=api', headers: {} });
    expect([status, headers.location]).toEqual([302, 'https://archive.test/archive/data/O1/x.gwf?format=api']);
  });
});

describe('difference', () => {
  it('accepts any message in a 400, but no other difference', () => {
    const expected = ask({ method: 'GET', url: '/api/v2/strain-files?sample-rate=8', headers: {} });
    const actual = (body: string) => ({ status: 400, headers: { ...expected.headers, etag: '"x"' }, body });
    const rest = '"parameter":"sample-rate","allowed":["4","16"]}';
    expect(difference(expected, actual(`{"detail":"Use 4 or 16.",${rest}`))).toBeNull();
    expect(difference(expected, actual(`{"detail":"",${rest}`))).toContain('not a sentence');
    expect(difference(expected, actual('{"detail":"Use 4 or 16.","parameter":"sample-rate"}'))).toContain('differs at');
    expect(difference(expected, { ...actual(''), headers: {} })).toContain('allow: undefined');
  });
});

describe('random requests', () => {
  it('are the same for the same seed, and 60 to 80 % get a 200', () => {
    const sample = sampleCatalogue(shipped, '');
    const statuses: number[] = [];
    for (let seed = 0; seed < 1000; seed += 1) {
      const request = randomRequest(sample, seed);
      expect(randomRequest(sample, seed)).toEqual(request);
      statuses.push(ask(request).status);
    }
    const answered = statuses.filter((status) => status === 200).length / statuses.length;
    expect(answered).toBeGreaterThan(0.6);
    expect(answered).toBeLessThan(0.8);
    expect(new Set(statuses)).toEqual(new Set([200, 302, 400, 404, 405]));
  });

  it('cover every path, with successes and refusals for each', () => {
    const data = generated('random-1');
    const oracle = createOracle(data, OPTIONS);
    const sample = sampleCatalogue(data, '');
    const statuses = new Map<string, Map<number, number>>();
    let cut = 0;
    for (let seed = 0; seed < 7500; seed += 1) {
      const request = { ...randomRequest(sample, seed), method: 'GET' };
      const { status, body } = oracle(request);
      const kind = kindOf(request.url);
      const counts = statuses.get(kind) ?? new Map<number, number>();
      statuses.set(kind, counts.set(status, (counts.get(status) ?? 0) + 1));
      if (kind.endsWith('/segments') && status === 200 && body?.startsWith('{'))
        cut += Number(hasCutSegment(body ?? '', data));
    }
    for (const kind of PATHS) {
      const counts = statuses.get(kind);
      expect(counts?.get(200), kind).toBeGreaterThan(15);
      expect((counts?.get(400) ?? 0) + (counts?.get(404) ?? 0), kind).toBeGreaterThan(3);
    }
    expect(cut).toBeGreaterThan(50);
  });

  it('have the same meaning in canonical spelling', () => {
    const data = generated('random-1');
    for (const [oracle, sample] of [
      [ask, sampleCatalogue(shipped, '')],
      [createOracle(data, OPTIONS), sampleCatalogue(data, '')],
    ] as const) {
      let followed = 0;
      fc.assert(
        fc.property(requestArbitrary(sample), ({ request }) => {
          const answer = oracle({ ...request, method: 'GET' });
          const next = linkOf(answer, 'next');
          if (next === null) return;
          followed++;
          const following = oracle({ method: 'GET', url: next, headers: {} });
          expect(get(linkOf(following, 'prev') ?? '', oracle).body).toBe(answer.body);
        }),
        { numRuns: propertyRuns(200) },
      );
      expect(followed).toBeGreaterThan(propertyRuns(10));
    }
  });
});

/** The page that a link leads to, in the body of JSON or in the header of CSV; null without a link. */
function linkOf({ status, headers, body }: OracleAnswer, relation: 'next' | 'prev'): string | null {
  if (status !== 200 || body === null) return null;
  const inHeader = new RegExp(`<([^>]*)>; rel="${relation}"`).exec(headers.link ?? '')?.[1] ?? null;
  const { next = null, previous = null } = body.startsWith('{') ? (JSON.parse(body) as Partial<Page>) : {};
  const url = inHeader ?? (relation === 'next' ? next : previous);
  return url?.slice('http://gwosc.org'.length) ?? null;
}

/** Every path of the contract, with ids written as `*`. */
const PATHS = [
  ...['', 'strain-files', 'strain-files/*', 'event-versions', 'event-versions/*', 'default-parameters'],
  ...['runs', 'runs/*', 'runs/*/strain-files', 'runs/*/events', 'runs/*/datasets', 'runs/*/timelines'],
  ...['runs/*/timelines/*/segments', 'datasets', 'datasets/*', 'datasets/*/strain-files'],
  ...['catalogs', 'catalogs/*', 'catalogs/*/events', 'events', 'events/*', 'events/*/strain-files'],
  ...['event-versions/*/strain-files', 'event-versions/*/parameters', 'event-versions/*/default-parameters'],
  ...['event-versions/*/timelines', 'timelines', 'timelines/*', 'timelines/*/segments'],
];

/** Like `runs/*\/events`; only for paths without escapes. */
function kindOf(url: string): string {
  const path = url.replace(/\?.*$/, '').replace(/\/$/, '');
  const [, api, v2, ...segments] = path.split('/');
  if (api !== 'api' || v2 !== 'v2') return 'elsewhere';
  return segments.map((segment, index) => (index % 2 === 1 ? '*' : segment)).join('/');
}

/** True if a response has a segment that no list contains unchanged. */
function hasCutSegment(body: string, data: OracleData): boolean {
  const whole = new Set(data.flagLists.flatMap(({ segments }) => segments.map(([start, stop]) => `${start}-${stop}`)));
  const { results } = JSON.parse(body) as { results: { start: number; stop: number }[] };
  return results.some(({ start, stop }) => !whole.has(`${start}-${stop}`));
}

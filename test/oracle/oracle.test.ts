/** What comparisons with the oracle rest on: what counts as a difference, and that random requests reach every path. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { propertyRuns } from '../support/property-runs.ts';
import { SHIPPED_TOTALS } from '../support/shipped-totals.ts';
import { difference } from './compare.ts';
import { catalogueCases } from './generated.ts';
import { createOracle, type Oracle, type OracleAnswer, type OracleOptions } from './oracle.ts';
import { randomRequest, requestArbitrary, sampleCatalogue } from './queries.ts';
import { loadOracleData } from './records.ts';
import type { OracleData } from './types.ts';

const OPTIONS: OracleOptions = {
  baseUrl: 'http://gwosc.org',
  archiveUrl: 'https://archive.test',
  cache: { listings: { maxAge: 300, staleWhileRevalidate: 86400 }, errors: { maxAge: 10 } },
};

const shipped = loadOracleData(fileURLToPath(new URL('../../data', import.meta.url)));
const ask = createOracle(shipped, OPTIONS);
const shippedSample = sampleCatalogue(shipped, '');

interface Links {
  readonly next: string | null;
  readonly previous: string | null;
}

function get(url: string, oracle: Oracle = ask): { status: number; body: string } {
  const { status, body } = oracle({ method: 'GET', url, headers: {} });
  return { status, body: body ?? '' };
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

it('duty cycles computed from the segments equal those that the service publishes', () => {
  const published = shipped.strainFiles.filter(({ statistics }) => statistics?.duty_cycle != null);
  expect(published.length).toBe(SHIPPED_TOTALS.statistics);
  const withoutStatistics = { ...shipped, strainFiles: published.map((file) => ({ ...file, statistics: null })) };
  const computing = createOracle(withoutStatistics, OPTIONS);
  for (const { detector, gpsStart, sampleRateKHz, statistics } of published) {
    const { body } = get(`/api/v2/strain-files/${detector}-${gpsStart}-${sampleRateKHz}kHz`, computing);
    expect((JSON.parse(body) as { duty_cycle: number }).duty_cycle).toBe(statistics?.duty_cycle);
  }
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
    const statuses: number[] = [];
    for (let seed = 0; seed < 600; seed += 1) {
      const request = randomRequest(shippedSample, seed);
      expect(randomRequest(shippedSample, seed)).toEqual(request);
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
    const isWhole = new Set(
      data.flagLists.flatMap(({ segments }) => segments.map(([start, stop]) => `${start}-${stop}`)),
    );
    let cut = 0;
    for (let seed = 0; seed < 7500; seed += 1) {
      const request = { ...randomRequest(sample, seed), method: 'GET' };
      const { status, body } = oracle(request);
      const kind = kindOf(request.url);
      const counts = statuses.get(kind) ?? new Map<number, number>();
      statuses.set(kind, counts.set(status, (counts.get(status) ?? 0) + 1));
      if (kind.endsWith('/segments') && status === 200 && body?.startsWith('{'))
        cut += Number(hasCutSegment(body ?? '', isWhole));
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
      [ask, shippedSample],
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
  const { next = null, previous = null } = body.startsWith('{') ? (JSON.parse(body) as Partial<Links>) : {};
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
function hasCutSegment(body: string, isWhole: ReadonlySet<string>): boolean {
  const { results } = JSON.parse(body) as { results: { start: number; stop: number }[] };
  return results.some(({ start, stop }) => !isWhole.has(`${start}-${stop}`));
}

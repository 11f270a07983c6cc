/** `check` detects wrong responses: if only one kind of response is wrong, the cases for that kind fail. */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { type CaseResult, runConformance } from '../../src/check/run.ts';
import type { TestAnswer, TestRequest } from '../../src/check/send.ts';
import { NOT_ENUMERATED } from '../../src/core/contract/refusals.ts';
import { nginx } from '../../src/hosts/emitters/nginx.ts';
import { openBuiltSite } from '../support/built-site.ts';
import { fullCatalogue } from '../support/data-folders.ts';

const BASE_URL = 'https://x.test/gw';
const API = '/gw/api/v2';

const built = await openBuiltSite(join(fullCatalogue(), 'data'), {
  baseUrl: BASE_URL,
  archiveUrl: 'https://archive.test',
});
afterAll(() => built.remove());

/** The site's responses, cached because every test sends the same requests. */
const known = new Map<string, Promise<TestAnswer>>();
function answerOf({ method, target, headers }: TestRequest): Promise<TestAnswer> {
  const key = JSON.stringify([method, target, headers]);
  const answer = known.get(key) ?? built.answer({ method, url: target, headers });
  known.set(key, answer as Promise<TestAnswer>);
  return answer as Promise<TestAnswer>;
}

type Spoil = (answer: TestAnswer, request: TestRequest) => TestAnswer;

/** The cases that fail if the responses to these requests are spoilt. */
async function failures(spoils: (request: TestRequest) => boolean, spoil: Spoil): Promise<CaseResult[]> {
  const results = await runConformance(
    BASE_URL,
    async (request) => {
      const answer = await answerOf(request);
      return spoils(request) ? spoil(answer, request) : answer;
    },
    null,
  );
  return results.filter(({ outcome }) => outcome === 'failed');
}

const failedCases = async (...spoilt: Parameters<typeof failures>): Promise<string[]> =>
  (await failures(...spoilt)).map(({ id }) => id);

type Body = Record<string, unknown> & { results?: Record<string, unknown>[] };

/** Changes the body of a 200 that is JSON. */
const inBody =
  (change: (body: Body) => unknown): Spoil =>
  (answer) => {
    if (answer.status !== 200 || !answer.headers['content-type']?.startsWith('application/json')) return answer;
    return { ...answer, body: JSON.stringify(change(JSON.parse(answer.body))) };
  };

const inEntries = (change: (entries: Record<string, unknown>[]) => unknown[]) =>
  inBody((body) => (body.results ? { ...body, results: change(body.results) } : body));

const withHeader =
  (name: string, value: string): Spoil =>
  (answer) => ({ ...answer, headers: { ...answer.headers, [name]: value } });

const as =
  (target: string): Spoil =>
  (answer) => ({ ...answer, ...(answer.status === 200 ? { status: 404, body: target } : {}) });

const isListing =
  (name: string) =>
  ({ method, target }: TestRequest): boolean =>
    method === 'GET' && target.startsWith(`${API}/${name}`) && !target.startsWith(`${API}/${name}/`);
const hasPath =
  (pattern: RegExp) =>
  ({ target }: TestRequest): boolean =>
    pattern.test(target);
const hasMethod =
  (name: string) =>
  ({ method }: TestRequest): boolean =>
    method === name;

it('a correct site fails no case', async () => {
  expect(await failedCases(() => false, inBody(String))).toEqual([]);
});

it('a correct site fails no case if its event strain files have a length that the filter does not accept', async () => {
  const folder = fullCatalogue();
  const starts = ['32: 1126259447', '2048: 1126258423', '4096: 1126257415'];
  for (const chosen of [starts.slice(1, 2), starts]) {
    const files = ['H1', 'L1'].map((detector) => {
      const members = chosen.map((start) => `gps_start_${start}`).join(', ');
      return `  - { name: GW150914, version: 3, detector: ${detector}, ${members} }\n`;
    });
    const text = `catalog: GWTC-1\nevent_strain_files:\n${files.join('')}`;
    writeFileSync(join(folder, 'data/event-strain-files/GWTC-1.yaml'), text);
    const site = await openBuiltSite(join(folder, 'data'), { baseUrl: BASE_URL });
    try {
      const send = ({ method, target, headers }: TestRequest) => site.answer({ method, url: target, headers });
      const results = await runConformance(BASE_URL, send, null);
      expect(results.filter(({ outcome }) => outcome === 'failed')).toEqual([]);
      expect(results.map(({ id }) => id)).toContain('event-versions/{}/strain-files.counts.duration');
    } finally {
      site.remove();
    }
  }
});

describe('a response with', () => {
  it.each<[string, (request: TestRequest) => boolean, Spoil, string | RegExp]>([
    [
      'a member too few in every entry',
      isListing('strain-files'),
      inEntries((entries) => entries.map(({ gps_start, ...rest }) => rest)),
      'strain-files.interval',
    ],
    ['entries in another order', isListing('runs'), inEntries((entries) => [...entries].reverse()), 'runs.any-order'],
    [
      'the members of the page in another order',
      isListing('runs'),
      inBody(({ results, ...rest }) => ({ results, ...rest })),
      'walk runs',
    ],
    ['no next page', isListing('strain-files'), inBody((body) => ({ ...body, next: null })), /^(walk )?strain-files/],
    ['another count', isListing('runs'), inBody((body) => ({ ...body, results_count: 999 })), /^runs/],
    ['an entry missing', isListing('events'), inEntries((entries) => entries.slice(1)), /^events/],
    [
      'links to another host',
      isListing('datasets'),
      (answer) => ({ ...answer, body: answer.body.replaceAll(BASE_URL, 'https://y.test') }),
      'datasets.links',
    ],
    [
      'links to another host everywhere',
      () => true,
      (answer) => ({ ...answer, body: answer.body.replaceAll(BASE_URL, 'https://y.test') }),
      'base-url',
    ],
    [
      'entries that a filter does not select',
      hasPath(/strain-files\?detector=L1/),
      as('x'),
      'strain-files.detector.L1',
    ],
    [
      'a detector that a filter does not select',
      hasPath(/strain-files\?detector=L1/),
      inEntries((entries) => entries.map((entry) => ({ ...entry, detector: 'H1' }))),
      'strain-files.detector.L1',
    ],
    [
      'another bound of an interval',
      hasPath(/[?&]start=/),
      inEntries((entries) => entries.map((entry) => ({ ...entry, gps_start: 0 }))),
      /interval/,
    ],
    [
      'a record that differs from its entry',
      hasPath(/runs\/[^/?]+$/),
      inBody((body) => ({ ...body, name: 'x' })),
      'runs.record',
    ],
    ['a record that is not found', hasPath(/event-versions\/[^/?]+$/), as('x'), 'event-versions.record'],
    ['no entries below a parent', hasPath(/runs\/[^/]+\/datasets/), inEntries(() => []), /^runs\/\{\}\/datasets/],
    [
      'an entry of another parent',
      hasPath(/datasets\/[^/?]+\?format=api$/),
      inBody((body) => ({ ...body, run: 'x' })),
      'runs/{}/datasets.below',
    ],
    [
      'other entries below a parent than with its filter',
      hasPath(/catalogs\/[^/]+\/events$/),
      inEntries((entries) => entries.slice(1)),
      'catalogs/{}/events.as-filter',
    ],
    [
      'no record for a name with a catalog',
      hasPath(/event-versions\/[^/?]+@/),
      as('x'),
      'event-versions.record.other-ids',
    ],
    [
      'segments that are not clipped',
      hasPath(/segments\?start=/),
      inEntries((entries) => entries.map(({ start, ...rest }) => ({ start: Number(start) - 1, ...rest }))),
      'timelines/{}/segments.interval.clipped',
    ],
    [
      'events whose name does not contain the text',
      hasPath(/event-versions\?name-contains=./),
      inEntries((entries) => entries.map((entry) => ({ ...entry, name: 'x' }))),
      'event-versions.name-contains.of-entry',
    ],
    ['a time without a decimal', isListing('event-versions'), inBody((body) => body), 'event-versions'],
    ['no refusal of an unknown path', hasPath(/\/x$/), (answer) => ({ ...answer, status: 200 }), /^not-found/],
    [
      'no refusal of an invalid value',
      hasPath(/strain-files\?detector=h1/),
      (answer) => ({ ...answer, status: 200 }),
      'strain-files?detector=h1',
    ],
    [
      'a redirect to another archive',
      ({ target }) => target.startsWith('/gw/archive/'),
      withHeader('location', 'https://y.test/'),
      /^archive/,
    ],
    [
      'no release named, although the header is exposed',
      hasPath(/api\/v2\/$/),
      ({ headers: { 'stillwave-release': _, ...headers }, ...answer }) => ({ ...answer, headers }),
      'release.header',
    ],
    ['another id in release.txt', hasPath(/release\.txt$/), (answer) => ({ ...answer, body: 'x\n' }), 'release.file'],
    ['an OpenAPI document that is not found', hasPath(/openapi/), as('x'), 'openapi'],
    ['another method allowed', hasMethod('POST'), (answer) => ({ ...answer, status: 200 }), /^POST/],
    ['other headers of OPTIONS', hasMethod('OPTIONS'), withHeader('access-control-allow-methods', 'POST'), /^OPTIONS/],
    ['another length of HEAD', hasMethod('HEAD'), withHeader('content-length', '1'), /^HEAD/],
    [
      'a 200 in place of a 304',
      ({ headers }) => 'if-none-match' in headers,
      (answer) => ({ ...answer, status: 200 }),
      /^304/,
    ],
    ['another ETag', isListing('runs'), withHeader('etag', ''), /runs/],
    ['another content type', isListing('runs'), withHeader('content-type', 'text/plain'), /runs/],
    ['other caching', isListing('runs'), withHeader('cache-control', 'no-store'), /runs/],
    [
      'no access for other origins',
      ({ headers }) => 'origin' in headers,
      withHeader('access-control-allow-origin', 'https://y.test'),
      /^origin/,
    ],
    [
      'JSON in place of HTML',
      ({ target }) => target === '/gw/',
      withHeader('content-type', 'application/json'),
      'home',
    ],
    ['a root without a collection', hasPath(/\/api\/v2\/?$/), inBody(({ runs, ...rest }) => rest), 'root'],
    [
      'other columns in CSV',
      hasPath(/format=csv/),
      (answer) => ({ ...answer, body: answer.body.replace(/^[^,]+/, 'x') }),
      /csv/,
    ],
  ])('%s is reported', async (_, spoils, spoil, expected) => {
    const failed = await failedCases(spoils, spoil);
    if (typeof expected === 'string') expect(failed).toContain(expected);
    else
      expect(
        failed.filter((id) => expected.test(id)),
        failed.slice(0, 20).join(', '),
      ).not.toEqual([]);
  });
});

it.each<[string, Spoil, RegExp]>([
  ['JSON of another form', inBody(({ results, ...rest }) => rest), /^the response is malformed \(.*undefined/],
  [
    'no JSON',
    (answer) => ({ ...answer, body: '<html>' }),
    /^the response is malformed \(.*<html>.* is not valid JSON\)/,
  ],
])('the failure of a page with %s says so', async (_, spoil, expected) => {
  const [failure] = await failures(hasPath(/runs\?pagesize=[^&]*$/), spoil);
  expect(failure?.reason).toMatch(expected);
});

describe('a host with rewrite rules', () => {
  const refuse = { status: NOT_ENUMERATED.status, body: JSON.stringify(NOT_ENUMERATED.body) };
  const results = (spoil: Spoil) =>
    runConformance(BASE_URL, async (request) => spoil(await answerOf(request), request), nginx);
  const outcomeOf = (all: readonly CaseResult[], id: string) => all.find((one) => one.id === id)?.outcome;

  it('skips a case if the host has no file for its request, or for the request that it compares with', async () => {
    const all = await results((answer, { target }) => (target === '/gw/api/v2' ? { ...answer, ...refuse } : answer));
    expect(outcomeOf(all, 'root.no-slash')).toBe('skipped');
    const other = await results((answer, { target }) =>
      /openapi\.json$/.test(target) ? { ...answer, ...refuse } : answer,
    );
    expect(outcomeOf(other, 'openapi schema')).toBe('skipped');
  });

  it('fails a case whose own response is wrong, even if the host has no file for the request that it compares with', async () => {
    const all = await results((answer, { target }) => {
      if (/openapi\.json$/.test(target)) return { ...answer, ...refuse };
      return /schema/.test(target) ? { ...answer, status: 500 } : answer;
    });
    expect(outcomeOf(all, 'openapi schema')).toBe('failed');
  });
});

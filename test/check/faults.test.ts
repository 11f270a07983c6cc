/** `check` finds planted faults: one kind of answer of a correct site is spoilt, and the failures name the request and the difference. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkSite } from '../../src/check/run.ts';
import type { TestAnswer, TestRequest } from '../../src/check/send.ts';
import { groupBy } from '../../src/core/base/group-by.ts';
import { NOT_ENUMERATED, NOT_FOUND } from '../../src/core/contract/refusals.ts';
import type { HostTier } from '../../src/hosts/host.ts';
import { openBuiltSite } from '../support/built-site.ts';
import { fullCatalogue } from '../support/data-folders.ts';
import { failuresOf } from '../support/failures.ts';

const BASE_URL = 'https://x.test/gw';

const built = await openBuiltSite(join(fullCatalogue(), 'data'), {
  baseUrl: BASE_URL,
  archiveUrl: 'https://archive.test',
});
afterAll(() => built.remove());

/** The answers of the site, kept because every test sends the same requests. */
const known = new Map<string, Promise<TestAnswer>>();
function answerOf({ method, target, headers }: TestRequest): Promise<TestAnswer> {
  const key = JSON.stringify([method, target, headers]);
  const answer = known.get(key) ?? built.answer({ method, url: target, headers });
  known.set(key, answer);
  return answer;
}

const readFile = async (target: string): Promise<Uint8Array> =>
  readFileSync(join(built.root, target.slice('/gw/'.length)));

type Spoil = (answer: TestAnswer, request: TestRequest) => TestAnswer;

/** The results of a check of the site, whose answers are spoilt. */
const check = (spoil: Spoil, tier?: HostTier, read = readFile) =>
  checkSite(BASE_URL, { send: async (request) => spoil(await answerOf(request), request), read }, { tier });

/** Spoils the answers to GET requests for targets that match. */
const where =
  (pattern: RegExp, change: (answer: TestAnswer) => Partial<TestAnswer>): Spoil =>
  (answer, { method, target }) =>
    method === 'GET' && pattern.test(target) ? { ...answer, ...change(answer) } : answer;

const replaced =
  (from: string | RegExp, to: string) =>
  ({ body }: TestAnswer) => ({ body: body.replace(from, to) });
const withHeader =
  (name: string, value: string) =>
  ({ headers }: TestAnswer) => ({ headers: { ...headers, [name]: value } });
const without =
  (name: string) =>
  ({ headers: { [name]: _, ...headers } }: TestAnswer) => ({ headers });

/** A kind of fault: its name, the answers that have it, and the failure that reports it. */
type Fault = readonly [name: string, spoil: Spoil, failure: RegExp];

/**
 * Checks a site that has all the faults, each in other answers: an answer has the first fault that changes it. Out: the failures of the
 * requests with each fault.
 */
async function checkFaults(faults: readonly Fault[], tier?: HostTier): Promise<ReadonlyMap<string, readonly string[]>> {
  const faultAt = new Map<string, string>();
  const results = await check((answer, request) => {
    for (const [name, spoil] of faults) {
      const spoilt = spoil(answer, request);
      if (spoilt === answer) continue;
      faultAt.set(`${request.method} ${request.target}`, name);
      return spoilt;
    }
    return answer;
  }, tier);
  return groupBy(failuresOf(results), (line) => faultAt.get(/^\w+ \S+(?=: | \()/.exec(line)?.[0] ?? '') ?? 'none');
}

it('a correct site has no failure', async () => {
  const results = await check((answer) => answer);
  expect(failuresOf(results)).toEqual([]);
  expect(results.filter(({ outcome }) => outcome === 'passed').length).toBeGreaterThan(3000);
});

describe('a request handler', () => {
  const FAULTS: readonly Fault[] = [
    [
      'one value of an older release',
      where(/\/runs\/O1$/, replaced(/"gps_end":\d/, '"gps_end":9')),
      /GET \/gw\/api\/v2\/runs\/O1: body, from character \d+: expected ".*gps_end.*", got "/,
    ],
    [
      'a page of an older release',
      where(/[?&]page=2/, replaced('"detector"', '"detektor"')),
      /strain-files\?page=2\S*: body/,
    ],
    ['a filter that is ignored', where(/detector=L1$/, replaced(/.*/s, '{}')), /detector=L1: body, .* got "\{\}"/],
    [
      'links that lead elsewhere on some pages',
      where(/\/datasets$/, ({ body }) => ({ body: body.replaceAll(BASE_URL, 'https://elsewhere.example') })),
      /\/datasets: body, .* got ".*https:\/\/elsewhere/,
    ],
    [
      'a 500 for one query',
      where(/[?&]start=/, () => ({ status: 500, body: 'oops' })),
      /start=\S*: status: expected 200, got 500 "oops"/,
    ],
    [
      'an unknown record that is found',
      where(/runs\/x$/, () => ({ status: 200 })),
      /runs\/x: status: expected 404, got 200/,
    ],
    [
      'an invalid value that is accepted',
      where(/detector=x$/, () => ({ status: 200 })),
      /detector=x: status: expected 400, got 200/,
    ],
    [
      'caching that differs',
      where(/\/runs$/, withHeader('cache-control', 'no-store')),
      /\/runs: cache-control: expected public, .*, got no-store/,
    ],
    [
      'no access for other origins',
      where(/\/events$/, without('access-control-allow-origin')),
      /\/events: access-control-allow-origin: expected \*, got none/,
    ],
    [
      'no id of the release',
      where(/\/catalogs$/, without('stillwave-release')),
      /\/catalogs: stillwave-release: expected \w+, got none/,
    ],
    [
      'an ETag of other bytes',
      where(/\/event-versions$/, withHeader('etag', '"x"')),
      /\/event-versions: etag: expected/,
    ],
    [
      'a 200 in place of a 304',
      (answer) => (answer.status === 304 ? { ...answer, status: 200 } : answer),
      /\(if-none-match: .*\): status: expected 304, got 200/,
    ],
    [
      'a script that is missing',
      (answer, { target }) => (/assets\//.test(target) ? { ...answer, status: 404 } : answer),
      /assets\/\S+: status: expected 200, got 404/,
    ],
    [
      'a length of HEAD that differs',
      (answer, { method }) =>
        method === 'HEAD' ? { ...answer, headers: { ...answer.headers, 'content-length': '1' } } : answer,
      /HEAD \S+: content-length: expected \d+, got 1/,
    ],
    [
      'POST that is allowed',
      (answer, { method }) => (method === 'POST' ? { ...answer, status: 200 } : answer),
      /POST \S+: status: expected 405, got 200/,
    ],
    [
      'a preflight without methods',
      (answer, { method }) =>
        method === 'OPTIONS' ? { ...answer, ...without('access-control-allow-methods')(answer) } : answer,
      /OPTIONS \S+.*: access-control-allow-methods: expected .*, got none/,
    ],
    [
      'a redirect to another archive',
      where(/\/archive\/data/, withHeader('location', 'https://y.test/')),
      /archive\/data\S*: location: expected/,
    ],
    ['columns of CSV in another order', where(/format=csv/, replaced(/^[^,]+/, 'x')), /format=csv\S*: body/],
    [
      'segments of all runs that are missing',
      where(/^\/gw\/timeline\/.*\/history\//, () => ({ status: 404 })),
      /\/history\/\S*: status: expected 200, got 404/,
    ],
    [
      'an older path that is missing',
      where(/eventapi\/json\/allevents$/, () => ({ status: 404 })),
      /allevents: status: expected 200, got 404/,
    ],
    ['an older release', where(/release\.txt$/, () => ({ body: 'x\n' })), /release\.txt: body, .*, got "x\\n"/],
    ['a home page of the server', where(/\/gw\/$/, () => ({ body: 'Welcome to nginx!' })), /GET \/gw\/: body/],
    // After the other faults of this listing.
    ['no next page', where(/strain-files\?/, replaced(/"next":"[^"]*"/, '"next":null')), /strain-files\?\S*: body/],
  ];
  let failures: ReadonlyMap<string, readonly string[]>;
  beforeAll(async () => {
    failures = await checkFaults(FAULTS);
  });

  it.each(FAULTS)('with %s fails', (name, _, failure) => {
    expect(failures.get(name)).toContainEqual(expect.stringMatching(failure));
  });

  it('has no failure where there is no fault', () => {
    expect(failures.get('none')).toBeUndefined();
  });

  it('fails for each request that needs a missing pack, although the site answers 503', async () => {
    const [name] = built.site.release?.data.packs['event-versions']?.names ?? [];
    const unavailable = { status: 503, body: '{}' };
    const failures = failuresOf(
      await check(
        (answer, { target }) => (target.includes('event-versions') ? { ...answer, ...unavailable } : answer),
        undefined,
        (target) => (target.includes(`${name}`) ? Promise.reject(new Error('the host answers 404')) : readFile(target)),
      ),
    );
    expect(failures).toContain(
      `GET /gw/api/v2/event-versions: expected an answer from the files of the site: packs/${name}.ndjson cannot be read: the host answers 404`,
    );
  });

  it('ends at once if the site answers 500, or has no release', async () => {
    await expect(check((answer) => ({ ...answer, status: 500 }))).rejects.toThrow(
      'GET /gw/api/v2/: expected status 200, got 500',
    );
    const noFile = () => Promise.reject(new Error('the host answers 500'));
    await expect(check((answer) => answer, undefined, noFile)).rejects.toThrow(
      'release.json cannot be read: the host answers 500',
    );
  });

  it('passes behind a proxy that compresses, and at another address has one failure', async () => {
    const compressed: Spoil = ({ headers: { 'content-length': _, ...headers }, ...answer }) => ({
      ...answer,
      headers: { ...headers, vary: 'Accept-Encoding, accept', ...(headers.etag && { etag: `W/${headers.etag}` }) },
    });
    expect(failuresOf(await check(compressed))).toEqual([]);
    const elsewhere = await checkSite('https://y.test/gw', { send: answerOf, read: readFile });
    expect(failuresOf(elsewhere)).toEqual([
      expect.stringContaining(`start with ${BASE_URL}, not with https://y.test/gw`),
    ]);
  });
});

describe('a host with rewrite rules', () => {
  const refusal = { status: NOT_ENUMERATED.status, body: JSON.stringify(NOT_ENUMERATED.body) };
  const checkRules = (spoil: Spoil) => check(spoil, 'rewrite rules');

  it('may say that it has no file for a query without page files', async () => {
    const results = await checkRules(where(/(?:start|min-gps-time)=|%/, () => refusal));
    expect(failuresOf(results)).toEqual([]);
    expect(results.filter(({ outcome }) => outcome === 'skipped').length).toBeGreaterThan(50);
  });

  const FAULTS: readonly Fault[] = [
    [
      'no file for the first page',
      where(/\/strain-files$/, () => refusal),
      /\/strain-files: status: expected 200, got 400/,
    ],
    [
      'no file for a page of a filter',
      where(/strain-files\?detector=L1$/, () => refusal),
      /detector=L1: status: expected 200, got 400/,
    ],
    ['no file for a record', where(/\/runs\/O1$/, () => refusal), /runs\/O1: status: expected 200, got 400/],
    [
      'a page of an older release',
      where(/\/event-versions$/, replaced('"results_count":', '"results_count":1')),
      /\/event-versions: body/,
    ],
    ['the first page for every query', where(/[?&]start=/, () => ({ status: 200, body: '{}' })), /start=\S*: body/],
    [
      'an unknown path in place of a missing page',
      where(/[?&]page=\d+$/, ({ status, body }) => ({ body: status === 404 ? JSON.stringify(NOT_FOUND.body) : body })),
      /page=\d+: body/,
    ],
  ];
  let failures: ReadonlyMap<string, readonly string[]>;
  beforeAll(async () => {
    failures = await checkFaults(FAULTS, 'rewrite rules');
  });

  it.each(FAULTS)('with %s fails', (name, _, failure) => {
    expect(failures.get(name)).toContainEqual(expect.stringMatching(failure));
  });

  it('has its own validators, and refusals without names', async () => {
    const spoil: Spoil = (answer) => {
      const isNamed = /Did you mean|Method \\"/.test(answer.body);
      const plain = answer.status === 405 ? '{"detail":"This method is not allowed."}' : JSON.stringify(NOT_FOUND.body);
      return { ...answer, ...(isNamed && { body: plain }) };
    };
    expect(failuresOf(await checkRules(spoil))).toEqual([]);
  });
});

/**
 * Shared by the tests of hosts with rewrite rules: the host's files for the small site as written by `stillwave host`, the real
 * program, and random requests: the right page or a refusal, never a wrong page.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { sampleSite } from '../../src/check/catalogue-sample.ts';
import { runConformance, unknownSkips } from '../../src/check/run.ts';
import { type Send, sendTo, type TestAnswer } from '../../src/check/send.ts';
import { NOT_ENUMERATED, OTHER_METHOD_NOT_ALLOWED } from '../../src/core/contract/refusals.ts';
import type { OracleAnswer, OracleRequest } from '../oracle/answer.ts';
import { difference } from '../oracle/compare.ts';
import { createOracle } from '../oracle/oracle.ts';
import { randomRequest, sampleCatalogue } from '../oracle/queries.ts';
import { loadOracleData } from '../oracle/records.ts';
import { CONFIG, isInstalled, type RuleHost, startRuleHost } from '../support/hosts/rule-hosts.ts';
import { isAvailable, type Program } from '../support/programs.ts';
import { spelledQuery } from './spelled-queries.ts';

export type Verdict = 'right' | 'refused' | 'wrong';

/** The refusal that may stand for any answer. Refusals by the program itself, before any rule, are about the encoding of the path. */
function isRefusal({ status, body }: TestAnswer, { method, url }: OracleRequest): boolean {
  if (status !== 400) return false;
  return method === 'HEAD' || body === JSON.stringify(NOT_ENUMERATED.body) || /^[^?]*%/.test(url);
}

function judge(expected: OracleAnswer, answer: TestAnswer, request: OracleRequest): [Verdict, string] {
  // A host that sends compressed copies mentions them in the same header.
  const vary = answer.headers.vary?.replace(/, ?Accept-Encoding$/, '') ?? '';
  // The headers that describe ranges are exposed everywhere.
  const exposed = answer.headers['access-control-expose-headers']?.replace(', Accept-Ranges, Content-Range', '') ?? '';
  const headers = { ...answer.headers, vary, 'access-control-expose-headers': exposed };
  // OPTIONS has no body, and a 405 cannot name the method.
  const isPreflight = expected.status === 200 && answer.status === 204;
  const isFixed = answer.body === JSON.stringify(OTHER_METHOD_NOT_ALLOWED.body);
  const looked = isPreflight
    ? { ...expected, status: 204, headers: withoutType(expected.headers), body: null }
    : expected;
  const found = difference(isFixed ? { ...looked, body: null } : looked, { ...answer, headers });
  if (found === null) return ['right', ''];
  return [isRefusal(answer, request) ? 'refused' : 'wrong', found];
}

/** Without a body there is no type. */
const withoutType = ({ 'content-type': _, ...headers }: Record<string, string>): Record<string, string> => headers;

/**
 * If a program refuses a request before any rule because of the encoding of the path, its response may even have a body for HEAD
 * (as Go's server does for requests that it cannot parse), which strict clients treat as an error.
 */
function isRefusedWithBody({ method, url }: OracleRequest, error: unknown): boolean {
  const { code } = (error as { cause?: { code?: string } }).cause ?? {};
  return method === 'HEAD' && /^[^?]*%/.test(url) && code?.startsWith('HPE_') === true;
}

const ASKED_AT_ONCE = 4;

/** Sends requests. Returns the number of requests by verdict, and a line for each wrong response. */
export async function askAll(requests: readonly OracleRequest[], send: Send, dataDir: string, config = CONFIG) {
  const oracle = createOracle(loadOracleData(dataDir), config);
  const counts: Record<Verdict, number> = { right: 0, refused: 0, wrong: 0 };
  const wrong: string[] = [];
  const waiting = requests.values();
  const next = async (): Promise<void> => {
    for (const request of waiting) {
      const { method, url, headers } = request;
      const answer = await send({ method, target: url, headers }).catch((error: unknown) => {
        if (isRefusedWithBody(request, error)) return null;
        throw error;
      });
      const [verdict, found]: [Verdict, string] = answer ? judge(oracle(request), answer, request) : ['refused', ''];
      counts[verdict]++;
      if (verdict === 'wrong') wrong.push(`${method} ${url}: ${found}`);
    }
  };
  await Promise.all(Array.from({ length: ASKED_AT_ONCE }, next));
  return { counts, wrong };
}

const seeds = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);

/** Of 1,000 spelled queries, those that must get their page; the others contain an error, or need decoding. */
const LEAST_ANSWERED = 750;
/** Random requests that are answered as by the oracle, of 1,000; most ask what is not enumerated. */
const LEAST_ANSWERED_AT_RANDOM = 240;

/** The tests of one host. */
export function testRuleHost(ruleHost: RuleHost): void {
  const { host, program: name } = ruleHost;
  describe.runIf(isAvailable(name, isInstalled(name)))(host.name, () => {
    const site = inject('partial');
    const folder = mkdtempSync(join(tmpdir(), `stillwave-${host.name}-`));
    let program: Program;
    let connection: ReturnType<typeof sendTo>;

    beforeAll(async () => {
      program = await startRuleHost(ruleHost, site.root, folder);
      connection = sendTo(program.origin);
    });
    afterAll(async () => {
      connection?.close();
      await program?.stop();
      rmSync(folder, { recursive: true, force: true });
    });

    test('passes the conformance cases', async () => {
      const results = await runConformance(CONFIG.baseUrl, connection.send, host);
      expect(results.filter(({ outcome }) => outcome === 'failed')).toEqual([]);
      expect(results.filter(({ outcome }) => outcome === 'passed').length).toBeGreaterThan(1100);
    });

    test('only skips cases that exist', async () => {
      expect(unknownSkips(host, await sampleSite(CONFIG.baseUrl, connection.send, false))).toEqual([]);
    });

    test('1,000 random spellings get the right page or a refusal', async () => {
      const sample = sampleCatalogue(loadOracleData(site.data), '/gw');
      const requests = seeds(1000).map((seed) => spelledQuery(sample, CONFIG.enumerate.pageSizes, seed));
      const { counts, wrong } = await askAll(requests, connection.send, site.data);
      expect(wrong).toEqual([]);
      expect(counts.right).toBeGreaterThanOrEqual(LEAST_ANSWERED);
    });

    test('long queries are read to their end', async () => {
      const get = (query: string) =>
        connection.send({ method: 'GET', target: `/gw/api/v2/strain-files?${query}`, headers: {} });
      const short = await get('detector=H1');
      expect([short.status, JSON.parse(short.body).results[0].detector]).toEqual([200, 'H1']);
      for (const filler of ['a&', 'page_&', 'detector_=H2&', '&', '=&', 'a=b=c&', 'xdetector=L1&']) {
        const long = filler.repeat(Math.floor(6000 / filler.length));
        expect((await get(`${long}detector=H1`)).body).toBe(short.body);
        expect((await get(`detector=H1&${long}`)).body).toBe(short.body);
        expect((await get(`detector=H1&${long}detector=L1`)).status).toBe(400);
        expect((await get(`detector=L1&${long}start=1`)).status).toBe(400);
        expect((await get(`detector=${'H1'.repeat(3000)}&${long.slice(0, 600)}`)).status).toBe(400);
      }
    });

    test('1,000 random requests get the right response or a refusal', async () => {
      const sample = sampleCatalogue(loadOracleData(site.data), '/gw');
      const requests = seeds(1000).map((seed) => randomRequest(sample, seed));
      const { counts, wrong } = await askAll(requests, connection.send, site.data);
      expect(wrong).toEqual([]);
      expect(counts.right).toBeGreaterThanOrEqual(LEAST_ANSWERED_AT_RANDOM);
    });
  });
}

/**
 * Shared code for testing hosts with rewrite rules: writes the host's files for the partial site as `stillwave host` does, starts the real
 * program, and sends random requests, each of which must get the response of `serve` or a refusal.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { runConformance, UNANSWERED } from '../../src/check/run.ts';
import { sendTo } from '../../src/check/send.ts';
import { compareWithServe } from '../support/hosts/compare-with-serve.ts';
import { hostRequests, LEAST_ANSWERED } from '../support/hosts/host-requests.ts';
import { CONFIG, isInstalled, type RuleHost, startRuleHost, startServe } from '../support/hosts/rule-hosts.ts';
import { isAvailable, type Program } from '../support/programs.ts';
import { propertyRuns } from '../support/property-runs.ts';

/** Parameters that do not affect the file, or have a file in every listing. */
const HAS_FILE = new RegExp(
  `^(?:|format=(?:api|json)|page=\\d+|pagesize=(?:${CONFIG.enumerate.pageSizes.join('|')}))$`,
);

/**
 * True if there may be no file for a request, because it needs decoding or normalising, its path leads below a record (whose files may be
 * under another id), it has a parameter other than those above, or it repeats one of those.
 */
function mayHaveNoFile(request: string): boolean {
  const [path = '', query = ''] = request.replace(/^\S+ \/gw/, '').split(/[?](.*)/s);
  const steps = path.replace(/\/$/, '').split('/').slice(3);
  const pairs = query.split('&');
  const names = pairs.map((pair) => pair.split('=')[0]);
  const isPlain = pairs.every((pair) => HAS_FILE.test(pair)) && new Set(names).size === names.length;
  return /[/][/.]|%/.test(path) || steps.length > 2 || !isPlain;
}

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
      const refused = results.filter(({ reason }) => reason === UNANSWERED).map(({ request }) => request);
      // The record of S5 links to its strain files, but the data have no list of them.
      const isUnlisted = (request: string) => request.endsWith('/runs/S5');
      expect(refused.filter((request) => !mayHaveNoFile(request) && !isUnlisted(request))).toEqual([]);
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

    test('random requests get the response of serve, or a refusal', async () => {
      const handler = await startServe(inject('cli'), site.root);
      const served = sendTo(handler.origin);
      const run = { dataDir: site.data, pageSizes: CONFIG.enumerate.pageSizes, count: propertyRuns(200), seed: 1 };
      try {
        const pair = { host: connection.send, serve: served.send, hasUpstream: false };
        const { answered, wrong } = await compareWithServe(hostRequests(run), pair);
        expect(wrong).toEqual([]);
        expect(answered).toBeGreaterThanOrEqual(LEAST_ANSWERED);
      } finally {
        served.close();
        await handler.stop();
      }
    });
  });
}

/**
 * Shared code for testing hosts with rewrite rules: writes the host's files for a site as `stillwave host` does, starts the real
 * program, and sends random requests, each of which must get the response of `serve` or a refusal.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { checkSite } from '../../src/check/run.ts';
import { type Connection, type Send, sendTo } from '../../src/check/send.ts';
import type { HostSettings } from '../../src/hosts/host.ts';
import { failuresOf } from '../support/failures.ts';
import { compareWithServe } from '../support/hosts/compare-with-serve.ts';
import { hostRequests, LEAST_ANSWERED, LEGACY_TARGETS } from '../support/hosts/host-requests.ts';
import { CONFIG, isInstalled, type RuleHost, startRuleHost, startServe } from '../support/hosts/rule-hosts.ts';
import { isAvailable, type Program } from '../support/programs.ts';
import { propertyRuns } from '../support/property-runs.ts';

/** The tests of one host. */
export function testRuleHost(ruleHost: RuleHost): void {
  const { host, program: name } = ruleHost;
  describe.runIf(isAvailable(name, isInstalled(name)))(host.name, () => {
    const { root } = inject('small');
    const folder = mkdtempSync(join(tmpdir(), `stillwave-${host.name}-`));
    let program: Program;
    let connection: Connection;

    beforeAll(async () => {
      program = await startRuleHost(ruleHost, root, folder);
      connection = sendTo(program.origin);
    });
    afterAll(async () => {
      connection?.close();
      await program?.stop();
      rmSync(folder, { recursive: true, force: true });
    });

    /** Starts the program for another site or with other settings, and stops it afterwards. */
    async function withProgram(root: string, settings: Partial<HostSettings>, use: (send: Send) => Promise<void>) {
      const own = mkdtempSync(join(tmpdir(), `stillwave-${host.name}-`));
      const started = await startRuleHost(ruleHost, root, own, settings);
      const { send, close } = sendTo(started.origin);
      try {
        await use(send);
      } finally {
        close();
        await started.stop();
        rmSync(own, { recursive: true, force: true });
      }
    }

    test('gives the answers of the request handler, or says that it has no file', async () => {
      const results = await checkSite(CONFIG.baseUrl, connection, { tier: host.tier });
      expect(failuresOf(results)).toEqual([]);
      const skipped = results.filter(({ outcome }) => outcome === 'skipped');
      expect(skipped.length / results.length).toBeLessThan(0.6);
    });

    test('without the older interfaces, their paths return 404, except redirects to the archive', () =>
      withProgram(root, { legacyInterfaces: false }, async (send) => {
        for (const target of LEGACY_TARGETS) {
          const { status, body } = await send({ method: 'GET', target, headers: {} });
          expect([target, status, body]).toEqual([target, 404, '{"detail":"Not found."}']);
        }
        const archived = { method: 'GET', target: '/gw/archive/data/O1/x.gwf', headers: {} };
        expect((await send(archived)).status).toBe(302);
      }));

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

    // More records, so that listings have several pages.
    test('random requests get the response of serve, or a refusal', () =>
      withProgram(inject('partial').root, {}, async (send) => {
        const { root, data } = inject('partial');
        const handler = await startServe(inject('cli'), root);
        const served = sendTo(handler.origin);
        const run = { dataDir: data, pageSizes: CONFIG.enumerate.pageSizes, count: propertyRuns(200), seed: 1 };
        try {
          const pair = { host: send, serve: served.send, hasUpstream: false };
          const { answered, wrong } = await compareWithServe(hostRequests(run), pair);
          expect(wrong).toEqual([]);
          expect(answered).toBeGreaterThanOrEqual(LEAST_ANSWERED);
        } finally {
          served.close();
          await handler.stop();
        }
      }));
  });
}

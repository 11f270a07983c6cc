/** Rule-based hosts with `--upstream`: a request handler answers the rest, so everything is correct. */

import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { runConformance } from '../../src/check/run.ts';
import { sendTo } from '../../src/check/send.ts';
import { varyByCoding } from '../../src/core/contract/codings.ts';
import { downloadHeaders, errorHeaders } from '../../src/core/contract/headers.ts';
import { errorBodyPath } from '../../src/core/contract/paths.ts';
import { UNAVAILABLE } from '../../src/core/contract/refusals.ts';
import { randomRequest, sampleCatalogue } from '../oracle/queries.ts';
import { loadOracleData } from '../oracle/records.ts';
import { freePort, isAvailable, type Program, startProgram } from '../support/hosts/real-host.ts';
import { CONFIG, isInstalled, startRuleHost } from '../support/hosts/rule-hosts.ts';
import { APACHE, CADDY, NGINX } from '../support/hosts/rule-programs.ts';
import { propertyRuns } from '../support/property-runs.ts';
import { askAll } from './rule-host.ts';
import { spelledQuery } from './spelled-queries.ts';

/**
 * Requests that are still refused: methods that a fixed body cannot name, two errors that a host reports in the wrong order, and
 * paths that the program itself refuses.
 */
const MAX_REFUSED = 30;

/** Requests that the host still decides itself. */
const DIFFERING: Readonly<Record<string, readonly string[]>> = {
  nginx: ['not-found ../../../etc/passwd', 'path.malformed'],
  caddy: ['path.malformed'],
  apache: ['not-found ../../../etc/passwd', 'path.malformed'],
};

describe.each([NGINX, CADDY, APACHE])('$host.name', (ruleHost) => {
  const isThere = isAvailable(ruleHost.program, isInstalled(ruleHost.program));
  const site = inject('partial');
  const folder = mkdtempSync(join(tmpdir(), 'stillwave-upstream-'));
  let handler: Program;
  let program: Program;
  let connection: ReturnType<typeof sendTo>;

  beforeAll(async () => {
    if (!isThere) return;
    const upstream = `http://127.0.0.1:${await freePort()}`;
    const flags = ['--site', site.root, '--port', new URL(upstream).port, '--base-url', CONFIG.baseUrl];
    handler = await startProgram(process.execPath, [inject('cli'), 'serve', '--quiet', ...flags], upstream);
    program = await startRuleHost(ruleHost, site.root, folder, { upstream });
    connection = sendTo(program.origin);
  });
  afterAll(async () => {
    connection?.close();
    await program?.stop();
    await handler?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const get = (target: string) => connection.send({ method: 'GET', target: `/gw/api/v2/${target}`, headers: {} });

  test.runIf(isThere)('answers nearly every random request like the oracle, and none wrong', async () => {
    const sample = sampleCatalogue(loadOracleData(site.data), '/gw');
    const seeds = Array.from({ length: propertyRuns(150) }, (_, index) => index + 5001);
    const requests = seeds.flatMap((seed) => [
      randomRequest(sample, seed),
      spelledQuery(sample, CONFIG.enumerate.pageSizes, seed),
    ]);
    const { counts, wrong } = await askAll(requests, connection.send, site.data);
    expect(wrong).toEqual([]);
    expect(counts.refused).toBeLessThan(MAX_REFUSED);
  });

  test.runIf(isThere)('passes the conformance cases for request handlers', async () => {
    const results = await runConformance(CONFIG.baseUrl, connection.send, null);
    const failed = results.filter(({ outcome }) => outcome === 'failed').map(({ id }) => id);
    expect(failed.toSorted()).toEqual(DIFFERING[ruleHost.host.name]);
  });

  if (ruleHost !== NGINX) return;
  test.runIf(isThere)('caches responses of the upstream, and keeps using them when it is down', async () => {
    const targets = ['event-versions?name-contains=GW17&pagesize=7', 'strain-files?start=1126259462&stop=1126259462'];
    const before = await Promise.all(targets.map(get));
    expect(before.map(({ status }) => status)).toEqual([200, 200]);
    await handler.stop();
    const after = await Promise.all(targets.map(get));
    expect(after.map(({ status, body }) => [status, body])).toEqual(before.map(({ status, body }) => [status, body]));
    expect((await get('event-versions?lastver&page=2')).status).toBe(200);
    expect((await get('event-versions?name-contains=never-asked')).status).toBe(503);
  });
});

describe.each([NGINX, CADDY, APACHE])('$host.name without its upstream', (ruleHost) => {
  const isThere = isAvailable(ruleHost.program, isInstalled(ruleHost.program));
  const site = inject('partial');
  const folder = mkdtempSync(join(tmpdir(), 'stillwave-down-'));
  /** Closes every connection. */
  const rude = createServer((socket) => socket.destroy());
  let program: Program;
  let connection: ReturnType<typeof sendTo>;

  afterAll(() => {
    rude.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const ask = (method: string) =>
    connection.send({ method, target: '/gw/api/v2/event-versions?name-contains=GW17&pagesize=7', headers: {} });

  const expected = {
    ...varyByCoding(errorHeaders(CONFIG.cache, UNAVAILABLE.status)),
    'access-control-expose-headers': downloadHeaders(CONFIG.cache, '')['access-control-expose-headers'],
  };

  async function withUpstream(port: number, name: string, use: () => Promise<void>): Promise<void> {
    const own = join(folder, name);
    mkdirSync(own);
    program = await startRuleHost(ruleHost, site.root, own, { upstream: `http://127.0.0.1:${port}` });
    connection = sendTo(program.origin);
    await use().finally(async () => {
      connection.close();
      await program.stop();
    });
  }

  test.runIf(isThere)('a closed port is a 503 of the contract, and files still work', async () => {
    await withUpstream(await freePort(), 'closed', async () => {
      const { status, headers, body } = await ask('GET');
      expect([status, JSON.parse(body)]).toEqual([503, UNAVAILABLE.body]);
      expect(body).toBe(readFileSync(join(site.root, errorBodyPath('503')), 'utf8'));
      expect(headers).toMatchObject(expected);
      expect(headers['retry-after']).toBe('10');
      const head = await ask('HEAD');
      expect([head.status, head.body, head.headers['retry-after']]).toEqual([503, '', '10']);
      const page = await connection.send({ method: 'GET', target: '/gw/api/v2/event-versions', headers: {} });
      expect([page.status, page.headers['retry-after']]).toEqual([200, undefined]);
      const missing = await connection.send({ method: 'GET', target: '/gw/api/v2/nothing', headers: {} });
      expect([missing.status, missing.headers['retry-after']]).toEqual([503, '10']);
    });
  });

  test.runIf(isThere)('an upstream that closes connections likewise; Apache keeps its own status', async () => {
    await new Promise<void>((resolve) => rude.listen(0, '127.0.0.1', resolve));
    await withUpstream((rude.address() as AddressInfo).port, 'rude', async () => {
      const { status, headers, body } = await ask('GET');
      expect(status).toBe(ruleHost === APACHE ? 502 : 503);
      expect(JSON.parse(body)).toEqual(UNAVAILABLE.body);
      expect(headers).toMatchObject(expected);
    });
  });
});

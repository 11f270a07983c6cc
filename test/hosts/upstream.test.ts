/** Rule-based hosts with `--upstream`: a request handler answers the requests that have no file, so every response is correct. */

import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { checkSite } from '../../src/check/run.ts';
import { type Connection, sendTo, type TestAnswer } from '../../src/check/send.ts';
import { errorHeaders, varyByCoding } from '../../src/core/contract/headers.ts';
import { UNAVAILABLE } from '../../src/core/contract/refusals.ts';
import { errorBodyPath } from '../../src/core/contract/site-paths.ts';
import { compareWithServe } from '../support/hosts/compare-with-serve.ts';
import { hostRequests } from '../support/hosts/host-requests.ts';
import { CONFIG, isInstalled, startRuleHost, startServe } from '../support/hosts/rule-hosts.ts';
import { APACHE, CADDY, NGINX } from '../support/hosts/rule-programs.ts';
import { freePort, isAvailable, type Program } from '../support/programs.ts';
import { EVERY, propertyRuns } from '../support/property-runs.ts';

const site = inject('small');

describe.each([NGINX, CADDY, APACHE])('$host.name', (ruleHost) => {
  const isThere = isAvailable(ruleHost.program, isInstalled(ruleHost.program));
  const folder = mkdtempSync(join(tmpdir(), 'stillwave-upstream-'));
  let handler: Program;
  let program: Program;
  let connection: Connection;

  beforeAll(async () => {
    if (!isThere) return;
    handler = await startServe(inject('cli'), site.root);
    program = await startRuleHost(ruleHost, site.root, folder, { upstream: handler.origin });
    connection = sendTo(program.origin);
  });
  afterAll(async () => {
    connection?.close();
    await program?.stop();
    await handler?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const get = (target: string) => connection.send({ method: 'GET', target: `/gw/api/v2/${target}`, headers: {} });

  test.runIf(isThere)('answers random requests like serve', async () => {
    const served = sendTo(handler.origin);
    const run = { dataDir: site.data, pageSizes: CONFIG.enumerate.pageSizes, count: propertyRuns(100), seed: 5001 };
    const pair = { host: connection.send, serve: served.send, hasUpstream: true };
    const { answered, wrong } = await compareWithServe(hostRequests(run), pair).finally(served.close);
    expect(wrong).toEqual([]);
    expect(answered).toBeGreaterThan(0.95);
  });

  test.runIf(isThere)('gives the answers of the request handler to all requests', async () => {
    const results = await checkSite(CONFIG.baseUrl, connection, { tier: ruleHost.host.tier, every: EVERY });
    expect(results.filter(({ outcome }) => outcome !== 'passed')).toEqual([]);
    expect(results.length).toBeGreaterThan(3000 / EVERY);
  });

  test.runIf(isThere)('passes on a long query, and the Link header that repeats it', async () => {
    const name = encodeURIComponent('\u{1f30c}'.repeat(100));
    const answer = await get(`event-versions?format=csv&pagesize=9&name-contains=${name}&x=${'x'.repeat(4000)}`);
    expect([answer.status, answer.headers.link?.includes(name)]).toEqual([200, true]);
  });

  if (ruleHost !== NGINX) return;
  test.runIf(isThere)('compresses responses of the upstream', async () => {
    const target = '/gw/api/v2/event-versions?pagesize=19';
    const plain = await connection.send({ method: 'GET', target, headers: {} });
    const { origin } = program;
    const headers = { 'accept-encoding': 'gzip' };
    const packed = await fetch(`${origin}${target}`, { headers });
    expect([packed.status, packed.headers.get('content-encoding'), packed.headers.get('vary')]).toEqual([
      200,
      'gzip',
      'Accept, Accept-Encoding',
    ]);
    expect(await packed.text()).toBe(plain.body);
  });

  test.runIf(isThere)(
    'caches what is requested twice from the upstream, and keeps using it when it is down',
    async () => {
      const targets = ['event-versions?name-contains=GW17&pagesize=7', 'strain-files?start=1126259462&stop=1126259462'];
      const askedOnce = 'event-versions?name-contains=GW15&pagesize=7';
      expect((await get(askedOnce)).status).toBe(200);
      await Promise.all(targets.map(get));
      const before = await Promise.all(targets.map(get));
      expect(before.map(({ status }) => status)).toEqual([200, 200]);
      await handler.stop();
      const after = await Promise.all(targets.map(get));
      expect(after.map(({ status, body }) => [status, body])).toEqual(before.map(({ status, body }) => [status, body]));
      expect((await get('event-versions?lastver')).status).toBe(200);
      expect((await get(askedOnce)).status).toBe(503);
      expect((await get('event-versions?name-contains=never-asked')).status).toBe(503);
    },
  );
});

describe.each([NGINX, CADDY, APACHE])('$host.name without its upstream', (ruleHost) => {
  const isThere = isAvailable(ruleHost.program, isInstalled(ruleHost.program));
  const folder = mkdtempSync(join(tmpdir(), 'stillwave-down-'));
  const rude = createServer((socket) => socket.destroy());
  let program: Program;
  let connection: Connection;

  afterAll(() => {
    rude.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Normalises the space after commas in `Vary`, which has no meaning: Apache writes none in a list that it has merged. */
  const ask = async (method: string) => {
    const target = '/gw/api/v2/event-versions?name-contains=GW17&pagesize=7';
    const answer = await connection.send({ method, target, headers: {} });
    const headers: TestAnswer['headers'] = {
      ...answer.headers,
      vary: String(answer.headers.vary).replace(/, */g, ', '),
    };
    return { ...answer, headers };
  };

  const expected = {
    ...varyByCoding(errorHeaders(CONFIG.cache, UNAVAILABLE.status)),
    'access-control-expose-headers': 'ETag, Accept-Ranges, Content-Range',
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

  test.runIf(isThere)('an upstream that closes connections is a 503 too, or Apache’s own 502', async () => {
    await new Promise<void>((resolve) => rude.listen(0, '127.0.0.1', resolve));
    await withUpstream((rude.address() as AddressInfo).port, 'rude', async () => {
      const { status, headers, body } = await ask('GET');
      expect(status).toBe(ruleHost === APACHE ? 502 : 503);
      expect(JSON.parse(body)).toEqual(UNAVAILABLE.body);
      expect(headers).toMatchObject(expected);
    });
  });
});

/** Rule-based hosts with `--upstream`: what they cannot answer comes from a request handler, so that everything is right. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { runConformance } from '../../src/conformance/run.ts';
import { sendTo } from '../../src/conformance/send.ts';
import { createWorld, randomRequest } from '../oracle/queries.ts';
import { loadOracleData } from '../oracle/records.ts';
import { CONFIG, isInstalled, startRuleHost } from '../support/rule-hosts.ts';
import { freePort, isAvailable, type Program, startProgram } from './real-host.ts';
import { askAll } from './rule-host.ts';
import { APACHE, CADDY, NGINX } from './rule-programs.ts';
import { spelledQuery } from './spelled-queries.ts';

/**
 * Answers that are refused all the same: methods that a fixed body cannot name, two faults in the order of which a host is
 * mistaken, and what a program itself refuses because of its path.
 */
const MOST_REFUSED = 30;

/** What the host decides itself even so. */
const DIFFERING: Readonly<Record<string, readonly string[]>> = {
  nginx: ['method.other'],
  caddy: ['method.other', 'path.malformed'],
  apache: ['method.other', 'not-found ../../../etc/passwd', 'path.malformed'],
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

  test.runIf(isThere)('answers nearly every random request as the oracle does, and none wrong', async () => {
    const world = createWorld(loadOracleData(site.data), '/gw');
    const seeds = Array.from({ length: 500 }, (_, index) => index + 5001);
    const requests = seeds.flatMap((seed) => [
      randomRequest(world, seed),
      spelledQuery(world, CONFIG.enumerate.pageSizes, seed),
    ]);
    const { counts, wrong } = await askAll(requests, connection.send, site.data);
    expect(wrong).toEqual([]);
    expect(counts.refused).toBeLessThan(MOST_REFUSED);
  });

  test.runIf(isThere)('passes the conformance cases of request handlers', async () => {
    const results = await runConformance(CONFIG.baseUrl, connection.send, null);
    const failed = results.filter(({ outcome }) => outcome === 'failed').map(({ id }) => id);
    expect(failed.toSorted()).toEqual(DIFFERING[ruleHost.host.name]);
  });

  if (ruleHost !== NGINX) return;
  test.runIf(isThere)('keeps the answers of the upstream, which may then be gone', async () => {
    const targets = ['event-versions?name-contains=GW17&pagesize=7', 'strain-files?start=1126259462&stop=1126259462'];
    const before = await Promise.all(targets.map(get));
    expect(before.map(({ status }) => status)).toEqual([200, 200]);
    await handler.stop();
    const after = await Promise.all(targets.map(get));
    expect(after.map(({ status, body }) => [status, body])).toEqual(before.map(({ status, body }) => [status, body]));
    expect((await get('event-versions?lastver&page=2')).status).toBe(200);
    expect((await get('event-versions?name-contains=never-asked')).status).toBeGreaterThanOrEqual(500);
  });
});

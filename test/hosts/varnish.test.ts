/** The Varnish configuration that `stillwave host varnish` writes, on varnishd, with `serve` behind it. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { checkSite } from '../../src/check/run.ts';
import { type Connection, sendTo } from '../../src/check/send.ts';
import { varnish } from '../../src/hosts/emitters/varnish.ts';
import { failuresOf } from '../support/failures.ts';
import { hostSettings } from '../support/hosts/host-settings.ts';
import { CONFIG, isInstalled, put, startServe } from '../support/hosts/rule-hosts.ts';
import { freePort, isAvailable, type Program, startProgram } from '../support/programs.ts';
import { EVERY } from '../support/property-runs.ts';

describe.runIf(isAvailable('varnish', isInstalled('varnishd')))('varnish', () => {
  const site = inject('small');
  const folder = mkdtempSync(join(tmpdir(), 'stillwave-varnish-'));
  let handler: Program;
  let program: Program;
  let connection: Connection;

  beforeAll(async () => {
    handler = await startServe(inject('cli'), site.root);
    const [file] = varnish.emit(hostSettings({ root: site.root, upstream: handler.origin }, CONFIG));
    const vcl = put(folder, 'stillwave.vcl', file?.text ?? '');
    const port = await freePort();
    const place = ['-n', join(folder, 'state'), '-f', vcl, '-j', 'none'];
    const args = ['-F', '-a', `127.0.0.1:${port}`, '-s', 'malloc,32m', ...place];
    program = await startProgram('varnishd', args, `http://127.0.0.1:${port}`, {
      PATH: `${process.env.PATH}:/usr/sbin`,
    });
    connection = sendTo(program.origin);
  });
  afterAll(async () => {
    connection?.close();
    await program?.stop();
    await handler?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const get = (query: string, headers: Record<string, string> = {}) =>
    connection.send({ method: 'GET', target: `/gw/api/v2/strain-files?${query}`, headers });
  /** A hit has two numbers in X-Varnish: one of this request, and one of the request that filled the entry. */
  const isHit = (headers: Readonly<Record<string, string | undefined>>) => / \d+$/.test(headers['x-varnish'] ?? '');

  test('gives the answers of the request handler', async () => {
    expect(failuresOf(await checkSite(CONFIG.baseUrl, connection, { every: EVERY }))).toEqual([]);
  });

  test('the order of parameters and Accept create no separate entries in the cache', async () => {
    const first = await get('sample-rate=4&pagesize=7&detector=H1');
    expect([first.status, isHit(first.headers)]).toEqual([200, false]);
    for (const [query, accept] of [
      ['detector=H1&sample-rate=4&pagesize=7', '*/*'],
      ['pagesize=7&detector=H1&sample-rate=4', 'text/html'],
    ] as const) {
      const again = await get(query, { accept });
      expect([again.status, isHit(again.headers), again.body]).toEqual([200, true, first.body]);
    }
  });

  test('other queries have separate entries, and a redirect keeps its query', async () => {
    const other = await get('sample-rate=16&pagesize=7&detector=H1');
    expect([other.status, isHit(other.headers)]).toEqual([200, false]);
    const target = '/gw/archive/data/O1/x.gwf?b=1&a=2';
    const { status, headers } = await connection.send({ method: 'GET', target, headers: {} });
    expect([status, headers.location]).toEqual([302, 'https://archive.example/archive/data/O1/x.gwf?b=1&a=2']);
  });
});

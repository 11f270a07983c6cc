/**
 * Checks what hosts with rewrite rules send to clients that do not accept gzip, or have odd Accept-Encoding headers: responses never use a
 * coding that the client refuses, and always decode to the file's bytes. Uses the real programs, with a site that has compressed copies.
 */

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { acceptsCoding } from '../../src/hosts/node/compression.ts';
import { SMALL_DATA } from '../support/data-folders.ts';
import { CONFIG, isInstalled, startRuleHost } from '../support/hosts/rule-hosts.ts';
import { APACHE, CADDY, NGINX } from '../support/hosts/rule-programs.ts';
import { isAvailable, type Program } from '../support/programs.ts';
import { ask } from '../support/server.ts';

const folder = mkdtempSync(join(tmpdir(), 'stillwave-codings-'));
const root = join(folder, 'site');
beforeAll(() => {
  const { baseUrl, archiveUrl, enumerate } = CONFIG;
  const config = join(folder, 'config.yaml');
  // JSON is YAML.
  writeFileSync(
    config,
    JSON.stringify({ baseUrl, archiveUrl, compress: true, enumerate: { pageSizes: enumerate.pageSizes } }),
  );
  const flags = ['--quiet', '--data', SMALL_DATA, '--site', root, '--config', config];
  execFileSync(process.execPath, [inject('cli'), 'build', ...flags]);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const DECODE: Readonly<Record<string, (body: Buffer) => Buffer>> = { gzip: gunzipSync, br: brotliDecompressSync };

const ACCEPTED = [
  ...['gzip', 'gzip, deflate, br', 'gzip;q=1', 'gzip;q=0.5', 'br;q=0.1, gzip;q=0.001', 'deflate, gzip;q=1.0, *;q=0.5'],
  ...[
    'gzip;q=0',
    'gzip;q=0.0',
    'gzip;q=0.000',
    'gzip; q=0',
    'gzip ;q=0',
    'br, gzip;q=0',
    'gzip;q=0, identity',
    'GZIP;Q=0',
  ],
  ...['identity', 'identity;q=0', '*;q=0', 'notgzip', 'gzipped', 'x-gzip;q=0', 'deflate', '', ',,;'],
];

describe.each([NGINX, CADDY, APACHE])('$host.name', (ruleHost) => {
  const isThere = isAvailable(ruleHost.program, isInstalled(ruleHost.program));
  const own = mkdtempSync(join(tmpdir(), 'stillwave-codings-host-'));
  let program: Program;
  beforeAll(async () => {
    if (isThere) program = await startRuleHost(ruleHost, root, own);
  });
  afterAll(async () => {
    await program?.stop();
    rmSync(own, { recursive: true, force: true });
  });

  it.runIf(isThere).each(ACCEPTED)('Accept-Encoding: %s', async (accepted) => {
    const url = `${program.origin}/gw/api/v2/event-versions`;
    const plain = await ask(url);
    const { status, headers, body } = await ask(url, 'GET', { 'accept-encoding': accepted });
    const coding = headers['content-encoding'];
    expect([status, plain.headers['content-encoding']]).toEqual([200, undefined]);
    if (coding !== undefined) expect(acceptsCoding(accepted, coding), coding).toBe(true);
    expect((coding === undefined ? body : DECODE[coding]?.(body))?.equals(plain.body)).toBe(true);
    expect(headers.vary).toContain('Accept-Encoding');
  });

  it.runIf(isThere)('sends the compressed copy to clients that accept gzip', async () => {
    const { headers } = await ask(`${program.origin}/gw/api/v2/event-versions`, 'GET', { 'accept-encoding': 'gzip' });
    expect(headers['content-encoding']).toBe('gzip');
  });
});

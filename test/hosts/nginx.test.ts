/** Tests the configuration written by `stillwave host nginx`, on nginx. */

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, inject, test } from 'vitest';
import { sendTo } from '../../src/check/send.ts';
import { SMALL_DATA } from '../support/data-folders.ts';
import { compareWithServe } from '../support/hosts/compare-with-serve.ts';
import { hostRequests } from '../support/hosts/host-requests.ts';
import { CONFIG, isInstalled, startRuleHost, startServe } from '../support/hosts/rule-hosts.ts';
import { NGINX } from '../support/hosts/rule-programs.ts';
import { isAvailable } from '../support/programs.ts';
import { testRuleHost } from './rule-host.ts';

testRuleHost(NGINX);

describe.runIf(isAvailable('nginx', isInstalled('nginx')))('nginx, with fewer enumerated queries', () => {
  test('queries that are not enumerated are refused, never mistaken for others', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'stillwave-nginx-'));
    const root = join(folder, 'site');
    const enumerate = {
      pageSizes: [50, 100],
      filters: { 'strain-files': ['detector'], 'event-versions': ['lastver'] },
    } as const;
    const { baseUrl, archiveUrl } = CONFIG;
    // JSON is YAML.
    writeFileSync(join(folder, 'config.yaml'), JSON.stringify({ baseUrl, archiveUrl, enumerate }));
    const flags = ['--quiet', '--data', SMALL_DATA, '--site', root, '--config', join(folder, 'config.yaml')];
    execFileSync(process.execPath, [inject('cli'), 'build', ...flags]);
    const program = await startRuleHost(NGINX, root, folder, { enumerate });
    const handler = await startServe(inject('cli'), root);
    const [asked, served] = [sendTo(program.origin), sendTo(handler.origin)];
    try {
      const requests = hostRequests({ dataDir: SMALL_DATA, pageSizes: [20, 50, 100], count: 500, seed: 9001 });
      const pair = { host: asked.send, serve: served.send, hasUpstream: false };
      const { counts, wrong } = await compareWithServe(requests, pair);
      expect(wrong).toEqual([]);
      expect(counts.right).toBeGreaterThan(100);
      expect(counts.refused).toBeGreaterThan(100);
    } finally {
      asked.close();
      served.close();
      await program.stop();
      await handler.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

/** The nginx configuration that `stillwave host nginx` writes, on nginx. */

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, inject, test } from 'vitest';
import { sendTo } from '../../src/check/send.ts';
import { sampleCatalogue } from '../oracle/queries.ts';
import { loadOracleData } from '../oracle/records.ts';
import { isAvailable } from '../support/hosts/real-host.ts';
import { CONFIG, isInstalled, startRuleHost } from '../support/hosts/rule-hosts.ts';
import { NGINX } from '../support/hosts/rule-programs.ts';
import { askAll, testRuleHost } from './rule-host.ts';
import { spelledQuery } from './spelled-queries.ts';

testRuleHost(NGINX);

describe.runIf(isAvailable('nginx', isInstalled('nginx')))('nginx, with fewer enumerated queries', () => {
  test('queries that are not enumerated are refused, never mistaken for others', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'stillwave-nginx-'));
    const root = join(folder, 'site');
    const enumerate = {
      pageSizes: [50, 100],
      filters: { 'strain-files': ['detector'], 'event-versions': ['lastver'] },
    } as const;
    const config = { ...CONFIG, enumerate };
    const { baseUrl, archiveUrl } = config;
    // JSON is YAML.
    writeFileSync(join(folder, 'config.yaml'), JSON.stringify({ baseUrl, archiveUrl, enumerate }));
    const data = fileURLToPath(new URL('../fixtures/small-data', import.meta.url));
    const flags = ['--quiet', '--data', data, '--site', root, '--config', join(folder, 'config.yaml')];
    execFileSync(process.execPath, [inject('cli'), 'build', ...flags]);
    const program = await startRuleHost(NGINX, root, folder, { enumerate });
    const { send, close } = sendTo(program.origin);
    try {
      const sample = sampleCatalogue(loadOracleData(data), '/gw');
      const seeds = Array.from({ length: 500 }, (_, index) => index + 9001);
      const requests = seeds.map((seed) => spelledQuery(sample, [20, 50, 100], seed));
      const { counts, wrong } = await askAll(requests, send, data, config);
      expect(wrong).toEqual([]);
      expect(counts.right).toBeGreaterThan(30);
      expect(counts.refused).toBeGreaterThan(100);
    } finally {
      close();
      await program.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

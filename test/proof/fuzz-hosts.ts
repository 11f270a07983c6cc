/**
 * `npm run long -- fuzz --hosts nginx,caddy,apache --queries N --seed S [--data DIR]`: random requests to the real programs with the files
 * that `stillwave host` writes, alone and with an upstream, compared with `serve` of the same site.
 */

import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sendTo } from '../../src/check/send.ts';
import { DEFAULT_CONFIG } from '../../src/site/config/config.ts';
import { compareWithServe } from '../support/hosts/compare-with-serve.ts';
import { hostRequests, LEAST_ANSWERED } from '../support/hosts/host-requests.ts';
import { CONFIG, isInstalled, startRuleHost, startServe } from '../support/hosts/rule-hosts.ts';
import { APACHE, CADDY, NGINX } from '../support/hosts/rule-programs.ts';
import type { Program } from '../support/programs.ts';

const CLI = fileURLToPath(new URL('../../build/cli/main.js', import.meta.url));
const ENUMERATE = DEFAULT_CONFIG.enumerate;
const MOST_SHOWN = 20;

interface HostRun {
  readonly hosts: readonly string[];
  readonly dataDir: string;
  readonly count: number;
  readonly seed: number;
}

function build(dataDir: string, folder: string): string {
  const { baseUrl, archiveUrl } = CONFIG;
  // JSON is YAML.
  const config = join(folder, 'config.yaml');
  writeFileSync(config, JSON.stringify({ baseUrl, archiveUrl, downloads: [] }));
  const root = join(folder, 'site');
  const flags = ['--quiet', '--data', resolve(dataDir), '--site', root, '--layout', 'both', '--config', config];
  execFileSync(process.execPath, [CLI, 'build', ...flags], { stdio: 'inherit' });
  return root;
}

/** True if no response is wrong and enough requests are answered. */
async function compare(name: string, host: Program, serve: Program, run: HostRun, hasUpstream: boolean) {
  const start = performance.now();
  const asked = sendTo(host.origin);
  const served = sendTo(serve.origin);
  const pair = { host: asked.send, serve: served.send, hasUpstream };
  const { counts, answered, wrong } = await compareWithServe(
    hostRequests({ ...run, pageSizes: ENUMERATE.pageSizes }),
    pair,
  );
  asked.close();
  served.close();
  for (const line of wrong.slice(0, MOST_SHOWN)) console.log(`DIFFERENCE ${line}`);
  const seconds = ((performance.now() - start) / 1000).toFixed(0);
  const share = `${(answered * 100).toFixed(1)} % of GET requests answered`;
  console.log(
    `${name}: ${run.count} requests, ${share}, ${counts.refused} refused, ${counts.wrong} wrong, ${seconds} s`,
  );
  return counts.wrong === 0 && answered >= LEAST_ANSWERED;
}

export async function fuzzHosts(run: HostRun): Promise<boolean> {
  const known = [NGINX, CADDY, APACHE].filter(({ host }) => run.hosts.includes(host.name));
  if (known.length !== run.hosts.length) throw new Error(`hosts are nginx, caddy and apache, not ${run.hosts}`);
  const missing = known.find(({ program }) => !isInstalled(program));
  if (missing !== undefined) throw new Error(`${missing.program} is not installed`);
  const folder = mkdtempSync(join(tmpdir(), 'stillwave-fuzz-'));
  const running: Program[] = [];
  try {
    const root = build(run.dataDir, folder);
    const handler = await startServe(CLI, root);
    running.push(handler);
    let isClean = true;
    for (const ruleHost of known) {
      for (const hasUpstream of [false, true]) {
        const name = `${ruleHost.host.name}${hasUpstream ? ' with an upstream' : ''}`;
        const own = join(folder, name.replaceAll(' ', '-'));
        mkdirSync(own);
        const settings = { enumerate: ENUMERATE, upstream: hasUpstream ? handler.origin : null };
        const program = await startRuleHost(ruleHost, root, own, settings);
        running.push(program);
        isClean = (await compare(name, program, handler, run, hasUpstream)) && isClean;
      }
    }
    return isClean;
  } finally {
    for (const program of running) await program.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Requests made for the patterns of nginx, Caddy and Apache, with their default settings: 16 of them at once do not keep another client
 * waiting.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isInstalled, type RuleHost, startRuleHost } from '../support/hosts/rule-hosts.ts';
import { APACHE, CADDY, NGINX } from '../support/hosts/rule-programs.ts';
import { worstRequests } from '../support/hosts/worst-requests.ts';
import { beyond } from '../support/process-use.ts';
import type { Ground, Scenario } from './scenario.ts';

const AT_ONCE = 16;
/** A pattern that takes quadratic time needs ten times as long. */
const OTHERS_WAIT_MS = 1000;

const timeOf = async (url: string): Promise<number> => {
  const start = performance.now();
  await (await fetch(url)).arrayBuffer();
  return performance.now() - start;
};

async function attack({ partial, isLong, say }: Ground, ruleHost: RuleHost): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'stillwave-worst-'));
  const { origin, stop } = await startRuleHost(ruleHost, partial.root, folder);
  const wrong: string[] = [];
  try {
    for (const [what, target] of worstRequests('/gw')) {
      let slowest = 0;
      for (let round = 0; round < (isLong ? 20 : 2); round++) {
        const worst = Array.from({ length: AT_ONCE }, () => timeOf(origin + target));
        slowest = Math.max(slowest, await timeOf(`${origin}/gw/api/v2/runs`));
        await Promise.all(worst);
      }
      const name = `${ruleHost.host.name}, ${what}`;
      say(`${name}: another request took ${slowest.toFixed(0)} ms`);
      wrong.push(...beyond(`${name}: ms until another request is answered`, slowest, OTHERS_WAIT_MS));
    }
  } finally {
    await stop();
    rmSync(folder, { recursive: true, force: true });
  }
  return wrong;
}

export const worstPatterns: Scenario = {
  name: 'requests made for the patterns of hosts with rules',
  async run(ground) {
    const wrong: string[] = [];
    for (const ruleHost of [NGINX, CADDY, APACHE]) {
      if (isInstalled(ruleHost.program)) wrong.push(...(await attack(ground, ruleHost)));
    }
    return wrong;
  },
};

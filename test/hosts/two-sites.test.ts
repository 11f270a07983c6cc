/** Two sites in one server: each answers from its own files and by its own rules, which differ in paths, filters and page sizes. */

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, inject, test } from 'vitest';
import { sendTo } from '../../src/check/send.ts';
import type { HostPart } from '../../src/hosts/host-names.ts';
import { hostSettings } from '../support/hosts/host-settings.ts';
import { CONFIG, isInstalled, type RuleHost, startRuleHost } from '../support/hosts/rule-hosts.ts';
import { APACHE, CADDY, NGINX } from '../support/hosts/rule-programs.ts';
import { freePort, isAvailable } from '../support/programs.ts';

const folder = mkdtempSync(join(tmpdir(), 'stillwave-two-sites-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const { pageSizes, filters } = CONFIG.enumerate;
const SITES = [
  { baseUrl: 'https://user.example/gw', root: inject('small').root, enumerate: { pageSizes, filters } },
  { baseUrl: 'https://user.example/other', root: inject('small').root, enumerate: { pageSizes, filters: {} } },
];

/** One server of the program, which includes the parts of both sites. */
const SERVER: Readonly<Record<string, (part: (name: HostPart) => string) => string>> = {
  nginx: (part) => `${part('http')}\nserver { listen 80; server_name user.example;\n${part('server')}\n}`,
  caddy: (part) => `${part('http')}\nhttps://user.example {\n${part('server')}\n}\n`,
  apache: (part) => `${part('http')}\n<VirtualHost *:80>\nServerName user.example\n${part('server')}\n</VirtualHost>\n`,
};

describe.each([NGINX, CADDY, APACHE])('$host.name', (ruleHost: RuleHost) => {
  const { host, program: name } = ruleHost;

  test.runIf(isAvailable(name, isInstalled(name))).each([false, true])(
    'both sites answer from one server; with an upstream: %s',
    async (hasUpstream) => {
      const place = mkdtempSync(join(folder, host.name));
      const upstream = hasUpstream ? `http://127.0.0.1:${await freePort()}` : null;
      const both = (part: HostPart) =>
        SITES.map((site) => host.emit(hostSettings({ ...site, upstream, part }, CONFIG))[0]?.text).join('\n');
      const text = SERVER[host.name]?.(both) ?? '';
      const program = await startRuleHost(ruleHost, inject('small').root, place, {}, () => text);
      const { send, close } = sendTo(program.origin);
      const get = (target: string) => send({ method: 'GET', target, headers: {} });
      try {
        for (const { baseUrl, root } of SITES) {
          const base = new URL(baseUrl).pathname;
          const files = {
            runs: 'runs/_/20/1.json',
            'runs?pagesize=500': 'runs/_/500/1.json',
            'runs/O1': 'runs/O1.json',
          };
          for (const [path, file] of Object.entries(files)) {
            const { status, body } = await get(`${base}/api/v2/${path}`);
            expect([base, path, status]).toEqual([base, path, 200]);
            expect(body).toBe(readFileSync(join(root, 'api/v2', file), 'utf8'));
          }
          expect((await get(`${base}/`)).body).toBe(readFileSync(join(root, 'home.html'), 'utf8'));
          expect((await get(`${base}/release.json`)).status).toBe(200);
          // The base URL without its final slash leads to the page.
          const { status, headers } = await get(base);
          // Apache passes it to the upstream, which does not run here.
          const isPassedOn = host.name === 'apache' && hasUpstream;
          expect([status, headers.location]).toEqual(isPassedOn ? [503, undefined] : [302, `${baseUrl}/`]);
        }
        const filtered = await Promise.all(
          ['/gw', '/other'].map((base) => get(`${base}/api/v2/strain-files?detector=H1`)),
        );
        // In one virtual host of Apache, a filter has files only if all sites have them.
        const first = host.name === 'apache' ? 400 : 200;
        expect(filtered.map(({ status }) => status)).toEqual(
          hasUpstream && host.name === 'apache' ? [503, 503] : [first, hasUpstream ? 503 : 400],
        );
      } finally {
        close();
        await program.stop();
      }
    },
  );
});

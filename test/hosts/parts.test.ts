/** The two parts of an nginx, Caddy or Apache file, in an existing server with locations of its own; and a server that hides the site. */

import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, inject, test } from 'vitest';
import { checkSite } from '../../src/check/run.ts';
import { sendTo } from '../../src/check/send.ts';
import { failuresOf } from '../support/failures.ts';
import { type Around, CONFIG, isInstalled, type RuleHost, startRuleHost } from '../support/hosts/rule-hosts.ts';
import { APACHE, CADDY, NGINX } from '../support/hosts/rule-programs.ts';
import { isAvailable } from '../support/programs.ts';
import { EVERY } from '../support/property-runs.ts';

const root = inject('small').root;
const folder = mkdtempSync(join(tmpdir(), 'stillwave-parts-'));
const own = join(folder, 'own');
chmodSync(folder, 0o755);
mkdirSync(own);
writeFileSync(join(own, 'page.txt'), 'own page');
writeFileSync(join(own, 'data.json'), '"own data"');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** An existing server with files, rules for endings, headers and errors of its own. */
const EXISTING: Readonly<Record<string, Around>> = {
  nginx: (part) => `${part('http')}
server {
    listen 80;
    server_name user.example;
    root ${own};
    add_header x-own yes always;
    expires 1d;
    error_page 404 /page.txt;
    ${part('server')}
    location / { try_files $uri =404; }
    location ~ [.]json$ { add_header x-own json; }
    location /moved { return 301 /page.txt; }
}`,
  caddy: (part) => `${part('http')}
https://user.example {
${part('server')}
	root * ${own}
	header /data.json x-own json
	redir /moved /page.txt 301
	file_server
}
`,
  apache: (part) => `${part('http')}
<VirtualHost *:80>
ServerName user.example
DocumentRoot ${own}
<Directory ${own}>
AllowOverride None
Require all granted
</Directory>
${part('server')}
RewriteRule ^/moved$ /page.txt [R=301,L]
</VirtualHost>
`,
};

describe.each([NGINX, CADDY, APACHE])('$host.name', (ruleHost: RuleHost) => {
  const isThere = isAvailable(ruleHost.program, isInstalled(ruleHost.program));
  const { name } = ruleHost.host;

  test.runIf(isThere)('the parts answer below the base URL, and the other locations as before', async () => {
    const place = join(folder, name);
    mkdirSync(place);
    const program = await startRuleHost(ruleHost, root, place, {}, EXISTING[name]);
    const connection = sendTo(program.origin);
    const get = (target: string) => connection.send({ method: 'GET', target, headers: {} });
    try {
      const results = await checkSite(CONFIG.baseUrl, connection, { tier: ruleHost.host.tier, every: EVERY });
      expect(failuresOf(results)).toEqual([]);
      expect(results.filter(({ outcome }) => outcome === 'passed').length).toBeGreaterThan(1000 / EVERY);
      expect((await get('/page.txt')).body).toBe('own page');
      expect((await get('/data.json')).body).toBe('"own data"');
      expect((await get('/moved')).status).toBe(301);
      expect((await get('/api/v2/runs')).status).toBe(404);
      const nothing = await get('/nothing');
      expect([nothing.status, nothing.headers['access-control-allow-origin']]).toEqual([404, undefined]);
      const page = await get('/gw/api/v2/runs');
      expect([page.status, page.headers['x-own'], page.headers.expires]).toEqual([200, undefined, undefined]);
    } finally {
      connection.close();
      await program.stop();
    }
  });
});

test.runIf(isAvailable('nginx', isInstalled('nginx')))(
  'a server block that hides the site fails the check, although nginx accepts the files',
  async () => {
    const place = join(folder, 'hidden');
    mkdirSync(place);
    const hidden: Around = (part) =>
      `server { listen 80; server_name user.example; return 200 "another site"; }\n${part('http')}
server { listen 80; server_name user.example; ${part('server')} }`.replaceAll('listen 80;', 'listen 127.0.0.1:PORT;');
    const program = await startRuleHost(
      { ...NGINX, prepare: (at, text, port) => NGINX.prepare(at, text.replaceAll('PORT', String(port)), port) },
      root,
      place,
      {},
      hidden,
    );
    const connection = sendTo(program.origin);
    try {
      const check = checkSite(CONFIG.baseUrl, connection, { tier: NGINX.host.tier });
      await expect(check).rejects.toThrow('release.json is truncated or changed');
    } finally {
      connection.close();
      await program.stop();
    }
  },
);

/** The command in the systemd unit and in the container file, run as written but for the port, and nginx in front of it. */

import { spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, renameSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { checkSite } from '../../src/check/run.ts';
import { type Connection, sendTo } from '../../src/check/send.ts';
import { container } from '../../src/hosts/emitters/container.ts';
import { node } from '../../src/hosts/emitters/node-service.ts';
import type { HostSettings } from '../../src/hosts/host.ts';
import { createHandler } from '../../src/hosts/node/handler.ts';
import { failuresOf } from '../support/failures.ts';
import { hostSettings } from '../support/hosts/host-settings.ts';
import { freePort, type Program, startProgram } from '../support/hosts/real-host.ts';
import { isInstalled } from '../support/hosts/rule-hosts.ts';
import { NGINX } from '../support/hosts/rule-programs.ts';
import { listen } from '../support/listen.ts';
import { isAvailable } from '../support/programs.ts';
import { EVERY } from '../support/property-runs.ts';
import { ask, eventually } from '../support/server.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

describe('node', () => {
  const { root } = inject('small');
  let settings: HostSettings;
  let texts: readonly string[];
  const hasNginx = isAvailable('nginx', isInstalled('nginx'));
  let program: Program;
  let nginx: Program | undefined;
  let connection: Connection;

  beforeAll(async () => {
    const [port, front] = [await freePort(), await freePort()];
    const baseUrl = `http://127.0.0.1:${front}/gw`;
    settings = hostSettings({ root, baseUrl });
    texts = node.emit(settings).map(({ text }) => text);
    const unit = texts[0]?.replaceAll(/ \\\n */g, ' ') ?? '';
    const line = /^ExecStart=\/usr\/bin\/env stillwave (.*)$/m.exec(unit)?.[1] ?? '';
    const words = line.replace('--port 8000', `--port ${port}`).split(' ');
    program = await startProgram(process.execPath, [inject('cli'), ...words], `http://127.0.0.1:${port}`);
    connection = sendTo(program.origin);
    if (!hasNginx) return;
    const proxy =
      texts[1]?.replace(':8000;', `:${port};`).replace(`listen ${front};`, `listen 127.0.0.1:${front};`) ?? '';
    const args = NGINX.prepare(temporaryFolder(), proxy, front);
    nginx = await startProgram('nginx', args, new URL(baseUrl).origin, { PATH: `${process.env.PATH}:/usr/sbin` });
  });
  afterAll(async () => {
    connection?.close();
    await nginx?.stop();
    await program?.stop();
  });

  test.runIf(hasNginx)(
    'nginx in front passes everything on, and a client cannot forge its address in the log',
    async () => {
      const { send, close } = sendTo(nginx?.origin ?? '');
      const target = '/gw/api/v2/event-versions?pagesize=3&name-contains=GW15';
      const answers = await Promise.all(
        [send, connection.send].map((one) => one({ method: 'GET', target, headers: {} })),
      );
      close();
      expect(answers[0]?.status).toBe(200);
      expect(answers[0]?.body).toBe(answers[1]?.body);
      const forged = await fetch(`${nginx?.origin}/gw/api/v2/runs?forged`, {
        headers: { 'x-forwarded-for': '6.6.6.6' },
      });
      expect(forged.status).toBe(200);
      await eventually(() => program.output().includes('/runs?forged '), 'the request is in the log');
      expect(program.output()).toMatch(/^127\.0\.0\.1 .*\/runs\?forged /m);
    },
  );

  test('health needs the pointer, and a pack of each collection', async () => {
    const site = join(temporaryFolder(), 'site');
    cpSync(inject('small').root, site, { recursive: true });
    // A handler keeps the result for a second.
    const health = async () => {
      const { node: listener, close } = await createHandler({ root: site });
      const { origin, close: stop } = await listen(createServer(listener));
      const response = await fetch(`${origin}/gw/health`);
      const found = [response.status, await response.text()];
      close();
      await stop();
      return found;
    };
    const id = readFileSync(join(site, 'release.txt'), 'utf8');
    expect(await health()).toEqual([200, id]);
    const packs = readdirSync(join(site, 'packs'));
    const names = new Set(packs.map((pack) => pack.replace(/-[^-]*$/, '')));
    expect(names.size).toBeGreaterThan(15);
    for (const name of names) {
      const own = packs.filter((pack) => pack.replace(/-[^-]*$/, '') === name);
      for (const pack of own) renameSync(join(site, 'packs', pack), join(site, pack));
      expect([name, await health()]).toEqual([name, [503, expect.any(String)]]);
      for (const pack of own) renameSync(join(site, pack), join(site, 'packs', pack));
    }
    expect(await health()).toEqual([200, id]);
    renameSync(join(site, 'release.json'), join(site, 'other.json'));
    expect((await health())[0]).toBe(503);
  });

  test('health is checked at most once a second, however many ask', async () => {
    const site = join(temporaryFolder(), 'site');
    cpSync(inject('small').root, site, { recursive: true });
    const { node: listener, close } = await createHandler({ root: site });
    const { origin, close: stop } = await listen(createServer(listener));
    const health = async () => (await fetch(`${origin}/gw/health`)).status;
    try {
      expect(await health()).toBe(200);
      renameSync(join(site, 'packs'), join(site, 'other'));
      expect(await Promise.all([health(), health()])).toEqual([200, 200]);
      await setTimeout(1100);
      expect(await health()).toBe(503);
    } finally {
      close();
      await stop();
    }
  });

  test('gives the answers of the request handler', async () => {
    const results = await checkSite(settings.baseUrl, connection, { every: EVERY });
    expect(failuresOf(results)).toEqual([]);
    expect(results.length).toBeGreaterThan(3000 / EVERY);
  });

  test('the container serves with a base URL from the environment, and tells whether it is healthy', async () => {
    const port = String(await freePort());
    const baseUrl = 'https://user.example/gw';
    const [file, ignored] = container.emit({ ...settings, baseUrl });
    const text = file?.text.replaceAll('\\\n', '').replaceAll('8000', port) ?? '';
    const wordsOf = (line: string) =>
      JSON.parse(new RegExp(`^${line} (?:--.* CMD )?(.*)$`, 'm').exec(text)?.[1] ?? '') as string[];
    expect(file?.text).toContain(`\nENV BASE_URL="${baseUrl}"\n`);
    expect(file?.text).toContain('\nEXPOSE 8000\n');
    const cwd = temporaryFolder();
    mkdirSync(join(cwd, 'node_modules/.bin'), { recursive: true });
    symlinkSync(inject('cli'), join(cwd, 'node_modules/.bin/stillwave'));
    symlinkSync(root, join(cwd, 'dist'));
    const env = { ...process.env, BASE_URL: `http://user.example:${port}/other`, TRUST_PROXY: '127.0.0.1' };
    const [health = '', ...healthArgs] = wordsOf('HEALTHCHECK');
    const isHealthy = () => spawnSync(health, healthArgs, { cwd, env }).status === 0;
    expect(isHealthy()).toBe(false);
    const [shell = '', ...words] = wordsOf('CMD');
    const child = spawn(shell, words, { cwd, env, stdio: 'ignore' });
    await eventually(isHealthy, 'it is healthy');
    const { body } = await ask(`http://127.0.0.1:${port}/other/api/v2/event-versions`);
    expect(JSON.parse(body.toString()).results[0].detail_url).toMatch(`http://user.example:${port}/other/api/v2/`);
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
    expect(ignored).toMatchObject({ path: '.dockerignore', text: expect.stringMatching(/^\*\n!dist\n/) });
  });
});

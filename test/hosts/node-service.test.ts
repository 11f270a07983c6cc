/** The command in the systemd unit and in the container file, run as written. */

import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { checkSite } from '../../src/check/run.ts';
import { type Connection, sendTo } from '../../src/check/send.ts';
import { container } from '../../src/hosts/emitters/container.ts';
import { node } from '../../src/hosts/emitters/node-service.ts';
import type { HostSettings } from '../../src/hosts/host.ts';
import { failuresOf } from '../support/failures.ts';
import { hostSettings } from '../support/hosts/host-settings.ts';
import { freePort, type Program, startProgram } from '../support/hosts/real-host.ts';
import { EVERY } from '../support/property-runs.ts';
import { ask, eventually } from '../support/server.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

describe('node', () => {
  const { root } = inject('partial');
  let settings: HostSettings;
  let texts: readonly string[];
  let program: Program;
  let connection: Connection;

  beforeAll(async () => {
    const baseUrl = `http://127.0.0.1:${await freePort()}/gw`;
    settings = hostSettings({ root, baseUrl });
    texts = node.emit(settings).map(({ text }) => text);
    const unit = texts[0]?.replaceAll(/ \\\n */g, ' ') ?? '';
    const line = /^ExecStart=\/usr\/bin\/env stillwave (.*)$/m.exec(unit)?.[1] ?? '';
    program = await startProgram(process.execPath, [inject('cli'), ...line.split(' ')], new URL(baseUrl).origin);
    connection = sendTo(program.origin);
  });
  afterAll(async () => {
    connection?.close();
    await program?.stop();
  });

  test('gives the answers of the request handler', async () => {
    const results = await checkSite(settings.baseUrl, connection, { every: EVERY });
    expect(failuresOf(results)).toEqual([]);
    expect(results.length).toBeGreaterThan(3000 / EVERY);
  });

  test('the container serves with a base URL from the environment, and tells whether it is healthy', async () => {
    const port = String(await freePort());
    const baseUrl = `http://127.0.0.1:${port}/gw`;
    const [file, ignored] = container.emit({ ...settings, baseUrl });
    const text = file?.text.replaceAll('\\\n', '') ?? '';
    const wordsOf = (line: string) =>
      JSON.parse(new RegExp(`^${line} (?:--.* CMD )?(.*)$`, 'm').exec(text)?.[1] ?? '') as string[];
    expect(file?.text).toContain(`\nENV BASE_URL="${baseUrl}"\n`);
    expect(file?.text).toContain(`\nEXPOSE ${port}\n`);
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
    expect(JSON.parse(body.toString()).next).toMatch(`http://user.example:${port}/other/api/v2/`);
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
    expect(ignored).toMatchObject({ path: '.dockerignore', text: expect.stringMatching(/^\*\n!dist\n/) });
  });
});

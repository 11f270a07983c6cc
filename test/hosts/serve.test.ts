/** `serve` with the `serve.json` that `stillwave host serve` writes: files at their own paths, and no file for a query. */

import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { checkSite } from '../../src/check/run.ts';
import { type Connection, sendTo } from '../../src/check/send.ts';
import { serve } from '../../src/hosts/emitters/serve.ts';
import { SMALL_DATA } from '../support/data-folders.ts';
import { failuresOf } from '../support/failures.ts';
import { freePort, isAvailable, type Program, startProgram } from '../support/hosts/real-host.ts';

const path = (name: string): string => fileURLToPath(new URL(`../../${name}`, import.meta.url));
const SERVE = path('node_modules/serve/build/main.js');

describe.runIf(isAvailable('serve', existsSync(SERVE)))('serve', () => {
  const folder = mkdtempSync(join(tmpdir(), 'stillwave-serve-'));
  const root = join(folder, 'site');
  let program: Program;
  let connection: Connection;
  let origin: string;

  beforeAll(async () => {
    const port = await freePort();
    origin = `http://127.0.0.1:${port}`;
    const run = (...args: string[]) => execFileSync(process.execPath, [inject('cli'), ...args], { stdio: 'pipe' });
    run('build', '--quiet', '--data', SMALL_DATA, '--site', root, '--links', 'path', '--base-url', origin);
    run('host', 'serve', '--site', root, '--out', folder);
    const flags = ['--config', '../serve.json', '--listen', `tcp://127.0.0.1:${port}`, '--no-clipboard'];
    program = await startProgram(process.execPath, [SERVE, ...flags, root], origin);
    connection = sendTo(origin);
  });
  afterAll(async () => {
    connection?.close();
    await program?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const get = (target: string) => connection.send({ method: 'GET', target, headers: {} });

  test('sends the files of the manifest', async () => {
    const results = await checkSite(origin, connection, { tier: serve.tier });
    expect(failuresOf(results)).toEqual([]);
    expect(results.length).toBeGreaterThan(200);
  });

  test('a mirror under another name has one failure, which names both', async () => {
    const [failure, ...others] = failuresOf(
      await checkSite('https://mirror.example', connection, { tier: serve.tier }),
    );
    expect(others).toEqual([]);
    expect(failure).toContain(`start with ${origin}, not with https://mirror.example`);
  });

  test('has no file at the path of a listing, with any query', async () => {
    for (const query of ['', '?detector=H1', '?format=api', '/', '/?release=GWTC-1']) {
      for (const name of ['strain-files', 'event-versions', 'default-parameters']) {
        const { status, body } = await get(`/api/v2/${name}${query}`);
        expect([status, body.includes('results')]).toEqual([404, false]);
      }
    }
  });

  test('without any configuration, the home page links to its content', async () => {
    const port = await freePort();
    const plain = `http://127.0.0.1:${port}`;
    const flags = ['--listen', `tcp://127.0.0.1:${port}`, '--no-clipboard'];
    const program = await startProgram(process.execPath, [SERVE, ...flags, root], plain);
    try {
      const page = await fetch(`${plain}/`);
      const text = await page.text();
      expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
      const links = [...text.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, link]) =>
        (link as string).replace('&#38;', '&'),
      );
      const files = links.filter((link) => /\.js/.test(link));
      expect(files.length).toBeGreaterThan(5);
      for (const file of files) expect([file, (await fetch(`${plain}/${file}`)).status]).toEqual([file, 200]);
      expect(links).toContain('api/v2/');
    } finally {
      await program.stop();
    }
  });

  test('caches packs forever, and revalidates the pointer', async () => {
    const { headers, body } = await get('/release.json');
    expect(headers['cache-control']).toBe('no-cache');
    const [name] = JSON.parse(body).release.packs['event-versions'].names as string[];
    const pack = await get(`/packs/${name}.ndjson`);
    expect([pack.status, pack.headers['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable']);
  });
});

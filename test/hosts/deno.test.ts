/** The Deno server as `stillwave host deno` writes it, on Deno. */

import { readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { type Connection, sendTo } from '../../src/check/send.ts';
import { packPath } from '../../src/core/contract/site-paths.ts';
import { deno } from '../../src/hosts/emitters/deno.ts';
import { buildSite } from '../../src/site/build.ts';
import { readRelease } from '../../src/site/install/site-files.ts';
import { DENO } from '../support/hosts/deno-program.ts';
import { startDeno } from '../support/hosts/edge-programs.ts';
import {
  buildTestSite,
  isAvailable,
  type Program,
  survivesUrlParser,
  type TestSite,
  testAnswers,
  writeHostFiles,
} from '../support/hosts/real-host.ts';
import { eventually } from '../support/server.ts';

const RELEASE_TTL_MS = 500;

describe.runIf(isAvailable('Deno', DENO !== null))('deno', () => {
  let site: TestSite;
  let program: Program;
  let connection: Connection;

  beforeAll(async () => {
    site = await buildTestSite({ baseUrl: 'https://user.example/gw' });
    writeHostFiles(deno, site);
    const script = join(site.out, 'main.js');
    writeFileSync(
      script,
      readFileSync(script, 'utf8').replace(/"releaseTtlMs": \d+/, `"releaseTtlMs": ${RELEASE_TTL_MS}`),
    );
    program = await startDeno(site.out, site.root);
    connection = sendTo(program.origin);
  });

  afterAll(async () => {
    connection?.close();
    await program?.stop();
    site?.remove();
  });

  testAnswers(() => ({ site, connection }), { isAsked: survivesUrlParser });

  test('sends the files that the explorer reads', async () => {
    const get = (path: string) => connection.send({ method: 'GET', target: `/gw/${path}`, headers: {} });
    const page = (await get('')).body;
    const [script = ''] = /assets\/explorer-\w+\.js/.exec(page) ?? [];
    const sent = await get(script);
    expect(sent.body).toBe(readFileSync(join(site.root, script), 'utf8'));
    expect(sent.headers['content-type']).toBe('text/javascript; charset=utf-8');
    expect(JSON.parse((await get('release.json')).body)).toHaveProperty('release');
    expect((await get('assets/explorer-NONE.js')).status).toBe(404);
  });

  test('answers from a new release soon after it is installed', async () => {
    const count = async (): Promise<number> => {
      const target = '/gw/api/v2/event-versions?pagesize=1';
      return JSON.parse((await connection.send({ method: 'GET', target, headers: {} })).body).results_count;
    };
    const before = await count();
    expect((await buildSite({ dataDir: inject('partial').data, out: site.root, config: site.config })).kind).toBe(
      'built',
    );
    await new Promise((resolve) => setTimeout(resolve, RELEASE_TTL_MS));
    expect(await count()).toBeGreaterThan(before);
  });

  test('logs why a pack cannot be read, or that it is truncated', async () => {
    const ask = (target: string) => connection.send({ method: 'GET', target: `/gw/api/v2/${target}`, headers: {} });
    // The packs of the previous release still exist, so the names come from the pointer.
    const { packs } = await readRelease(site.root);
    const [runs, catalogs] = ['runs', 'catalogs'].map((set) => basename(packPath(packs[set]?.names[0] as string)));
    rmSync(join(site.root, 'packs', runs as string));
    expect((await ask('runs')).status).toBe(503);
    await eventually(() => program.output().includes(`packs/${runs} cannot be read`), 'a missing pack is logged');
    expect(program.output()).toContain('No such file');
    truncateSync(join(site.root, 'packs', catalogs as string), 10);
    expect((await ask('catalogs')).status).toBe(503);
    await eventually(() => program.output().includes(`packs/${catalogs} is truncated`), 'a cut pack is logged');
  });
});

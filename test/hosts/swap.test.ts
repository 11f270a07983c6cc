/** Releases that are swapped under load: each response is from exactly one of them, and none fails. */

import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, inject, it } from 'vitest';
import { createHandler } from '../../src/hosts/node/handler.ts';
import { catalogueCases } from '../oracle/generated.ts';
import { callCli } from '../support/call-cli.ts';
import { LONG } from '../support/property-runs.ts';
import { eventually, startServer } from '../support/server.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const folder = temporaryFolder();
/** Without downloads, which have their own test: "releases that change under load". */
const config = join(folder, 'config.yaml');
writeFileSync(config, 'layout: packs\ndownloads: false\n');

/** Two catalogues that differ in every response below, and their numbers of strain files. Only long tests ask for many. */
const [NAMES, COUNTS] = LONG
  ? ([
      ['999-entries', '1001-entries'],
      [999, 1001],
    ] as const)
  : ([
      ['one-entry', 'all-at-one-gps'],
      [1, 12],
    ] as const);
const RELEASES = NAMES.map((name) => {
  const data = join(folder, name);
  catalogueCases.find((one) => one.name === name)?.write(data);
  return data;
}) as [string, string];

const URLS = [
  '/api/v2/strain-files?pagesize=1000',
  '/api/v2/strain-files?pagesize=300&page=3',
  '/api/v2/strain-files?detector=L1&start=1126666240',
  '/api/v2/event-versions?include-default-parameters&pagesize=700&page=2',
  '/api/v2/event-versions?min-chi-eff=0&lastver',
];

/** Builds in a separate process, like real builds. */
async function build(data: string, out: string): Promise<void> {
  const flags = ['--data', data, '--site', out, '--config', config, '--quiet'];
  await promisify(execFile)(process.execPath, [inject('cli'), 'build', ...flags]);
}

const SITES = RELEASES.map((data) => `${data}-site`) as [string, string];
beforeAll(async () => {
  for (const [n, data] of RELEASES.entries()) {
    await callCli(['build', '--data', data, '--site', SITES[n] as string, '--config', config, '--quiet']);
  }
});

async function answersOf(root: string): Promise<string[]> {
  const handler = await createHandler({ root });
  const answers = URLS.map(async (url) => (await handler.fetch(new Request(`http://localhost:8000${url}`))).text());
  handler.close();
  return Promise.all(answers);
}

if (LONG)
  it('alternating builds, while requests run', async () => {
    const expected = await Promise.all(SITES.map(answersOf));
    for (const n of URLS.keys()) expect(expected[0]?.[n]).not.toBe(expected[1]?.[n]);

    const out = join(folder, 'swapped');
    cpSync(SITES[0], out, { recursive: true });
    // The cache has no room for packs, so every request reads its own.
    const handler = await createHandler({ root: out, cacheBytes: 0 });
    let isOver = false;
    const seen = [0, 0];
    const wrong: string[] = [];

    async function client(first: number): Promise<void> {
      for (let n = first; !isOver; n++) {
        const url = URLS[n % URLS.length] as string;
        const response = await handler.fetch(new Request(`http://localhost:8000${url}`));
        const text = await response.text();
        const release = expected.findIndex((answers) => answers[n % URLS.length] === text);
        if (response.status !== 200 || release < 0) wrong.push(`${response.status} ${url}: ${text.slice(0, 300)}`);
        else seen[release] = (seen[release] ?? 0) + 1;
      }
    }

    const clients = Promise.all(Array.from({ length: 8 }, (_, n) => client(n)));
    for (let swap = 1; swap <= 2; swap++) {
      const now = swap % 2;
      const before = seen[now] as number;
      await build(RELEASES[now] as string, out);
      if (swap % 2 === 0) await handler.site.reload();
      await eventually(() => wrong.length > 0 || (seen[now] as number) > before + 20, 'the new release answers');
    }
    isOver = true;
    await clients;
    handler.close();
    expect(wrong).toEqual([]);
  });

it('the program picks up a new release without a restart', async () => {
  const out = join(folder, 'served');
  cpSync(SITES[0], out, { recursive: true });
  const server = await startServer(inject('cli'), out);
  try {
    const countOf = async () => {
      const page = (await (await fetch(`${server.origin}/api/v2/strain-files`)).json()) as { results_count: number };
      return page.results_count;
    };
    expect(await countOf()).toBe(COUNTS[0]);
    await build(RELEASES[1], out);
    await eventually(async () => (await countOf()) === COUNTS[1], 'the new release answers');
    await build(RELEASES[0], out);
    await eventually(async () => (await countOf()) === COUNTS[0], 'the release before it answers again');
  } finally {
    await server.stop();
  }
});

it('a site folder that replaces another one, as in deployments', async () => {
  const [first, second] = SITES;
  const out = join(folder, 'deployed');
  cpSync(first, out, { recursive: true });
  const handler = await createHandler({ root: out });
  const countOf = async () => {
    const response = await handler.fetch(new Request('http://localhost:8000/api/v2/strain-files'));
    return ((await response.json()) as { results_count: number }).results_count;
  };
  expect(await countOf()).toBe(COUNTS[0]);
  mkdirSync(join(folder, 'old'));
  renameSync(out, join(folder, 'old', 'site'));
  cpSync(second, out, { recursive: true });
  await eventually(async () => (await countOf()) === COUNTS[1], 'the new folder answers');
  handler.close();
  expect(readdirSync(out)).toContain('release.json');
  expect(readFileSync(join(out, 'release.json'), 'utf8')).toBe(readFileSync(join(second, 'release.json'), 'utf8'));
});

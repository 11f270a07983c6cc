/** `links: path`: a client that starts with a page file follows its links on a host that only sends files. */

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { Envelope, StrainFileEntry } from '../../src/core/contract/wire.ts';
import { DEFAULT_CONFIG } from '../../src/site/config/config.ts';
import { createOracle } from '../oracle/oracle.ts';
import { sharedOracleData } from '../oracle/shared-records.ts';
import { openBuiltSite } from '../support/built-site.ts';
import { SMALL_DATA } from '../support/data-folders.ts';
import { freePort, type Program, startProgram } from '../support/hosts/real-host.ts';

const SERVE = createRequire(import.meta.url).resolve('serve/build/main.js');

interface Entry {
  readonly detail_url: string;
}

describe('a site with path links, served by serve', () => {
  let folder: string;
  let program: Program;
  let baseUrl: string;

  beforeAll(async () => {
    const origin = `http://127.0.0.1:${await freePort()}`;
    // The site is in the folder "dist" inside the served one, so this is its path.
    baseUrl = `${origin}/dist`;
    folder = mkdtempSync(join(tmpdir(), 'stillwave-links-'));
    const config = join(folder, 'stillwave.config.yaml');
    writeFileSync(
      config,
      `baseUrl: ${baseUrl}\nlayout: pages\nlinks: path\ndownloads: false\nenumerate: { pageSizes: [2] }\n`,
    );
    const flags = ['--data', SMALL_DATA, '--site', join(folder, 'dist'), '--config', config, '--quiet'];
    execFileSync(process.execPath, [inject('cli'), 'build', ...flags]);
    program = await startProgram(
      process.execPath,
      [SERVE, '--no-port-switching', '--listen', origin.replace('http:', 'tcp:'), folder],
      origin,
    );
  });

  afterAll(async () => {
    await program?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  async function get<Body>(url: string): Promise<Body> {
    // The server may close an idle connection while this process waits, so none is kept.
    const response = await fetch(url, { redirect: 'error', headers: { connection: 'close' } });
    if (!response.ok) throw new Error(`${url}: ${response.status}`);
    return (await response.json()) as Body;
  }

  /** Follows `next` from the first page to the last, and checks `previous` on each page. */
  async function walk<E>(first: string): Promise<E[]> {
    const entries: E[] = [];
    let previous: string | null = null;
    for (let url: string | null = first; url !== null; ) {
      const page: Envelope<E> = await get<Envelope<E>>(url);
      expect(page.previous).toBe(previous);
      entries.push(...page.results);
      previous = url;
      url = page.next;
      if (url !== null)
        expect(url).toMatch(new RegExp(`/${page.page_number + 1}\\.json\\?format=api&page=${page.page_number + 1}$`));
      else expect(entries).toHaveLength(page.results_count);
    }
    return entries;
  }

  const firstPage = (folder: string) => `${baseUrl}/api/v2/${folder}/1.json?format=api&page=1`;

  test.each([
    ['every strain file', 'strain-files/_/2', 'strain-files?pagesize=1000'],
    [
      'a detector',
      'strain-files/_.detector-L1.sample-rate-4/2',
      'strain-files?detector=L1&sample-rate=4&pagesize=1000',
    ],
  ])('%s', async (_, folder, query) => {
    const entries = await walk<StrainFileEntry>(firstPage(folder));
    const oracle = createOracle(sharedOracleData(SMALL_DATA), { ...DEFAULT_CONFIG, baseUrl });
    const expected: StrainFileEntry[] = [];
    for (let page = 1; expected.length < entries.length; page++) {
      const { body } = oracle({ method: 'GET', url: `/dist/api/v2/${query}&page=${page}`, headers: {} });
      expected.push(...JSON.parse(body as string).results);
    }
    expect(entries.map(({ hdf5_url }) => hdf5_url)).toEqual(expected.map(({ hdf5_url }) => hdf5_url));
    for (const entry of [entries[0], entries.at(-1)] as StrainFileEntry[]) {
      expect(await get(entry.detail_url)).toMatchObject(entry);
    }
  });

  test('event versions with parameters, their records and the versions in them', async () => {
    const entries = await walk<Entry & { default_parameters: unknown }>(
      firstPage('event-versions/_.include-default-parameters.lastver/2'),
    );
    expect(entries.length).toBeGreaterThan(2);
    for (const { default_parameters, ...entry } of entries.slice(0, 5)) {
      expect(default_parameters).toBeInstanceOf(Array);
      const record = await get<Entry & { versions: Entry[] } & Record<string, string>>(entry.detail_url);
      expect(record).toMatchObject(entry);
      expect(record.versions.map(({ detail_url }) => detail_url)).toContain(entry.detail_url);
      for (const version of record.versions) expect(await get(version.detail_url)).toMatchObject(version);
      for (const name of ['parameters_url', 'timelines_url', 'strain_files_url']) {
        expect(await get(record[name] as string)).toHaveProperty('results_count');
      }
    }
  });

  test('default parameters', async () => {
    expect(await walk<string>(firstPage('default-parameters/_/2'))).toContain('gps-time');
  });

  test('the home page has links to the first pages', async () => {
    const page = await fetch(`${baseUrl}/`);
    const html = await page.text();
    const links = [...html.matchAll(/href="(api\/[^"]*\.json[^"]*)"/g)].map(
      ([, href]) => new URL((href as string).replace('&#38;', '&'), page.url).href,
    );
    // One for each top-level collection.
    expect(links).toHaveLength(8);
    for (const link of links) expect(await get(link)).toHaveProperty('results_count');
  });
});

test('a request handler links to queries, even if page files have path links', async () => {
  const answers = await Promise.all(
    (['query', 'path'] as const).map(async (links) => {
      const built = await openBuiltSite(SMALL_DATA, { links });
      const urls = ['/api/v2/strain-files?pagesize=1', '/api/v2/event-versions?pagesize=1'];
      const found = await Promise.all(urls.map((url) => built.answer({ method: 'GET', url, headers: {} })));
      built.remove();
      return found.map(({ headers: { 'stillwave-release': _, ...headers }, ...rest }) => ({ ...rest, headers }));
    }),
  );
  expect(answers[1]).toEqual(answers[0]);
});

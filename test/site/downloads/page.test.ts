/** Information for crawlers and search engines: robots.txt, `_headers`, and the description of the data set on the page at `/`. */

import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import { parse } from 'yaml';
import { DOWNLOAD_NAMES } from '../../../src/core/contract/downloads.ts';
import { createSite } from '../../../src/core/handler/site.ts';
import { sha256 } from '../../../src/fs/hash.ts';
import { robotsText } from '../../../src/site/documents/other-files.ts';
import { BROWSER, startBrowser } from '../../support/browser.ts';
import { listen } from '../../support/listen.ts';
import { manifestFiles } from '../../support/manifests.ts';
import { isAvailable } from '../../support/programs.ts';

const { root, data } = inject('shipped');
const partial = inject('partial').root;
const page = readFileSync(join(root, 'index.html'), 'utf8');

const BLOCK = /<script type="application\/ld\+json">(.*?)<\/script>/;
const datasetIn = (html: string) => JSON.parse(BLOCK.exec(html)?.[1] ?? '') as Record<string, unknown>;

/** According to RFC 9309, the longest matching rule counts, and Allow wins if two are equally long. */
function mayRead(robots: string, path: string): boolean {
  const rules = [...robots.matchAll(/^(Allow|Disallow): (.*)$/gm)].map(([, kind, rule = '']) => ({ kind, rule }));
  const matching = rules.filter(({ rule }) => {
    const pattern = rule.split('*').map((part) => part.replace(/[.?+^$()[\]{}|\\]/g, '\\$&'));
    return new RegExp(`^${pattern.join('.*')}`).test(path);
  });
  const [first] = matching.sort((a, b) => b.rule.length - a.rule.length || (a.kind === 'Allow' ? -1 : 1));
  return first?.kind !== 'Disallow';
}

describe('robots.txt', () => {
  it.each([
    ['http://localhost:8000', ''],
    ['https://user.example/gw', '/gw'],
  ])('of %s keeps crawlers out of page files and bodies of errors only', (baseUrl, base) => {
    const robots = robotsText({ baseUrl });
    const paths = manifestFiles(partial).map(({ path }) => path);
    const isPageFile = (path: string) => path.startsWith('api/v2/') && path.includes('/_');
    expect(paths.filter(isPageFile).length).toBeGreaterThan(1000);
    expect(paths.filter((path) => mayRead(robots, `${base}/${path}`) === isPageFile(path))).toEqual([]);
    for (const path of ['/', '/api/v2/', '/api/v2/runs/O1', '/api/v2/strain-files?page=2', '/downloads/segments.csv']) {
      expect([path, mayRead(robots, base + path)]).toEqual([path, true]);
    }
    expect(robots.includes('copy these lines')).toBe(base !== '');
  });
});

it('_headers has a block for each download, for packs, for the pointer, and for robots.txt', () => {
  const text = readFileSync(join(root, '_headers'), 'utf8');
  const paths = [...text.matchAll(/^\/(.*)$/gm)].map(([, path]) => path);
  expect(paths.sort()).toEqual(
    [
      ...DOWNLOAD_NAMES.map((name) => `downloads/${name}`),
      ...['manifest.json', 'release.json', 'release.txt', 'robots.txt'],
      'assets/*',
      'index/*',
      'packs/*',
    ].sort(),
  );
  const block = /^\/downloads\/segments\.parquet\n((?: {2}.*\n)+)/m.exec(text)?.[1] ?? '';
  expect(block).toContain('  content-type: application/vnd.apache.parquet\n');
  expect(block).toContain('  access-control-allow-origin: *\n');
});

describe('the data set on the page', () => {
  it('has name, licence, DOIs and every download', () => {
    const catalogs = parse(readFileSync(join(data, 'catalogs.yaml'), 'utf8')) as { catalogs: { doi?: string }[] };
    const dois = catalogs.catalogs.flatMap(({ doi }) => (doi ? [doi] : []));
    const dataset = datasetIn(page);
    expect(dataset).toMatchObject({
      '@context': 'https://schema.org/',
      '@type': 'Dataset',
      name: 'Gravitational-wave catalogue',
      url: 'http://localhost:8000/',
      license: 'https://creativecommons.org/licenses/by/4.0/',
      isAccessibleForFree: true,
    });
    expect(dataset.citation).toEqual(expect.arrayContaining(dois));
    expect(new Set(dataset.citation as string[]).size).toBe((dataset.citation as string[]).length);
    // Required by dataset search engines.
    expect((dataset.description as string).length).toBeGreaterThan(50);
    expect((dataset.distribution as object[]).map((one) => Object.values(one).slice(1, 3))).toEqual(
      DOWNLOAD_NAMES.map((name) => [name, `http://localhost:8000/downloads/${name}`]),
    );
  });

  it('has the base URL of the request handler that serves it', async () => {
    const readFile = async (path: string) => readFileSync(join(root, path));
    const site = createSite({ readFile, sha256, baseUrl: 'https://other.example/x' });
    const { body } = await site.respond({ method: 'GET', url: '/x/', header: () => undefined });
    const dataset = datasetIn(new TextDecoder().decode(body));
    expect(dataset.url).toBe('https://other.example/x/');
    expect(JSON.stringify(dataset)).not.toContain('localhost');
  });

  it.runIf(isAvailable('Chromium', BROWSER !== null))('is not affected by a Content-Security-Policy', async () => {
    const server = createServer((_, response) => {
      const policy = "default-src 'none'; script-src 'none'";
      response.writeHead(200, { 'content-type': 'text/html', 'content-security-policy': policy });
      response.end(`<!doctype html><title>x</title>${BLOCK.exec(page)?.[0]}`);
    });
    const { origin, close } = await listen(server);
    const browser = await startBrowser();
    try {
      const tab = await browser.context.newPage();
      const said: string[] = [];
      tab.on('console', (message) => said.push(message.text()));
      await tab.goto(`${origin}/`);
      expect(said.filter((text) => /script/i.test(text) && /Content Security Policy/i.test(text))).toEqual([]);
      expect(await tab.locator('script[type="application/ld+json"]').count()).toBe(1);
    } finally {
      await browser.close();
      await close();
    }
  });
});

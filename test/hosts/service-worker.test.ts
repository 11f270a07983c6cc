/** The service worker as `stillwave host service-worker` writes it, in a browser, on a host that only sends files. */

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Send, TestAnswer } from '../../src/check/send.ts';
import { SERVICE_WORKER_PATH } from '../../src/core/contract/paths.ts';
import { isApiPath } from '../../src/core/contract/resolve-path.ts';
import { serviceWorker } from '../../src/hosts/emitters/service-worker.ts';
import { buildSite } from '../../src/site/build.ts';
import { type Browser, type FileServer, serveArchive, serveFiles, startBrowser } from '../support/browser.ts';
import { SMALL_DATA } from '../support/data-folders.ts';
import { describeInChromium } from '../support/explorer-pages.ts';
import {
  buildTestSite,
  survivesUrlParser,
  type TestSite,
  testRandomAnswers,
  writeHostFiles,
} from '../support/hosts/real-host.ts';

const BASE_PATH = '/gw';
const RELEASE_TTL_MS = 500;

/** Sends requests from a page. Redirects are followed by the browser, which only says where they led. */
const sendFrom =
  (page: Page): Send =>
  ({ method, target, headers }) =>
    page.evaluate(
      async (request): Promise<TestAnswer> => {
        const response = await fetch(request.target, { method: request.method, headers: request.headers });
        if (response.redirected) return { status: 302, headers: { location: response.url }, body: '' };
        const { status } = response;
        return { status, headers: Object.fromEntries(response.headers), body: await response.text() };
      },
      { method, target, headers: headers as Record<string, string> },
    );

describeInChromium('service worker', () => {
  let site: TestSite;
  let files: FileServer;
  let archive: Awaited<ReturnType<typeof serveArchive>>;
  let browser: Browser;
  let page: Page;
  let send: Send;

  beforeAll(async () => {
    archive = await serveArchive();
    const built = await buildTestSite({
      baseUrl: 'https://user.example/elsewhere',
      archiveUrl: archive.origin,
      serviceWorker: true,
    });
    writeHostFiles(serviceWorker, built, built.root);
    const worker = join(built.root, SERVICE_WORKER_PATH);
    writeFileSync(
      worker,
      readFileSync(worker, 'utf8').replace(/"releaseTtlMs": \d+/, `"releaseTtlMs": ${RELEASE_TTL_MS}`),
    );
    files = await serveFiles(built.root, BASE_PATH);
    site = { ...built, config: { ...built.config, baseUrl: files.origin + BASE_PATH } };
    browser = await startBrowser();
    page = await browser.context.newPage();
    send = sendFrom(page);
  });

  afterAll(async () => {
    await browser?.close();
    await files?.close();
    await archive?.close();
    site?.remove();
  });

  const count = async (): Promise<number> => {
    const answer = await send({ method: 'GET', target: `${BASE_PATH}/api/v2/event-versions?pagesize=1`, headers: {} });
    return JSON.parse(answer.body).results_count;
  };
  const packsAsked = () => files.asked.filter((path) => path.startsWith(`${BASE_PATH}/packs/`));

  test('is started by the page at the root of the site, which says so', async () => {
    await page.goto(`${files.origin}${BASE_PATH}/`);
    await page.waitForSelector('#state:not(:empty)');
    expect(await page.textContent('#state')).toBe('This browser now answers every query of the API itself.');
    expect(await count()).toBe(5);
  });

  testRandomAnswers(() => ({ site, connection: { send, read: () => Promise.reject(new Error('not read')) } }), {
    isAsked: (request) =>
      survivesUrlParser(request) && isApiPath(request.url.replace(/\?.*$/, '').slice(BASE_PATH.length + 1)),
    expected: (answer) =>
      answer.status === 302 ? { ...answer, headers: { location: answer.headers.location as string } } : answer,
  });

  test('takes packs from the cache of the browser after it was stopped', async () => {
    const request = { method: 'GET', target: `${BASE_PATH}/api/v2/strain-files?pagesize=500`, headers: {} };
    const before = await send(request);
    const session = await browser.context.newCDPSession(page);
    await session.send('ServiceWorker.enable');
    await session.send('ServiceWorker.stopAllWorkers');
    files.asked.length = 0;
    expect(await send(request)).toEqual(before);
    expect(packsAsked()).toEqual([]);
  });

  /** Clears everything except the worker itself. Returns the path of the first pack of strain files. */
  async function startAnew(): Promise<string> {
    const session = await browser.context.newCDPSession(page);
    await session.send('ServiceWorker.enable');
    await session.send('Network.clearBrowserCache');
    await session.send('ServiceWorker.stopAllWorkers');
    files.asked.length = 0;
    const [pack] = readFileSync(join(site.root, 'release.json'), 'utf8').match(
      /(?<=")strain-files-[0-9a-f]{32}/,
    ) as string[];
    return `${BASE_PATH}/packs/${pack}.ndjson`;
  }

  test('finds a pack that was missing at first, even if the cache has stored the 404', async () => {
    const path = await startAnew();
    const request = { method: 'GET', target: `${BASE_PATH}/api/v2/strain-files?pagesize=100`, headers: {} };
    files.missing.add(path);
    expect(await send(request)).toMatchObject({ status: 503, headers: { 'retry-after': expect.any(String) } });
    files.missing.delete(path);
    expect((await send(request)).status).toBe(200);
  });

  test('asks again for a pack that arrived damaged', async () => {
    const path = await startAnew();
    files.damaged.add(path);
    const answer = await send({ method: 'GET', target: `${BASE_PATH}/api/v2/strain-files?pagesize=100`, headers: {} });
    expect(answer.status).toBe(200);
    expect(packsAsked()).toEqual([path, path]);
  });

  test('answers from a new release soon after it is installed', async () => {
    const before = await count();
    const result = await buildSite({ dataDir: SMALL_DATA, out: site.root, config: site.config });
    expect(result.kind).toBe('built');
    await new Promise((resolve) => setTimeout(resolve, RELEASE_TTL_MS));
    expect(await count()).toBeLessThan(before);
  });

  test('a site that is built without it requests no missing file', async () => {
    const plain = await buildTestSite({}, SMALL_DATA);
    const host = await serveFiles(plain.root, '');
    const other = await browser.context.newPage();
    const failed: string[] = [];
    other.on('response', (response) => response.ok() || failed.push(response.url()));
    await other.goto(`${host.origin}/`, { waitUntil: 'networkidle' });
    expect(host.asked.length).toBeGreaterThan(3);
    expect(failed).toEqual([]);
    expect(host.asked.filter((path) => path === '/home.js' || path.startsWith('/api/'))).toEqual([]);
    await other.close();
    await host.close();
    plain.remove();
  });

  test('if the worker is missing, the page says so', async () => {
    const plain = await buildTestSite({ serviceWorker: true }, SMALL_DATA);
    const host = await serveFiles(plain.root, '');
    const other = await browser.context.newPage();
    await other.goto(`${host.origin}/`);
    await other.waitForSelector('#state:not(:empty)');
    expect(await other.textContent('#state')).toMatch(/^This browser cannot answer the API: .*sw\.js/);
    await other.close();
    await host.close();
    plain.remove();
  });

  test('leaves the files of the site to the host', async () => {
    const answer = await send({ method: 'GET', target: `${BASE_PATH}/manifest.json`, headers: {} });
    expect(JSON.parse(answer.body).files.length).toBeGreaterThan(0);
  });

  test('is started at any path, even if the host only allows its own scripts; links on the page stay below that path', async () => {
    const strict = await serveFiles(site.root, '/else/where', { 'content-security-policy': "default-src 'self'" });
    const other = await browser.context.newPage();
    const refused: string[] = [];
    other.on('console', (message) => message.type() === 'error' && refused.push(message.text()));
    try {
      const home = `${strict.origin}/else/where/`;
      await other.goto(home);
      await other.waitForSelector('#state:not(:empty)');
      expect(await other.textContent('#state')).toBe('This browser now answers every query of the API itself.');
      const links = await other.evaluate<string[]>("[...document.querySelectorAll('a')].map(({ href }) => href)");
      expect(links.filter((link) => !link.startsWith(home))).toEqual([]);
      const statuses = await other.evaluate(
        (urls: readonly string[]) => Promise.all(urls.map(async (url) => (await fetch(url)).status)),
        links,
      );
      expect(statuses).toEqual(links.map(() => 200));
      expect(refused.filter((text) => /Content Security Policy/.test(text))).toEqual([]);
    } finally {
      await other.close();
      await strict.close();
    }
  });
});

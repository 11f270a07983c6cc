/**
 * The page when something is missing: kinds of data that a catalogue does not have, and files that are late or cannot be read. In Chromium.
 */

import { appendFileSync, cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import { buildSite } from '../../../src/site/build.ts';
import { DEFAULT_CONFIG } from '../../../src/site/config/config.ts';
import { BROWSER, type FileServer, launchBrowser, serveFiles } from '../../support/browser.ts';
import { type OpenPage, openExplorer } from '../../support/explorer-pages.ts';
import { isAvailable } from '../../support/programs.ts';

const { root, data } = inject('shipped');
const EXAMPLE = join(import.meta.dirname, '../../../templates/example/data');

/** The newest event of the example, in another version. */
const SECOND_VERSION = `  - name: GW270101_120000
    version: 2
    gps: 1482840018.4
    detectors: [H1, L1]
`;

describe.runIf(isAvailable('Chromium', BROWSER !== null))('a catalogue with one event in two versions', () => {
  const folder = mkdtempSync(join(tmpdir(), 'stillwave-missing-'));
  let files: FileServer;
  let browser: Browser;
  let opened: OpenPage;
  let page: Page;

  beforeAll(async () => {
    const [dataDir, out] = [join(folder, 'data'), join(folder, 'site')];
    cpSync(EXAMPLE, dataDir, { recursive: true });
    for (const name of ['default-parameters.yaml', 'detectors.yaml']) cpSync(join(data, name), join(dataDir, name));
    appendFileSync(join(dataDir, 'event-versions/Example-1.yaml'), SECOND_VERSION);
    const config = { ...DEFAULT_CONFIG, layout: 'packs', downloads: [] } as const;
    expect((await buildSite({ dataDir, out, config })).kind).toBe('built');
    files = await serveFiles(out, '');
    browser = await launchBrowser();
    opened = await openExplorer(await browser.newContext(), `${files.origin}/`);
    page = opened.page;
  });
  afterAll(async () => {
    await browser?.close();
    await files?.close();
    rmSync(folder, { recursive: true, force: true });
  });
  async function show(hash: string): Promise<void> {
    await opened.showAnew(hash);
    await page.locator('[data-ready]').first().waitFor();
  }

  test('counts the event once in each view, although there is no cumulative catalog', async () => {
    await show('#/runs');
    expect(await page.locator('.records tbody tr').textContent()).toContain('1 event');
    await show('#/runs/E1');
    expect(await page.locator('.facts').textContent()).toContain('1 event');
    expect(await page.textContent('.total')).toMatch(/^1 event,/);
    await show('#/strain-files');
    expect(await page.locator('.event-marks text').allTextContents()).toEqual(['Events', '1', 'GW270101_120000']);
  });

  test('has a timeline without timelines', async () => {
    await show('#/timelines');
    await page.locator('svg.timeline').waitFor();
    expect(await page.locator('.overview').count()).toBe(0);
  });

  test('has no comparison, because it has only one catalog', async () => {
    await show('#/event-versions;plot=compare');
    expect(await page.textContent('h1')).toBe('Gravitational-wave events');
    expect(await page.locator('.table-box tbody tr').count()).toBe(1);
  });

  test('has no errors in the console', () => {
    expect(opened.problems).toEqual([]);
  });
});

describe.runIf(isAvailable('Chromium', BROWSER !== null))('files of the shipped catalogue', () => {
  let files: FileServer;
  let browser: Browser;

  beforeAll(async () => {
    files = await serveFiles(root, '');
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await files?.close();
  });
  afterEach(() => files.missing.clear());

  /** A page without a cache, while all files in a folder whose names start with `start` are missing. */
  async function openWithout(folder: string, start: string, hash: string): Promise<Page> {
    const names = readdirSync(join(root, folder)).filter((name) => name.startsWith(start));
    expect(names.length).toBeGreaterThan(0);
    for (const name of names) files.missing.add(`/${folder}/${name}`);
    return (await openExplorer(await browser.newContext(), `${files.origin}/`, hash)).page;
  }

  test.each([
    ['index', 'segments-', 'Time with data'],
    ['packs', 'datasets-', 'Datasets'],
  ])('%s/%s*: their part of a run says that it cannot be read, and can be retried', async (folder, start, title) => {
    const page = await openWithout(folder, start, '#/runs/O1');
    const panel = page.getByRole('region', { name: title });
    await panel.getByRole('heading', { name: 'Part of the catalogue cannot be read' }).waitFor();
    expect(await panel.locator('svg, section.dataset').count()).toBe(0);
    files.missing.clear();
    await panel.getByRole('button', { name: 'Try again' }).click();
    await panel.locator('svg, section.dataset').first().waitFor();
    await page.context().close();
  });

  test('the script of a sheet: the page says that it cannot be read', async () => {
    const page = await openWithout('assets', 'export-sheet-', '#/runs/O1/strain-files');
    await page.getByRole('button', { name: 'Cite and export' }).click();
    await page.getByText('The sheet cannot be read. Reload the page to try again.').waitFor();
    await page.context().close();
  });

  test('segments that are late: an event never has those around the event before it', async () => {
    const { page } = await openExplorer(await browser.newContext(), `${files.origin}/`, '#/event-versions/GW190814-v2');
    const onTimes = page.locator('.on-times');
    await onTimes.waitFor();
    await page.evaluate(`window.seen = new Set();
      new MutationObserver(() => {
        const [title, around] = ['h1', '[aria-labelledby=around]'].map((one) => document.querySelector(one)?.textContent);
        window.seen.add(title + ': ' + around);
      }).observe(document.querySelector('main'), { childList: true, subtree: true, characterData: true })`);
    const later = page.locator('.neighbours a').last();
    const name = (await later.textContent())?.split('\u00a0')[0] ?? '';
    await later.click();
    await page.locator('h1', { hasText: name }).waitFor();
    await onTimes.waitFor();
    const seen = (await page.evaluate('[...window.seen]')) as string[];
    const shown = (await page.locator('[aria-labelledby=around]').textContent()) ?? '';
    const own = seen.filter((one) => one.startsWith(name) && !one.endsWith('Loading segments …'));
    expect(own.length).toBeGreaterThan(0);
    for (const one of own) expect(one.slice(one.indexOf(': ') + 2)).toBe(shown);
    await page.context().close();
  });

  test('the search field opens in a narrow window when / is pressed', async () => {
    const context = await browser.newContext({ viewport: { width: 600, height: 800 } });
    const { page } = await openExplorer(context, `${files.origin}/`, '#/runs');
    await page.locator('main h1').press('/');
    const field = page.getByLabel('Search for an event');
    await expect.poll(() => page.evaluate('document.activeElement.getAttribute("list")')).toBe('search-names');
    expect(await field.isVisible()).toBe(true);
    expect(await field.inputValue()).toBe('');
    await context.close();
  });
});

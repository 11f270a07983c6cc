/**
 * The page when something is missing: kinds of data that a catalogue does not have, and files that are late or cannot be read. In Chromium.
 */

import { appendFileSync, cpSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterEach, beforeAll, expect, inject, onTestFinished, test } from 'vitest';
import { buildSite } from '../../../src/site/build.ts';
import { DEFAULT_CONFIG } from '../../../src/site/config/config.ts';
import { describeInChromium, useExplorer, useSite } from '../../support/explorer-pages.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const { root, data } = inject('shipped');
const EXAMPLE = join(import.meta.dirname, '../../../templates/example/data');

/** The newest event of the example, in another version. */
const versionOf = (version: number) => `  - name: GW270101_120000
    version: ${version}
    gps: 1482840018.4
    detectors: [H1, L1]
`;

/** Not an event: counts leave it out. */
const INJECTION = `  - name: blind_injection
    version: 1
    gps: 1483200018.4
    detectors: [H1, L1]
`;

/** A copy of the example's data. */
function copyExample(folder: string): string {
  const dataDir = join(folder, 'data');
  cpSync(EXAMPLE, dataDir, { recursive: true });
  for (const name of ['default-parameters.yaml', 'detectors.yaml']) cpSync(join(data, name), join(dataDir, name));
  return dataDir;
}

describeInChromium('a catalogue with one event in two versions, and an injection', () => {
  const folder = temporaryFolder();
  const out = join(folder, 'site');
  const dataDir = join(folder, 'data');
  /** Adds a version of the event, and builds the site. Returns the release. */
  async function addVersion(version: number): Promise<string> {
    appendFileSync(join(dataDir, 'event-versions/Example-1.yaml'), versionOf(version));
    const config = { ...DEFAULT_CONFIG, dataDate: '2027-01-02', layout: 'packs', downloads: [] } as const;
    const built = await buildSite({ dataDir, out, config });
    if (built.kind !== 'built') throw new Error(built.kind);
    return built.summary.release;
  }
  beforeAll(async () => {
    appendFileSync(join(copyExample(folder), 'event-versions/Example-1.yaml'), INJECTION);
    await addVersion(2);
  });
  const explorer = useExplorer({ root: out });
  const { show } = explorer;

  test('counts the event once in each view, although there is no cumulative catalog', async () => {
    const { page } = explorer;
    await show('#/runs');
    expect(await page.locator('.records tbody tr').textContent()).toContain('1 event');
    await show('#/runs/E1');
    expect(await page.locator('.facts').textContent()).toContain('1 event');
    expect(await page.textContent('.events .sentence')).toMatch(/^1 event,/);
    await show('#/strain-files');
    expect(await page.locator('.event-marks text').allTextContents()).toEqual([
      'Events',
      '1',
      'GW270101_120000',
      'blind_injection',
    ]);
  });

  test('has a timeline without timelines', async () => {
    await show('#/timelines');
    await expect.poll(() => explorer.page.locator('svg.timeline').count()).toBe(1);
  });

  test('has no comparison, because it has only one catalog', async () => {
    await show('#/event-versions');
    expect(await explorer.page.locator('.table-box tbody tr').count()).toBe(2);
    expect(await explorer.page.getByText('Catalog against catalog').count()).toBe(0);
    await show('#/compare');
    await explorer.page.getByText('Nothing to compare').waitFor();
  });

  test('shows a new release while it is open, and names it, also after several new ones', async () => {
    const { page } = explorer;
    await show('#/event-versions;rows=versions');
    const rows = page.locator('.table-box tbody tr');
    const before = await rows.count();
    expect(await page.textContent('.foot')).toContain('Data of 2027-01-02');
    const notice = page.getByText('Updated: a new release of the catalogue is shown.');
    expect(await notice.isVisible()).toBe(false);
    for (const version of [3, 4]) {
      const release = await addVersion(version);
      await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
      await expect.poll(() => page.textContent('.foot code')).toBe(release.slice(0, 8));
      await expect.poll(() => rows.count()).toBe(before + version - 2);
      // The date is in the page, so it is of the release before.
      expect(await page.textContent('.foot')).not.toContain('Data of');
      expect(await notice.textContent()).toContain('Load the page again before you cite');
      expect(await notice.isVisible()).toBe(true);
    }
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await expect.poll(() => notice.isVisible()).toBe(false);
  });

  test('has no errors in the console', () => {
    expect(explorer.problems).toEqual([]);
  });
});

describeInChromium('a catalogue without packs', () => {
  const folder = temporaryFolder();
  const out = join(folder, 'site');
  const site = useSite({ root: out });
  beforeAll(async () => {
    const config = { ...DEFAULT_CONFIG, layout: 'pages', downloads: [] } as const;
    expect((await buildSite({ dataDir: copyExample(folder), out, config })).kind).toBe('built');
  });

  test('is no problem of the network: the page says why, and that trying again is of no use', async () => {
    const page = await (await site.newContext()).newPage();
    await page.goto(site.base);
    await page.getByRole('heading', { name: 'The explorer does not work on this site' }).waitFor();
    expect(await page.textContent('.problem')).toContain('built without packs');
    expect(await page.locator('.problem button').count()).toBe(0);
    expect(await page.getByRole('link', { name: 'event-versions', exact: true }).first().isVisible()).toBe(true);
  });
});

describeInChromium('files of the shipped catalogue', () => {
  const site = useExplorer();
  afterEach(() => site.files.missing.clear());

  /** A page without a cache, while all files that begin like this are missing. */
  async function openWithout(starts: readonly string[], hash: string): Promise<Page> {
    for (const start of starts) {
      const [folder = '', name = ''] = start.split('/');
      const names = readdirSync(join(root, folder)).filter((one) => one.startsWith(name));
      expect(names.length).toBeGreaterThan(0);
      for (const one of names) site.files.missing.add(`/${folder}/${one}`);
    }
    return (await site.open(hash)).page;
  }

  test.each([
    ['index/segments-', 'Time with data'],
    ['packs/datasets-', 'Datasets'],
  ])('%s*: the page of a run says that it cannot be read, and can be retried', async (start, title) => {
    const page = await openWithout([start], '#/runs/O1');
    await page.getByRole('heading', { name: 'Part of the catalogue cannot be read' }).waitFor();
    expect(await page.locator('main svg, section.dataset').count()).toBe(0);
    site.files.missing.clear();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('region', { name: title }).locator('svg, section.dataset').first().waitFor();
  });

  test('scripts of a sheet, of the search and for saving a plot: each says that it cannot be loaded, and the view stays', async () => {
    const scripts = ['assets/export-sheet-', 'assets/load-source-', 'assets/write-svg-'];
    const page = await openWithout(scripts, '#/event-versions?release=GWTC-1-confident;columns=far');
    await page.getByText('Save plot').click();
    await page.getByRole('button', { name: 'SVG', exact: true }).click();
    await page.getByText('Failed: A script of this page cannot be loaded').waitFor();
    await page.keyboard.press('Escape');
    await page.locator('main h1').press('/');
    await page
      .locator('.search')
      .getByText('A script of this page cannot be loaded: it may be older than the site. Load the page again.')
      .waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Cite and export' }).click();
    await page.locator('.problem').getByText('A script of this page cannot be loaded').waitFor();
    await page.locator('.table-box tbody tr').first().waitFor();
  });

  /** What the observer that a test added to the page has seen. */
  async function stopWatching(page: Page): Promise<string[]> {
    return (await page.evaluate('window.observer.disconnect(), [...window.seen]')) as string[];
  }

  test('segments that are late: an event never has those around the event before it', async () => {
    const { page } = site;
    await site.showAnew('#/event-versions/GW190814-v2');
    const chart = page.locator('section[aria-labelledby=around] svg.timeline');
    await chart.waitFor();
    await page.evaluate(`window.seen = new Set();
      window.observer = new MutationObserver(() => {
        const [title, around] = ['h1', '[aria-labelledby=around]'].map((one) => document.querySelector(one)?.textContent);
        window.seen.add(title + ': ' + around);
      });
      window.observer.observe(document.querySelector('main'), { childList: true, subtree: true, characterData: true })`);
    const later = page.locator('.neighbours a').last();
    const name = (await later.textContent())?.split('\u00a0')[0] ?? '';
    await later.click();
    await page.locator('h1', { hasText: name }).waitFor();
    await chart.waitFor();
    const seen = await stopWatching(page);
    const shown = (await page.locator('[aria-labelledby=around]').textContent()) ?? '';
    const own = seen.filter((one) => one.startsWith(name) && !one.includes('Loading segments …'));
    expect(own.length).toBeGreaterThan(0);
    for (const one of own) expect(one.slice(one.indexOf(': ') + 2)).toBe(shown);
  });

  test('a list of files that is late: the one of the interval before cannot be saved at its address', async () => {
    const { page } = site;
    await site.showAnew('#/strain-files?start=1126051217&stop=1137254417');
    const button = page.getByRole('button', { name: 'Download list of' });
    const before = (await button.textContent()) ?? '';
    await page.evaluate(`window.seen = new Set();
      window.observer = new MutationObserver(() => {
        const { textContent, disabled } = document.querySelector('.download .buttons button') ?? {};
        if (!disabled) window.seen.add(location.hash + ' ' + textContent);
      });
      window.observer.observe(document.querySelector('main'), { attributes: true, childList: true, subtree: true, characterData: true })`);
    await page.evaluate("location.hash = '#/strain-files?start=1126200000&stop=1126300000'");
    await expect.poll(() => button.textContent()).not.toBe(before);
    const seen = await stopWatching(page);
    const own = seen.filter((one) => one.startsWith('#/strain-files?start=1126200000'));
    expect(own).toEqual([`#/strain-files?start=1126200000&stop=1126300000 ${await button.textContent()}`]);
  });

  test('an event that is late: the event before it is not shown at its address', async () => {
    const { page } = site;
    await site.showAnew('#/events/GW150914');
    const title = page.locator('main h1');
    await page.evaluate(`window.seen = new Set();
      window.observer = new MutationObserver(() => window.seen.add(location.hash + ' ' + document.querySelector('main h1')?.textContent));
      window.observer.observe(document.querySelector('main'), { attributes: true, childList: true, subtree: true })`);
    await page.evaluate("location.hash = '#/events/GW151226'");
    await title.filter({ hasText: 'GW151226' }).waitFor();
    const seen = await stopWatching(page);
    expect(seen.filter((one) => one.startsWith('#/events/GW151226')).length).toBeGreaterThan(0);
    expect(seen.filter((one) => one.startsWith('#/events/GW151226 GW150914'))).toEqual([]);
  });

  test('a view that throws says so, until it is tried again or left', async () => {
    const { page, problems } = site;
    await site.show('#/runs/O1');
    const before = problems.length;
    const broken = page.getByRole('heading', { name: 'This view failed' });
    // Only the view of events has local times.
    await page.evaluate('window.format = Intl.DateTimeFormat');
    const breakViews = () => page.evaluate("Intl.DateTimeFormat = function () { throw new Error('broken'); }");
    const mendViews = () => page.evaluate('Intl.DateTimeFormat = window.format');
    onTestFinished(async () => void (await mendViews()));
    await breakViews();
    await page.goto(`${site.base}#/events/GW150914`);
    await broken.waitFor();
    expect(problems.slice(before)).toEqual(['broken']);
    await page.goto(`${site.base}#/runs`);
    await page.locator('.records').first().waitFor();
    expect(await broken.count()).toBe(0);
    await mendViews();
    await page.goto(`${site.base}#/events/GW150914`);
    await page.getByRole('heading', { name: 'GW150914' }).waitFor();
    await breakViews();
    await page.goto(`${site.base}#/events/GW151226`);
    await broken.waitFor();
    await mendViews();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'GW151226' }).waitFor();
    // Only the part that finds mistakes asks for the number of parameters.
    await page.evaluate(`window.size = Object.getOwnPropertyDescriptor(URLSearchParams.prototype, 'size');
      Object.defineProperty(URLSearchParams.prototype, 'size', { get() { throw new Error('broken'); }, configurable: true })`);
    await page.goto(`${site.base}#/events/GW150914`);
    await broken.waitFor();
    await page.getByRole('heading', { name: 'GW150914' }).waitFor();
    await page.evaluate("Object.defineProperty(URLSearchParams.prototype, 'size', window.size)");
  });

  test('the search field opens in a narrow window when / is pressed', async () => {
    const { page } = site;
    await page.setViewportSize({ width: 600, height: 800 });
    await site.showAnew('#/runs');
    await page.locator('main h1').press('/');
    const field = page.getByLabel('Search for an event');
    await expect.poll(() => page.evaluate('document.activeElement.getAttribute("role")')).toBe('combobox');
    expect(await field.isVisible()).toBe(true);
    expect(await field.inputValue()).toBe('');
  });
});

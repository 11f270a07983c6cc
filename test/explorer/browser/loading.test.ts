/** The page before the explorer has started, and if it does not start: in Chromium, with only the page's own files allowed. */

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { DOWNLOAD_NAMES } from '../../../src/core/contract/downloads.ts';
import { countShown, describeInChromium, newPage, useSite } from '../../support/explorer-pages.ts';
import { listVersions } from './expected-versions.ts';

const BASE_PATH = '/gw';
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const VIOLATIONS = `${AXE};axe.run({ resultTypes: ['violations'] }).then(({ violations }) => violations.map(({ id }) => id))`;
/** Sum of the layout shifts so far: https://web.dev/articles/cls */
const SHIFTS = `new Promise((resolve) => {
  new PerformanceObserver((list) => resolve(list.getEntries().map(({ value }) => value))).observe({ type: 'layout-shift', buffered: true });
  setTimeout(() => resolve([]), 200);
})`;

describeInChromium('the page before the explorer runs', () => {
  const site = useSite({ basePath: BASE_PATH });

  /** A page whose CSS delays pass `speed` times as fast. */
  async function openPage(options: BrowserContextOptions = {}, speed = 1): Promise<Page> {
    const page = await newPage(await site.newContext(options));
    const session = await page.context().newCDPSession(page);
    await session.send('Animation.enable');
    await session.send('Animation.setPlaybackRate', { playbackRate: speed });
    return page;
  }
  /** Answers no request for a script until the returned function is called. */
  async function holdScripts(page: Page): Promise<() => void> {
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/assets/*.js', async (route) => {
      await released;
      await route.continue();
    });
    return release;
  }
  const title = (page: Page) => page.locator('.brand');
  const loading = (page: Page) => page.getByText('Loading the explorer …');
  const about = (page: Page) => page.getByText('an explorer, files to download, and a static copy of the GWOSC API v2');
  const instead = (page: Page) => page.locator('#instead');

  test.each([360, 1280])('describes the site at once, and nothing moves when the rows appear: %i px', async (width) => {
    // CSS delays take five times as long, so that even a busy machine gets here before the links appear.
    const page = await openPage({ viewport: { width, height: 800 } }, 0.2);
    const problems: string[] = [];
    page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
    const release = await holdScripts(page);
    await page.goto(site.base, { waitUntil: 'commit' });
    // Before the style sheet arrives, nothing is painted, but everything counts as visible. Not by waitForFunction: the page's policy forbids
    // the evaluation of text, except in the first attempt.
    await expect.poll(() => page.evaluate('document.styleSheets.length')).toBeGreaterThan(0);
    await loading(page).waitFor();
    await about(page).waitFor();
    // Just below the header, not below the window.
    expect((await about(page).boundingBox())?.y).toBeLessThan(100);
    expect(await title(page).textContent()).toBe('Gravitational-wave catalogue');
    expect(await instead(page).isVisible()).toBe(false);
    const place = await title(page).boundingBox();
    release();
    expect(await countShown(page)).toBeGreaterThan(100);
    expect(await about(page).isVisible()).toBe(false);
    const { x, y, height } = (await title(page).boundingBox()) ?? {};
    expect({ x, y, height }).toEqual({ x: place?.x, y: place?.y, height: place?.height });
    const shifts = (await page.evaluate(SHIFTS)) as number[];
    expect(shifts.reduce((sum, shift) => sum + shift, 0)).toBeLessThan(0.01);
    expect(problems).toEqual([]);
  });

  test('nothing moves when the events of a type, and the button for the others, appear', async () => {
    const page = await openPage({ viewport: { width: 1350, height: 940 } });
    await page.goto(`${site.base}#/event-versions?release=GWTC;types=BNS`);
    expect(await countShown(page)).toBe(2);
    await page.locator('.chip.joins', { hasText: /\+ \d+ events without masses/ }).waitFor();
    const shifts = (await page.evaluate(SHIFTS)) as number[];
    expect(shifts.reduce((sum, shift) => sum + shift, 0)).toBeLessThan(0.05);
  });

  test('links to the downloads and the API if the explorer takes long, in light and dark', async () => {
    const page = await openPage({ viewport: { width: 360, height: 800 } }, 100);
    await holdScripts(page);
    await page.goto(site.base, { waitUntil: 'commit' });
    await instead(page).waitFor();
    const links = await instead(page)
      .locator('a')
      .evaluateAll((all) => all.map((link) => link.getAttribute('href')));
    const downloads = DOWNLOAD_NAMES.map((name) => `downloads/${name}`);
    expect(links).toEqual(expect.arrayContaining([...downloads, 'api/v2/', 'api/v2/event-versions']));
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await page.evaluate(VIOLATIONS)).toEqual([]);
    }
    const answers = await Promise.all(DOWNLOAD_NAMES.map((name) => fetch(`${site.base}downloads/${name}`)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  });

  test('explains what works without the explorer if its scripts cannot be read', async () => {
    const page = await openPage({}, 100);
    await page.route('**/assets/*.js', (route) => route.abort());
    await page.goto(site.base);
    await instead(page).waitFor();
    expect(await instead(page).textContent()).toContain('its scripts are off, blocked or still loading');
  });

  test('explains the same at once if scripts are off, without saying that anything is loading', async () => {
    const page = await openPage({ javaScriptEnabled: false });
    await page.goto(site.base);
    expect(await about(page).isVisible()).toBe(true);
    expect(await instead(page).getByRole('link', { name: 'catalogue.json' }).isVisible()).toBe(true);
    expect(await instead(page).getByRole('link', { name: 'event-versions', exact: true }).isVisible()).toBe(true);
    expect(await page.getByRole('heading', { name: 'Gravitational-wave catalogue' }).isVisible()).toBe(true);
    expect(await loading(page).isVisible()).toBe(false);
  });

  test('explains the same at once if the catalogue cannot be read, until a second attempt succeeds', async () => {
    site.files.missing.add(`${BASE_PATH}/release.json`);
    const page = await openPage();
    await page.goto(`${site.base}#/event-versions?release=GWTC-1-confident`);
    await page.locator('.problem').getByText('release.json cannot be read').waitFor();
    expect(await instead(page).isVisible()).toBe(true);
    expect(await loading(page).count()).toBe(0);
    expect(await page.evaluate(VIOLATIONS)).toEqual([]);
    site.files.missing.clear();
    await page.getByRole('button', { name: 'Try again' }).click();
    expect(await countShown(page)).toBe(listVersions('release=GWTC-1-confident').length);
    expect(await instead(page).isVisible()).toBe(false);
  });
});

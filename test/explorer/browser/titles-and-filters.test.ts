/** The events views in Chromium: titles, history, the size of the filters, and numbers that visitors once read wrongly. */

import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { BROWSER, type FileServer, launchBrowser, serveFiles } from '../../support/browser.ts';
import { hashOf, type OpenPage, openExplorer } from '../../support/explorer-pages.ts';
import { isAvailable } from '../../support/programs.ts';
import { versionsOf } from './expected-versions.ts';

const { root } = inject('shipped');
const GWTC = '#/event-versions?release=GWTC';

describe.runIf(isAvailable('Chromium', BROWSER !== null))('the events views', () => {
  let files: FileServer;
  let browser: Browser;
  let opened: OpenPage;
  let page: Page;

  beforeAll(async () => {
    files = await serveFiles(root, '', { 'content-security-policy': "default-src 'self'" });
    browser = await launchBrowser();
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    opened = await openExplorer(context, `${files.origin}/`);
    page = opened.page;
  });
  afterAll(async () => {
    await browser?.close();
    await files?.close();
  });
  async function show(hash: string): Promise<void> {
    await opened.showAnew(hash);
    await page.locator('[data-ready]').first().waitFor();
  }

  test('have a title that names the catalog, the filters and the view', async () => {
    const titles = new Set<string>();
    for (const hash of [
      GWTC,
      '#/event-versions?release=GWTC-4.0',
      '#/event-versions?release=GWTC-4.0&min-mass-1-source=50',
      `${GWTC};plot=compare;new=GWTC-2.1-confident;old=GWTC-2`,
      '#/runs',
      '#/runs/O1',
      '#/strain-files',
      '#/catalogs/GWTC-5.0',
      '#/api',
    ]) {
      await show(hash);
      titles.add(await page.title());
    }
    expect([...titles]).toMatchInlineSnapshot(`
      [
        "391 events of GWTC – Events",
        "129 events of GWTC-4.0 – Events",
        "21 events of GWTC-4.0, Mass 1 (source) ≥ 50 M☉ – Events",
        "GWTC-2.1-confident against GWTC-2 – Events",
        "Observing runs – Runs",
        "O1 – Runs",
        "2005-11-04 16:00 to 2025-02-07 12:32:46 – Strain data",
        "GWTC-5.0 – Catalogs",
        "event-versions?lastver=true&pagesize=2 – API",
      ]
    `);
  });

  test('change in steps of the history: a plot, a filter and a sort order are each undone by going back', async () => {
    await show(GWTC);
    const steps = [await hashOf(page)];
    for (const button of [
      page.getByRole('button', { name: 'Distribution' }),
      page.locator('.presets button', { hasText: 'NSBH' }),
      page.locator('thead button', { hasText: 'Mass 1' }),
    ]) {
      await button.click();
      await expect.poll(() => hashOf(page)).not.toBe(steps.at(-1));
      steps.push(await hashOf(page));
    }
    for (const step of steps.toReversed().slice(1)) {
      await page.goBack();
      await expect.poll(() => hashOf(page)).toBe(step);
    }
  });

  describe('the filters', () => {
    test('are short, because seldom-used parameters are folded', async () => {
      await show(`${GWTC};filters=open`);
      const panel = page.locator('.filter-panel');
      await panel.waitFor();
      expect((await panel.boundingBox())?.height).toBeLessThan(1000);
      expect(await page.locator('.more').getAttribute('open')).toBeNull();
      expect(await page.locator('.more fieldset.range').count()).toBeGreaterThan(5);
    });

    test('name the chosen catalogs while their list is closed', async () => {
      await show('#/event-versions?release=GWTC-4.0,GWTC-1-confident');
      expect(await page.locator('.filter-bar summary').first().textContent()).toBe(
        'Catalog: GWTC-4.0, GWTC-1-confident',
      );
    });
  });

  test('compare a distribution with each event of the default catalog once', async () => {
    await show('#/event-versions?release=GWTC-4.0;plot=distribution;x=network-matched-filter-snr');
    await page.locator('.plot-bar .menu summary').focus();
    await page.keyboard.press('Tab');
    const tip = page.locator('.plot [aria-live] .tip');
    const counts = new Map<string, number>();
    for (let title = ''; ; ) {
      const next = (await tip.locator('strong').textContent()) ?? '';
      if (next === title) break;
      title = next;
      const fact = await tip.locator('.fact', { hasText: 'GWTC' }).textContent();
      counts.set(title, Number(fact?.replace(/^\D*/, '')));
      await page.keyboard.press('ArrowRight');
    }
    const snr = versionsOf('release=GWTC').filter(({ default_parameters: all = [] }) =>
      all.some(({ name, best }) => name === 'network_matched_filter_snr' && typeof best === 'number'),
    );
    expect(counts.size).toBeGreaterThan(5);
    expect([...counts.values()].reduce((sum, count) => sum + count, 0)).toBe(snr.length);
  });

  test.each([
    GWTC,
    '#/event-versions/GW150914-v4',
    '#/event-versions;rows=versions',
    '#/runs/O1',
    '#/catalogs/GWTC-5.0',
  ])('show no number with all the digits of the data: %s', async (hash) => {
    await show(hash);
    const cells = await page.locator('main td, main .fact').allTextContents();
    expect(cells.length).toBeGreaterThan(5);
    expect(cells.filter((text) => /[1-9]\.\d{6}|\d\.\d*[1-9]\d{5}/.test(text))).toEqual([]);
  });

  test('strain data show a run from its start to its end', async () => {
    await show('#/runs/O1/strain-files');
    // The start and end of O1 in the run's record.
    expect(await page.textContent('.sentence')).toContain('2015-09-12');
    expect(await page.textContent('.sentence')).toContain('2016-01-19');
  });
});

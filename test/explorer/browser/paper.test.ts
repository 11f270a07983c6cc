/** Print and high-contrast modes, in Chromium: nothing is cut off or lost, and selected items can be recognised. */

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterEach, expect, test } from 'vitest';
import { describeInChromium, openExplorer, useExplorer } from '../../support/explorer-pages.ts';
import { versionsOf } from './expected-versions.ts';

const STRAIN = '#/strain-files?start=1238166018&stop=1253977218';

const WINDOW = { width: 1440, height: 900 };

describeInChromium('the page', () => {
  const site = useExplorer({ viewport: WINDOW });
  const { showAnew: show } = site;
  afterEach(async () => {
    await site.page.emulateMedia({ media: null, forcedColors: null, colorScheme: null });
    await site.page.setViewportSize(WINDOW);
  });

  /** The text of each printed page. */
  async function printPages(page: Page): Promise<readonly string[]> {
    const folder = mkdtempSync(join(tmpdir(), 'stillwave-paper-'));
    try {
      writeFileSync(join(folder, 'page.pdf'), await page.pdf({ format: 'A5', landscape: true }));
      execFileSync('pdftotext', ['-layout', join(folder, 'page.pdf')]);
      const pages = readFileSync(join(folder, 'page.txt'), 'utf8').split('\f');
      return pages.filter((text) => text.trim() !== '');
    } finally {
      rmSync(folder, { recursive: true });
    }
  }

  test('on paper keeps the timeline whole and its swatches coloured, and has no buttons', async () => {
    const { page } = site;
    await show(STRAIN);
    await page.locator('svg.timeline').waitFor();
    await page.emulateMedia({ media: 'print' });
    await page.setViewportSize({ width: 700, height: 900 });
    const cut = () =>
      page.evaluate(
        `[...document.querySelectorAll('main *')].filter((one) => one.getBoundingClientRect().right > innerWidth + 1).length`,
      );
    await expect.poll(cut).toBe(0);
    expect(await page.locator('main button:visible').count()).toBe(0);
    const styleOf = (selector: string, name: string) =>
      page.evaluate(`getComputedStyle(document.querySelector('${selector}')).${name}`);
    expect(await styleOf('.swatch', 'printColorAdjust')).toBe('exact');
    expect(await styleOf('.sets-table thead', 'display')).toBe('table-header-group');
  });

  test('on paper names every active filter, also those with a button in a wide window', async () => {
    const { page } = site;
    await show('#/event-versions?release=GWTC-3-confident&max-far=0.999999;types=BBH');
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('.filter-bar .is-set:visible').allTextContents()).toEqual(['FAR < 1 yr⁻¹×', 'BBH×']);
  });

  test('on paper fits a plot to the page, repeats the heads of the table of events, and leaves out controls', async () => {
    const { page } = site;
    await show('#/event-versions?release=GWTC-3-confident;filters=open');
    await page.emulateMedia({ media: 'print' });
    await page.evaluate(`document.querySelector('main').style.width = '700px'`);
    const right = () => page.evaluate<number>(`document.querySelector('.plot svg').getBoundingClientRect().right`);
    await expect.poll(right).toBeLessThanOrEqual(700);
    const controls = '.filter-bar button, .menu, .events-filters, .top nav, .help';
    expect(await page.locator(controls).filter({ visible: true }).count()).toBe(0);
    const pages = (await printPages(page)).filter((text) => /GW\d{6}_/.test(text));
    await page.evaluate(`document.querySelector('main').style.width = ''`);
    expect(pages.length).toBeGreaterThan(1);
    // More rows than fit into the box that scrolls on the screen.
    const printed = new Set(pages.join('').match(/GW\d{6}_\d{6}/g));
    for (const { name } of versionsOf('release=GWTC-3-confident')) expect(printed).toContain(name);
    for (const text of pages) expect(text).toContain('Mass 1');
  });

  test('on paper is wide, with text of at least 8 points in the plot and the table of events', async () => {
    const { page } = site;
    await show('#/event-versions?release=GWTC-2.1-confident');
    await page.waitForSelector('.table-box[aria-busy=false]');
    const folder = mkdtempSync(join(tmpdir(), 'stillwave-paper-'));
    try {
      writeFileSync(join(folder, 'page.pdf'), await page.pdf({ format: 'A4', preferCSSPageSize: true }));
      // In pixels: one and a half for each point.
      const xml = execFileSync('pdftohtml', ['-xml', '-i', '-stdout', join(folder, 'page.pdf')], { encoding: 'utf8' });
      const [, height = 0, width = 0] = (/<page number="2"[^>]* height="(\d+)" width="(\d+)"/.exec(xml) ?? []).map(
        Number,
      );
      expect(width).toBeGreaterThan(height);
      // A run above the plot, and a row of the table.
      for (const text of [/font="(\d+)">(?:<b>)?O3a/, /font="(\d+)">(?:<a[^>]*>)?GW190828/]) {
        const [, font = ''] = text.exec(xml) ?? [];
        const size = Number(new RegExp(`<fontspec id="${font}" size="(\\d+)"`).exec(xml)?.[1]);
        expect(size / 1.5).toBeGreaterThanOrEqual(8);
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test('on paper has the whole table, with its heads on every page, and the source instead of controls', async () => {
    await show('#/catalogs');
    const pages = await printPages(site.page);
    expect(pages.length).toBeGreaterThan(1);
    for (const text of pages.filter((one) => /GWTC|O3_|O1_O2/.test(one))) expect(text).toContain('Description');
    const text = pages.join('');
    for (const part of ['Initial_LIGO_Virgo', 'CC BY 4.0', 'Data of 20']) expect(text).toContain(part);
    for (const part of ['Cite and export', 'Search']) expect(text).not.toContain(part);
  });

  test.each([
    [1280, 30],
    // The table is below the window.
    [390, 0],
  ])('draws all rows when it is printed, even if at %i px only %i have been drawn so far', async (width, drawn) => {
    const context = await site.newContext({ viewport: { width, height: 800 } });
    // The pause before each step of a table never ends. Preact's own timers have other delays.
    await context.addInitScript(`const wait = setTimeout;
      window.setTimeout = (act, ms) => (ms === 30 || ms === 6000 ? 0 : wait(act, ms));`);
    const { page } = await openExplorer(context, site.base, '#/event-versions?release=GWTC-2.1-confident');
    const count = () => page.locator('.table-box tbody tr').count();
    expect(await count()).toBe(drawn);
    // The table listens as soon as its first rows have been painted.
    const print = () => page.evaluate(`dispatchEvent(new Event('beforeprint'))`);
    await expect.poll(() => print().then(count)).toBe(versionsOf('release=GWTC-2.1-confident').length);
  });

  test('in forced colours keeps the swatches of legends, and shows which run and section are chosen', async () => {
    const { page } = site;
    await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' });
    await show(STRAIN);
    const styleOf = (selector: string, name: string) =>
      page.evaluate(`getComputedStyle(document.querySelector('${selector}')).${name}`);
    const ground = (selector: string) => styleOf(selector, 'backgroundColor');
    expect(await ground('.swatch.on')).not.toBe(await ground('.panel'));
    expect(await ground('.chip[aria-pressed=true]')).not.toBe(await ground('.chip[aria-pressed=false]'));
    expect(await ground('.top nav a[aria-current]')).not.toBe(await ground('.top nav a:not([aria-current])'));
    expect(await styleOf('.primary', 'color')).not.toBe(await ground('.primary'));
    await page.evaluate(`location.hash = '#/compare;new=GWTC-2.1-confident;old=GWTC-2'`);
    await page.locator('.old-interval').first().waitFor();
    expect(await styleOf('.old-interval', 'stroke')).not.toBe('none');
  });
});

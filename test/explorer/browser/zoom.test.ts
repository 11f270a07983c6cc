/**
 * The explorer enlarged to ten times its size, in Chromium: a window of 1440 pixels is then only 144 wide. Everything can still be reached.
 */

import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { describeInChromium, useExplorer } from '../../support/explorer-pages.ts';

const WIDTH = 144;

/** Everything unfolds, with no menu open. */
const UNFOLD = `for (const one of document.querySelectorAll('details')) one.open = true`;

/** Finds content that is outside the window or cut off, except in boxes that scroll, and controls that cover each other. */
const FAULTS = `(() => {
  const isLoose = (one) => one.closest('.scroll, .table-box, .options, .paths, pre, svg, .visually-hidden, .skip, [popover], .menu-box') === null;
  const isSeen = (one) => one.getClientRects().length > 0 && isLoose(one);
  const all = [...document.querySelectorAll('body *')].filter(isSeen);
  const name = (one) => one.tagName + '.' + one.className + ' ' + one.textContent.slice(0, 40);
  const beyond = all.filter((one) => {
    const { left, right } = one.getBoundingClientRect();
    return left < -0.5 || right > innerWidth + 0.5;
  });
  const cut = all.filter((one) => one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).overflowX === 'hidden');
  const controls = all.filter((one) => one.matches('button, a, select, input, summary'));
  const covered = controls.filter((one, n) => controls.slice(n + 1).some((other) => {
    const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
    return !one.contains(other) && a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  }));
  return { width: document.documentElement.scrollWidth, beyond: beyond.map(name), cut: cut.map(name), covered: covered.map(name) };
})()`;

describeInChromium('at ten times its size', () => {
  const explorer = useExplorer({ viewport: { width: WIDTH, height: 90 } });

  async function show(hash: string): Promise<Page> {
    await explorer.showAnew(hash);
    return explorer.page;
  }

  test.each([
    '#/event-versions?release=GWTC-1-confident',
    '#/event-versions?release=GWTC-1-confident;plot=scatter',
    '#/event-versions?release=GWTC-1-confident&relese=GWTC;plot=distribution;x=chi-eff',
    '#/event-versions/GW150914',
    '#/events/GW200129_065458',
    '#/timelines',
    '#/runs/S6/strain-files',
    '#/runs',
    '#/runs/O3a',
    '#/catalogs/GWTC-1-confident',
    '#/api;request=runs/O1',
    '#/default-parameters',
    '#/event-versions?release=GWTC9',
  ])('%s has nothing beyond the window, cut off or covered', async (hash) => {
    const page = await show(hash);
    await page.evaluate(UNFOLD);
    await expect.poll(() => page.evaluate(FAULTS)).toEqual({ width: WIDTH, beyond: [], cut: [], covered: [] });
  });

  test('the cells of a table are not covered by its first column', async () => {
    const page = await show('#/runs');
    const covered = await page.evaluate(`(() => {
      const cell = document.querySelector('.records tbody td:last-child');
      cell.scrollIntoView();
      const { left, right, top, bottom } = cell.getBoundingClientRect();
      return document.elementFromPoint((left + right) / 2, (top + bottom) / 2)?.closest('td') !== cell;
    })()`);
    expect(covered).toBe(false);
  });

  test('the sheet of "Columns" is in the window', async () => {
    const page = await show('#/event-versions?release=GWTC-1-confident');
    await page.getByText('Columns', { exact: true }).click();
    const box = await page.locator('.menu-box:popover-open').boundingBox();
    expect(box?.x).toBeGreaterThanOrEqual(0);
    expect((box?.x ?? 0) + (box?.width ?? WIDTH)).toBeLessThanOrEqual(WIDTH);
  });

  test('the sheet for citing and exporting is in the window, and has everything in reach', async () => {
    const page = await show('#/event-versions?release=GWTC-1-confident');
    await page.getByRole('button', { name: 'Cite and export' }).click();
    await page.getByRole('heading', { name: '2. Use in a program' }).waitFor();
    expect(await page.evaluate('document.querySelector("dialog").scrollWidth')).toBeLessThanOrEqual(WIDTH);
  });
});

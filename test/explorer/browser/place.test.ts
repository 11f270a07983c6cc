/** Going back to a view restores its scroll positions and its focus. In Chromium, in a narrow window. */

import { expect, test } from 'vitest';
import {
  describeInChromium,
  goBack,
  hashOf,
  NEXT_FRAME,
  untilComplete,
  useExplorer,
} from '../../support/explorer-pages.ts';
import { HANG_MS } from '../../support/server.ts';

/** Scrolls down, and focuses the last link in sight, outside of the links to the next event, that leads to another view. Returns the link's text. */
const GO_DOWN = `(() => {
  scrollTo(0, document.documentElement.scrollHeight);
  const links = [...document.querySelectorAll('#view a[href^="#/"]')];
  const link = links.filter((one) => one.checkVisibility() && !one.closest('nav')).at(-1);
  link.focus();
  return link.textContent;
})()`;

/** Time that a busy machine may take to restore a place. */
const SETTLES = { timeout: HANG_MS };
const PLACE = `({
  top: scrollY,
  boxes: [...document.querySelectorAll('#view *')].map((one) => [one.scrollLeft, one.scrollTop]).filter((place) => place.some((pixels) => pixels > 0)),
  focus: document.activeElement.textContent,
})`;

interface Place {
  readonly top: number;
  readonly boxes: readonly (readonly [number, number])[];
  readonly focus: string;
}

describeInChromium('going back', () => {
  const explorer = useExplorer({ viewport: { width: 360, height: 400 } });

  const placeNow = () => explorer.page.evaluate<Place>(PLACE);
  async function show(hash: string): Promise<void> {
    await explorer.show(hash);
    await untilComplete(explorer.page);
  }
  /** Opens the focused element, waits for the other view, and goes back. */
  async function openAndGoBack(): Promise<void> {
    const { page } = explorer;
    const from = await hashOf(page);
    // Scroll events come with the next frame, earlier than any user could follow a link.
    await page.evaluate(NEXT_FRAME);
    await page.keyboard.press('Enter');
    await expect.poll(() => hashOf(page)).not.toBe(from);
    await untilComplete(page);
    expect(await page.evaluate('[scrollY, document.activeElement.id]')).toEqual([0, 'view']);
    await goBack(page);
  }

  test.each([
    '#/runs',
    '#/runs/O2',
    '#/catalogs',
    '#/catalogs/GWTC-3-confident',
    '#/event-versions/GW150914-v4',
    '#/events/GW170817',
    '#/event-versions?release=GWTC-3-confident,GWTC-2.1-confident',
  ])('%s: returns to the link that was followed, at the same position', async (hash) => {
    await show(hash);
    const link = await explorer.page.evaluate<string>(GO_DOWN);
    const before = await placeNow();
    expect(before.focus).toBe(link);
    await openAndGoBack();
    await expect.poll(placeNow, SETTLES).toEqual(before);
  });

  test('opening an event starts at its top, with focus and title; going back returns to the row and its link', async () => {
    const { page } = explorer;
    await show('#/event-versions?release=GWTC-3-confident');
    const place = () => page.evaluate(`[document.querySelector('.table-box').scrollTop, scrollY]`);
    await page.evaluate(`scrollTo(0, 400); document.querySelector('.table-box').scrollTop = 300`);
    // The table renders the rows at the new place in one of the next frames.
    await page.evaluate(NEXT_FRAME);
    const link = page
      .locator('tbody tr', { has: page.locator('th') })
      .nth(20)
      .getByRole('link');
    await link.focus();
    const id = String(await page.evaluate('document.activeElement.textContent'));
    const before = await place();
    expect(Math.min(...(before as number[]))).toBeGreaterThan(0);
    await page.keyboard.press('Enter');
    await expect.poll(() => page.title()).toBe(`${id} – Events`);
    expect(await page.evaluate('[scrollY, document.activeElement.id]')).toEqual([0, 'view']);
    await goBack(page);
    await expect.poll(place).toEqual(before);
    await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe(id);
  });

  test('restores sideways scrolling', async () => {
    await show('#/runs');
    await explorer.page.evaluate(GO_DOWN);
    await explorer.page.evaluate(`document.querySelector('#view .scroll').scrollLeft = 120`);
    await explorer.page.evaluate(NEXT_FRAME);
    const before = await placeNow();
    expect(before.boxes).toEqual([[120, 0]]);
    await openAndGoBack();
    await expect.poll(placeNow, SETTLES).toEqual(before);
  });

  test('returns to the timeline of strain data', async () => {
    const { page } = explorer;
    await show('#/timelines?start=1126200000&stop=1126300000');
    await page.evaluate('scrollTo(0, 150)');
    await page.evaluate(`document.querySelector('[role=application]').focus({ preventScroll: true })`);
    await page.keyboard.press('PageDown');
    await openAndGoBack();
    await expect
      .poll(() => page.evaluate('[scrollY, document.activeElement.getAttribute("role")]'))
      .toEqual([150, 'application']);
  });

  test('restores the place beside open filters, also after a reload', async () => {
    const { page } = explorer;
    // In narrower windows, the filters take the place of everything else.
    await page.setViewportSize({ width: 1100, height: 400 });
    await show('#/event-versions?release=GWTC-1-confident;filters=open');
    await page.evaluate(GO_DOWN);
    const before = await placeNow();
    expect(before.top).toBeGreaterThan(300);
    await openAndGoBack();
    await expect.poll(placeNow, SETTLES).toEqual(before);
    // The page stores its place with a delay.
    await expect.poll(() => page.evaluate('history.state.top'), SETTLES).toBe(before.top);
    await page.reload();
    await expect.poll(placeNow, SETTLES).toEqual(before);
    await page.setViewportSize({ width: 360, height: 400 });
  });

  test('does not move the page again after the user has scrolled', async () => {
    const { page } = explorer;
    await show('#/catalogs');
    await page.evaluate(GO_DOWN);
    const before = await placeNow();
    await openAndGoBack();
    await expect.poll(placeNow, SETTLES).toEqual(before);
    await page.keyboard.press('Control+Home');
    await expect.poll(() => page.evaluate('scrollY')).toBe(0);
    await page.waitForTimeout(300);
    expect(await page.evaluate('scrollY')).toBe(0);
    expect(explorer.problems).toEqual([]);
  });
});

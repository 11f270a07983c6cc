/** Pages of the explorer in a browser: opens addresses, reads the page, and collects errors in the console. */

import type { BrowserContext, Page } from 'playwright-core';

export interface OpenPage {
  readonly page: Page;
  /** Errors of the console and of scripts, and requests that failed. */
  readonly problems: string[];
  /** Shows an address, `#/runs`. Waits until something is displayed. */
  show(hash: string): Promise<void>;
  /** Shows an address as if newly opened: no menu is open, and nothing is left of the last view. Reloading would take three times as long. */
  showAnew(hash: string): Promise<void>;
  close(): Promise<void>;
}

/** Present in every view that has finished loading. */
const SHOWN = 'main h1, main .problem';

/** Until then, the view that was there before may still be shown. */
const NEXT_FRAME = 'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))';

/** Opens the explorer at `base`, which ends with a slash. */
export async function openExplorer(context: BrowserContext, base: string, hash = ''): Promise<OpenPage> {
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('requestfailed', (request) => {
    // Not a failure: the page cancels requests when a view is left.
    if (request.failure()?.errorText !== 'net::ERR_ABORTED') problems.push(`${request.url()} failed`);
  });
  async function show(to: string): Promise<void> {
    await page.goto(base + to);
    await page.waitForSelector(SHOWN);
  }
  await show(hash);
  return {
    page,
    problems,
    show,
    async showAnew(to) {
      // If the pointer were on a mark, the plot would show the errors of that mark.
      await page.mouse.move(0, 0);
      await show('#/no-such-view');
      await page.waitForSelector('main [data-ready]', { state: 'detached' });
      await show(to);
      await page.evaluate(NEXT_FRAME);
      await page.waitForSelector('main [data-ready], main .problem');
    },
    close: () => page.close(),
  };
}

/** Waits until the events view shows the address, and returns the number of events, or of versions, that its sentence starts with. */
export async function countShown(page: Page): Promise<number> {
  await page.waitForSelector('.events-body[aria-busy=false] thead');
  await page.waitForSelector('.events[data-ready]');
  const text = (await page.textContent('.total')) ?? '';
  return Number(/^[\d,]+/.exec(text)?.[0]?.replaceAll(',', ''));
}

/** The short names of the versions in all rows of the table, in order. */
export async function rowsShown(page: Page): Promise<readonly string[]> {
  await page.waitForSelector('.events-body[aria-busy=false] thead');
  await page.waitForSelector('.table-box[aria-busy=false]');
  return page.locator('.table-box tbody tr').evaluateAll((all) => all.map((row) => row.getAttribute('data-id') ?? ''));
}

/** The page's address from the `#` on. `page.url()` would be the one that the browser last reported, which may be older. */
export const hashOf = (page: Page): Promise<string> => page.evaluate('location.hash');

/**
 * Pages of the explorer in a browser: opens addresses, reads the page, and collects errors in the console. Only for tests that vitest runs.
 */

import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, inject } from 'vitest';
import { BROWSER, type FileServer, serveFiles, sharedBrowser } from './browser.ts';
import { isAvailable } from './programs.ts';

/** A `describe` for tests in Chromium. */
export const describeInChromium = describe.runIf(isAvailable('Chromium', BROWSER !== null));

export interface OpenPage {
  readonly page: Page;
  /** Errors of the console and of scripts, and requests that failed. */
  readonly problems: string[];
  /** Shows an address, `#/runs`. Waits until the view has its data, or says what is wrong. A table may still be adding rows. */
  show(hash: string): Promise<void>;
  /**
   * Shows an address as if newly opened: no menu is open, and nothing is left of the last view. Reloading would take three times as long.
   */
  showAnew(hash: string): Promise<void>;
}

/** Waits for two frames. Scroll events and the drawings of a resized window come with the first one. */
export const NEXT_FRAME = 'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))';

/** Notes the address that the view is for. For a link and the Back button, the browser tells the page later than it changes the address. */
const FOLLOW = `
  globalThis.followed = location.hash;
  addEventListener('hashchange', () => { followed = location.hash; });
`;
/** The view is ready for the address, or says why it cannot show it. */
const IS_SHOWN = `followed === location.hash && document.querySelector('main :is([data-ready], .problem)') !== null`;

/** A page that `untilShown` can wait for. */
export async function newPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.addInitScript(FOLLOW);
  return page;
}

/** Waits until the page shows its address. A selector may still find the view that was there before a step of the history or a link. */
export async function untilShown(page: Page): Promise<void> {
  await page.evaluate(`(async () => { while (!(${IS_SHOWN})) await ${NEXT_FRAME}; })()`);
}

/** Waits until the page shows its address, including the parts of the view that are loaded or drawn later and move the others. */
export async function untilComplete(page: Page): Promise<void> {
  await untilShown(page);
  const missing = ['.waiting', '.is-hidden', '[aria-busy=true]', '.note:has-text("Loading ")'];
  await page.waitForSelector(missing.map((one) => `main ${one}`).join(), { state: 'detached' });
}

/** Shows a view that has no content, and waits until the last view is gone. */
const LEAVE = `(async () => {
  location.hash = '#/runs/no-such-run';
  while (followed !== location.hash || document.querySelector('main [data-ready]') !== null) await ${NEXT_FRAME};
})()`;

/** Goes back, and waits until the page shows the address there. */
export async function goBack(page: Page): Promise<void> {
  await page.goBack();
  await untilShown(page);
}

/** Opens the explorer at `base`, which ends with a slash. */
export async function openExplorer(context: BrowserContext, base: string, hash = ''): Promise<OpenPage> {
  const page = await newPage(context);
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
    // If the pointer were on a mark, the plot would show the errors of that mark.
    await page.mouse.move(0, 0);
    await page.goto(base + to);
    await untilShown(page);
  }
  await show(hash);
  return {
    page,
    problems,
    show,
    async showAnew(to) {
      await page.evaluate(LEAVE);
      await show(to);
    },
  };
}

interface SiteOptions {
  /** Folder of the site; the shipped catalogue if missing. */
  readonly root?: string;
  /** "/gw", for example. */
  readonly basePath?: string;
}

export interface ServedSite {
  readonly files: FileServer;
  /** The address of the page, which ends with a slash. */
  readonly base: string;
  /** Creates a context that is closed after the test. */
  newContext(options?: BrowserContextOptions): Promise<BrowserContext>;
  /** Opens the explorer in such a context. */
  open(hash: string, options?: BrowserContextOptions): Promise<OpenPage>;
}

/** Serves a site's files to the tests of a `describe`. The page may load only its own scripts and styles. */
export function useSite({ root = inject('shipped').root, basePath = '' }: SiteOptions = {}): ServedSite {
  let files: FileServer;
  const contexts: BrowserContext[] = [];
  beforeAll(async () => {
    files = await serveFiles(root, basePath, { 'content-security-policy': "default-src 'self'" });
  });
  afterEach(async () => {
    await Promise.all(contexts.splice(0).map((context) => context.close()));
  });
  afterAll(() => files?.close());

  const site: ServedSite = {
    get files() {
      return files;
    },
    get base() {
      return `${files.origin}${basePath}/`;
    },
    async newContext(options) {
      const context = await (await sharedBrowser()).newContext(options);
      contexts.push(context);
      return context;
    },
    open: async (hash, options) => openExplorer(await site.newContext(options), site.base, hash),
  };
  return site;
}

/** Serves a site, and opens the explorer for the tests of a `describe`: they share one page, which starts with a view that has no rows. */
export function useExplorer({
  viewport,
  ...options
}: SiteOptions & Pick<BrowserContextOptions, 'viewport'> = {}): ServedSite & OpenPage {
  const site = useSite(options);
  let opened: OpenPage;
  beforeAll(async () => {
    const context = await (await sharedBrowser()).newContext(viewport === undefined ? {} : { viewport });
    opened = await openExplorer(context, site.base, '#/api');
  });
  afterAll(() => opened?.page.context().close());

  return {
    get files() {
      return site.files;
    },
    get base() {
      return site.base;
    },
    newContext: site.newContext,
    open: site.open,
    get page() {
      return opened.page;
    },
    get problems() {
      return opened.problems;
    },
    show: (hash) => opened.show(hash),
    showAnew: (hash) => opened.showAnew(hash),
  };
}

/** Waits until the events view shows the address, and returns the number of events, or of versions, that its sentence starts with. */
export async function countShown(page: Page): Promise<number> {
  await untilShown(page);
  await page.waitForSelector('.events-body[aria-busy=false] thead');
  await page.waitForSelector('.events[data-ready]');
  const text = (await page.textContent('.events .sentence')) ?? '';
  return Number(/^[\d,]+/.exec(text)?.[0]?.replaceAll(',', ''));
}

/** The short names of the versions in all rows of the table, in order. */
export async function rowsShown(page: Page): Promise<readonly string[]> {
  await untilShown(page);
  await page.waitForSelector('.events-body[aria-busy=false] thead');
  await page.waitForSelector('.table-box[aria-busy=false]');
  return page.locator('.table-box tbody tr').evaluateAll((all) => all.map((row) => row.getAttribute('data-id') ?? ''));
}

/** The page's address from the `#` on. `page.url()` would be the one that the browser last reported, which may be older. */
export const hashOf = (page: Page): Promise<string> => page.evaluate('location.hash');

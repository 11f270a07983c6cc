/** The page of `stillwave dev` in Chromium: it follows saved files, and shows their problems. */

import { readFileSync, writeFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sharedBrowser } from '../../support/browser.ts';
import { describeInChromium, openExplorer } from '../../support/explorer-pages.ts';
import { type Dev, makeProject, startDev, whenStarted } from './running.ts';

const VIEW = '#/event-versions/GW150914-v3';
const BANNER = '#stillwave-problems';

describeInChromium('the page', () => {
  const project = makeProject();
  const path = project.file('event-versions/GWTC-1.yaml');
  const original = readFileSync(path, 'utf8');
  let dev: Dev;
  let page: Page;
  let problems: readonly string[];

  beforeAll(async () => {
    const [browser, started] = await Promise.all([sharedBrowser(), whenStarted(startDev(project))]);
    dev = started;
    ({ page, problems } = await openExplorer(await browser.newContext(), `${dev.origin}/`, VIEW));
  });
  afterAll(async () => {
    await page.context().close();
    dev.kill('SIGINT');
    await dev.exited;
  });

  const untilShown = (text: string) => page.getByText(text).first().waitFor();

  it('shows a saved value, at the same position', async () => {
    await untilShown('35.6');
    writeFileSync(path, original.replace('best: 35.6', 'best: 61.2'));
    await untilShown('61.2');
    expect(page.url()).toBe(`${dev.origin}/${VIEW}`);
    expect(await page.locator(BANNER).count()).toBe(0);
  });

  it('shows a problem with its location above the last release, until it is fixed', async () => {
    writeFileSync(path, original.replace('best: 35.6', 'best: [35.6'));
    await page.waitForSelector(BANNER);
    const text = await page.innerText(BANNER);
    expect(text).toMatch(/^1 problem: this page shows the last valid data\./);
    expect(text).toMatch(/data\/event-versions\/GWTC-1\.yaml:1\d:\d+ {2}D107/);
    await untilShown('61.2');
    writeFileSync(path, original.replace('best: 35.6', 'best: 61.2'));
    await page.waitForSelector(BANNER, { state: 'detached' });
    await untilShown('61.2');
  });

  it('does not violate its content security policy', () => {
    expect(problems).toEqual([]);
  });
});

/** Views of the explorer over a slow network, each from an empty cache: the time and the bytes until it shows the requested data. */

import type { Browser } from 'playwright-core';
import { median } from './measure.ts';

/** Slow 3G, as browsers throttle it: 400 kbit/s in both directions, 400 ms for each request. */
const SLOW = { offline: false, latency: 400, downloadThroughput: 400_000 / 8, uploadThroughput: 400_000 / 8 };

/** Views, with the time and bytes measured when users first tried the page; null if nobody measured them. */
const VIEWS = [
  { title: 'events, the start view', hash: '', ready: '.events[data-ready] tbody th', before: '7.1 s, 215 kB' },
  { title: 'one event', hash: '#/event-versions/GW150914-v4', ready: '.event[data-ready]', before: '10.7 s, 400 kB' },
  { title: 'one run', hash: '#/runs/O1', ready: '.events[data-ready] tbody th', before: null },
] as const;

/** Seconds and bytes, headers included, from the first request until the view is ready. */
async function measureView(browser: Browser, url: string, ready: string) {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    let bytes = 0;
    session.on('Network.dataReceived', ({ encodedDataLength }) => {
      bytes += encodedDataLength;
    });
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', SLOW);
    const start = performance.now();
    await page.goto(url, { waitUntil: 'commit' });
    await page.waitForSelector(ready);
    return { seconds: (performance.now() - start) / 1000, bytes };
  } finally {
    await context.close();
  }
}

/** Rows of a table: the view, its figures from that time, and its figures now. `origin` ends with a slash. */
export async function measureSlowNetwork(browser: Browser, origin: string, runs: number): Promise<readonly string[]> {
  const rows: string[] = [];
  for (const { title, hash, ready, before } of VIEWS) {
    const all: { seconds: number; bytes: number }[] = [];
    for (let run = 0; run < runs; run++) all.push(await measureView(browser, origin + hash, ready));
    const seconds = median(all.map((one) => one.seconds)).toFixed(1);
    const kilobytes = Math.round(median(all.map(({ bytes }) => bytes)) / 1000);
    rows.push(`| ${title} | ${before ?? '–'} | ${seconds} s, ${kilobytes} kB |`);
  }
  return rows;
}

/**
 * `npm run bench -- explorer`: measures the explorer in Chromium, with the handler of `stillwave serve` on this machine, on generated
 * catalogues with 1 and 10 times the event versions of the shipped catalogue: the time from an empty cache to the first rows, and from a
 * new filter in the address to the rendered rows. Then it measures the shipped site over a slow network and in Lighthouse, which npx
 * fetches. Writes docs/measurements/explorer.md. `RUNS` sets the number of runs; the median counts.
 */

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { bundleSize } from '../../scripts/bundle-size.ts';
import { createHandler } from '../../src/hosts/node/handler.ts';
import { BROWSER } from '../support/browser.ts';
import { writeLargeCatalogue } from './large-catalogue.ts';
import { LIGHTHOUSE, measureScores } from './lighthouse.ts';
import { describeMachine, median, ROOT, runProgram, withFolder, writeReport } from './measure.ts';
import { measureSlowNetwork } from './slow-network.ts';

const SCALES = [1, 10];
const RUNS = Number(process.env.RUNS ?? 5);
/** Number of runs for measurements that are slow and hardly vary. */
const FEW_RUNS = Math.min(RUNS, 3);

const FILTERS = [
  'min-far=20',
  'min-far=20&max-chi-eff=50',
  'name-contains=gw1500',
  'min-mass-1-source=90',
  'lastver=true',
];

/**
 * Sets the address, and resolves to the ms until the plot and the first rows are drawn; the page draws the other rows later. Runs in the
 * page.
 */
const changeFilter = (hash: string): string => `(async () => {
  const total = document.querySelector('.events .sentence');
  const before = total.textContent;
  const start = performance.now();
  location.hash = ${JSON.stringify(hash)};
  while (total.textContent === before || document.querySelector('.events-body[aria-busy=true]')) {
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
  await new Promise((resolve) => requestAnimationFrame(resolve));
  return performance.now() - start;
})()`;

async function firstRows(page: Page, url: string): Promise<number> {
  const start = performance.now();
  await page.goto(url);
  await page.waitForSelector('tbody th');
  return performance.now() - start;
}

async function measure(browser: Browser, url: string) {
  const cold: number[] = [];
  const changes = FILTERS.map((): number[] => []);
  for (let run = 0; run < RUNS; run++) {
    const context = await browser.newContext();
    const page = await context.newPage();
    cold.push(await firstRows(page, url));
    for (const [n, filter] of FILTERS.entries()) {
      changes[n]?.push(await page.evaluate<number>(changeFilter(`#/event-versions?${filter}`)));
    }
    await context.close();
  }
  const all = changes.flat();
  return {
    coldMs: median(cold),
    changeMs: median(all),
    slowestFilterMs: Math.max(...changes.map(median)),
    slowestMs: Math.max(...all),
  };
}

/** Serves a site of packs while `work` runs. */
async function served<T>(data: string, folder: string, work: (origin: string) => Promise<T>): Promise<T> {
  const site = join(folder, 'site');
  runProgram(folder, ['build', '--quiet', '--data', data, '--site', site, '--layout', 'packs']);
  const handler = await createHandler({ root: site });
  const server = createServer(handler.node);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  try {
    return await work(`http://localhost:${port}/`);
  } finally {
    handler.close();
    server.close();
    server.closeAllConnections();
  }
}

async function measureScale(browser: Browser, scale: number) {
  return withFolder((folder) => {
    const data = join(folder, 'data');
    writeLargeCatalogue(data, join(ROOT, 'data'), scale, { strainScale: 1 });
    return served(data, folder, (origin) => measure(browser, `${origin}#/event-versions`));
  });
}

if (BROWSER === null) throw new Error('Chromium is missing');
const browser = await chromium.launch({ executablePath: BROWSER, args: ['--no-sandbox', '--disable-gpu'] });
/** Other load on the machine would affect the figures. */
const load = (loadavg()[0] as number).toFixed(1);
const rows: string[] = [];
for (const scale of SCALES) {
  const { coldMs, changeMs, slowestFilterMs, slowestMs } = await measureScale(browser, scale);
  const figures = [coldMs, changeMs, slowestFilterMs, slowestMs].map((ms) => `${Math.round(ms)} ms`);
  rows.push(`| ${[(600 * scale).toLocaleString('en'), ...figures].join(' | ')} |`);
}
const { slowRows, scores } = await withFolder((folder) =>
  served(join(ROOT, 'data'), folder, async (origin) => ({
    slowRows: await measureSlowNetwork(browser, origin, FEW_RUNS),
    scores: await measureScores(origin, folder, FEW_RUNS),
  })),
);
await browser.close();
const { firstBytes, allBytes } = bundleSize(join(ROOT, 'build/explorer'));
const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`;

writeReport(
  'explorer.md',
  `# The explorer

${describeMachine()}, load average ${load} at the start. Headless Chromium; the host and the browser share the machine. Medians of ${RUNS} runs, each with an empty cache,
except for the slowest single change.
The catalogues are generated: every event version has every parameter. Written by \`npm run bench -- explorer\`.

| event versions | first rows | rows after a filter change | slowest of the ${FILTERS.length} filters | slowest single change |
|---|---|---|---|---|
${rows.join('\n')}

Goals: first rows in 1 s and a filter change in 100 ms; with ten times as many events, 2 s and 300 ms. Gzipped JavaScript: ${kilobytes(firstBytes)} before the first
rows (limit 80 kB), ${kilobytes(allBytes)} in total (limit 180 kB).

Over slow 3G: the time until the view has its values, and the bytes received by then, for the shipped site from an empty cache, in Chromium at 400 kbit/s
with 400 ms for each request; medians of ${FEW_RUNS} runs. "Before" is the version that users first tried.

| view | before | now |
|---|---:|---:|
${slowRows.join('\n')}

Scores from ${LIGHTHOUSE} for the shipped site, on its default phone with a slow network, and on a desktop (goal: 95 or more). Each score is the best of up
to ${FEW_RUNS} runs, because other load on the machine lowers the scores.

${scores}
`,
);

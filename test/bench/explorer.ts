/**
 * `npm run bench:explorer`: the explorer in Chromium, on `stillwave serve`'s handler on this machine, over made-up catalogues with 1 and 10
 * times the event versions of the shipped one: from an empty cache to the first rows, and from a new filter in the address to the
 * rows drawn. Writes docs/bench-explorer.md. `RUNS` sets how often; the median counts.
 */

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { createHandler } from '../../src/hosts/node.ts';
import { BROWSER } from '../hosts/browser.ts';
import { writeLargeCatalogue } from './large-catalogue.ts';
import { describeMachine, median, ROOT, runProgram, withFolder, writeReport } from './measure.ts';

const SCALES = [1, 10];
const RUNS = Number(process.env.RUNS ?? 5);

const FILTERS = [
  'min-far=20',
  'min-far=20&max-chi-eff=50',
  'name-contains=gw1500',
  'min-mass-1-source=90',
  'lastver=true',
];

/** Sets the address, and resolves to the ms until the table has been drawn anew. Runs in the page. */
const changeFilter = (hash: string): string => `(async () => {
  const total = document.querySelector('.total');
  const before = total.textContent;
  const start = performance.now();
  location.hash = ${JSON.stringify(hash)};
  while (total.textContent === before || document.querySelector('[aria-busy=true]')) {
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
  const changes: number[] = [];
  for (let run = 0; run < RUNS; run++) {
    const context = await browser.newContext();
    const page = await context.newPage();
    cold.push(await firstRows(page, url));
    for (const filter of FILTERS) {
      changes.push(await page.evaluate<number>(changeFilter(`#/event-versions?${filter}`)));
    }
    await context.close();
  }
  return { coldMs: median(cold), changeMs: median(changes), slowestMs: Math.max(...changes) };
}

async function measureScale(browser: Browser, scale: number) {
  return withFolder(async (folder) => {
    const site = join(folder, 'site');
    const data = join(folder, 'data');
    writeLargeCatalogue(data, join(ROOT, 'data'), scale, 1);
    runProgram(folder, ['build', '--quiet', '--data', data, '--site', site, '--layout', 'packs']);
    const handler = await createHandler({ root: site });
    const server = createServer(handler.node);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const measured = await measure(browser, `http://localhost:${port}/#/event-versions`);
    handler.close();
    server.close();
    server.closeAllConnections();
    return { scale, ...measured };
  });
}

if (BROWSER === null) throw new Error('Chromium is missing');
const browser = await chromium.launch({ executablePath: BROWSER, args: ['--no-sandbox', '--disable-gpu'] });
const rows: string[] = [];
for (const scale of SCALES) {
  const { coldMs, changeMs, slowestMs } = await measureScale(browser, scale);
  const row = [`${(600 * scale).toLocaleString('en')}`, coldMs, changeMs, slowestMs].map((cell) =>
    typeof cell === 'number' ? `${Math.round(cell)} ms` : cell,
  );
  rows.push(`| ${row.join(' | ')} |`);
}
await browser.close();

writeReport(
  'bench-explorer.md',
  `# The explorer

${describeMachine()} Chromium without a display; host and browser share the machine. Medians of ${RUNS} runs, each with an empty cache.
Made-up catalogues: every event version has every parameter. Written by \`npm run bench:explorer\`.

| event versions | first rows | rows after a filter changed | slowest of these |
|---|---|---|---|
${rows.join('\n')}
`,
);

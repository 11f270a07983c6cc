/** Scores of every view of the explorer in Lighthouse, on its default phone with a slow network, and on a desktop. */

import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { BROWSER } from '../support/browser.ts';

/** Not a dependency, because it is larger than all dependencies together. */
export const LIGHTHOUSE = 'lighthouse@12.8.2';

const VIEWS: Readonly<Record<string, string>> = {
  'events, the start view': '',
  scatter: '#/event-versions?release=GWTC;plot=scatter',
  'catalog against catalog': '#/compare;new=GWTC-2.1-confident;old=GWTC-2',
  'an event': '#/event-versions/GW150914-v4',
  'strain data': '#/strain-files',
  runs: '#/runs',
  'a run': '#/runs/O1',
  catalogs: '#/catalogs',
  'a catalog': '#/catalogs/GWTC-5.0',
  API: '#/api',
  'a response': '#/default-parameters',
};

/** Performance depends on other load on the machine, so the best of a few runs counts. */
const GOAL = 95;

interface Report {
  readonly categories: Readonly<Record<string, { readonly title: string; readonly score: number }>>;
}

/** Scores by category, out of 100. */
async function measureView(url: string, preset: readonly string[], folder: string): Promise<Map<string, number>> {
  const report = join(folder, 'report.json');
  const flags = ['--quiet', '--output=json', '--chrome-flags=--headless --no-sandbox --disable-gpu', ...preset];
  // The server is in this process, so nothing may block here while the other process runs.
  await promisify(execFile)('npx', ['--yes', LIGHTHOUSE, url, ...flags, `--output-path=${report}`], {
    env: { ...process.env, CHROME_PATH: BROWSER ?? '' },
  });
  const { categories } = JSON.parse(readFileSync(report, 'utf8')) as Report;
  return new Map(Object.values(categories).map(({ title, score }) => [title, Math.round(100 * score)]));
}

/** The best scores in up to `runs` runs. Stops early once all scores reach the goal. */
async function measureBest(url: string, preset: readonly string[], folder: string, runs: number) {
  const best = new Map<string, number>();
  for (let run = 0; run < runs; run++) {
    for (const [title, score] of await measureView(url, preset, folder)) {
      best.set(title, Math.max(score, best.get(title) ?? 0));
    }
    if ([...best.values()].every((score) => score >= GOAL)) break;
  }
  return best;
}

/** A table with a row for each view, and with phone and desktop scores for each category. `origin` ends with a slash. */
export async function measureScores(origin: string, folder: string, runs: number): Promise<string> {
  const rows: string[] = [];
  let titles: readonly string[] = [];
  for (const [view, hash] of Object.entries(VIEWS)) {
    const phone = await measureBest(origin + hash, [], folder, runs);
    const desktop = await measureBest(origin + hash, ['--preset=desktop'], folder, runs);
    titles = [...phone.keys()];
    rows.push(`| ${[view, ...titles.map((title) => `${phone.get(title)}, ${desktop.get(title)}`)].join(' | ')} |`);
  }
  return [`| view | ${titles.join(' | ')} |`, `|---|${titles.map(() => '---|').join('')}`, ...rows].join('\n');
}

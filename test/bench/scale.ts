/**
 * `npm run bench -- scale`: catalogues of 1, 3 and 10 times the shipped one, each with full statistics and bit sums, built in packs
 * by the compiled program. Prints time, memory, sizes and the cost of composed queries; writes docs/measurements/scale.md and the plot
 * docs/measurements/scale.svg. `RUNS` sets the number of builds; the median counts.
 */

import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createSite, type Site } from '../../src/core/handler/site.ts';
import { sha256 } from '../../src/fs/hash.ts';
import type { BuildSummary } from '../../src/site/build.ts';
import { writeLargeCatalogue } from './large-catalogue.ts';
import { describeMachine, median, ROOT, runProgram, withFolder, writeReport } from './measure.ts';
import { logLogPlot } from './plot.ts';

const SCALES = [1, 3, 10];
const RUNS = Number(process.env.RUNS ?? 5);

interface Costs {
  /** For a page of 20 entries in the middle of the listing, whose packs have not been read yet. */
  readonly coldMs: number;
  readonly warm20Ms: number;
  readonly warm1000Ms: number;
  /** For the last page of 1000. */
  readonly last1000Ms: number;
}

interface Measured extends Costs {
  readonly scale: number;
  readonly strainFiles: number;
  readonly eventVersions: number;
  readonly inputBytes: number;
  readonly buildSeconds: number;
  readonly buildCpuSeconds: number;
  readonly buildPeakBytes: number;
  readonly nothingToDoSeconds: number;
  readonly verifySeconds: number;
  readonly files: number;
  readonly siteBytes: number;
  readonly pointerBytes: number;
}

function sizeOf(folder: string): number {
  const files = readdirSync(folder, { withFileTypes: true, recursive: true }).filter((entry) => entry.isFile());
  return files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
}

function open(root: string): Site {
  return createSite({ readFile: async (path) => readFileSync(join(root, path)), sha256, baseUrl: 'http://x' });
}

/** Milliseconds of CPU for a request; the median of `times`. */
async function cost(site: Site, query: string, times: number): Promise<number> {
  const values = [];
  for (let n = 0; n < times; n++) {
    const before = process.cpuUsage();
    const { status } = await site.respond({
      method: 'GET',
      url: `/api/v2/strain-files?${query}`,
      header: () => undefined,
    });
    const { user, system } = process.cpuUsage(before);
    if (status !== 200) throw new Error(`${query}: ${status}`);
    values.push((user + system) / 1000);
  }
  return median(values);
}

async function queryCosts(root: string, strainFiles: number): Promise<Costs> {
  const middle = Math.floor(strainFiles / 2 / 20);
  const cold = [];
  for (let n = 0; n < 7; n++) {
    const site = open(root);
    await site.reload();
    // The first query of a kind opens the index; this one needs another pack.
    await cost(site, 'pagesize=20', 1);
    cold.push(await cost(site, `pagesize=20&page=${middle}`, 1));
  }
  const site = open(root);
  await site.reload();
  const last = Math.ceil(strainFiles / 1000);
  for (const query of ['pagesize=20&page=9', 'pagesize=1000&page=2', `pagesize=1000&page=${last - 1}`]) {
    await cost(site, query, 300);
  }
  return {
    coldMs: median(cold),
    warm20Ms: await cost(site, 'pagesize=20&page=9', 2000),
    warm1000Ms: await cost(site, 'pagesize=1000&page=2', 500),
    last1000Ms: await cost(site, `pagesize=1000&page=${last - 1}`, 500),
  };
}

async function measure(scale: number, folder: string): Promise<Measured> {
  const [data, out] = [join(folder, 'data'), join(folder, 'dist')];
  writeLargeCatalogue(data, join(ROOT, 'data'), scale);
  const args = ['build', '--data', data, '--site', out, '--layout', 'packs', '--json', '--quiet'];
  const builds = Array.from({ length: RUNS }, () => {
    rmSync(out, { recursive: true, force: true });
    return runProgram(folder, args);
  });
  const { counts } = JSON.parse(builds.at(-1)?.stdout ?? '') as { readonly counts: BuildSummary };
  const again = Array.from({ length: RUNS }, () => runProgram(folder, args));
  const { entries, files, bytes } = counts;
  const { 'strain-files': strainFiles = 0, 'event-versions': eventVersions = 0 } = entries;
  return {
    scale,
    strainFiles,
    eventVersions,
    inputBytes: sizeOf(data),
    buildSeconds: median(builds.map(({ seconds }) => seconds)),
    buildCpuSeconds: median(builds.map(({ cpuSeconds }) => cpuSeconds)),
    buildPeakBytes: median(builds.map(({ peakBytes }) => peakBytes)),
    nothingToDoSeconds: median(again.map(({ seconds }) => seconds)),
    verifySeconds: runProgram(folder, ['verify', '--site', out]).seconds,
    files,
    siteBytes: bytes,
    pointerBytes: statSync(join(out, 'release.json')).size,
    ...(await queryCosts(out, strainFiles)),
  };
}

const count = (value: number) => Math.round(value).toLocaleString('en-US');
const megabytes = (bytes: number) => (bytes / 1e6).toFixed(bytes < 1e7 ? 2 : 0);

const ROWS: readonly (readonly [string, (measured: Measured) => string])[] = [
  ['strain files', ({ strainFiles }) => count(strainFiles)],
  ['event versions', ({ eventVersions }) => count(eventVersions)],
  ['data, MB', ({ inputBytes }) => megabytes(inputBytes)],
  ['build, s', ({ buildSeconds }) => buildSeconds.toFixed(1)],
  ['build, s of CPU', ({ buildCpuSeconds }) => buildCpuSeconds.toFixed(1)],
  [
    'build, µs of CPU for each strain file',
    ({ buildCpuSeconds, strainFiles }) => ((buildCpuSeconds * 1e6) / strainFiles).toFixed(0),
  ],
  ['build, peak memory, MB', ({ buildPeakBytes }) => megabytes(buildPeakBytes)],
  ['build with nothing changed, s', ({ nothingToDoSeconds }) => nothingToDoSeconds.toFixed(2)],
  ['verify, s', ({ verifySeconds }) => verifySeconds.toFixed(1)],
  ['files in the site', ({ files }) => count(files)],
  ['site, MB', ({ siteBytes }) => megabytes(siteBytes)],
  ['release.json, MB', ({ pointerBytes }) => megabytes(pointerBytes)],
  ['query, 20 entries, cold, ms of CPU', ({ coldMs }) => coldMs.toFixed(2)],
  ['query, 20 entries, warm, ms of CPU', ({ warm20Ms }) => warm20Ms.toFixed(3)],
  ['query, 1000 entries, warm, ms of CPU', ({ warm1000Ms }) => warm1000Ms.toFixed(3)],
  ['query, last 1000 entries, warm, ms of CPU', ({ last1000Ms }) => last1000Ms.toFixed(3)],
];

function table(all: readonly Measured[]): string {
  const head = `| | ${all.map(({ scale }) => `${scale}x`).join(' | ')} |\n|---|${all.map(() => '---:|').join('')}\n`;
  return head + ROWS.map(([name, show]) => `| ${name} | ${all.map(show).join(' | ')} |\n`).join('');
}

const all: Measured[] = [];
for (const scale of SCALES) {
  process.stderr.write(`${scale}x\n`);
  all.push(await withFolder((folder) => measure(scale, folder)));
}
const text = `# Scale

Made by \`npm run bench -- scale\`: generated catalogues of 1, 3 and 10 times the size of the shipped one, with full statistics and bit sums for
every strain file, built with \`stillwave build --layout packs\` on an in-memory file system. Medians of ${RUNS} builds.
Machine: ${describeMachine()}.

${table(all)}
![Time and memory against the number of strain files, both axes logarithmic](scale.svg)
`;
process.stdout.write(table(all));
writeReport('scale.md', text);
const points = (value: (measured: Measured) => number) =>
  all.map((measured) => [measured.strainFiles, value(measured)] as const);
writeReport(
  'scale.svg',
  logLogPlot('strain files', [
    { name: 'build, s', points: points(({ buildSeconds }) => buildSeconds) },
    { name: 'build, s of CPU', points: points(({ buildCpuSeconds }) => buildCpuSeconds) },
    { name: 'peak memory, MB', points: points(({ buildPeakBytes }) => buildPeakBytes / 1e6) },
    { name: 'warm query of 20, µs', points: points(({ warm20Ms }) => warm20Ms * 1000) },
    { name: 'cold query of 20, ms', points: points(({ coldMs }) => coldMs) },
  ]),
);

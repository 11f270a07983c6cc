/**
 * `npm run bench -- scale`: builds catalogues of 1, 3 and 10 times the size of the shipped one, with full statistics and bit sums, in
 * packs, with the compiled program; and queries a catalogue of 100 times the size, which is only partly written. Prints time, memory,
 * sizes, the cost of composed queries, and the files and bytes that a cold request reads; writes docs/measurements/scale.md and the plot
 * docs/measurements/scale.svg. `RUNS` sets the number of builds; the median counts. `npm run bench -- scale 1 100` only prints these
 * columns.
 */

import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createSite, type Site } from '../../src/core/handler/site.ts';
import { sha256 } from '../../src/fs/hash.ts';
import type { BuildSummary } from '../../src/site/build.ts';
import { writeHugeSite } from './huge-site.ts';
import { writeLargeCatalogue } from './large-catalogue.ts';
import { describeMachine, median, ROOT, runProgram, withFolder, writeReport } from './measure.ts';
import { logLogPlot } from './plot.ts';

const SCALES = [1, 3, 10];
/** Not built, because that would take too long. */
const HUGE = 100;
const RUNS = Number(process.env.RUNS ?? 3);

interface Reads {
  readonly files: number;
  readonly bytes: number;
}

interface Costs {
  /**
   * The files that the first request of a process reads, including the pointer: for a page of 20 strain files in the middle of the listing,
   * and for 20 event versions.
   */
  readonly coldStrainFiles: Reads;
  readonly coldEventVersions: Reads;
  /** CPU time of the first request for strain files. */
  readonly firstMs: number;
  /** CPU time for a page of 20 entries in the middle of the listing, whose packs have not been read yet. */
  readonly coldMs: number;
  readonly warm20Ms: number;
  readonly warm1000Ms: number;
  /** CPU time for the last full page of 1000 entries. */
  readonly last1000Ms: number;
}

/** Figures that exist only if the program built the site. */
interface BuildCosts {
  readonly inputBytes: number;
  readonly buildSeconds: number;
  readonly buildCpuSeconds: number;
  readonly buildPeakBytes: number;
  readonly nothingToDoSeconds: number;
  readonly verifySeconds: number;
  readonly files: number;
  readonly siteBytes: number;
}

interface Measured extends Costs, Partial<BuildCosts> {
  readonly scale: number;
  readonly strainFiles: number;
  readonly eventVersions: number;
  readonly pointerBytes: number;
}

function sizeOf(folder: string): number {
  const files = readdirSync(folder, { withFileTypes: true, recursive: true }).filter((entry) => entry.isFile());
  return files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
}

/** Opens a site; `onRead` gets the size of each file that it reads. */
function open(root: string, onRead: (bytes: number) => void = () => {}): Site {
  const readFile = async (path: string) => {
    const file = readFileSync(join(root, path));
    onRead(file.length);
    return file;
  };
  return createSite({ readFile, sha256, baseUrl: 'http://x' });
}

/** Milliseconds of CPU for a request; the median of `times`. */
async function cost(site: Site, query: string, times: number, listing = 'strain-files'): Promise<number> {
  const values = [];
  for (let n = 0; n < times; n++) {
    const before = process.cpuUsage();
    const { status } = await site.respond({
      method: 'GET',
      url: `/api/v2/${listing}?${query}`,
      header: () => undefined,
    });
    const { user, system } = process.cpuUsage(before);
    if (status !== 200) throw new Error(`${query}: ${status}`);
    values.push((user + system) / 1000);
  }
  return median(values);
}

/** The files that the first request of a process reads, and its milliseconds of CPU. */
async function firstRequest(root: string, listing: string, query: string) {
  let [files, bytes] = [0, 0];
  const site = open(root, (size) => {
    files++;
    bytes += size;
  });
  const ms = await cost(site, query, 1, listing);
  return { ms, reads: { files, bytes } };
}

async function queryCosts(root: string, strainFiles: number): Promise<Costs> {
  const middle = Math.floor(strainFiles / 2 / 20);
  const first = [];
  for (let n = 0; n < 5; n++) first.push(await firstRequest(root, 'strain-files', `page=${middle}`));
  const cold = [];
  for (let n = 0; n < 7; n++) {
    const site = open(root);
    await site.reload();
    // The first query of each kind is not measured, because it opens the index. The measured query needs another pack.
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
    coldStrainFiles: (first[0] as (typeof first)[0]).reads,
    coldEventVersions: (await firstRequest(root, 'event-versions', '')).reads,
    firstMs: median(first.map(({ ms }) => ms)),
    coldMs: median(cold),
    warm20Ms: await cost(site, 'pagesize=20&page=9', 2000),
    warm1000Ms: await cost(site, 'pagesize=1000&page=2', 500),
    last1000Ms: await cost(site, `pagesize=1000&page=${last - 1}`, 500),
  };
}

async function measureHuge(scale: number, folder: string): Promise<Measured> {
  const [data, out] = [join(folder, 'data'), join(folder, 'dist')];
  writeLargeCatalogue(data, join(ROOT, 'data'), scale, { hasStatistics: false });
  const { entries } = await writeHugeSite(data, out);
  return { scale, ...(await describeSite(out, entries)) };
}

/** Figures that exist for every site. */
async function describeSite(out: string, entries: BuildSummary['entries']) {
  const { 'strain-files': strainFiles = 0, 'event-versions': eventVersions = 0 } = entries;
  const pointerBytes = statSync(join(out, 'release.json')).size;
  return { strainFiles, eventVersions, pointerBytes, ...(await queryCosts(out, strainFiles)) };
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
  return {
    scale,
    inputBytes: sizeOf(data),
    buildSeconds: median(builds.map(({ seconds }) => seconds)),
    buildCpuSeconds: median(builds.map(({ cpuSeconds }) => cpuSeconds)),
    buildPeakBytes: median(builds.map(({ peakBytes }) => peakBytes)),
    nothingToDoSeconds: median(again.map(({ seconds }) => seconds)),
    verifySeconds: runProgram(folder, ['verify', '--site', out]).seconds,
    files,
    siteBytes: bytes,
    ...(await describeSite(out, entries)),
  };
}

const count = (value: number) => Math.round(value).toLocaleString('en-US');
const fixed = (digits: number) => (value: number) => value.toFixed(digits);
const megabytes = (bytes: number) => (bytes / 1e6).toFixed(bytes < 1e7 ? 2 : 0);
const reads = ({ files, bytes }: Reads) => `${files}, ${megabytes(bytes)}`;

/** A cell of the table. It is empty if the program did not build the site. */
const row =
  <Value>(find: (measured: Measured) => Value | undefined, show: (value: Value) => string) =>
  (measured: Measured): string => {
    const value = find(measured);
    return value === undefined ? '' : show(value);
  };

const cpuPerFile = ({ buildCpuSeconds, strainFiles }: Measured) =>
  buildCpuSeconds === undefined ? undefined : (buildCpuSeconds * 1e6) / strainFiles;

const ROWS: readonly (readonly [string, (measured: Measured) => string])[] = [
  ['strain files', row(({ strainFiles }) => strainFiles, count)],
  ['event versions', row(({ eventVersions }) => eventVersions, count)],
  ['data, MB', row(({ inputBytes }) => inputBytes, megabytes)],
  ['build, s', row(({ buildSeconds }) => buildSeconds, fixed(1))],
  ['build, s of CPU', row(({ buildCpuSeconds }) => buildCpuSeconds, fixed(1))],
  ['build, µs of CPU for each strain file', row(cpuPerFile, fixed(0))],
  ['build, peak memory, MB', row(({ buildPeakBytes }) => buildPeakBytes, megabytes)],
  ['build with nothing changed, s', row(({ nothingToDoSeconds }) => nothingToDoSeconds, fixed(2))],
  ['verify, s', row(({ verifySeconds }) => verifySeconds, fixed(1))],
  ['files in the site', row(({ files }) => files, count)],
  ['site, MB', row(({ siteBytes }) => siteBytes, megabytes)],
  ['release.json, MB', row(({ pointerBytes }) => pointerBytes, megabytes)],
  ['first request of a process, 20 strain files: files and MB read', row((one) => one.coldStrainFiles, reads)],
  ['the same, ms of CPU', row(({ firstMs }) => firstMs, fixed(0))],
  ['first request of a process, 20 event versions: files and MB read', row((one) => one.coldEventVersions, reads)],
  ['query, 20 entries, cold pack, ms of CPU', row(({ coldMs }) => coldMs, fixed(2))],
  ['query, 20 entries, warm, ms of CPU', row(({ warm20Ms }) => warm20Ms, fixed(3))],
  ['query, 1000 entries, warm, ms of CPU', row(({ warm1000Ms }) => warm1000Ms, fixed(3))],
  ['query, last 1000 entries, warm, ms of CPU', row(({ last1000Ms }) => last1000Ms, fixed(3))],
];

function table(all: readonly Measured[]): string {
  const head = `| | ${all.map(({ scale }) => `${scale}x`).join(' | ')} |\n|---|${all.map(() => '---:|').join('')}\n`;
  return head + ROWS.map(([name, show]) => `| ${name} | ${all.map(show).join(' | ')} |\n`).join('');
}

const given = process.argv.slice(2).map(Number);
const all: Measured[] = [];
for (const scale of given.length > 0 ? given : [...SCALES, HUGE]) {
  process.stderr.write(`${scale}x\n`);
  all.push(await withFolder((folder) => (scale < HUGE ? measure : measureHuge)(scale, folder)));
}
process.stdout.write(table(all));

const text = `# Scale

Written by \`npm run bench -- scale\`: generated catalogues that are 1, 3 and 10 times the size of the shipped catalogue, with full statistics and bit sums
for every strain file, built with \`stillwave build --layout packs\` on an in-memory file system. Medians of ${RUNS} builds. For the catalogue that is ${HUGE}
times the size, the benchmark writes only the pointer, the index files, the strain file packs that the queries read, and the packs for all other collections.
Machine: ${describeMachine()}.

${table(all)}
![Time and memory against the number of strain files, both axes logarithmic](scale.svg)
`;

/** Points of a line in the plot, for each scale with a value. */
const points = (find: (measured: Measured) => number | undefined) =>
  all.flatMap((measured) => {
    const value = find(measured);
    return value === undefined ? [] : [[measured.strainFiles, value] as const];
  });

if (given.length === 0) {
  writeReport('scale.md', text);
  writeReport(
    'scale.svg',
    logLogPlot('strain files', [
      { name: 'build, s', points: points(({ buildSeconds }) => buildSeconds) },
      { name: 'build, s of CPU', points: points(({ buildCpuSeconds }) => buildCpuSeconds) },
      { name: 'peak memory, MB', points: points(({ buildPeakBytes }) => buildPeakBytes && buildPeakBytes / 1e6) },
      { name: 'warm query of 20, µs', points: points(({ warm20Ms }) => warm20Ms * 1000) },
      { name: 'cold query of 20, ms', points: points(({ coldMs }) => coldMs) },
    ]),
  );
}

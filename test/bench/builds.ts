/**
 * `npm run bench -- builds`: the cost of building the shipped catalogue, compared with `cp -r` of the result, on an in-memory file system.
 * Full builds and copies alternate; their ratio is the median of the pairs' ratios. Then it measures builds of packs only, both kinds of
 * build without downloads, a build with no changes, builds after six kinds of change (one of them also without downloads), and a save while
 * `dev` runs. `RUNS` sets the number of runs. Prints a table and writes docs/measurements/builds.md.
 */

import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { join } from 'node:path';
import { diffManifests } from '../../src/site/diff/diff-releases.ts';
import { type Manifest, readManifest } from '../../src/site/groups/manifest.ts';
import { saveToShown } from './dev.ts';
import { describeMachine, median, ROOT, type Run, runProgram, withFolder } from './measure.ts';

const RUNS = Number(process.env.RUNS ?? 5);
const GOAL = 1.3;

interface Build extends Run {
  readonly files: number;
  readonly written: number;
}

/** A build after a change, with the files that must then be uploaded. */
interface Rebuild extends Build {
  readonly upload: number;
}

function copySeconds(from: string, to: string): number {
  const start = performance.now();
  if (spawnSync('cp', ['-r', from, to]).status !== 0) throw new Error('cp failed');
  return (performance.now() - start) / 1000;
}

const repeat = <T>(work: (n: number) => T): T[] => Array.from({ length: RUNS }, (_, n) => work(n));

function edit(path: string, change: (text: string) => string): void {
  const text = readFileSync(path, 'utf8');
  const changed = change(text);
  if (changed === text) throw new Error(`${path} has nothing to change`);
  writeFileSync(path, changed);
}

const ONE_VALUE = 'one value of one event version changed';

/** The changes; `n` makes each one different. The first change of a kind adds data that later ones edit. */
const CHANGES = {
  [ONE_VALUE]: (data, _, n) => {
    edit(join(data, 'event-versions/GWTC-1-confident.yaml'), (text) => text.replace(/(best: )[0-9.]+/, `$1${130 + n}`));
  },
  'a new catalog with one event version': (data, _, n) => {
    const name = `Bench-${n}`;
    edit(join(data, 'catalogs.yaml'), (text) => `${text}  - name: ${name}\n    description: A catalog more.\n`);
    const version = `  - name: GW2601${10 + n}\n    version: 1\n    gps: ${1452000000 + n}.5\n    detectors: [H1, L1]\n`;
    writeFileSync(
      join(data, `event-versions/${name}.yaml`),
      `catalog: ${name}\nevent_versions:\n${version}    parameters:\n      far: {best: 0.5}\n`,
    );
  },
  'a new dataset of 1,000 strain files': (data, _, n) => {
    const name = `S6_${n}`;
    const series = `  - detector: H1\n    file_prefix: H-H1_BENCH_4_V${n}\n    blocks:\n      - [${931135488 + n * 4096 * 2000}, 1000]\n`;
    const head = `dataset: ${name}\nrun: S6\ndescription: A dataset more.\nsample_rate_kHz: 4\n`;
    writeFileSync(join(data, `strain-files/${name}.yaml`), `${head}series:\n${series}`);
  },
  'the description of a dataset changed': (data, _, n) => {
    edit(join(data, 'strain-files/S6.yaml'), (text) => text.replace(/(\ndescription: Open data).*/, `$1 ${n}`));
  },
  'a key of the configuration changed': (_, config, n) => {
    writeFileSync(config, `cache:\n  errors: {maxAge: ${20 + n}}\n`);
  },
  'the base URL changed': (_, config, n) => {
    writeFileSync(config, `baseUrl: https://host${n}.example\n`);
  },
} satisfies Readonly<Record<string, (data: string, config: string, n: number) => void>>;

async function measure(folder: string) {
  const [data, out, other, copy, config, bare] = ['data', 'dist', 'other', 'copy', 'config.yaml', 'bare.yaml'].map(
    (name) => join(folder, name),
  ) as [string, string, string, string, string, string];
  cpSync(join(ROOT, 'data'), data, { recursive: true });
  writeFileSync(config, 'layout: both\n');
  writeFileSync(bare, 'layout: both\ndownloads: false\n');
  const build = (to: string, ...more: readonly string[]): Build => {
    const run = runProgram(folder, [
      'build',
      '--data',
      data,
      '--site',
      to,
      '--config',
      config,
      ...more,
      '--json',
      '--quiet',
    ]);
    // The program prints seconds too, but they exclude its own start-up time.
    const { counts } = JSON.parse(run.stdout) as {
      readonly counts: { readonly files?: number; readonly written: number };
    };
    return { ...run, files: counts.files ?? 0, written: counts.written };
  };
  const buildOther = (...more: readonly string[]): Build => {
    rmSync(other, { recursive: true, force: true });
    return build(other, ...more);
  };
  const pairs = repeat(() => {
    rmSync(out, { recursive: true, force: true });
    const full = build(out);
    const copied = copySeconds(out, copy);
    rmSync(copy, { recursive: true, force: true });
    return { ...full, copied, ratio: full.seconds / copied };
  });
  const packsOnly = repeat(() => buildOther('--layout', 'packs'));
  const barePacks = repeat(() => buildOther('--layout', 'packs', '--config', bare));
  const unchanged = repeat(() => build(out));
  const bareFull = repeat(() => buildOther('--config', bare));
  const bareValue = repeat((n) => {
    CHANGES[ONE_VALUE](data, config, RUNS + n);
    return build(other, '--config', bare);
  });
  const changes = Object.entries(CHANGES).map(([name, change]) => {
    const runs = repeat((n): Rebuild => {
      change(data, config, n);
      const old = readManifest(out) as Manifest;
      const run = build(out);
      return { ...run, upload: diffManifests(old, readManifest(out) as Manifest).bytesToUpload };
    });
    return [name, runs] as const;
  });
  const saves = await saveToShown(data, config, RUNS);
  return { pairs, bareFull, packsOnly, barePacks, unchanged, changes, bareValue, saves };
}

const count = (value: number) => value.toLocaleString('en-US');
const megabytes = (bytes: number, digits = 0) => (bytes / 1e6).toFixed(digits);

function row(name: string, runs: readonly (Build & { readonly upload?: number })[]): string {
  const of = (value: (run: Build & { readonly upload?: number }) => number) => median(runs.map(value));
  const upload =
    runs[0]?.upload === undefined
      ? ''
      : megabytes(
          of((run) => run.upload ?? 0),
          1,
        );
  const cells = [
    of(({ seconds }) => seconds).toFixed(2),
    of(({ cpuSeconds }) => cpuSeconds).toFixed(2),
    megabytes(of(({ peakBytes }) => peakBytes)),
    count(of(({ written }) => written)),
    upload,
  ];
  return `| ${name} | ${cells.join(' | ')} |\n`;
}

const load = loadavg()[0] ?? 0;
const { pairs, bareFull, packsOnly, barePacks, unchanged, changes, bareValue, saves } = await withFolder(measure);
const ratio = median(pairs.map((pair) => pair.ratio)).toFixed(2);
const ratios = pairs.map((pair) => pair.ratio.toFixed(2)).join(', ');
const copied = median(pairs.map((pair) => pair.copied));
const bareRatio = (median(bareFull.map(({ seconds }) => seconds)) / copied).toFixed(2);
const table = `| | s | s of CPU | peak memory, MB | files written | MB to upload |
|---|---:|---:|---:|---:|---:|
${row('full build, both layouts', pairs)}| \`cp -r\` of it | ${copied.toFixed(2)} | | | ${count(pairs[0]?.files ?? 0)} | |
${row('full build without downloads', bareFull)}${row('packs only', packsOnly)}${row('packs without downloads', barePacks)}${row('nothing changed', unchanged)}${row(`${ONE_VALUE}, without downloads`, bareValue)}${changes.map(([name, runs]) => row(name, runs)).join('')}| saving one value while \`dev\` runs, until pages are notified | ${median(saves).toFixed(2)} | | | | |
`;
const busy =
  load > availableParallelism() / 2
    ? `\nThe machine was busy with other work (load ${load.toFixed(1)} on ${availableParallelism()} cores): times are longer than on an idle machine.\n`
    : '';
const text = `# The cost of a build

Written by \`npm run bench -- builds\`: the shipped catalogue, built on an in-memory file system, ${RUNS === 1 ? 'one run of each' : `medians of ${RUNS} runs`}.
Machine: ${describeMachine()}.
${busy}
${table}
A full build takes **${ratio}** times as long as \`cp -r\` of its output: the median of ${RUNS} alternating pairs
(${ratios}). Without downloads, it takes **${bareRatio}** times as long as that copy. The goal is ${GOAL} or less.

The files to upload are the files that were added or changed, and the manifest, which lists every file.
`;
process.stdout.write(
  `${table}\nfull build / cp -r: ${ratio} (${ratios}), without downloads ${bareRatio}, goal: at most ${GOAL}\n`,
);
writeFileSync(join(ROOT, 'docs/measurements/builds.md'), text);

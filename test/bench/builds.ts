/**
 * `npm run bench:build`: what building the shipped catalogue takes, beside `cp -r` of what was built, on a file system in
 * memory. Full builds and copies take turns; their ratio is the median of the pairs' ratios. Then: packs alone, a build with
 * nothing changed, and one with a single value changed. `RUNS` sets how often. Prints a table and writes docs/bench-build.md.
 */

import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeMachine, median, ROOT, type Run, runProgram, withFolder } from './measure.ts';

const RUNS = Number(process.env.RUNS ?? 5);
const GOAL = 1.3;
/** One value of this file is changed before each incremental build. */
const EDITED = 'event-versions/GWTC-1-confident.yaml';

interface Build extends Run {
  readonly files: number;
  readonly written: number;
}

function copySeconds(from: string, to: string): number {
  const start = performance.now();
  if (spawnSync('cp', ['-r', from, to]).status !== 0) throw new Error('cp failed');
  return (performance.now() - start) / 1000;
}

const repeat = <T>(work: (n: number) => T): T[] => Array.from({ length: RUNS }, (_, n) => work(n));

function editOneValue(data: string, n: number): void {
  const path = join(data, EDITED);
  writeFileSync(path, readFileSync(path, 'utf8').replace(/(best: )[0-9.]+/, `$1${30 + n}`));
}

function measure(folder: string) {
  const [data, out, packs, copy] = ['data', 'dist', 'packs', 'copy'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
    string,
  ];
  cpSync(join(ROOT, 'data'), data, { recursive: true });
  const build = (to: string, layout: string): Build => {
    const args = ['build', '--data', data, '--site', to, '--layout', layout, '--json', '--quiet'];
    const run = runProgram(folder, args);
    // It prints seconds as well, but those begin when it has started.
    const { files, written } = JSON.parse(run.stdout).counts as Pick<Build, 'files' | 'written'>;
    return { ...run, files, written };
  };
  const pairs = repeat(() => {
    rmSync(out, { recursive: true, force: true });
    const full = build(out, 'both');
    const copied = copySeconds(out, copy);
    rmSync(copy, { recursive: true, force: true });
    return { ...full, copied, ratio: full.seconds / copied };
  });
  const packsOnly = repeat(() => {
    rmSync(packs, { recursive: true, force: true });
    return build(packs, 'packs');
  });
  const unchanged = repeat(() => build(out, 'both'));
  const edited = repeat((n) => {
    editOneValue(data, n);
    return build(out, 'both');
  });
  return { pairs, packsOnly, unchanged, edited };
}

const count = (value: number) => value.toLocaleString('en-US');

function row(name: string, runs: readonly (Run & { readonly written: number })[]): string {
  const of = (value: (run: Run) => number, digits: number) => median(runs.map(value)).toFixed(digits);
  const memory = of(({ peakBytes }) => peakBytes / 1e6, 0);
  const written = count(median(runs.map((run) => run.written)));
  return `| ${name} | ${of(({ seconds }) => seconds, 2)} | ${of(({ cpuSeconds }) => cpuSeconds, 2)} | ${memory} | ${written} |\n`;
}

const { pairs, packsOnly, unchanged, edited } = await withFolder(measure);
const ratio = median(pairs.map((pair) => pair.ratio));
const table = `| | s | s of CPU | peak memory, MB | files written |
|---|---:|---:|---:|---:|
${row('full build, both layouts', pairs)}| \`cp -r\` of it | ${median(pairs.map(({ copied }) => copied)).toFixed(2)} | | | ${count(pairs[0]?.files ?? 0)} |
${row('packs alone', packsOnly)}${row('nothing changed', unchanged)}${row('one value of one event version changed', edited)}`;
const ratios = pairs.map((pair) => pair.ratio.toFixed(2)).join(', ');
const text = `# What a build takes

Made by \`npm run bench:build\`: the shipped catalogue, built on a file system in memory, medians of ${RUNS} runs.
Machine: ${describeMachine()}.

${table}
A full build takes **${ratio.toFixed(2)}** times as long as \`cp -r\` of what it made: median of ${pairs.length} pairs, taken in turn
(${ratios}). Goal: at most ${GOAL}.
`;
process.stdout.write(`${table}\nfull build / cp -r: ${ratio.toFixed(2)} (${ratios}), goal: at most ${GOAL}\n`);
writeFileSync(join(ROOT, 'docs/bench-build.md'), text);

/**
 * `npm run bench -- NAME` and `npm run long -- NAME`: compiles the program, then runs a benchmark or a long test. Further arguments are
 * passed to the program. If no name is given, lists the names, what each program does, and roughly how long it takes on 2 idle processors.
 */

import { spawnSync } from 'node:child_process';

interface Program {
  readonly what: string;
  /** A shell command line; arguments are appended to it. */
  readonly run: string;
}

const BENCH: Readonly<Record<string, Program>> = {
  queries: {
    what: 'queries with and without gzip, and a mixed load (5 minutes)',
    run: 'tsx test/bench/queries.ts',
  },
  fairness: {
    what: 'how long a small request takes while another client requests the largest responses (a minute)',
    run: 'tsx test/bench/fairness.ts',
  },
  builds: { what: 'builds beside cp -r of their output (5 minutes)', run: 'tsx test/bench/builds.ts' },
  scale: {
    what: 'builds of 1, 3 and 10 times the shipped catalogue, and queries of 100 times (20 minutes)',
    run: 'tsx test/bench/scale.ts',
  },
  gzip: { what: 'sizes and times of gzip and brotli levels (a minute)', run: 'tsx test/bench/gzip.ts' },
  hosts: {
    what: 'the rules of nginx beside plain files; needs nginx and wrk (2 minutes)',
    run: 'tsx test/bench/hosts.ts',
  },
  versus: {
    what: 'the same queries with fastify and SQLite, and with Django REST framework (10 minutes)',
    run: 'tsx test/bench/versus.ts',
  },
  explorer: {
    what: 'first rows and changes of filters in Chromium, also with ten times the events (10 minutes)',
    run: 'tsx test/bench/explorer.ts',
  },
};

const LONG: Readonly<Record<string, Program>> = {
  tests: {
    what: 'all tests, with those that npm test leaves out: faults, attacks, every host in full (15 minutes)',
    run: 'LONG=1 vitest run',
  },
  proof: {
    what: 'compares page file, live response and oracle for every enumerated query and record (10 minutes)',
    run: 'tsx test/proof/enumerated.ts',
  },
  fuzz: {
    what: 'compares responses to random requests with the oracle, or hosts with serve (2 minutes for 10,000 requests)',
    run: 'tsx test/proof/fuzz.ts',
  },
  attack: {
    what: 'attacks on a running site, its builds, imports and data (half an hour)',
    run: 'tsx test/attack/long.ts',
  },
  soak: { what: 'load with release switches and injected faults (half an hour)', run: 'tsx test/long/soak.ts' },
  crash: {
    what: 'kills builds of the shipped catalogue, then of small ones, at random moments (10 minutes)',
    run:
      'tsx test/long/crash-shipped.ts && ' +
      'LONG=1 PROPERTY_RUNS_PERCENT=2400 vitest run --project site test/site/crash.long.test.ts test/site/publish.long.test.ts',
  },
  'crash-harvest': { what: 'kills harvests at random moments (5 minutes)', run: 'tsx test/long/crash-harvest.ts' },
  mutation: {
    what: 'finds changes to the code that no test detects (hours; name one file with --mutate)',
    run: 'stryker run test/mutation/stryker.config.json',
  },
};

const [group = '', name, ...args] = process.argv.slice(2);
const programs = group === 'bench' ? BENCH : LONG;

/** Runs a shell command line with additional arguments and returns its exit status. Ctrl-C stops both the command and this script. */
const shell = (line: string, ...more: string[]): number =>
  spawnSync('sh', ['-c', `${line} "$@"`, 'sh', ...more], { stdio: 'inherit' }).status ?? 1;

function runAll(names: readonly string[]): number {
  for (const one of names) {
    const status = shell((programs[one] as Program).run, ...args);
    if (status !== 0) return status;
  }
  return 0;
}

if (name === undefined || (name !== 'all' && !(name in programs))) {
  if (name !== undefined) console.error(`no name "${name}"`);
  const width = Math.max(...Object.keys(programs).map((one) => one.length));
  console.log(`npm run ${group} -- NAME [arguments], with one of these names, or all:\n`);
  for (const [one, { what }] of Object.entries(programs)) console.log(`  ${one.padEnd(width)}  ${what}`);
  process.exitCode = name === undefined ? 0 : 2;
} else {
  process.exitCode = shell('npm run --silent build') || runAll(name === 'all' ? Object.keys(programs) : [name]);
}

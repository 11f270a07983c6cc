import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

// Node reads these certificates whenever it starts, which takes as long as the rest of its start. Tests start it thousands of times.
delete process.env.NODE_EXTRA_CA_CERTS;

/** What needs no built site, so that these tests run at once. */
const UNIT = [
  'test/{docs,support/*}.test.ts',
  'test/{core,catalogue,check,report,oracle}/**/*.test.ts',
  'test/intake/*.test.ts',
  'test/explorer/*.test.ts',
  'test/{house,schemas}/{names,types,units}.test.ts',
  'test/clients/requests-table.test.ts',
  'test/hosts/linear-patterns.test.ts',
];

/** Browsers, hosts installed as the docs say, extremely large inputs, and the whole shipped catalogue imported again. */
const LONG =
  /explorer\/browser\/|hosts\/recipes|catalogue\/(hostile-size|limits)|intake\/(import-every-kind|round-trip)/;

/** Starts the longest files first in each group, so that no worker still has one when the others have none left. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => LONG.test(moduleId);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

/** Faults, attacks and kills at many moments, which take a few minutes. `npm run long -- tests` includes them. */
const WITHOUT_LONG = process.env.LONG === '1' ? [] : ['test/**/*.long.test.ts'];

/** Measures what stays in memory, which takes long if the tests before have filled it. */
const MEMORY = 'test/long/kept.test.ts';

const RUN_FOLDERS = 'test/support/run-folders.ts';

const UNIT_WORKERS = { globalSetup: RUN_FOLDERS, maxWorkers: availableParallelism() };

/** Two for each processor, because most of these files wait for programs, browsers or clocks part of the time. After the others. */
const SITE_WORKERS = { maxWorkers: 2 * availableParallelism(), sequence: { groupOrder: 1 } };

const SHARED = {
  // Times are for what hangs, not for what is slow: a busy machine may need ten times as long.
  expect: { requireAssertions: true, poll: { interval: 40, timeout: 60_000 } },
  testTimeout: 240_000,
  hookTimeout: 240_000,
  // Room for new objects: the tests make many, and the collector takes a twentieth of their time less.
  execArgv: ['--max-semi-space-size=64'],
  // Loading the modules anew for each file would take a fifth of the time. Tests undo what they change.
  isolate: false,
  setupFiles: ['test/support/remove-temporary-folders.ts', 'test/support/configure-properties.ts'],
};

export default defineConfig({
  test: {
    // A busy machine may need longer than the usual 10 s to end a worker.
    teardownTimeout: 60_000,
    sequence: { sequencer: LongestFirst },
    reporters: ['default', './test/count-reporter.ts'],
    projects: [
      { test: { name: 'unit', include: UNIT, ...UNIT_WORKERS, ...SHARED } },
      {
        test: {
          name: 'memory',
          include: [MEMORY],
          globalSetup: RUN_FOLDERS,
          ...SITE_WORKERS,
          ...SHARED,
          isolate: true,
        },
      },
      {
        test: {
          name: 'site',
          include: ['test/**/*.test.ts'],
          exclude: [...UNIT, MEMORY, ...WITHOUT_LONG, '**/node_modules/**'],
          globalSetup: [RUN_FOLDERS, 'test/global-setup.ts'],
          ...SITE_WORKERS,
          ...SHARED,
        },
      },
    ],
  },
});

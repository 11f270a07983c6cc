import { defineConfig } from 'vitest/config';

/** What needs no built site, so that these tests run at once. */
const UNIT = [
  'test/docs.test.ts',
  'test/{core,catalogue,oracle}/**/*.test.ts',
  'test/intake/*.test.ts',
  'test/explorer/*.test.ts',
];

export default defineConfig({
  test: {
    // A busy machine may need longer than the usual 10 s to end a worker.
    teardownTimeout: 60_000,
    // Without this a machine of two cores runs one file at a time, most of which wait for programs and clocks.
    maxWorkers: '100%',
    reporters: ['default', './test/count-reporter.ts'],
    projects: [
      { test: { name: 'unit', include: UNIT, testTimeout: 30_000, expect: { requireAssertions: true } } },
      {
        test: {
          name: 'site',
          include: ['test/**/*.test.ts'],
          exclude: [...UNIT, '**/node_modules/**'],
          globalSetup: 'test/global-setup.ts',
          testTimeout: 60_000,
          hookTimeout: 60_000,
          expect: { requireAssertions: true },
        },
      },
    ],
  },
});

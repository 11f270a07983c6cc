/**
 * The tests of the pure core and of the merge of imports alone: what the mutation test runs over and over. TESTS (paths, separated by
 * commas) names fewer of them.
 */

import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: process.env.TESTS?.split(',') ?? [
      'test/core/**/*.test.ts',
      'test/intake/{import,import-records,merge-record,merge-records}.test.ts',
    ],
    env: { PROPERTY_RUNS_PERCENT: '5' },
    setupFiles: 'test/support/configure-properties.ts',
    // Instrumented code takes longer.
    testTimeout: 120_000,
  },
});

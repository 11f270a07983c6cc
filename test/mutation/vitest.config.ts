/**
 * Selects the tests that the mutation test runs over and over: only those for the pure core, for the data, and for merging imports. TESTS
 * (paths, separated by commas) selects fewer of them.
 */

import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: process.env.TESTS?.split(',') ?? [
      'test/{core,catalogue}/**/*.test.ts',
      'test/intake/{import,import-records,merge,merge-values,write-yaml}.test.ts',
    ],
    // Long ones, and one that counts what many runs reach.
    exclude: ['test/catalogue/{fast-yaml,hostile-size,limits}.test.ts'],
    env: { PROPERTY_RUNS_PERCENT: '25' },
    setupFiles: 'test/support/configure-properties.ts',
    // Instrumented code takes longer.
    testTimeout: 120_000,
  },
});

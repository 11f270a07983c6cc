/** The tests of the pure core alone: what the mutation test runs over and over. */

import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: { include: ['test/{contract,listing,handler}/**/*.test.ts'], testTimeout: 30_000 },
});

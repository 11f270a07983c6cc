/**
 * Finds code and packages that nothing uses. With `--production`, tests do not count as users, and an export for tests is not reported if
 * its own file uses it. Patterns that end in `!` are part of both runs.
 */

const isProduction = process.argv.includes('--production');

export default {
  entry: [
    'src/cli/main.ts!',
    'src/hosts/{node/handler,fetch}.ts!',
    'src/core/contract/wire.ts!',
    'src/hosts/runtime/*.ts!',
    'src/site/tasks/worker.ts!',
    'src/explorer/main.tsx!',
    'scripts/*.{ts,mjs}!',
    'test/**/*.test.ts',
    'test/{bench,long,proof,attack}/*.ts',
    'test/mutation/*',
    'test/**/*.mjs',
  ],
  project: ['src/**/*.{ts,tsx}!', 'test/**/*.{ts,mjs}', 'scripts/**/*.{ts,mjs}!'],
  ignore: ['test/bench/versus/**'],
  ignoreBinaries: ['.*'],
  ignoreDependencies: [
    '@duckdb/duckdb-wasm',
    '@hono/node-server',
    '@redocly/cli',
    '@stryker-mutator/core',
    '@stryker-mutator/vitest-runner',
    'axe-core',
    'deno',
    'dependency-cruiser',
    'express',
    'hono',
    'openapi-fetch',
    'openapi-typescript',
    'serve',
  ],
  exclude: ['types'],
  ignoreExportsUsedInFile: isProduction,
};

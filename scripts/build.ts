/** Compiles all of src/ into build/, using a separate script for each part. `npm run check` checks the types. */

await Promise.all([
  import('./compile.ts'),
  import('./compile-schemas.ts'),
  import('./bundle-cli.ts'),
  import('./bundle-edge.ts'),
  import('./bundle-explorer.ts'),
]);

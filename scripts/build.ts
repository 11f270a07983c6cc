/** Compiles all of src/ into build/, each part by a script of its own. Types are checked by `npm run check`. */

await Promise.all([
  import('./compile.ts'),
  import('./compile-schemas.ts'),
  import('./bundle-cli.ts'),
  import('./bundle-edge.ts'),
  import('./bundle-explorer.ts'),
]);

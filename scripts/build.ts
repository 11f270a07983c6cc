/** Compiles all of src/ into build/, using a separate script for each part. `npm run check` checks the types. */

import { join } from 'node:path';
import { bundleEdge } from './bundle-edge.ts';
import { bundleExplorer } from './bundle-explorer.ts';
import { ROOT } from './bundling.ts';

await Promise.all([
  import('./compile.ts'),
  import('./compile-schemas.ts'),
  import('./bundle-cli.ts'),
  bundleEdge(join(ROOT, 'build/edge')),
  bundleExplorer(join(ROOT, 'build/explorer')),
]);

/** Compiles all of src/ into build/, each part into its own folder. `npm run check` checks the types. */

import { join } from 'node:path';
import { bundleCli } from './bundle-cli.ts';
import { bundleEdge } from './bundle-edge.ts';
import { bundleExplorer } from './bundle-explorer.ts';
import { ROOT } from './bundling.ts';
import { compileModules } from './compile.ts';
import { compileSchemas } from './compile-schemas.ts';

const out = join(ROOT, 'build');

compileSchemas(join(out, 'catalogue/files'));
await Promise.all([
  compileModules(out),
  bundleCli(join(out, 'cli')),
  bundleEdge(join(out, 'edge')),
  bundleExplorer(join(out, 'explorer')),
]);

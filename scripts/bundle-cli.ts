/**
 * Bundles the command line and its worker threads into a few files in build/cli. A command then starts in half the time that loading
 * hundreds of modules would take. Libraries are not bundled. Part of `npm run build`.
 */

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));
const src = join(root, 'src');
const outdir = join(root, 'build/cli');

// Chunks from an earlier build have different names.
rmSync(outdir, { recursive: true, force: true });

await build({
  entryPoints: {
    main: join(src, 'cli/main.ts'),
    program: join(src, 'cli/program.ts'),
    worker: join(src, 'site/pages/worker.ts'),
  },
  outdir,
  bundle: true,
  splitting: true,
  packages: 'external',
  format: 'esm',
  platform: 'node',
  target: 'node20.12',
  charset: 'utf8',
});

/**
 * Bundles the command line and its worker threads into a few files in build/cli: a command starts in half the time that loading
 * hundreds of modules takes. Libraries stay outside. Part of `npm run build`.
 */

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));
const src = join(root, 'src');
const outdir = join(root, 'build/cli');

// Chunks of an earlier build have other names.
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

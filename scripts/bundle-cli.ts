/**
 * Bundles the command line and its worker threads into a few files in build/cli. A command then starts in half the time that loading
 * hundreds of modules would take. Libraries are not bundled. Part of `npm run build`.
 */

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { FOR_NODE, ROOT } from './bundling.ts';

const src = join(ROOT, 'src');

/** Writes the files to a folder. */
export async function bundleCli(out: string): Promise<void> {
  // Chunks from an earlier build have different names.
  rmSync(out, { recursive: true, force: true });
  await build({
    entryPoints: {
      main: join(src, 'cli/main.ts'),
      program: join(src, 'cli/program.ts'),
      worker: join(src, 'site/tasks/worker.ts'),
    },
    ...FOR_NODE,
    outdir: out,
    splitting: true,
    packages: 'external',
  });
}

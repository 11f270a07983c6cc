/**
 * Bundles each request handler in src/hosts/runtime/ into one self-contained file, build/edge/<name>.js, that `stillwave host` copies. Part
 * of `npm run build`; sizes.ts contains the limits of their sizes.
 */

import { readdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { build } from 'esbuild';
import { FOR_WEB, ROOT } from './bundling.ts';

const runtimes = join(ROOT, 'src/hosts/runtime');

const names = readdirSync(runtimes)
  .map((file) => basename(file, '.ts'))
  .filter((name) => name !== 'settings');

/** Writes the files to a folder. */
export async function bundleEdge(out: string): Promise<void> {
  rmSync(out, { recursive: true, force: true });
  await build({
    entryPoints: names.map((name) => join(runtimes, `${name}.ts`)),
    ...FOR_WEB,
    outdir: out,
    platform: 'neutral',
  });
}

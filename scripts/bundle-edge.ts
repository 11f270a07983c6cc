/**
 * Bundles each request handler in src/hosts/runtime/ into one self-contained file, build/edge/<name>.js, that `stillwave host` copies. Part
 * of `npm run build`; sizes.ts contains the limits of their sizes.
 */

import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { FOR_WEB, ROOT } from './bundling.ts';

const runtimes = join(ROOT, 'src/hosts/runtime');

const names = readdirSync(runtimes)
  .map((file) => basename(file, '.ts'))
  .filter((name) => name !== 'settings');

/**
 * Leaves out code that edge runtimes do not use. Human-readable text is in the packs, so members created with `prose()` are cut.
 * Minification drops the remaining calls to `prose()`, because the function is replaced with an empty one. Compression is left out too: the
 * platform compresses responses.
 */
const withoutUnused: Plugin = {
  name: 'without what is not used',
  setup({ onLoad }) {
    onLoad({ filter: /\/contract\/prose\.ts$/ }, () => ({ contents: 'export function prose() {}' }));
    onLoad({ filter: /\/core\/collections\/[^/]*\.ts$/ }, ({ path }) => {
      const contents = readFileSync(path, 'utf8').replace(/^ *\w+: prose\(.*\),\n/gm, '');
      if (/^ *\w+: prose\(/m.test(contents)) throw new Error(`${path}: a member with prose() is longer than a line`);
      return { contents, loader: 'ts' };
    });
    onLoad({ filter: /\/contract\/codings\.ts$/ }, () => ({
      contents: 'export function chooseCoding() {} export function codedHeaders() {} export function varyByCoding() {}',
    }));
  },
};

/** Writes the files to a folder. */
export async function bundleEdge(out: string): Promise<void> {
  rmSync(out, { recursive: true, force: true });
  await build({
    entryPoints: names.map((name) => join(runtimes, `${name}.ts`)),
    ...FOR_WEB,
    outdir: out,
    plugins: [withoutUnused],
    platform: 'neutral',
  });
}

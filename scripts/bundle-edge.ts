/**
 * Bundles each request handler in src/hosts/runtime/ into one self-contained file, build/edge/<name>.js, that `stillwave host` copies. Part
 * of `npm run build`. Prints the sizes; test/hosts/edge-script.test.ts contains the limits.
 */

import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build, type Plugin } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));
const runtimes = join(root, 'src/hosts/runtime');
const out = join(root, 'build/edge');

const names = readdirSync(runtimes)
  .map((file) => basename(file, '.ts'))
  .filter((name) => name !== 'settings');

/**
 * Leaves out code that edge runtimes do not use. Human-readable text is in the packs, so members created with `text()` are cut.
 * Minification drops the remaining calls to `text()`, because the function is replaced with an empty one. Compression is left out too: the
 * platform compresses responses.
 */
const withoutUnused: Plugin = {
  name: 'without what is not used',
  setup({ onLoad }) {
    onLoad({ filter: /\/contract\/text\.ts$/ }, () => ({ contents: 'export function text() {}' }));
    onLoad({ filter: /\/core\/collections\/[^/]*\.ts$/ }, ({ path }) => ({
      contents: readFileSync(path, 'utf8').replace(/^ *\w+: text\(.*\),\n/gm, ''),
      loader: 'ts',
    }));
    onLoad({ filter: /\/contract\/codings\.ts$/ }, () => ({
      contents: 'export function chooseCoding() {} export function codedHeaders() {} export function varyByCoding() {}',
    }));
  },
};

await build({
  entryPoints: names.map((name) => join(runtimes, `${name}.ts`)),
  outdir: out,
  plugins: [withoutUnused],
  bundle: true,
  minify: true,
  format: 'esm',
  platform: 'neutral',
  target: 'es2022',
  charset: 'utf8',
  legalComments: 'none',
});

for (const name of names) {
  const bytes = readFileSync(join(out, `${name}.js`));
  console.log(`build/edge/${name}.js: ${bytes.length} bytes, gzipped ${gzipSync(bytes, { level: 9 }).length}`);
}

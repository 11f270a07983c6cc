/**
 * Bundles each request handler in src/hosts/runtime/ into one self-contained file, build/edge/<name>.js, that
 * `stillwave host` copies. Part of `npm run build`. Prints the sizes; test/hosts/bundle.test.ts holds the limits.
 */

import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));
const runtimes = join(root, 'src/hosts/runtime');
const out = join(root, 'build/edge');

const names = readdirSync(runtimes)
  .map((file) => basename(file, '.ts'))
  .filter((name) => name !== 'settings');

await build({
  entryPoints: names.map((name) => join(runtimes, `${name}.ts`)),
  outdir: out,
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

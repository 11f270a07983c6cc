/**
 * Bundles the explorer, src/explorer/, into build/explorer/: scripts, with views that are loaded when they are first shown, and a
 * style sheet, named after their content, each with its compressed copies. Part of `npm run build`; every site that is built has
 * them. Prints the sizes; a test holds the limits.
 */

import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { compressedCopies } from '../src/fs/compress.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const out = join(root, 'build/explorer');

rmSync(out, { recursive: true, force: true });
await build({
  entryPoints: Object.fromEntries(
    Object.entries({ explorer: 'main.tsx', style: 'style.css', icon: 'icon.svg' }).map(([name, file]) => [
      name,
      join(root, 'src/explorer', file),
    ]),
  ),
  loader: { '.svg': 'copy' },
  outdir: out,
  entryNames: '[name]-[hash]',
  chunkNames: '[name]-[hash]',
  tsconfig: join(root, 'src/explorer/tsconfig.json'),
  bundle: true,
  splitting: true,
  minify: true,
  format: 'esm',
  platform: 'browser',
  target: 'es2022',
  charset: 'utf8',
  legalComments: 'none',
});

for (const name of readdirSync(out).sort()) {
  const bytes = readFileSync(join(out, name));
  for (const [path, copy] of compressedCopies(name, bytes)) writeFileSync(join(out, path), copy);
  console.log(`build/explorer/${name}: ${bytes.length} bytes, gzipped ${gzipSync(bytes, { level: 9 }).length}`);
}

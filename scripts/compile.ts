/**
 * Compiles each module in src/ into a module of the same name in build/, except the modules that are bundled. The compiled modules are the
 * library, and tests run some of them. Does not check types. Part of `npm run build`.
 */

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));
const src = join(root, 'src');

/** Leaves all imports in place, but changes them to the compiled modules' names. */
const separateModules: Plugin = {
  name: 'separate modules',
  setup({ onResolve }) {
    onResolve({ filter: /./ }, ({ kind, path }) =>
      kind === 'entry-point'
        ? null
        : { external: true, path: path.startsWith('.') ? path.replace(/\.ts$/, '.js') : path },
    );
  },
};

/** True for modules that the other scripts bundle. */
const isBundled = (path: string): boolean => /^(cli|hosts\/runtime|explorer)\//.test(path);

const modules = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => path.endsWith('.ts') && !isBundled(path));

await build({
  entryPoints: modules.map((path) => join(src, path)),
  outbase: src,
  outdir: join(root, 'build'),
  plugins: [separateModules],
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.12',
  charset: 'utf8',
});

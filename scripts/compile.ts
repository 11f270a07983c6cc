/**
 * Compiles each module in src/ into a module of the same name in build/, except the modules that are bundled. The compiled modules are the
 * library, and tests run some of them. Does not check types. Part of `npm run build`.
 */

import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { FOR_NODE, ROOT } from './bundling.ts';

const src = join(ROOT, 'src');

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

/** True for modules that the other scripts bundle, and for their bundles. */
const isBundled = (path: string): boolean => /^(cli|hosts\/runtime|explorer|edge)\//.test(path);

/** The modules in a folder that are not bundled, without their extension. */
const modulesIn = (folder: string, extension: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith(extension) && !isBundled(path))
    .map((path) => path.slice(0, -extension.length));

/** Writes the modules to a folder. */
export async function compileModules(out: string): Promise<void> {
  const modules = modulesIn(src, '.ts');
  mkdirSync(out, { recursive: true });
  // Tests must not import a module whose source is gone.
  for (const name of modulesIn(out, '.js')) if (!modules.includes(name)) rmSync(join(out, `${name}.js`));
  await build({
    entryPoints: modules.map((name) => join(src, `${name}.ts`)),
    ...FOR_NODE,
    outbase: src,
    outdir: out,
    plugins: [separateModules],
  });
}

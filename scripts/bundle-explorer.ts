/**
 * Bundles the explorer, src/explorer/, into build/explorer/: scripts and a style sheet, named after their content, each with compressed
 * copies. Views are loaded when they are first shown. Part of `npm run build`; every built site contains these files. sizes.ts contains
 * the limits of their sizes.
 */

import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { compressedCopies } from '../src/fs/compress.ts';
import { FOR_WEB, ROOT } from './bundling.ts';

const SHELL = join(ROOT, 'src/explorer/shell/shell.tsx');

/**
 * Lets each module that is loaded on demand import the shell, which is already loaded. Otherwise, esbuild creates a file for every set of
 * views that share code: 30 small files, together a sixth larger than a single file.
 */
const SHARE_SHELL: Plugin = {
  name: 'share-shell',
  setup({ onResolve, onLoad, resolve }) {
    const onDemand = new Set<string>();
    onResolve({ filter: /^\./ }, async ({ kind, path, resolveDir, importer }) => {
      if (kind !== 'dynamic-import') return undefined;
      const found = await resolve(path, { kind: 'import-statement', resolveDir, importer });
      onDemand.add(found.path);
      return found;
    });
    onLoad({ filter: /\.tsx?$/ }, ({ path }) => {
      if (!onDemand.has(path)) return undefined;
      const loader = path.endsWith('x') ? 'tsx' : 'ts';
      return { contents: `${readFileSync(path, 'utf8')}\nimport ${JSON.stringify(SHELL)};\n`, loader };
    });
  },
};

/** Writes the files to a folder. */
export async function bundleExplorer(out: string): Promise<void> {
  rmSync(out, { recursive: true, force: true });
  await build({
    ...FOR_WEB,
    entryPoints: Object.fromEntries(
      Object.entries({ explorer: 'main.tsx', style: 'style.css', icon: 'icon.svg' }).map(([name, file]) => [
        name,
        join(ROOT, 'src/explorer', file),
      ]),
    ),
    loader: { '.svg': 'copy' },
    outdir: out,
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    tsconfig: join(ROOT, 'src/explorer/tsconfig.json'),
    splitting: true,
    platform: 'browser',
    plugins: [SHARE_SHELL],
  });

  for (const name of readdirSync(out).sort()) {
    const bytes = readFileSync(join(out, name));
    for (const [path, copy] of compressedCopies(name, bytes)) writeFileSync(join(out, path), copy);
  }
}

/** Starts request handlers on their platforms, with the files that `stillwave host` writes: workerd, Deno, and Deno in place of Netlify. */

import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Miniflare } from 'miniflare';
import { freePort, type Program, startProgram } from '../programs.ts';
import { DENO } from './deno-program.ts';

interface WranglerConfig {
  readonly main: string;
  readonly compatibility_date: string;
  readonly assets: { readonly directory: string; readonly binding: string; readonly run_worker_first: string[] };
}

/** Starts workerd with the configuration in a folder, like wrangler. */
export function startWorker(folder: string): Miniflare {
  const text = readFileSync(join(folder, 'wrangler.jsonc'), 'utf8').replace(/^\/\/.*$/gm, '');
  const { main, compatibility_date, assets } = JSON.parse(text) as WranglerConfig;
  return new Miniflare({
    modulesRoot: folder,
    modules: [{ type: 'ESModule', path: join(folder, main) }],
    compatibilityDate: compatibility_date,
    assets: {
      directory: resolve(folder, assets.directory),
      binding: assets.binding,
      routerConfig: { has_user_worker: true, static_routing: { user_worker: assets.run_worker_first } },
    },
  });
}

/** Runs `main.js` in a folder, with read access to the site's folder. */
export async function startDeno(folder: string, root: string): Promise<Program> {
  const origin = `http://127.0.0.1:${await freePort()}`;
  const args = ['run', '--no-config', '--allow-net', `--allow-read=${root}`, join(folder, 'main.js')];
  return startProgram(DENO as string, args, origin, { DENO_SERVE_ADDRESS: origin.replace('http://', 'tcp:') });
}

const STAND_IN = fileURLToPath(new URL('netlify-stand-in.js', import.meta.url));

/** Runs the edge function in a folder next to the files of the site. */
export async function startNetlify(folder: string, root: string): Promise<Program> {
  const port = await freePort();
  const allowed = ['--no-config', '--allow-net', '--allow-read', '--allow-import'];
  const args = ['run', ...allowed, STAND_IN, String(port), root, folder];
  return startProgram(DENO as string, args, `http://127.0.0.1:${port}`);
}

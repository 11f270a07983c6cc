/** Shared by the scripts that bundle parts of src/ into build/. */

import { fileURLToPath } from 'node:url';
import type { BuildOptions } from 'esbuild';

/** The folder of the project. */
export const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** For modules that Node runs. */
export const FOR_NODE = {
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.12',
  charset: 'utf8',
} satisfies BuildOptions;

/** For small scripts that browsers and edge functions load. */
export const FOR_WEB = {
  bundle: true,
  minify: true,
  format: 'esm',
  target: 'es2022',
  charset: 'utf8',
  legalComments: 'none',
} satisfies BuildOptions;

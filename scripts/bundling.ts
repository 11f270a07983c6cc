/** Shared by the scripts that bundle parts of src/ into build/. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
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

/** Prints a file's size as it is and compressed. The path is relative to the project. */
export function printSize(path: string): void {
  const bytes = readFileSync(join(ROOT, path));
  console.log(`${path}: ${bytes.length} bytes, gzipped ${gzipSync(bytes, { level: 9 }).length}`);
}

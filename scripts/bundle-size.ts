/** Sizes of the bundled explorer, gzipped: the scripts loaded before the first rows of the events view appear, and all scripts. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { importsOf } from '../src/site/documents/explorer-files.ts';

/** `firstBytes`: the scripts before the first rows; `allBytes`: all scripts. In bytes after gzip. */
export function bundleSize(folder: string): { readonly firstBytes: number; readonly allBytes: number } {
  const all = readdirSync(folder).filter((name) => name.endsWith('.js'));
  const sum = (names: readonly string[]): number =>
    names.reduce((bytes, name) => bytes + gzipSync(readFileSync(join(folder, name)), { level: 9 }).length, 0);
  const entries = all.filter((name) => /^(?:explorer|events)-/.test(name));
  if (entries.length < 2) throw new Error(`${folder} lacks the scripts of the explorer or of its first view`);
  const first = new Set(entries.flatMap((name) => [name, ...importsOf(name, folder)]));
  return { firstBytes: sum([...first]), allBytes: sum(all) };
}

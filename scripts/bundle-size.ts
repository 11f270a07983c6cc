/** Sizes of the bundled explorer, gzipped: the scripts loaded before the first rows of the events view appear, and all scripts. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { importsOf } from '../src/site/documents/explorer-files.ts';

export interface BundleSize {
  /** Names of the scripts before the first rows; `all` has the names of all scripts. */
  readonly first: readonly string[];
  readonly all: readonly string[];
  /** Bytes of these scripts after gzip. */
  readonly firstBytes: number;
  readonly allBytes: number;
}

export function bundleSize(folder: string): BundleSize {
  const all = readdirSync(folder).filter((name) => name.endsWith('.js'));
  const named = (form: RegExp): string => all.find((name) => form.test(name)) ?? '';
  const sum = (names: Iterable<string>): number =>
    [...names].reduce((bytes, name) => bytes + gzipSync(readFileSync(join(folder, name)), { level: 9 }).length, 0);
  const entries = [named(/^explorer-/), named(/^events-/)];
  const first = [...new Set(entries.flatMap((name) => [name, ...importsOf(name, folder)]))];
  return { first, all, firstBytes: sum(first), allBytes: sum(all) };
}

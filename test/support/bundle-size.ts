/** Sizes of the bundled explorer, gzipped: what is loaded before the first rows of the events view are there, and all scripts. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

/** A script and all that it imports before it runs. */
function withImports(folder: string, name: string, seen = new Set<string>()): Set<string> {
  if (seen.has(name)) return seen;
  seen.add(name);
  for (const [, imported = ''] of readFileSync(join(folder, name), 'utf8').matchAll(/(?:from|import)"\.\/([^"]+)"/g)) {
    withImports(folder, imported, seen);
  }
  return seen;
}

export interface BundleSize {
  /** Scripts before the first rows, and in all. */
  readonly first: readonly string[];
  readonly all: readonly string[];
  /** Bytes of them. */
  readonly firstBytes: number;
  readonly allBytes: number;
}

export function bundleSize(folder: string): BundleSize {
  const all = readdirSync(folder).filter((name) => name.endsWith('.js'));
  const named = (form: RegExp): string => all.find((name) => form.test(name)) ?? '';
  const sum = (names: Iterable<string>): number =>
    [...names].reduce((bytes, name) => bytes + gzipSync(readFileSync(join(folder, name)), { level: 9 }).length, 0);
  const first = withImports(folder, named(/^events-/), withImports(folder, named(/^explorer-/)));
  return { first: [...first], all, firstBytes: sum(first), allBytes: sum(all) };
}

/** How much the explorer loads: before the first rows are there, and in all. DESIGN.md, section 8. */

import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, inject, test } from 'vitest';

const FIRST_BYTES = 60_000;
const ALL_BYTES = 180_000;

const folder = join(dirname(inject('cli')), 'explorer');
const names = readdirSync(folder);
const scripts = names.filter((name) => name.endsWith('.js'));

const gzipped = (name: string): number => gzipSync(readFileSync(join(folder, name)), { level: 9 }).length;
const sum = (files: Iterable<string>): number => [...files].reduce((all, name) => all + gzipped(name), 0);

/** A script and all that it imports before it runs. */
function withImports(name: string, seen = new Set<string>()): Set<string> {
  if (seen.has(name)) return seen;
  seen.add(name);
  for (const [, imported = ''] of readFileSync(join(folder, name), 'utf8').matchAll(/(?:from|import)"\.\/([^"]+)"/g)) {
    withImports(imported, seen);
  }
  return seen;
}

const named = (form: RegExp): string => scripts.find((name) => form.test(name)) ?? '';

test('before the first rows', () => {
  const loaded = withImports(named(/^events-/), withImports(named(/^explorer-/)));
  expect(loaded.size).toBeGreaterThan(2);
  expect(sum(loaded)).toBeLessThan(FIRST_BYTES);
});

test('in all', () => {
  expect(scripts.length).toBeGreaterThan(6);
  expect(sum(scripts)).toBeLessThan(ALL_BYTES);
});

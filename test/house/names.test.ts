/** Code that treats all collections alike does not spell their names, so a new collection needs no change there. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createCollections } from '../../src/core/collections/registry.ts';

const SRC = join(import.meta.dirname, '../../src');

const FOLDERS = [
  ...['core/listing', 'hosts/rules', 'hosts/runtime', 'report', 'fs', 'responses'],
  ...['config', 'dev', 'diff', 'inputs', 'install', 'stage'].map((name) => `site/${name}`),
];

/** Names that are also ordinary words are not searched for. */
const WORDS = ['runs', 'events', 'segments'];
const NAMES = createCollections()
  .map(({ name }) => name)
  .filter((name) => !WORDS.includes(name));
const SPELT = new RegExp(`['"\`/](?:${NAMES.join('|')})(?=['"\`/?.])`);

const withoutCommentsAndImports = (text: string): string =>
  text
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/^\s*\/\/.*$/gm, '')
    .replace(/from '[^']*'/g, '');

it.each(FOLDERS)('no file of %s spells the name of a collection', (folder) => {
  expect(NAMES).toContain('strain-files');
  const files = readdirSync(join(SRC, folder), { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('.ts'),
  );
  expect(files).not.toEqual([]);
  const texts = files.map((path) => [path, withoutCommentsAndImports(readFileSync(join(SRC, folder, path), 'utf8'))]);
  expect(texts.filter(([, text = '']) => SPELT.test(text)).map(([path]) => path)).toEqual([]);
});

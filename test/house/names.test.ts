/** Rooms that treat all collections alike spell the name of none, so that a new collection needs no change there. */

import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { expect, it } from 'vitest';
import { createCollections } from '../../src/core/collections/registry.ts';

const SRC = join(import.meta.dirname, '../../src');

/** Folders that are about certain collections: their definitions, renderers, downloads, data files, imports and views. */
const OWN = ['core/collections/', 'site/render/', 'site/downloads/', 'catalogue/', 'intake/', 'explorer/'];

/** Files elsewhere that may name some, with the reason. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'core/contract/downloads.ts': 'the downloads',
  'core/contract/wire-bodies.ts': 'generated from the response schemas',
  'check/catalogue-sample.ts': 'asks three listings for the finite sets of names',
  'check/method-cases.ts': 'examples',
  'check/path-cases.ts': 'examples of paths that do not exist',
  'cli/site-commands.ts': 'examples in help',
  'hosts/emitters/edge-script.ts': 'cases of `check` that are skipped',
  'hosts/emitters/service-worker.ts': 'cases of `check` that are skipped',
  'site/documents/dataset.ts': 'describes the catalogue to search engines',
};

/** Names that are ordinary words too are not looked for. */
const WORDS = ['runs', 'events', 'segments'];

const named = createCollections()
  .map(({ name }) => name)
  .filter((name) => !WORDS.includes(name));
const SPELT = new RegExp(`['"\`/](?:${named.join('|')})(?=['"\`/?.])`);

const withoutCommentsAndImports = (text: string): string =>
  text
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/^\s*\/\/.*$/gm, '')
    .replace(/from '[^']*'/g, '');

it('only files about a collection, and a few others with a reason, spell its name', () => {
  expect(named).toContain('strain-files');
  const paths = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => path.split(sep).join('/'));
  const spelling = paths
    .filter((path) => !OWN.some((folder) => path.startsWith(folder)))
    .filter((path) => SPELT.test(withoutCommentsAndImports(readFileSync(join(SRC, path), 'utf8'))));
  expect(spelling.sort()).toEqual(Object.keys(EXCEPTIONS).sort());
});

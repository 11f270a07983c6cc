/** Code that treats all collections alike does not spell their names, so a new collection needs no change there. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createCollections } from '../../src/core/collections/registry.ts';

const SRC = join(import.meta.dirname, '../../src');

/** The folders and files that may spell a collection's name, and why. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'core/collections/': 'defines the collections',
  'catalogue/': 'reads the data files of each',
  'intake/': 'imports records of each',
  'site/render/': 'has a renderer for each',
  'explorer/': 'has a view for each',

  'core/contract/downloads.ts': 'names the downloads',
  'site/downloads/': 'writes the downloads',
  'core/legacy/legacy.ts': 'the older paths, as patterns',
  'core/legacy/legacy-bodies.ts': 'the bodies of the older paths',
  'site/tasks/legacy-files.ts': 'names for the older paths',
  'core/inspect/find-mistakes.ts': 'corrects ids that end with a version',
  'site/documents/dataset.ts': 'describes the catalogue to search engines',

  'check/legacy-requests.ts': 'names and times for the older paths',
  'check/path-requests.ts': 'paths that do not exist',
  'cli/commands/explain.ts': 'examples in the help',
};

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

it('no file but these exceptions spells the name of a collection', () => {
  expect(NAMES).toContain('strain-files');
  const paths = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter((path) => /\.tsx?$/.test(path));
  const spelling = paths.filter((path) => SPELT.test(withoutCommentsAndImports(readFileSync(join(SRC, path), 'utf8'))));
  const exceptions = Object.keys(EXCEPTIONS);
  expect(spelling.filter((path) => !exceptions.some((exception) => path.startsWith(exception)))).toEqual([]);
  expect(exceptions.filter((exception) => !spelling.some((path) => path.startsWith(exception)))).toEqual([]);
});

/** Rooms that treat all collections alike spell the name of none, nor of a member, so that a new collection needs no change there. */

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
  'check/catalogue-sample.ts': 'asks three listings for the finite sets of names',
  'check/method-cases.ts': 'examples',
  'check/older-cases.ts': 'compares the older interfaces with listings',
  'check/path-cases.ts': 'examples of paths that do not exist',
  'core/contract/older-paths.ts': 'paths of the older interfaces',
  'core/handler/answer-older.ts': 'what the older interfaces show',
  'core/handler/resolve-older.ts': 'what the older interfaces show',
  'site/pages/older-files.ts': 'what the older interfaces show',
  'site/pages/plan-work.ts': 'what the older interfaces show',
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

/** The text of every file that is about no collection, by path below src. */
const others = new Map(
  readdirSync(SRC, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => path.split(sep).join('/'))
    .filter((path) => !OWN.some((folder) => path.startsWith(folder)))
    .map((path) => [path, withoutCommentsAndImports(readFileSync(join(SRC, path), 'utf8'))]),
);
const spelling = (names: RegExp) => [...others].filter(([, text]) => names.test(text)).map(([path]) => path);

it('only files about a collection, and a few others with a reason, spell its name', () => {
  expect(named).toContain('strain-files');
  expect(spelling(SPELT).sort()).toEqual(Object.keys(EXCEPTIONS).sort());
});

/** Files that may name members of records, with the reason. */
const MEMBER_EXCEPTIONS: Readonly<Record<string, string>> = {
  'check/expect-page.ts': 'the order of strain files',
  'check/link-cases.ts': 'links that lead out of the site',
  'check/record-cases.ts': 'short names are ids',
  'check/older-cases.ts': 'short names are keys',
  'core/handler/answer-older.ts': 'what the older interfaces show',
  'cli/options.ts': 'the help of --file-links',
  'core/contract/archive-paths.ts': 'a part of the paths of the archive',
  'core/contract/wire.ts': 'the statistics, which a strain file has all or none of',
  'core/listing/csv.ts': 'columns of parameters',
  'site/diff/diff-records.ts': 'parameters are compared one by one',
  'site/diff/diff-strain.ts': 'strain files are compared in blocks',
  'site/diff/sections.ts': 'shows the value of a parameter with its errors',
};

/** Of all listings and records. */
const COMMON = ['detail_url'];

/** Names of the members in a schema, at any depth. */
function membersOf(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { properties } = schema as { properties?: object };
  return [...Object.keys(properties ?? {}), ...Object.values(schema).flatMap(membersOf)];
}

it('only these files, and a few others with a reason, spell the name of a member that is no ordinary word', () => {
  const folder = join(import.meta.dirname, '../../schemas/responses');
  const schemas = readdirSync(folder).map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')));
  // A page has members of its own, and its entries.
  const entries = schemas.map(({ properties: { results, ...others } = {} as Record<string, unknown> }) =>
    results === undefined ? { properties: others } : results,
  );
  const members = [...new Set([...entries, ...schemas.map(({ $defs }) => $defs)].flatMap(membersOf))].filter(
    (name) => /_|[a-z][A-Z]/.test(name) && !COMMON.includes(name),
  );
  expect(members).toContain('gps_start');
  expect(members).not.toContain('num_pages');
  const spelt = spelling(new RegExp(`(?<!\\w)(?:${members.join('|')})(?!\\w)`));
  expect(spelt.sort()).toEqual(Object.keys(MEMBER_EXCEPTIONS).sort());
});

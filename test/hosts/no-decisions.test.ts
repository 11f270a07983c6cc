/**
 * Hosts decide nothing: none of their files contains a status code or the name of a query parameter. Programs with rewrite rules choose a
 * fixed body by its status, which their configuration must name.
 */

import { readdirSync, readFileSync } from 'node:fs';
import { STATUS_CODES } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { createCollections } from '../../src/core/collections/registry.ts';
import { allParameters } from '../../src/core/contract/query.ts';

const HOSTS = fileURLToPath(new URL('../../src/hosts', import.meta.url));
const files = readdirSync(HOSTS, { withFileTypes: true, recursive: true })
  .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
  .map((entry) => join(entry.parentPath, entry.name).slice(HOSTS.length + 1))
  .sort();

const collections = createCollections({
  detectors: [],
  catalogs: [],
  parameters: [{ name: 'far', unit: '', description: '' }],
});
const listings = collections.flatMap((collection) => collection.listings);
const names = [...new Set(listings.flatMap((listing) => allParameters(listing).map((known) => known.name)))];

const RULE_EMITTERS = ['nginx', 'caddy', 'apache'].map((name) => `emitters/${name}.ts`);

/** Comments may contain the names that they explain. */
const withoutComments = (text: string): string => text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '');

test('covers adapters, emitters and rules, and the parameters of every listing', () => {
  expect(files).toEqual(expect.arrayContaining(['fetch.ts', 'node.ts', 'emitters/nginx.ts', 'rules/request.ts']));
  expect(files.filter((file) => file.startsWith('runtime/')).length).toBeGreaterThan(3);
  expect(names).toEqual(expect.arrayContaining(['detector', 'format', 'min-far', 'page', 'pagesize', 'start']));
});

const textOf = (file: string): string => withoutComments(readFileSync(join(HOSTS, file), 'utf8'));

describe.each(files.filter((file) => !RULE_EMITTERS.includes(file)))('%s', (file) => {
  const text = textOf(file);

  test('contains no status code', () => {
    // Variables for intervals are named after their unit; "100" occurs in limits of hosts and is never a response.
    const numbers = text.replace(/\w+_MS = \d+/g, '').match(/(?<![\w.-])[2-5]\d\d(?![\w.-])/g) ?? [];
    expect(numbers.filter((number) => number in STATUS_CODES)).toEqual([]);
  });
});

describe.each(files)('%s', (file) => {
  const text = textOf(file);

  test('contains no name of a query parameter', () => {
    const spelled = names.filter((name) => new RegExp(`(['"\`?&])${name}(=|\\1)`).test(text));
    expect(spelled).toEqual([]);
  });
});

/**
 * Random queries of listings as CSV, parsed by csv-parse, which is independent of this project: the rows equal the
 * oracle's entries, cell by cell. Every listing occurs.
 */

import { parse } from 'csv-parse/sync';
import { expect, inject, it } from 'vitest';
import { allListings } from '../../src/core/contract/collection.ts';
import { isPathOf } from '../../src/core/contract/route.ts';
import type { Release } from '../../src/core/release/release.ts';
import { DEFAULT_CONFIG } from '../../src/site/config/config.ts';
import { createOracle } from '../oracle/oracle.ts';
import { randomRequest, sampleCatalogue } from '../oracle/queries.ts';
import { sharedOracleData } from '../oracle/shared-records.ts';
import { openSiteAt } from '../support/built-site.ts';
import { propertyRuns } from '../support/property-runs.ts';

const QUERIES = propertyRuns(250);

type Entry = Readonly<Record<string, unknown>>;
interface ParameterObject extends Entry {
  readonly name: string;
  readonly is_upper_limit: boolean;
  readonly is_lower_limit: boolean;
}

const isParameters = (name: string): boolean => name === 'default_parameters' || name === 'parameters';

/** The expected text of a cell, by the rules of docs/contract.md. */
function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (!Array.isArray(value)) return String(value);
  return value.every((one) => typeof one !== 'object') ? value.join('|') : JSON.stringify(value);
}

/** A body whose floats are strings, because JSON.parse loses the form of a number such as 440.0. */
const withFloatTexts = (body: string): string =>
  body.replace(/"(gps|best|upper_error|lower_error)":(-?\d[^,}\]]*)/g, '"$1":"$2"');

/** The cells of an entry by column, without empty ones. */
function cellsOf(entry: unknown): Map<string, string> {
  const cells = new Map<string, string>();
  const put = (name: string, value: unknown) => textOf(value) !== '' && cells.set(name, textOf(value));
  if (typeof entry !== 'object') put('name', entry);
  for (const [name, value] of Object.entries(typeof entry === 'object' ? (entry as Entry) : {})) {
    if (!isParameters(name)) put(name, value);
    for (const one of isParameters(name) ? (value as ParameterObject[]) : []) {
      put(one.name, one.best);
      put(`${one.name}_lower`, one.lower_error);
      put(`${one.name}_upper`, one.upper_error);
      put(`${one.name}_limit`, one.is_upper_limit ? 'upper' : one.is_lower_limit ? 'lower' : null);
    }
  }
  return cells;
}

it(`${QUERIES} random queries`, async () => {
  const { root, data: dataDir } = inject('shipped');
  const config = { ...DEFAULT_CONFIG, archiveUrl: 'https://gwosc.org' };
  const built = openSiteAt(root);
  try {
    const data = sharedOracleData(dataDir);
    const oracle = createOracle(data, config);
    const sample = sampleCatalogue(data, '');
    await built.site.reload();
    const listings = allListings((built.site.release as Release).collections);
    const seen = new Set<string>();
    const wrong: string[] = [];
    let asked = 0;
    for (let seed = 1; asked < QUERIES && wrong.length < 5; seed++) {
      const { url } = randomRequest(sample, seed);
      const [path = '', query = ''] = url.split('?');
      if (!path.includes('/api/') || new URLSearchParams(query).has('format') || url.includes('#')) continue;
      const request = { method: 'GET', url, headers: {} };
      const expected = oracle(request);
      const results =
        expected.status === 200 &&
        (JSON.parse(withFloatTexts(String(expected.body))) as { results?: unknown[] }).results;
      if (!Array.isArray(results)) continue;
      asked++;
      const [, , , ...segments] = path.replace(/\/$/, '').split('/').map(decodeURIComponent);
      seen.add(listings.find((one) => isPathOf(one, segments))?.path ?? url);
      // If no page is requested, CSV has all entries.
      const given = new URLSearchParams(query);
      const page = given.has('page') || given.has('pagesize') ? '' : '&page=1';
      const csv = `${path}?${query}${query === '' ? '' : '&'}format=csv${page}`;
      const answer = await built.answer({ ...request, url: csv });
      const rows = parse(answer.body, { columns: true, record_delimiter: '\r\n' }) as unknown as Record<
        string,
        string
      >[];
      const found = rows.map((row) => Object.entries(row).filter(([, cell]) => cell !== ''));
      const isSame =
        answer.status === 200 &&
        rows.length === results.length &&
        results.every((entry, n) => {
          const cells = cellsOf(entry);
          const row = found[n] ?? [];
          return (
            row.length === cells.size &&
            row.every(([name, cell]) => {
              const text = cells.get(name);
              return cell === text;
            })
          );
        });
      if (!isSame) wrong.push(`${answer.status} ${url}`);
    }
    expect(wrong).toEqual([]);
    expect([...seen].sort()).toEqual(listings.map((one) => one.path).sort());
  } finally {
    built.remove();
  }
});

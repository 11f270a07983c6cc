/** A part of the proof in `enumerated.ts` for a whole site: every walk once without the oracle, and samples with it. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { createCollections } from '../../src/core/collections/registry.ts';
import { recordLineSet } from '../../src/core/contract/line-sets.ts';
import { openProof, type Proof } from './enumerated-proof.ts';

const { root, data } = inject('partial');
const collections = createCollections();
let proof: Proof;

beforeAll(async () => {
  proof = await openProof(root, data);
});

describe('enumerated queries', () => {
  it('each page file equals the response; next leads to every entry once; every link works', async () => {
    const before = proof.counts.pages;
    for (const walk of proof.walks) await proof.checkWalk(walk, false);
    expect(proof.differences).toEqual([]);
    const pages = [...proof.files].filter((path) => /^api\/v2\/.+\/_[^/]*\//.test(path));
    expect(proof.counts.pages - before).toBe(pages.length);
    expect(pages.length).toBeGreaterThan(5000);
  });

  it('exist for every listing, below every parent', async () => {
    const paths = new Set(proof.walks.map(({ listing }) => listing.path));
    expect([...paths]).toEqual(collections.flatMap(({ listings }) => listings.map(({ path }) => path)));
    const below = new Set(proof.walks.map(({ listing, parentIds }) => `${listing.path} ${parentIds}`));
    const parentsOf = (path: string) => [...below].filter((one) => one.startsWith(`${path} `)).length;
    const countOf = async (name: string) => (await proof.release.open(name)).index.count;
    const versions = await countOf('event-versions');
    const { series } = proof.release.data.index['strain-files'] as { series: readonly { run: string }[] };
    const flags = (await proof.release.open('timelines')).index;
    const lists = Array.from({ length: flags.count }, (_, n) => flags.rowAt(n).names('runs').length);
    // If the data do not list the files or the flag's segments, there are no pages to walk.
    expect(parentsOf('runs/{}/strain-files')).toBe(new Set(series.map(({ run }) => run)).size);
    expect(parentsOf('runs/{}/timelines/{}/segments')).toBe(lists.reduce((sum, one) => sum + one, 0));
    expect(parentsOf('event-versions/{}/parameters')).toBe(versions);
  });

  it('have the responses of the oracle: one in seven, and the first of each listing', async () => {
    const seen = new Set<string>();
    const sample = proof.walks.filter(({ listing: { path }, pageSize }, n) => {
      const isFirst = !seen.has(path);
      seen.add(path);
      const isLarge = path.endsWith('strain-files') && !path.startsWith('event');
      return isFirst || (isLarge ? pageSize === 500 && n % 5 === 0 : n % 7 === 0);
    });
    for (const walk of sample) await proof.checkWalk(walk);
    expect(proof.differences).toEqual([]);
  });
});

describe('records', () => {
  const names = collections.map((one) => [one.name, recordLineSet(one) !== null] as const);

  it.each(names)('%s: a detail file under each id, and no other', (name, hasRecords) => {
    const ids = proof.records.filter(({ collection }) => collection === name).map(({ id }) => id);
    const isRecord = new RegExp(`^api/v2/${name}/[^/]+$`);
    const paths = [...proof.files].filter((path) => isRecord.test(path));
    expect(paths.length > 0).toBe(hasRecords);
    expect(new Set(paths)).toEqual(new Set(ids.map((id) => `api/v2/${name}/${id}.json`)));
    for (const path of paths.slice(0, 10)) expect(readFileSync(join(root, path), 'utf8')).toMatch(/^\{.*\}$/);
  });

  it('equal the responses of the handler and the oracle: all records, but only one in thirty for strain files', async () => {
    const before = proof.counts.records;
    const sample = proof.records.filter(({ collection }, n) => collection !== 'strain-files' || n % 30 === 0);
    for (const record of sample) await proof.checkRecord(record);
    expect(proof.differences).toEqual([]);
    expect(proof.counts.records - before).toBe(sample.length);
  });
});

it('listings below ids that links do not use have the same responses as below the ids that links use', async () => {
  for (const [n, path] of proof.otherPaths.entries()) await proof.checkOtherPath(path, n % 10 === 0);
  expect(proof.differences).toEqual([]);
  expect(proof.counts.otherPaths).toBeGreaterThan(1000);
});

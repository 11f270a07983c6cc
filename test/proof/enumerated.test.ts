/** A part of what `enumerated.ts` proves of a whole site: every walk once without the oracle, samples with it. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { LISTING_NAMES } from '../../src/contract/wire.ts';
import { openProof, type Proof } from './enumerated-proof.ts';

const { root, data } = inject('partial');
let proof: Proof;

beforeAll(async () => {
  proof = await openProof(root, data);
});

describe('enumerated queries', () => {
  it('each page file is the answer; next leads to every entry once; every link leads somewhere', async () => {
    const before = proof.counts.pages;
    for (const walk of proof.walks) await proof.checkWalk(walk, false);
    expect(proof.differences).toEqual([]);
    const pages = [...proof.files].filter((path) => /^api\/v2\/[a-z-]+\/_\//.test(path));
    expect(proof.counts.pages - before).toBe(pages.length);
    expect(pages.length).toBeGreaterThan(500);
  });

  it('are what the oracle answers: every query of the event versions, and one in five of the strain files', async () => {
    const sample = proof.walks.filter(({ listing, pageSize }, n) => {
      return listing !== 'strain-files' || (pageSize === 500 && n % 5 === 0);
    });
    for (const walk of sample) await proof.checkWalk(walk);
    expect(proof.differences).toEqual([]);
  });
});

describe('records', () => {
  it.each(LISTING_NAMES)('%s: a detail file for each, and no other', (listing) => {
    const ids = proof.release.index.recordIds(listing);
    const isRecord = new RegExp(`^api/v2/${listing}/[^/]+$`);
    const paths = [...proof.files].filter((path) => isRecord.test(path));
    expect(new Set(paths)).toEqual(new Set(ids.map((id) => `api/v2/${listing}/${id}.json`)));
    for (const path of paths.slice(0, 10)) expect(readFileSync(join(root, path), 'utf8')).toMatch(/^\{.*\}$/);
  });

  it('are what the handler and the oracle answer: every event version, one in thirty of the strain files', async () => {
    const before = proof.counts.records;
    for (const id of proof.release.index.recordIds('event-versions')) await proof.checkRecord('event-versions', id);
    const files = proof.release.index.recordIds('strain-files').filter((_, n) => n % 30 === 0);
    for (const id of files) await proof.checkRecord('strain-files', id);
    expect(proof.differences).toEqual([]);
    expect(proof.counts.records - before).toBe(535 + files.length);
  });
});

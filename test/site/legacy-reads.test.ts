/** Files of the older interfaces are written again if a collection changes that they are made from. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { lineSetsOf } from '../../src/core/contract/line-sets.ts';
import { createReader } from '../../src/core/handler/pack-cache.ts';
import { openRelease, type Release } from '../../src/core/handler/release.ts';
import { sha256 } from '../../src/fs/hash.ts';
import { writeLegacy } from '../../src/site/pages/legacy-files.ts';
import { LEGACY_READS } from '../../src/site/pages/plan-work.ts';
import { openBuiltSite } from '../support/built-site.ts';
import { fullCatalogue } from '../support/data-folders.ts';

const baseUrl = 'https://x.test';
const built = await openBuiltSite(join(fullCatalogue(), 'data'), { baseUrl });
afterAll(() => built.remove());

it('LEGACY_READS names the collections whose indexes and lines the files are made from', async () => {
  const { data } = (await built.site.open()) as Release;
  const readFile = async (path: string) => readFileSync(join(built.root, path));
  const release = openRelease(data, { reader: createReader({ readFile, sha256 }, { baseUrl, recordEnding: '' }) });
  // A build has all indexes in memory.
  for (const { name } of release.collections) await release.index(name);

  const indexes = new Set<string>();
  const packs = new Set<string>();
  const noted =
    <T>(look: (name: string) => T) =>
    (name: string) => {
      indexes.add(name);
      return look(name);
    };
  const lines: Release['lines'] = {
    packs: release.lines.packs,
    readPack: (name, numbers) => {
      packs.add(name);
      return release.lines.readPack(name, numbers);
    },
  };
  await writeLegacy({ ...release, index: noted(release.index), loaded: noted(release.loaded), lines }, () => {});

  const linesRead = release.collections
    .filter((one) => lineSetsOf(one).some((set) => release.lines.packs[set]?.names.some((name) => packs.has(name))))
    .map(({ name }) => name);
  expect([...indexes].sort()).toEqual([...LEGACY_READS].sort());
  expect(linesRead.filter((name) => !LEGACY_READS.includes(name))).toEqual([]);
  expect(linesRead).not.toEqual([]);
});

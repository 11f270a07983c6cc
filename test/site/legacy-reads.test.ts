/** Files of the older interfaces are written again if a collection changes that they are made from. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { lineSetsOf } from '../../src/core/contract/line-sets.ts';
import { createPackCache, createPartReader } from '../../src/core/handler/pack-cache.ts';
import type { ReadPart, Release } from '../../src/core/handler/release.ts';
import { sha256 } from '../../src/fs/hash.ts';
import { writeLegacy } from '../../src/site/pages/legacy-files.ts';
import { LEGACY_READS } from '../../src/site/pages/plan-work.ts';
import { openBuiltSite } from '../support/built-site.ts';
import { fullCatalogue } from '../support/data-folders.ts';

const baseUrl = 'https://x.test';
const built = await openBuiltSite(join(fullCatalogue(), 'data'), { baseUrl });
afterAll(() => built.remove());

it('LEGACY_READS names the collections whose indexes and lines the files are made from', async () => {
  const release = (await built.site.open()) as Release;
  const readFile = async (path: string) => readFileSync(join(built.root, path));
  const readPart = createPartReader({ readFile, sha256 });
  // A build has all indexes in memory.
  for (const { name } of release.collections) await release.indexOf(name, readPart);
  const readPack = createPackCache({ readFile, sha256 }, { baseUrl, recordEnding: '' });

  const indexes = new Set<string>();
  const packs = new Set<string>();
  const indexOf = ((name: string, read: ReadPart) => {
    indexes.add(name);
    return release.indexOf(name, read);
  }) as Release['indexOf'];
  const source = {
    packs: release.packs,
    readPack: (name: string, numbers?: Uint32Array) => {
      packs.add(name);
      return readPack(name, numbers);
    },
  };
  await writeLegacy({ ...release, indexOf }, source, () => {});

  const linesRead = release.collections
    .filter((one) => lineSetsOf(one).some((set) => release.packs[set]?.names.some((name) => packs.has(name))))
    .map(({ name }) => name);
  expect([...indexes].sort()).toEqual([...LEGACY_READS].sort());
  expect(linesRead.filter((name) => !LEGACY_READS.includes(name))).toEqual([]);
  expect(linesRead).not.toEqual([]);
});

/** Files of the older interfaces are written again if a collection changes that they are made from. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { createReader } from '../../src/core/handler/pack-cache.ts';
import { openRelease, type Release } from '../../src/core/handler/release.ts';
import { sha256 } from '../../src/fs/hash.ts';
import { legacyFileSources, writeLegacy } from '../../src/site/pages/legacy-files.ts';
import { openBuiltSite } from '../support/built-site.ts';
import { fullCatalogue } from '../support/data-folders.ts';

const baseUrl = 'https://x.test';
const built = await openBuiltSite(join(fullCatalogue(), 'data'), { baseUrl });
afterAll(() => built.remove());

it('legacyFileSources names the collections whose indexes and lines the files are made from', async () => {
  const { data } = (await built.site.open()) as Release;
  const readFile = async (path: string) => readFileSync(join(built.root, path));
  const release = openRelease(data, { reader: createReader({ readFile, sha256 }, { baseUrl, recordEnding: '' }) });
  const opened = new Set<string>();
  const open: Release['open'] = (name) => {
    opened.add(name);
    return release.open(name);
  };
  await writeLegacy({ ...release, open }, () => {});
  expect([...opened].sort()).toEqual(legacyFileSources(release.collections).sort());
});

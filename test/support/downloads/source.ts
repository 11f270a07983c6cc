/** The input of downloads, from a site built in packs; and the downloads as bytes, without a separate build. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DOWNLOAD_NAMES, type DownloadName } from '../../../src/core/contract/downloads.ts';
import { indexPath, PAGE_LINKS, packPath } from '../../../src/core/contract/site-paths.ts';
import { openPack } from '../../../src/core/listing/pack.ts';
import { allPacks } from '../../../src/core/release/release.ts';
import { type BuiltRelease, type OpenBuiltRelease, openBuilt } from '../../../src/site/built/built-release.ts';
import { downloadContent } from '../../../src/site/downloads/downloads.ts';
import { openReleaseIn } from '../../../src/site/install/site-files.ts';

/** Opens the release in a folder as in a build: with the whole index, and all packs. */
export async function openWhole(root: string): Promise<OpenBuiltRelease> {
  const release = await openReleaseIn(root);
  const { data } = release;
  const indexes = Object.entries(data.index).map(([name, index]) => {
    const hasIndexFile = index.kind === 'file';
    return [name, hasIndexFile ? JSON.parse(readFileSync(join(root, indexPath(index.name)), 'utf8')).index : index];
  });
  const built: BuiltRelease = { ...data, packs: await allPacks(release), index: Object.fromEntries(indexes) };
  const links = { baseUrl: data.baseUrl, recordEnding: '' } as const;
  const readPack = async (name: string) => openPack(readFileSync(join(root, packPath(name))), links);
  const reader = { readPack, readIndex: () => Promise.reject(new Error('no part')) };
  return openBuilt(built, { pageLink: PAGE_LINKS[data.links], reader });
}

/** The content of the downloads by name, uncompressed. */
export async function downloadContents(
  source: OpenBuiltRelease,
  names: readonly DownloadName[] = DOWNLOAD_NAMES,
): Promise<ReadonlyMap<DownloadName, Buffer>> {
  const contents = new Map<DownloadName, Buffer>();
  for (const name of names) {
    const parts: Uint8Array[] = [];
    for await (const part of downloadContent(name, source)) parts.push(part.slice());
    contents.set(name, Buffer.concat(parts));
  }
  return contents;
}

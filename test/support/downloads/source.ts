/** The input of downloads, from a site built in packs; and the downloads as bytes, without a separate build. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DOWNLOAD_NAMES, type DownloadName } from '../../../src/core/contract/downloads.ts';
import { packPath, partPath } from '../../../src/core/contract/paths.ts';
import { allPacks, openRelease, type Release, type ReleaseData } from '../../../src/core/handler/release.ts';
import { openPack } from '../../../src/core/listing/pack.ts';
import { DOWNLOADS } from '../../../src/site/downloads/downloads.ts';
import { openSite } from '../../../src/site/install/site-files.ts';

/** A release as in a build: with the whole index, and the names of all packs. */
export async function readWhole(root: string): Promise<ReleaseData> {
  const release = await openSite(root);
  const parts = Object.entries(release.data.index).map(([name, index]) => {
    return [
      name,
      index.kind === 'part' ? JSON.parse(readFileSync(join(root, partPath(index.name)), 'utf8')).index : index,
    ];
  });
  return { ...release.data, packs: await allPacks(release), index: Object.fromEntries(parts) };
}

/** The release as the input of downloads. */
export async function sourceOf(root: string): Promise<Release> {
  const data = await readWhole(root);
  const links = { baseUrl: data.baseUrl, recordEnding: '' } as const;
  const readPack = async (name: string) => openPack(readFileSync(join(root, packPath(name))), links);
  return openRelease(data, { reader: { readPack, readPart: () => Promise.reject(new Error('no part')) } });
}

/** The content of the downloads by name, uncompressed. */
export async function downloadContents(
  source: Release,
  names: readonly DownloadName[] = DOWNLOAD_NAMES,
): Promise<ReadonlyMap<DownloadName, Buffer>> {
  const contents = new Map<DownloadName, Buffer>();
  for (const name of names) {
    const parts: Uint8Array[] = [];
    for await (const part of DOWNLOADS[name].content(source)) parts.push(part.slice());
    contents.set(name, Buffer.concat(parts));
  }
  return contents;
}

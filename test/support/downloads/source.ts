/** The input of downloads, from a site built in packs; and the downloads as bytes, without a separate build. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DOWNLOAD_NAMES, type DownloadName } from '../../../src/core/contract/downloads.ts';
import { packPath } from '../../../src/core/contract/paths.ts';
import { openRelease, type Release, type ReleaseData } from '../../../src/core/handler/release.ts';
import { openPack } from '../../../src/core/listing/pack.ts';
import { DOWNLOADS } from '../../../src/site/downloads/downloads.ts';
import { readParts, readRelease, withAllPacks } from '../../../src/site/install/site-files.ts';

/** A release as in a build: with the whole index, and the names of all packs. */
export async function readWhole(root: string): Promise<ReleaseData> {
  const data = await readRelease(root);
  const parts = Object.entries(await readParts(root, data));
  const indexes = Object.fromEntries(parts.map(([name, { index }]) => [name, index]));
  return { ...(await withAllPacks(root, data)), index: { ...data.index, ...indexes } };
}

/** The release as the input of downloads. */
export async function sourceOf(root: string): Promise<Release> {
  const data = await readWhole(root);
  const links = { baseUrl: data.baseUrl, recordEnding: '' } as const;
  const readPack = async (name: string) => openPack(readFileSync(join(root, packPath(name))), links);
  return { ...openRelease(data), lines: { packs: data.packs, readPack } };
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

/** The input of downloads, from a site built in packs; and the downloads as bytes, without a separate build. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DOWNLOAD_NAMES, type DownloadName } from '../../../src/core/contract/downloads.ts';
import { packPath, partPath, RELEASE_PATH } from '../../../src/core/contract/paths.ts';
import { openRelease, parseRelease, type ReleaseData } from '../../../src/core/handler/release.ts';
import { openPack } from '../../../src/core/listing/pack.ts';
import { sha256 } from '../../../src/fs/hash.ts';
import { DOWNLOADS } from '../../../src/site/downloads/downloads.ts';
import type { Source } from '../../../src/site/downloads/lines.ts';

export const readPointer = (root: string): Promise<ReleaseData> =>
  parseRelease(readFileSync(join(root, RELEASE_PATH)), sha256);

/** As in a build: with the whole index. */
export async function sourceOf(root: string): Promise<Source> {
  const data = await readPointer(root);
  const index = Object.entries(data.index).map(([name, one]) => [
    name,
    one.kind === 'part' ? JSON.parse(readFileSync(join(root, partPath(one.name)), 'utf8')) : one,
  ]);
  const links = { baseUrl: data.baseUrl, recordEnding: '' } as const;
  return {
    release: openRelease({ ...data, index: Object.fromEntries(index) }),
    packs: data.packs,
    readPack: async (name) => openPack(readFileSync(join(root, packPath(name))), links),
  };
}

/** The content of the downloads by name, uncompressed. */
export async function downloadContents(
  source: Source,
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

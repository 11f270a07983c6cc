/** The downloads of a release as bytes, without a separate build. */

import { DOWNLOAD_NAMES, type DownloadName } from '../../../src/core/contract/downloads.ts';
import type { Release } from '../../../src/core/release/release.ts';
import { downloadContent } from '../../../src/site/downloads/downloads.ts';

/** The content of the downloads by name, uncompressed. */
export async function downloadContents(
  source: Release,
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

/** The health check of the Node host. `stillwave verify` checks every file. */

import { hashMatchesName, packPath, partPath, RELEASE_PATH } from '../../core/contract/paths.ts';
import { type PartData, parseRelease } from '../../core/handler/release.ts';
import { sha256 } from '../../fs/hash.ts';
import { readSiteFile } from './open-files.ts';

async function readNamed(root: string, path: string, name: string): Promise<Uint8Array> {
  const bytes = await readSiteFile(root, path);
  if (!hashMatchesName(sha256(bytes), name)) throw new Error(`${path} is truncated or changed`);
  return bytes;
}

/** Reads the pointer, the parts of the index, and one pack of each set of lines. Rejects if one of them is missing or damaged. */
export async function checkFiles(root: string): Promise<void> {
  const { packs, index } = await parseRelease(await readSiteFile(root, RELEASE_PATH), sha256);
  const lists = [packs];
  for (const { kind, ...rest } of Object.values(index)) {
    if (kind !== 'part') continue;
    const { name } = rest as { name: string };
    const part = await readNamed(root, partPath(name), name);
    lists.push((JSON.parse(Buffer.from(part).toString()) as PartData).packs);
  }
  for (const { names } of lists.flatMap((list) => Object.values(list))) {
    const [name] = names;
    if (name !== undefined) await readNamed(root, packPath(name), name);
  }
}

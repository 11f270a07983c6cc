/**
 * Opens files of a site on Node for sending them at the client's pace. A path is opened once; size, hash and bytes come from that
 * descriptor, so a file that replaces it in the meantime changes nothing. Hashes are kept until another file has the path.
 */

import { createHash } from 'node:crypto';
import { type BigIntStats, constants } from 'node:fs';
import { type FileHandle, open, realpath } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Readable } from 'node:stream';

/**
 * Without waiting, because opening a pipe could block one of Node's few threads forever; and never through a symbolic link. Windows has no
 * such flags.
 */
const READ = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0);

/** A descriptor of a regular file of the site. Rejects if there is none, or if a folder on its path is a symbolic link; `root` may be one. */
async function openSiteFile(root: string, path: string): Promise<{ handle: FileHandle; stats: BigIntStats }> {
  // First, because `root` may become a link to another folder at any moment.
  const base = await realpath(root);
  const folder = await realpath(join(base, dirname(path)));
  if (folder !== join(base, dirname(path))) throw new Error('its folder is behind a symbolic link');
  const handle = await open(join(folder, basename(path)), READ);
  const stats = await handle.stat({ bigint: true });
  if (stats.isFile()) return { handle, stats };
  await handle.close();
  throw new Error('it is not a regular file');
}

/** Reads a regular file of the site whole. */
export async function readSiteFile(root: string, path: string): Promise<Uint8Array> {
  const { handle } = await openSiteFile(root, path);
  try {
    return await handle.readFile();
  } finally {
    await handle.close();
  }
}

/** Differs between two files, and between two states of one. */
export const describeState = ({ dev, ino, mtimeNs, size }: BigIntStats): string => `${dev}/${ino}/${mtimeNs}/${size}`;

async function hash(handle: FileHandle): Promise<string> {
  const digest = createHash('sha256');
  for await (const chunk of handle.createReadStream({ start: 0, autoClose: false })) digest.update(chunk as Uint8Array);
  return digest.digest('hex');
}

/** Creates the function that opens the files below `root`, an `OpenFile`. */
export function createFileOpener(root: string) {
  /** By path, so there are at most as many as downloads. */
  const hashes = new Map<string, { readonly state: string; readonly sha256: Promise<string> }>();

  function findHash(path: string, handle: FileHandle, stats: BigIntStats): Promise<string> {
    const state = describeState(stats);
    const known = hashes.get(path);
    if (known?.state === state) return known.sha256;
    const sha256 = hash(handle);
    hashes.set(path, { state, sha256 });
    sha256.catch(() => hashes.delete(path));
    return sha256;
  }

  return async (path: string) => {
    const { handle, stats } = await openSiteFile(root, path);
    const close = (): void => void handle.close().catch(() => {});
    try {
      const sha256 = await findHash(path, handle, stats);
      const read = (from: number, to: number): Readable => handle.createReadStream({ start: from, end: to - 1 });
      return { size: Number(stats.size), sha256, read, close };
    } catch (error) {
      close();
      throw error;
    }
  };
}

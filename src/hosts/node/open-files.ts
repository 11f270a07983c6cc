/**
 * Opens a site's files on Node, to send them at the client's pace. A path is opened once; the size, hash and bytes come from that
 * descriptor, so replacing the file in the meantime has no effect. A file's hash is kept until the file changes.
 */

import { createHash } from 'node:crypto';
import { type BigIntStats, constants } from 'node:fs';
import { type FileHandle, open, realpath } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { SiteDamagedError } from '../../core/base/site-damaged-error.ts';
import { entityTag } from '../../core/contract/headers.ts';
import type { FileSlice } from '../../core/release/ports.ts';

/**
 * Opens without waiting, because opening a pipe could block one of Node's few threads forever, and never follows a symbolic link. Windows
 * does not have these flags.
 */
const READ = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0);

/**
 * Opens a regular file in the site. Rejects if there is no such file, or if a folder on its path is a symbolic link; `root` itself may be a
 * link.
 */
async function openSiteFile(root: string, path: string): Promise<{ handle: FileHandle; stats: BigIntStats }> {
  // Resolved first, because `root` may become a link to another folder at any moment.
  const base = await realpath(root);
  const folder = await realpath(join(base, dirname(path)));
  if (folder !== join(base, dirname(path))) throw new Error('its folder is behind a symbolic link');
  const handle = await open(join(folder, basename(path)), READ);
  const stats = await handle.stat({ bigint: true });
  if (stats.isFile()) return { handle, stats };
  await handle.close();
  throw new Error('it is not a regular file');
}

/** Reads a whole regular file in the site. */
export async function readSiteFile(root: string, path: string): Promise<Uint8Array> {
  const { handle } = await openSiteFile(root, path);
  try {
    return await handle.readFile();
  } finally {
    await handle.close();
  }
}

/** Differs between two files, and between two states of the same file. */
export const describeState = ({ dev, ino, mtimeNs, size }: BigIntStats): string => `${dev}/${ino}/${mtimeNs}/${size}`;

async function hash(handle: FileHandle): Promise<string> {
  const digest = createHash('sha256');
  for await (const chunk of handle.createReadStream({ start: 0, autoClose: false })) digest.update(chunk as Uint8Array);
  return digest.digest('hex');
}

/** Creates the function that opens slices of files below `root`. It rejects with SiteDamagedError unless the file has this ETag. */
export function createSliceOpener(root: string) {
  /** Hashes by path, so there are never more hashes than downloads. */
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

  async function open({ file, from, to }: FileSlice, etag: string): Promise<Readable> {
    const { handle, stats } = await openSiteFile(root, file);
    try {
      if (entityTag(await findHash(file, handle, stats)) !== etag)
        throw new Error('it is not the file of this release');
      return handle.createReadStream({ start: from, end: to - 1 });
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  return (slice: FileSlice, etag: string): Promise<Readable> =>
    open(slice, etag).catch((cause) => {
      throw new SiteDamagedError(`${slice.file} cannot be read`, { cause });
    });
}

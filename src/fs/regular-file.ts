/** Opens regular files only: a read from a pipe or a device might never start, or never end. */
import { closeSync, openSync, readFileSync, readSync, statSync } from 'node:fs';

const CHUNK_BYTES = 1 << 18;

/** The path is neither a regular file nor a folder. */
export class NotARegularFileError extends Error {
  override readonly name = 'NotARegularFileError';
}

function checkIsFile(path: string): void {
  const found = statSync(path);
  // For folders, the file system reports a better error.
  if (!found.isFile() && !found.isDirectory()) throw new NotARegularFileError(`${path} is not a regular file`);
}

/** The content of a file. Throws NotARegularFileError, or file system errors. */
export function readRegularFile(path: string): Buffer {
  checkIsFile(path);
  return readFileSync(path);
}

/** Opens a file for reading and returns its descriptor. Throws NotARegularFileError, or file system errors. */
export function openRegularFile(path: string): number {
  checkIsFile(path);
  return openSync(path, 'r');
}

/** Yields the bytes of a file in constant memory; a chunk is valid only until the next is read. */
export function* readChunks(file: string): Generator<Uint8Array> {
  const descriptor = openRegularFile(file);
  try {
    const buffer = Buffer.allocUnsafe(CHUNK_BYTES);
    for (let read = readSync(descriptor, buffer); read > 0; read = readSync(descriptor, buffer)) {
      yield buffer.subarray(0, read);
    }
  } finally {
    closeSync(descriptor);
  }
}

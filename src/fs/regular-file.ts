/** Opens regular files only: reading a pipe or a device might never start, or never end. */
import { openSync, readFileSync, statSync } from 'node:fs';

/** The path is neither a file nor a folder. */
export class NoFileError extends Error {
  override readonly name = 'NoFileError';
}

function checkIsFile(path: string): void {
  const found = statSync(path);
  // For folders the file system reports a better error.
  if (!found.isFile() && !found.isDirectory()) throw new NoFileError(`${path} is not a regular file`);
}

/** The content of a file. Throws NoFileError, or what the file system throws. */
export function readRegularFile(path: string): Buffer {
  checkIsFile(path);
  return readFileSync(path);
}

/** The descriptor of a file, for reading. Throws NoFileError, or what the file system throws. */
export function openRegularFile(path: string): number {
  checkIsFile(path);
  return openSync(path, 'r');
}

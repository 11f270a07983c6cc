/** Opens files, and nothing else: a pipe or a device in the place of one may never begin, or never end. */
import { openSync, readFileSync, statSync } from 'node:fs';

/** There is something that is neither a file nor a folder. */
export class NoFileError extends Error {
  override readonly name = 'NoFileError';
}

function checkIsFile(path: string): void {
  const found = statSync(path);
  // That a folder cannot be read is for the file system to say.
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

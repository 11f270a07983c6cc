/** Explains to users why an output folder cannot be used or written to. */

import { ExpectedError } from '../report/expected-error.ts';

/** A folder cannot be used or written to. */
export class OutputError extends ExpectedError {
  override readonly name = 'OutputError';
}

const REASONS: Readonly<Record<string, string>> = {
  ENOSPC: 'no space is left on the disk. Free some and try again',
  EDQUOT: 'the disk quota is used up. Free some space and try again',
  EFBIG: 'a file is larger than this file system allows',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
  EIO: 'the disk reports an error',
  EMFILE: 'too many files are open',
  ENFILE: 'too many files are open',
  ENOTDIR: 'there is a file where a folder is needed',
  EISDIR: 'there is a folder where a file is needed',
  EXDEV: 'part of the folder is on another file system',
  ENAMETOOLONG: 'the name is too long',
  ELOOP: 'it is a link that points to itself',
  ENOENT: 'a file or folder disappeared while it was used',
  ENOTEMPTY: 'files appeared in it while it was used',
};

/**
 * Converts a file system error to an OutputError, and returns any other error unchanged. `state` is a sentence: what has been written so
 * far.
 */
export function outputError(error: unknown, root: string, state: string): unknown {
  const { code, syscall, path } = error as NodeJS.ErrnoException;
  if (error instanceof OutputError || code === undefined || syscall === undefined) return error;
  const reason = REASONS[code] ?? (error as Error).message;
  return new OutputError(`${path ?? root} cannot be written: ${reason}. ${state}`, { cause: error });
}

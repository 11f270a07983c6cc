/** Why an output folder cannot be used or written, in words for whoever runs the command. */

/** The message says what is wrong and what to do. */
export class OutputError extends Error {
  override readonly name = 'OutputError';
}

const REASONS: Readonly<Record<string, string>> = {
  ENOSPC: 'there is no space left on the disk. Make room and try again',
  EDQUOT: 'the disk quota is used up. Make room and try again',
  EFBIG: 'a file is larger than this file system allows',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
  EIO: 'the disk reports an error',
  EMFILE: 'too many files are open',
  ENFILE: 'too many files are open',
  ENOTDIR: 'a file stands where a folder is needed',
  EISDIR: 'a folder stands where a file is needed',
  EXDEV: 'a part of the folder is on another file system',
  ENAMETOOLONG: 'the name is too long',
  ELOOP: 'it is a link that leads to itself',
  ENOENT: 'a file or folder vanished while it was used',
  ENOTEMPTY: 'files appeared in it while it was used',
};

/** A fault of the file system below `root` as an OutputError; any other error as it is. `state` says what the site is now. */
export function outputError(error: unknown, root: string, state = 'The site is as it was.'): unknown {
  const { code, syscall, path } = error as NodeJS.ErrnoException;
  if (error instanceof OutputError || code === undefined || syscall === undefined) return error;
  const reason = REASONS[code] ?? (error as Error).message;
  return new OutputError(`${path ?? root} cannot be written: ${reason}. ${state}`, { cause: error });
}

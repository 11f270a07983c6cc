/**
 * Folders belonging to the user who runs the program, for locks, responses from services and the site built from the shipped catalogue.
 * These folders are not inside the folder that a command works on, because that folder may come from someone else.
 *
 * Does not use env-paths, which fails on import if the user has no home folder, and treats an empty HOME as the current folder.
 */
import { accessSync, constants, lstatSync, mkdirSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { isAbsolute, join } from 'node:path';

/** Errors that mean that this user cannot have a cache folder, for example because there is no home folder. */
const NO_CACHE = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOENT', 'ENOTDIR', 'EEXIST']);

/**
 * The path of a folder with this name, created if necessary: in the user's cache folder (`XDG_CACHE_HOME` on Linux), or, if that is missing
 * or not writable, in the folder for temporary files. If no name is given, returns the program's folder itself. Throws file system errors.
 */
export function userFolder(name = ''): string {
  const cache = cacheFolder();
  try {
    if (isAbsolute(cache)) return makeWritable(join(cache, name));
  } catch (error) {
    if (!NO_CACHE.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
  const user = process.getuid?.();
  const own = join(tmpdir(), `stillwave-${user ?? 'cache'}`);
  mkdirSync(own, { recursive: true, mode: 0o700 });
  // Any user can create a folder or a link with this name there.
  const found = lstatSync(own);
  if (!found.isDirectory() || (user !== undefined && found.uid !== user)) {
    const facts = { code: 'EACCES', syscall: 'mkdir', path: own };
    throw Object.assign(new Error(`${own} belongs to somebody else`), facts);
  }
  return makeWritable(join(own, name));
}

/** The program's folder among the user's caches; not absolute if the user has no home folder. */
function cacheFolder(): string {
  const { XDG_CACHE_HOME, LOCALAPPDATA } = process.env;
  const home = homeFolder();
  if (process.platform === 'win32') return join(LOCALAPPDATA || join(home, 'AppData/Local'), 'stillwave/Cache');
  if (process.platform === 'darwin') return join(home, 'Library/Caches/stillwave');
  return join(XDG_CACHE_HOME || join(home, '.cache'), 'stillwave');
}

/** The user's home folder, or an empty string. */
function homeFolder(): string {
  try {
    return homedir();
  } catch {
    return '';
  }
}

/** Creates a folder if it does not exist. Throws if the folder is not writable. */
function makeWritable(folder: string): string {
  mkdirSync(folder, { recursive: true });
  accessSync(folder, constants.W_OK | constants.X_OK);
  return folder;
}

/**
 * Folders of the user who runs the program, for locks and answers of services. They are not in the folder that a command works on, which
 * may come from somebody else.
 */
import { lstatSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import envPaths from 'env-paths';

/** Errors of a cache folder that this user cannot have, such as that of a user without a home. */
const NO_CACHE = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOENT', 'ENOTDIR']);

/**
 * The path of a folder with this name, which exists: in the user's cache folder (`XDG_CACHE_HOME` on Linux), or else in the folder for
 * temporary files. Throws the errors of the file system.
 */
export function userFolder(name: string): string {
  const cached = join(envPaths('stillwave', { suffix: '' }).cache, name);
  try {
    mkdirSync(cached, { recursive: true });
    return cached;
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
  mkdirSync(join(own, name), { recursive: true });
  return join(own, name);
}

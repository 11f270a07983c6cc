/** Checks that a path can be used as an output folder, before anything is written. */

import { existsSync, readdirSync, realpathSync, statSync } from 'node:fs';
import nodePath, { basename, dirname, join, resolve } from 'node:path';
import { API_ROOT } from '../../core/contract/paths.ts';
import { MANIFEST_PATH, PACK_FOLDER, RELEASE_PATH } from '../../core/contract/site-paths.ts';
import { WORK_FOLDER } from '../../fs/folders.ts';
import { OutputError } from '../../fs/output-error.ts';
import type { Manifest } from '../groups/manifest.ts';
import { lstatOrNull } from './move-files.ts';

/** Resolves links in a path whose last parts need not exist. */
export function realPath(path: string): string {
  const full = resolve(path);
  try {
    return realpathSync(full);
  } catch {
    return dirname(full) === full ? full : join(realPath(dirname(full)), basename(full));
  }
}

/**
 * True if an absolute path is the folder, or inside it. On Windows, the way to another drive is an absolute path.
 * @public A test passes the paths of Windows.
 */
export function isWithin(path: string, folder: string, { relative, isAbsolute, sep } = nodePath): boolean {
  const way = relative(folder, path);
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way));
}

/** Throws OutputError if `out` is not a folder, is inside the data folder, or contains it. */
export function checkOutputFolder(out: string, dataDir: string | undefined): void {
  const found = statSync(out, { throwIfNoEntry: false });
  if (found && !found.isDirectory()) throw new OutputError(`${out} is a file. Choose a folder`);
  if (!found && lstatOrNull(out)?.isSymbolicLink()) {
    throw new OutputError(`${out} is a link to something that does not exist. Create its target, or remove the link`);
  }
  if (dataDir === undefined) return;
  const [to, from] = [realPath(out), realPath(dataDir)];
  if (isWithin(to, from))
    throw new OutputError(`${out} is inside the data folder ${dataDir}. Choose a folder outside it`);
  if (isWithin(from, to)) throw new OutputError(`${out} contains the data folder ${dataDir}. Choose another folder`);
}

/**
 * Throws OutputError if the folder has files, but no manifest that lists a site's files. `force` accepts a site whose manifest is missing
 * or damaged.
 */
export function checkIsSite(root: string, previous: Manifest | null, force: boolean): void {
  const names = readdirSync(root).filter((name) => name !== WORK_FOLDER);
  if (previous !== null || names.length === 0) return;
  const hasAny = (...paths: readonly string[]) => paths.some((path) => existsSync(join(root, path)));
  const isSite = hasAny(MANIFEST_PATH, RELEASE_PATH) && hasAny(PACK_FOLDER, API_ROOT);
  if (isSite && force) return;
  throw new OutputError(
    isSite
      ? `${join(root, MANIFEST_PATH)} is missing or damaged, so Stillwave cannot tell which files belong to the site. To write them all again, run "stillwave build --force --site ${root}"; or choose another folder`
      : `${root} contains files (such as ${names[0]}), but is not a site that Stillwave built. Choose an empty or a new folder`,
  );
}

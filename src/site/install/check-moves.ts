/** Checks that staged files can be moved into a site, before anything is moved. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MANIFEST_PATH } from '../../core/contract/paths.ts';
import { lstatOrNull } from './moving.ts';
import { OutputError } from './output-error.ts';

/**
 * Finds the first path below `root` that prevents a staged file from being moved: a file that is not one of `ours`, or anything
 * but a folder where a folder is needed. Null if there is none.
 */
function findObstacle(root: string, staging: string, ours: ReadonlySet<string>, folder = ''): string | null {
  for (const entry of readdirSync(join(staging, folder), { withFileTypes: true })) {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    const found = lstatOrNull(join(root, path));
    if (found === null) continue;
    if (!entry.isDirectory()) {
      if (found.isDirectory() || !ours.has(path)) return path;
    } else {
      const inner = found.isDirectory() ? findObstacle(root, staging, ours, path) : path;
      if (inner !== null) return inner;
    }
  }
  return null;
}

/** Paths below `root` at which something is mounted; none on systems other than Linux (proc_pid_mountinfo(5)). */
function mountPointsBelow(root: string): string[] {
  let text = '';
  try {
    text = readFileSync('/proc/self/mountinfo', 'utf8');
  } catch {
    return [];
  }
  const character = (_: string, octal: string): string => String.fromCharCode(Number.parseInt(octal, 8));
  const all = text.split('\n').map((line) => (line.split(' ')[4] ?? '').replace(/\\([0-7]{3})/g, character));
  return all.filter((path) => path.startsWith(`${root}/`)).map((path) => path.slice(root.length + 1));
}

/**
 * Finds a mount point below `root` that staged or stale files would be moved to or removed from; null if there is none. Nothing can be
 * renamed into another file system, nor from one place to another of the same one if it is mounted twice.
 */
function findMountPoint(root: string, staging: string, stale: readonly string[]): string | null {
  const isUsed = (path: string): boolean =>
    staging.startsWith(`${root}/${path}/`) ||
    lstatOrNull(join(staging, path)) !== null ||
    stale.some((one) => one === path || one.startsWith(`${path}/`));
  return mountPointsBelow(root).find(isUsed) ?? null;
}

/**
 * In: the site, its staged files, the paths of files to remove, and those of the previous release, which may be replaced. Throws
 * OutputError if something is in the way of a move.
 */
export function checkMoves(
  root: string,
  staging: string,
  stale: readonly string[],
  replaceable: ReadonlySet<string>,
): void {
  const obstacle = findObstacle(root, staging, new Set([...replaceable, MANIFEST_PATH]));
  if (obstacle !== null) {
    throw new OutputError(
      `${join(root, obstacle)} is in the way: the new release has a file of this name, and Stillwave did not create this one. Move it away. The site is unchanged`,
    );
  }
  const mount = findMountPoint(root, staging, stale);
  if (mount !== null) {
    throw new OutputError(
      `${join(root, mount)} is a mount point, and nothing can be moved there in one step. Unmount it, or mount the whole site. The site is unchanged`,
    );
  }
}

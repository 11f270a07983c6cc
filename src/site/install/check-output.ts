/** Checks that a path can be used as an output folder, before anything is written. */

import { realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { lstatOrNull } from './moving.ts';
import { OutputError } from './output-error.ts';

/** Resolves links in a path whose last parts need not exist. */
function realPath(path: string): string {
  const full = resolve(path);
  try {
    return realpathSync(full);
  } catch {
    return dirname(full) === full ? full : join(realPath(dirname(full)), basename(full));
  }
}

function isWithin(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`));
}

/** Throws OutputError if `out` is not a folder, or is inside the data folder or around it. */
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

/** Checks, before anything is written, that a path can be an output folder. */

import { realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { lstatOrNull } from './moving.ts';
import { OutputError } from './output-error.ts';

/** The path with its links followed, also where its end does not exist yet. */
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

/** Throws OutputError where `out` is no folder, or lies within the data folder or around it. */
export function checkOutputFolder(out: string, dataDir: string | undefined): void {
  const found = statSync(out, { throwIfNoEntry: false });
  if (found && !found.isDirectory()) throw new OutputError(`${out} is a file. Name a folder`);
  if (!found && lstatOrNull(out)?.isSymbolicLink()) {
    throw new OutputError(`${out} is a link to something that does not exist. Make that folder, or remove the link`);
  }
  if (dataDir === undefined) return;
  const [to, from] = [realPath(out), realPath(dataDir)];
  if (isWithin(to, from))
    throw new OutputError(`${out} is within the data folder ${dataDir}. Name a folder outside it`);
  if (isWithin(from, to)) throw new OutputError(`${out} holds the data folder ${dataDir}. Name another folder`);
}

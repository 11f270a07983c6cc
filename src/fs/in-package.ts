/** Files that come with the program. */

import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** True if this is a module of `src/`: scripts and tests run those. Otherwise it is part of `build/`. */
export const RUNS_FROM_SOURCE = import.meta.url.endsWith('.ts');

function findRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'package.json')) && folder !== dirname(folder)) folder = dirname(folder);
  return folder;
}

/** The folder of the package. It is looked for upwards, because a module may be bundled into a file in another folder. */
export const PACKAGE_ROOT = findRoot();

/** A path in the package, from one relative to its folder. */
export const inPackage = (path: string): string => join(PACKAGE_ROOT, path);

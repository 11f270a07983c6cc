/** Finds files that come with the program, and reads its name and version. */

import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** True if this module runs from `src/`, as in scripts and tests, rather than from `build/`. */
export const RUNS_FROM_SOURCE = import.meta.url.endsWith('.ts');

function findRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'package.json')) && folder !== dirname(folder)) folder = dirname(folder);
  return folder;
}

/** The package's folder. Found by searching upwards, because a module may be bundled into a file in another folder. */
export const PACKAGE_ROOT = findRoot();

/** Converts a path relative to the package's folder to an absolute path. */
export const inPackage = (path: string): string => join(PACKAGE_ROOT, path);

/** The package's name and version. */
export const readPackage = (): { readonly name: string; readonly version: string } =>
  JSON.parse(readFileSync(inPackage('package.json'), 'utf8'));

/** The package as npm packs it, installed in a folder without a network: with only the libraries that it depends on. */

import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { inject } from 'vitest';
import { ROOT } from './data-folders.ts';

/** Installs the package into the `node_modules` of a folder. Out: the path of the program there. */
export function installPackage(into: string): string {
  const modules = join(into, 'node_modules');
  const own = join(modules, 'stillwave');
  mkdirSync(own, { recursive: true });
  execFileSync('tar', ['-xzf', inject('packed'), '-C', own, '--strip-components=1']);
  const { dependencies, bin } = JSON.parse(readFileSync(join(own, 'package.json'), 'utf8'));
  for (const dependency of Object.keys(dependencies)) {
    mkdirSync(dirname(join(modules, dependency)), { recursive: true });
    symlinkSync(join(ROOT, 'node_modules', dependency), join(modules, dependency));
  }
  chmodSync(join(own, bin.stillwave), 0o755);
  mkdirSync(join(modules, '.bin'));
  symlinkSync(join(own, bin.stillwave), join(modules, '.bin/stillwave'));
  return join(modules, '.bin/stillwave');
}

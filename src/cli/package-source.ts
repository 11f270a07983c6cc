/**
 * Finds the source of the running program, as a dependency that npm can install: the source that npm recorded at installation, or the
 * program's own folder. The source is never just the package name, which anyone could register.
 */

import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { PACKAGE_ROOT } from '../fs/in-package.ts';
import { realPath } from '../site/install/check-output.ts';
import { PACKAGE_VERSION } from './package-files.ts';

/** The lock file that npm writes next to the packages that it installs. */
interface InstalledPackages {
  readonly packages?: Readonly<Record<string, { readonly resolved?: string; readonly link?: boolean } | undefined>>;
}

/** Tarballs in this registry belong to the package that npm finds by name. */
const PUBLIC_REGISTRY = 'https://registry.npmjs.org/';

/**
 * The version specifier by which the package.json in `folder` can depend on a local file or folder: `file:../x.tgz`. npm follows links before
 * it reads a relative path.
 */
function fileSpec(folder: string, path: string): string {
  const way = relative(realPath(folder), realPath(path)).split(sep).join('/');
  return `file:${way.startsWith('.') || isAbsolute(way) ? way : `./${way}`}`;
}

/** npm's record of a package, from the folder where it was installed; null if npm did not install it. */
function readRecord(packageRoot: string): { readonly resolved: string; readonly project: string } | null {
  const modules = dirname(packageRoot);
  if (basename(modules) !== 'node_modules') return null;
  try {
    const { packages } = JSON.parse(readFileSync(join(modules, '.package-lock.json'), 'utf8')) as InstalledPackages;
    const { resolved, link = false } = packages?.[`node_modules/${basename(packageRoot)}`] ?? {};
    return resolved === undefined || link ? null : { resolved, project: dirname(modules) };
  } catch {
    return null;
  }
}

/**
 * The version specifier by which the package.json in `folder` can depend on the running program: `0.1.0`,
 * `git+ssh://git@host/x.git#<commit>`, `file:../stillwave-0.1.0.tgz`. `isLocal` is true if only this machine can install it.
 */
export function findPackageSource(
  folder: string,
  packageRoot = PACKAGE_ROOT,
): { readonly spec: string; readonly isLocal: boolean } {
  const record = readRecord(packageRoot);
  if (record !== null && !record.resolved.startsWith('file:')) {
    const { resolved } = record;
    return { spec: resolved.startsWith(PUBLIC_REGISTRY) ? PACKAGE_VERSION : resolved, isLocal: false };
  }
  const archive = record === null ? null : resolve(record.project, record.resolved.slice('file:'.length));
  const path = archive !== null && existsSync(archive) ? archive : resolve(packageRoot);
  return { spec: fileSpec(folder, path), isLocal: true };
}

/**
 * Digests of inputs. The id of a release is a digest of everything that its files depend on, namely data, configuration and code. Two builds
 * with the same id would write the same content, so the second one is unnecessary.
 */

import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { listPlainFiles } from '../../catalogue/files/data-folder.ts';
import { byCodeUnit } from '../../core/base/order.ts';
import { RELEASE_FORMAT } from '../../core/release/release.ts';
import { hashFile, sha256 } from '../../fs/hash.ts';
import { inPackage, RUNS_FROM_SOURCE } from '../../fs/in-package.ts';
import type { Config } from '../config/config.ts';

const CODE_ROOT = inPackage(RUNS_FROM_SOURCE ? 'src' : 'build');
const SCHEMA_ROOT = inPackage('schemas');
const PACKAGE = inPackage('package.json');

/** Every file below a folder that code can run or read, with the hash of its content. Type declarations and source maps are excluded. */
function hashesOf(root: string): string[] {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile() && !/\.d\.ts$|\.map$/.test(file.name))
    .map((file) => join(file.parentPath, file.name))
    .map((path) => `${relative(root, path).split(sep).join('/')} ${sha256(readFileSync(path))}`)
    .sort();
}

let version: string | undefined;

/** Hash of all code, all schemas and the library versions, so an upgrade or an edit always causes a new build. */
function codeVersion(): string {
  version ??= sha256(JSON.stringify([hashesOf(CODE_ROOT), hashesOf(SCHEMA_ROOT), lockedVersions()]));
  return version;
}

/** The library versions in package.json, which are exact. */
function lockedVersions(): unknown {
  return (JSON.parse(readFileSync(PACKAGE, 'utf8')) as { dependencies: unknown }).dependencies;
}

/** The id, 32 hex digits. `hashes`: the hashes of the input files by path, all below `dataDir`, in any order. */
export function releaseId(dataDir: string, hashes: ReadonlyMap<string, string>, config: Config): string {
  const inputs = Array.from(hashes, ([file, hash]) => [relative(dataDir, file).split(sep).join('/'), hash] as const);
  inputs.sort(([a], [b]) => byCodeUnit(a, b));
  return sha256(JSON.stringify([RELEASE_FORMAT, codeVersion(), config, inputs])).slice(0, 32);
}

/**
 * The id that a build of this folder would have if its data are valid; null if the folder has links, nested folders or unreadable files.
 * Hashes every file, expected or not, so the result equals a site's id only if the folder has exactly the files that the site was built
 * from.
 */
export function releaseIdOfFolder(dataDir: string, config: Config): string | null {
  const files = listPlainFiles(dataDir);
  if (files === null) return null;
  try {
    return releaseId(dataDir, new Map(files.map((path) => [path, hashFile(path)])), config);
  } catch {
    return null;
  }
}

/** Replaces maps with lists of their entries, for JSON. */
const plain = (_: string, value: unknown): unknown => (value instanceof Map ? [...value] : value);

/** Digest of JSON values and of the code, so groups are never kept after an upgrade or an edit of the code. */
export function digestOf(...inputs: readonly unknown[]): string {
  return sha256(`${codeVersion()}\n${JSON.stringify(inputs, plain)}`).slice(0, 32);
}

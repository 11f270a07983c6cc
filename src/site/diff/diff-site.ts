/**
 * Compares two releases file by file, by their manifests: what was added, changed and removed, and how much has to be
 * uploaded. Pure.
 */

import { MANIFEST_PATH } from '../../core/contract/paths.ts';
import { allFiles, type Manifest, type ManifestFile } from '../install/manifest.ts';

export interface SiteDiff {
  /** Paths, in the order of the manifests. */
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly removed: readonly string[];
  /** Bytes of added and changed files, including the manifest. */
  readonly bytesToUpload: number;
}

export function diffManifests(old: Manifest, next: Manifest): SiteDiff {
  const [oldFiles, files] = [allFiles(old.groups), allFiles(next.groups)];
  const before = new Map(oldFiles.map(({ path, sha256 }) => [path, sha256]));
  const paths = new Set(files.map(({ path }) => path));
  const added = files.filter(({ path }) => !before.has(path));
  const changed = files.filter(({ path, sha256 }) => before.has(path) && before.get(path) !== sha256);
  const removed = oldFiles.filter(({ path }) => !paths.has(path));
  const bytes = [...added, ...changed].reduce((sum, { size }) => sum + size, 0);
  const isSame = bytes === 0 && removed.length === 0 && old.release === next.release;
  const pathsOf = (list: readonly ManifestFile[]) => list.map(({ path }) => path);
  return {
    added: pathsOf(added),
    changed: [...pathsOf(changed), ...(isSame ? [] : [MANIFEST_PATH])],
    removed: pathsOf(removed),
    bytesToUpload: bytes + (isSame ? 0 : next.size),
  };
}

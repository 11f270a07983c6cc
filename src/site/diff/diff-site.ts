/**
 * Compares two releases file by file, by their manifests: what was added, changed and removed, and how much has to be
 * uploaded. Pure.
 */

import { API_ROOT, ERROR_FOLDER, MANIFEST_PATH, PACK_FOLDER, PART_FOLDER } from '../../core/contract/paths.ts';
import { formatManifest, type Manifest } from '../install/manifest.ts';

export interface SiteDiff {
  /** Paths, in the order of the manifests. */
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly removed: readonly string[];
  /** Bytes of added and changed files, including the manifest. */
  readonly bytesToUpload: number;
}

export function diffManifests(old: Manifest, next: Manifest): SiteDiff {
  const before = new Map(old.files.map(({ path, sha256 }) => [path, sha256]));
  const paths = new Set(next.files.map(({ path }) => path));
  const added = next.files.filter(({ path }) => !before.has(path));
  const changed = next.files.filter(({ path, sha256 }) => before.has(path) && before.get(path) !== sha256);
  const removed = old.files.filter(({ path }) => !paths.has(path));
  const bytes = [...added, ...changed].reduce((sum, { size }) => sum + size, 0);
  const isSame = bytes === 0 && removed.length === 0 && old.release === next.release;
  const manifestBytes = isSame ? 0 : Buffer.byteLength(formatManifest(next));
  const pathsOf = (files: Manifest['files']) => files.map(({ path }) => path);
  return {
    added: pathsOf(added),
    changed: [...pathsOf(changed), ...(isSame ? [] : [MANIFEST_PATH])],
    removed: pathsOf(removed),
    bytesToUpload: bytes + manifestBytes,
  };
}

export const FILE_KINDS = ['packs and index', 'page files', 'detail files', 'others'] as const;
export type FileKind = (typeof FILE_KINDS)[number];

/** The group of a path in the summary. */
export function fileKind(path: string): FileKind {
  if ([PACK_FOLDER, PART_FOLDER].some((folder) => path.startsWith(`${folder}/`))) return 'packs and index';
  if (!path.startsWith(`${API_ROOT}/`) || path.startsWith(`${ERROR_FOLDER}/`)) return 'others';
  const segments = path.slice(API_ROOT.length + 1).split('/');
  if (segments.some((segment) => segment.startsWith('_'))) return 'page files';
  return segments.length === 2 ? 'detail files' : 'others';
}

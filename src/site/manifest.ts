/**
 * manifest.json: path, size and SHA-256 of every file of a site but itself, sorted by path, one file a line.
 *
 * It says what a build wrote: which files are ours, which have to be written again, which are damaged. Build time.
 */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MANIFEST_PATH } from '../contract/paths.ts';

export interface ManifestFile {
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  /** Hex. */
  readonly sha256: string;
}

export interface Manifest {
  /** Id of the release that these files make. */
  readonly release: string;
  readonly files: readonly ManifestFile[];
}

/** The text of manifest.json. Paths need no escaping. */
export function formatManifest({ release, files }: Manifest): string {
  const sorted = [...files].sort((a, b) => (a.path < b.path ? -1 : 1));
  const lines = sorted.map(({ path, size, sha256 }) => `{"path":"${path}","size":${size},"sha256":"${sha256}"}`);
  return `{"release":"${release}","files":[\n${lines.join(',\n')}\n]}\n`;
}

/** Reads the manifest of a site; null where it has none, or none that a build of ours wrote. */
export function readManifest(root: string): Manifest | null {
  try {
    const manifest = JSON.parse(readFileSync(join(root, MANIFEST_PATH), 'utf8')) as Partial<Manifest> | null;
    const isOurs = typeof manifest?.release === 'string' && Array.isArray(manifest.files);
    return isOurs ? (manifest as Manifest) : null;
  } catch {
    return null;
  }
}

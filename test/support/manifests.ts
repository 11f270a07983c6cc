/** The files in the manifest of a site, and manifests as a build would write them. */

import { join } from 'node:path';
import type { ManifestFile } from '../../src/core/contract/files.ts';
import { allFiles, joinLines, manifestLine, readManifest, writeManifest } from '../../src/site/groups/manifest.ts';

/** The files in a site's manifest; none if it has no valid one. */
export const manifestFiles = (root: string): ManifestFile[] => allFiles(readManifest(root)?.groups ?? []);

/** Gives a folder a valid manifest with these files. */
export function writeManifestOf(folder: string, release: string, files: readonly ManifestFile[]): void {
  const size = files.reduce((sum, file) => sum + file.size, 0);
  const group = {
    kind: 'other',
    key: '',
    digest: null,
    files: files.length,
    size,
    lines: joinLines(files.map(manifestLine)),
    written: 0,
  } as const;
  writeManifest(join(folder, 'manifest.json'), release, {}, [group]);
}

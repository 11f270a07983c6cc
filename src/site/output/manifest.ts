/**
 * manifest.json: path, size and SHA-256 of every file of a site but itself, one file a line, in the order of the plan.
 *
 * It says what a build wrote: which files are ours, which have to be written again, which are damaged. Build time.
 */

import { closeSync, openSync, readFileSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { MANIFEST_PATH } from '../../contract/paths.ts';
import { WORK_FOLDER } from './site-files.ts';

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

/** The line of one file. Paths need no escaping. */
export function manifestLine({ path, size, sha256 }: ManifestFile): string {
  return `{"path":"${path}","size":${size},"sha256":"${sha256}"}`;
}

/** Stands between two lines. */
export const MANIFEST_LINE_END = ',\n';

const head = (release: string): string => `{"release":"${release}","files":[\n`;

/** The text of manifest.json. */
export function formatManifest(release: string, lines: readonly string[]): string {
  return `${head(release)}${lines.join(MANIFEST_LINE_END)}\n]}\n`;
}

/** True where the file at `path` begins as the manifest of a release. Throws where there is none. */
export function isManifestOf(release: string, path: string): boolean {
  const expected = Buffer.from(head(release));
  const found = Buffer.alloc(expected.length);
  const file = openSync(path, 'r');
  try {
    readSync(file, found);
  } finally {
    closeSync(file);
  }
  return found.equals(expected);
}

const pathForm = /^[A-Za-z0-9._@-]+(?:\/[A-Za-z0-9._@-]+)*$/;
const upwards = /(?:^|\/)\.\.?(?:\/|$)/;

/** True for a path that a site of ours can have. Files are removed by such paths, so nothing may lead out of the site. */
export function isOurPath(path: unknown): path is string {
  return typeof path === 'string' && pathForm.test(path) && !upwards.test(path) && !path.startsWith(`${WORK_FOLDER}/`);
}

function isManifestFile(file: Partial<ManifestFile> | null): file is ManifestFile {
  return isOurPath(file?.path) && Number.isInteger(file?.size) && typeof file?.sha256 === 'string';
}

/** Parses the text of a manifest; null where no build of ours wrote it. Throws SyntaxError where it is no JSON. */
export function parseManifest(text: string): Manifest | null {
  const manifest = JSON.parse(text) as Partial<Manifest> | null;
  const { release, files } = manifest ?? {};
  return typeof release === 'string' && Array.isArray(files) && files.every(isManifestFile) ? { release, files } : null;
}

/** Reads the manifest of a site; null where it has none, or none that a build of ours wrote. */
export function readManifest(root: string): Manifest | null {
  try {
    return parseManifest(readFileSync(join(root, MANIFEST_PATH), 'utf8'));
  } catch {
    return null;
  }
}

/**
 * manifest.json: path, size and SHA-256 of every file of a site but itself, one file a line, in the order of the plan.
 *
 * It says what a build wrote: which files are ours, which have to be written again, which are damaged. Build time.
 */

import { closeSync, openSync, readSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openRegularFile, readRegularFile } from '../../catalogue/files/regular-file.ts';
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

/** The text of manifest.json in parts. An element of `lines` is one line, or several with the line end in between. */
function* manifestParts(release: string, lines: readonly string[]): Generator<string> {
  yield head(release);
  for (const [n, line] of lines.entries()) yield n === 0 ? line : `${MANIFEST_LINE_END}${line}`;
  yield '\n]}\n';
}

/** The text of manifest.json. */
export function formatManifest(release: string, lines: readonly string[]): string {
  return [...manifestParts(release, lines)].join('');
}

/** Writes manifest.json part by part, as the whole of it takes as much memory as a good part of a build. */
export function writeManifest(path: string, release: string, lines: readonly string[]): void {
  const file = openSync(path, 'w');
  try {
    for (const part of manifestParts(release, lines)) writeFileSync(file, part);
  } finally {
    closeSync(file);
  }
}

const pathInLine = /\{"path":"([^"]+)"/g;

/** The paths that lines of a manifest name. */
export function pathsOfLines(lines: readonly string[]): Set<string> {
  const paths = new Set<string>();
  for (const line of lines) for (const [, path] of line.matchAll(pathInLine)) paths.add(path as string);
  return paths;
}

/** Enough for the lines of some hundred packs. */
const FIRST_BYTES = 1 << 16;

/**
 * The first files of the manifest at `path`, as long as they are `wanted`; null where it is not that of the release. It is not
 * read further, as it may be long. Throws where there is none.
 */
export function readFirstFiles(
  release: string,
  path: string,
  wanted: (path: string) => boolean,
): readonly ManifestFile[] | null {
  const file = openRegularFile(path);
  try {
    const files: ManifestFile[] = [];
    const chunk = Buffer.allocUnsafe(FIRST_BYTES);
    let text = '';
    const readMore = (): boolean => {
      const size = readSync(file, chunk);
      text += chunk.toString('latin1', 0, size);
      return size > 0;
    };
    readMore();
    const start = head(release);
    if (!text.startsWith(start)) return null;
    for (let from = start.length; ; ) {
      const end = text.indexOf('\n', from);
      if (end < 0 && readMore()) continue;
      const line = text.slice(from, end < 0 ? text.length : end).replace(/,$/, '');
      const found = line.startsWith('{') ? (JSON.parse(line) as Partial<ManifestFile>) : null;
      if (!isManifestFile(found) || !wanted(found.path)) return files;
      files.push(found);
      from = end + 1;
    }
  } finally {
    closeSync(file);
  }
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
    return parseManifest(readRegularFile(join(root, MANIFEST_PATH)).toString('utf8'));
  } catch {
    return null;
  }
}

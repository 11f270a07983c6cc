/**
 * manifest.json: path, size and SHA-256 of every file of a site but itself, one file a line, in the order of the plan; and which
 * task of the build made them, of what.
 *
 * It says what a build wrote: which files are ours, which have to be written again, which are damaged, and which tasks need not
 * run again as their inputs are the same. Build time.
 */

import { closeSync, openSync, readSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openRegularFile, readRegularFile } from '../../catalogue/files/regular-file.ts';
import { MANIFEST_PATH } from '../../contract/paths.ts';
import { sha256 } from './hash.ts';
import { WORK_FOLDER } from './site-files.ts';

export interface ManifestFile {
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  /** Hex. */
  readonly sha256: string;
}

/** What one task of a build made. The files of all tasks, in their order, are those of the manifest. */
export interface TaskEntry {
  /** `pages runs/{}/events 0`: unique. */
  readonly name: string;
  /** Digest of all that the files depend on. */
  readonly inputs: string;
  readonly files: number;
  /** Bytes of the files, and of their lines in the manifest. */
  readonly size: number;
  readonly lines: number;
}

export interface Manifest {
  /** Id of the release that these files make. */
  readonly release: string;
  readonly tasks: readonly TaskEntry[];
  readonly files: readonly ManifestFile[];
}

/** The line of one file. Paths need no escaping. */
export function manifestLine({ path, size, sha256 }: ManifestFile): string {
  return `{"path":"${path}","size":${size},"sha256":"${sha256}"}`;
}

/** Stands between two lines. */
export const MANIFEST_LINE_END = ',\n';
export const MANIFEST_END = '\n]}\n';

/** The first line. The hash is that of the lines after it, so that a manifest which is damaged is not built upon. */
function head(release: string, tasks: readonly TaskEntry[], parts: readonly (string | Uint8Array)[]): string {
  const all = JSON.stringify(tasks);
  return `{"release":"${release}","sha256":"${hashOfManifest(release, all, parts)}","tasks":${all},"files":[\n`;
}

/** The hash that the first line of a manifest has of the lines after it. */
export function hashOfManifest(release: string, tasks: string, parts: readonly (string | Uint8Array)[]): string {
  const hashes = parts.map((part) => sha256(part));
  return sha256(`${release}\n${tasks}\n${hashes.join('\n')}`);
}

/** The text of manifest.json. */
export function formatManifest({ release, tasks, files }: Manifest): string {
  const texts: string[] = [];
  let next = 0;
  for (const task of tasks) {
    const own = files.slice(next, next + task.files);
    next += task.files;
    if (own.length > 0) texts.push(own.map(manifestLine).join(MANIFEST_LINE_END));
  }
  const rest = files.slice(next);
  if (rest.length > 0) texts.push(rest.map(manifestLine).join(MANIFEST_LINE_END));
  return `${head(release, tasks, texts)}${texts.join(MANIFEST_LINE_END)}${MANIFEST_END}`;
}

/**
 * Writes manifest.json part by part, as the whole of it takes as much memory as a good part of a build. `parts` are the lines of
 * the tasks that have files, each as one text or its bytes.
 */
export function writeManifest(
  path: string,
  release: string,
  tasks: readonly TaskEntry[],
  parts: readonly (string | Uint8Array)[],
): void {
  const file = openSync(path, 'w');
  try {
    writeFileSync(file, head(release, tasks, parts));
    for (const [n, part] of parts.entries()) {
      if (n > 0) writeFileSync(file, MANIFEST_LINE_END);
      writeFileSync(file, part);
    }
    writeFileSync(file, MANIFEST_END);
  } finally {
    closeSync(file);
  }
}

const LINE_START = '{"path":"';

/** Lines of a manifest with their paths, one after the other. */
export function* linesOfText(text: string): Generator<readonly [line: string, path: string]> {
  for (const line of text.split(MANIFEST_LINE_END)) {
    if (line !== '') yield [line, line.slice(LINE_START.length, line.indexOf('"', LINE_START.length))];
  }
}

/** The bytes of the file that a line names. */
export const sizeOfLine = (line: string): number => Number(/"size":(\d+)/.exec(line)?.[1]);

const lineForm = /\{"path":"([^"]+)","size":(\d+),"sha256":"([0-9a-f]*)"\}/g;

/** The files that lines of a manifest name, one after the other. */
export function* filesOfLines(text: string): Generator<ManifestFile> {
  for (const [, path, size, hash] of text.matchAll(lineForm)) {
    yield { path: path as string, size: Number(size), sha256: hash as string };
  }
}

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
    if (!text.startsWith(`{"release":"${release}",`)) return null;
    for (let from = -1; ; ) {
      const end = text.indexOf('\n', Math.max(from, 0));
      if (end < 0 && readMore()) continue;
      // The first line is about the whole.
      const line = from < 0 ? null : text.slice(from, end < 0 ? text.length : end).replace(/,$/, '');
      from = end + 1;
      if (line === null) continue;
      const found = line.startsWith('{') ? (JSON.parse(line) as Partial<ManifestFile>) : null;
      if (!isManifestFile(found) || !wanted(found.path)) return files;
      files.push(found);
    }
  } finally {
    closeSync(file);
  }
}

/** Enough for the tasks, and the lines of some hundred packs. */
const FIRST_BYTES = 1 << 16;

const pathForm = /^[A-Za-z0-9._@-]+(?:\/[A-Za-z0-9._@-]+)*$/;
const upwards = /(?:^|\/)\.\.?(?:\/|$)/;

/** True for a path that a site of ours can have. Files are removed by such paths, so nothing may lead out of the site. */
export function isSafePath(path: unknown): path is string {
  return typeof path === 'string' && pathForm.test(path) && !upwards.test(path) && !path.startsWith(`${WORK_FOLDER}/`);
}

function isManifestFile(file: Partial<ManifestFile> | null): file is ManifestFile {
  return isSafePath(file?.path) && Number.isInteger(file?.size) && typeof file?.sha256 === 'string';
}

export function isTaskEntry(task: Partial<TaskEntry> | null): task is TaskEntry {
  const counts = [task?.files, task?.size, task?.lines];
  const isNamed = typeof task?.name === 'string' && typeof task.inputs === 'string';
  return isNamed && counts.every((count) => Number.isInteger(count) && (count as number) >= 0);
}

/** Parses the text of a manifest; null where no build of ours wrote it. Throws SyntaxError where it is no JSON. */
export function parseManifest(text: string): Manifest | null {
  const manifest = JSON.parse(text) as Partial<Manifest> | null;
  const { release, tasks = [], files } = manifest ?? {};
  const isOurs = typeof release === 'string' && Array.isArray(files) && files.every(isManifestFile);
  return isOurs && Array.isArray(tasks) && tasks.every(isTaskEntry) ? { release, tasks, files } : null;
}

/** Reads the manifest of a site; null where it has none, or none that a build of ours wrote. */
export function readManifest(root: string): Manifest | null {
  try {
    return parseManifest(readRegularFile(join(root, MANIFEST_PATH)).toString('utf8'));
  } catch {
    return null;
  }
}

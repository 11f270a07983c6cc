/**
 * manifest.json: path, size and SHA-256 of every file of a site except itself, one file per line, in the order of the build's tasks; and
 * for each task its name and the digest of its inputs.
 *
 * It shows which files a build created, which must be written again, which are damaged, and which tasks can be skipped because
 * their inputs have not changed. Build time.
 */

import { closeSync, openSync, readSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MANIFEST_PATH } from '../../core/contract/paths.ts';
import { WORK_FOLDER } from '../../fs/folders.ts';
import { sha256 } from '../../fs/hash.ts';
import { openRegularFile, readRegularFile } from '../../fs/regular-file.ts';

export interface ManifestFile {
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  /** Hex. */
  readonly sha256: string;
}

/** A task of a build. The manifest lists the files of all tasks in the order of the tasks. */
export interface TaskEntry {
  /** `pages runs/{}/events 0`: unique. */
  readonly name: string;
  /** Digest of everything that the files depend on. */
  readonly inputs: string;
  readonly files: number;
  /** Bytes of the files. */
  readonly size: number;
  /** Bytes of the files' lines in the manifest. */
  readonly lines: number;
}

export interface Manifest {
  /** Id of the release. */
  readonly release: string;
  readonly tasks: readonly TaskEntry[];
  readonly files: readonly ManifestFile[];
}

/** The line of one file. Paths need no escaping. */
export function manifestLine({ path, size, sha256 }: ManifestFile): string {
  return `{"path":"${path}","size":${size},"sha256":"${sha256}"}`;
}

/** Separates two lines. */
export const MANIFEST_LINE_END = ',\n';
export const MANIFEST_END = '\n]}\n';

/** The lines of a task, joined. */
export interface ManifestPart {
  readonly lines: Uint8Array;
  /** Hex. */
  readonly sha256: string;
}

/** Joins the lines of a task. */
export function manifestPart(lines: readonly string[]) {
  const joined = new TextEncoder().encode(lines.join(MANIFEST_LINE_END));
  return { lines: joined, sha256: sha256(joined) } satisfies ManifestPart;
}

/** The first line. It has a hash of the other lines, so that builds do not rely on a damaged manifest. */
function head(release: string, tasks: readonly TaskEntry[], parts: readonly ManifestPart[]): string {
  const all = JSON.stringify(tasks);
  return `{"release":"${release}","sha256":"${hashOfManifest(release, all, parts)}","tasks":${all},"files":[\n`;
}

/** The hash in the first line of a manifest. `parts` are those of the tasks that have files. */
export function hashOfManifest(release: string, tasks: string, parts: readonly ManifestPart[]): string {
  return sha256(`${release}\n${tasks}\n${parts.map((part) => part.sha256).join('\n')}`);
}

/** The text of manifest.json. */
export function formatManifest({ release, tasks, files }: Manifest): string {
  const parts: ManifestPart[] = [];
  let next = 0;
  for (const task of tasks) {
    const own = files.slice(next, next + task.files);
    next += task.files;
    if (own.length > 0) parts.push(manifestPart(own.map(manifestLine)));
  }
  const rest = files.slice(next);
  if (rest.length > 0) parts.push(manifestPart(rest.map(manifestLine)));
  const lines = parts.map((part) => new TextDecoder().decode(part.lines));
  return `${head(release, tasks, parts)}${lines.join(MANIFEST_LINE_END)}${MANIFEST_END}`;
}

/** Writes manifest.json part by part: all of it at once would take a large share of a build's memory. */
export function writeManifest(
  path: string,
  release: string,
  tasks: readonly TaskEntry[],
  parts: readonly ManifestPart[],
): void {
  const file = openSync(path, 'w');
  try {
    writeFileSync(file, head(release, tasks, parts));
    for (const [n, { lines }] of parts.entries()) {
      if (n > 0) writeFileSync(file, MANIFEST_LINE_END);
      writeFileSync(file, lines);
    }
    writeFileSync(file, MANIFEST_END);
  } finally {
    closeSync(file);
  }
}

const LINE_START = '{"path":"';

/** Lines of a manifest with their paths, in order. */
export function* linesOfText(text: string): Generator<readonly [line: string, path: string]> {
  for (const line of text.split(MANIFEST_LINE_END)) {
    if (line !== '') yield [line, line.slice(LINE_START.length, line.indexOf('"', LINE_START.length))];
  }
}

/** Size in bytes of the file on a line. */
export const sizeOfLine = (line: string): number => Number(/"size":(\d+)/.exec(line)?.[1]);

const lineForm = /\{"path":"([^"]+)","size":(\d+),"sha256":"([0-9a-f]*)"\}/g;

/** The files on joined lines of a manifest, in order. */
export function* filesOfLines({ buffer, byteOffset, length }: Uint8Array): Generator<ManifestFile> {
  const text = Buffer.from(buffer, byteOffset, length).toString('latin1');
  for (const [, path, size, hash] of text.matchAll(lineForm)) {
    yield { path: path as string, size: Number(size), sha256: hash as string };
  }
}

/**
 * The first files of the manifest at `path` up to one that is not `wanted`; null if the manifest belongs to another release. The rest,
 * which may be long, is not read. Throws if there is no manifest.
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
      // The first line describes the whole manifest.
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

/** Enough for the tasks and the lines of a few hundred packs. */
const FIRST_BYTES = 1 << 16;

const pathForm = /^[A-Za-z0-9._@-]+(?:\/[A-Za-z0-9._@-]+)*$/;
const upwards = /(?:^|\/)\.\.?(?:\/|$)/;

/** True for a path that a site can have. Builds remove files at these paths, so none may lead out of the site. */
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

/** Parses the text of a manifest; null if it is not one that builds write. Throws SyntaxError if it is not JSON. */
export function parseManifest(text: string): Manifest | null {
  const manifest = JSON.parse(text) as Partial<Manifest> | null;
  const { release, tasks = [], files } = manifest ?? {};
  const isOurs = typeof release === 'string' && Array.isArray(files) && files.every(isManifestFile);
  return isOurs && Array.isArray(tasks) && tasks.every(isTaskEntry) ? { release, tasks, files } : null;
}

/** Reads the manifest of a site; null if there is none, or if it is not one that builds write. */
export function readManifest(root: string): Manifest | null {
  try {
    return parseManifest(readRegularFile(join(root, MANIFEST_PATH)).toString('utf8'));
  } catch {
    return null;
  }
}

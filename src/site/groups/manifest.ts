/**
 * manifest.json: the path, size and SHA-256 of every file in a site except the manifest itself, one file per line, group by group; for each
 * group its kind, its key and the digest of its inputs; and the options of the build. A group contains files that depend on the
 * same inputs, such as a collection's records.
 *
 * The manifest shows which files a build created, which files are damaged, and which groups can be kept because their inputs have not
 * changed. While a release is being moved into place, the staged manifest is the installation's journal.
 */

import { createHash } from 'node:crypto';
import { closeSync, fstatSync, openSync, readSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ManifestFile } from '../../core/contract/files.ts';
import { MANIFEST_PATH } from '../../core/contract/site-paths.ts';
import { WORK_FOLDER } from '../../fs/folders.ts';
import { openRegularFile } from '../../fs/regular-file.ts';
import type { RememberedOptions } from '../config/config.ts';

/**
 * The content of a group of files: packs of lines, records, a listing's pages, responses of the older interfaces, a download, other files,
 * or the pointer.
 */
export type GroupKind = 'packs' | 'records' | 'pages' | 'legacy' | 'download' | 'other' | 'pointer';

/** Files that depend on the same inputs. Kind and key identify a group. */
export interface Group {
  readonly kind: GroupKind;
  /** Distinguishes groups of the same kind, such as `runs/{}/events`; empty if the kind has only one group. */
  readonly key: string;
  /** Digest of everything that the files depend on; null if every build writes the files. */
  readonly digest: string | null;
}

/** Kind and key as one string. */
export const groupId = ({ kind, key }: Pick<Group, 'kind' | 'key'>): string => (key === '' ? kind : `${kind} ${key}`);

/** Counts of files, written or unchanged, and the files' manifest lines. */
export interface WrittenFiles {
  readonly files: number;
  /** Total size in bytes. */
  readonly size: number;
  /** The files' lines in the manifest, which are parsed only when needed. */
  readonly lines: Uint8Array;
  /** Number of files that this build had to write. */
  readonly written: number;
}

/** A group whose files are written, by this build or by the previous one. */
export interface WrittenGroup extends Group, WrittenFiles {}

export interface Manifest {
  /** Id of the release. */
  readonly release: string;
  /** The options of the build, where they differ from the configuration. */
  readonly options: RememberedOptions;
  readonly groups: readonly WrittenGroup[];
  /** Size of the manifest itself in bytes. */
  readonly size: number;
}

const encoder = new TextEncoder();
/** Separates two lines. */
const LINE_END = ',\n';
const SEPARATOR = encoder.encode(LINE_END);
const END = '\n]}\n';

/** The manifest line for one file. Paths need no escaping. */
export function manifestLine({ path, size, sha256 }: ManifestFile): string {
  return `{"path":"${path}","size":${size},"sha256":"${sha256}"}`;
}

/** Joins the lines of a group. */
export const joinLines = (lines: readonly string[]): Uint8Array<ArrayBuffer> => encoder.encode(lines.join(LINE_END));

/** Joins the lines from parts of a group, or from several groups. */
export function concatLines(parts: readonly Uint8Array[]): Uint8Array {
  return Buffer.concat(
    parts.filter(({ length }) => length > 0).flatMap((lines, n) => (n > 0 ? [SEPARATOR, lines] : lines)),
  );
}

const lineForm = /\{"path":"([^"]+)","size":(\d+),"sha256":"([0-9a-f]*)"\}/g;
const pathForm = /^[A-Za-z0-9._@-]+(?:\/[A-Za-z0-9._@-]+)*$/;
const upwards = /(?:^|\/)\.\.?(?:\/|$)/;

/** True for a path that a site can have. Builds remove files at these paths, so none may lead out of the site. */
const isSafePath = (path: string): boolean =>
  pathForm.test(path) && !upwards.test(path) && !path.startsWith(`${WORK_FOLDER}/`);

/** The files of a group, in order. */
export function* filesOf({
  lines: { buffer, byteOffset, length },
}: Pick<WrittenGroup, 'lines'>): Generator<ManifestFile> {
  const text = Buffer.from(buffer, byteOffset, length).toString('latin1');
  for (const [, path = '', size, hash = ''] of text.matchAll(lineForm)) {
    if (isSafePath(path)) yield { path, size: Number(size), sha256: hash };
  }
}

/** The files of all groups, in order. */
export const allFiles = (groups: readonly WrittenGroup[]): ManifestFile[] =>
  groups.flatMap((group) => [...filesOf(group)]);

/** Yields a manifest's text in parts. The first part contains a hash of the others, so that builds do not rely on a damaged manifest. */
function* formatParts(
  release: string,
  options: RememberedOptions,
  groups: readonly WrittenGroup[],
): Generator<Uint8Array> {
  const head = headOf(
    options,
    groups.map(({ lines, written, ...group }) => ({ ...group, length: lines.length })),
  );
  const parts = groups.map(({ lines }) => lines).filter(({ length }) => length > 0);
  yield encoder.encode(`{"release":"${release}","sha256":"${hashOf(release, head, parts)}",${head},"files":[\n`);
  for (const [n, lines] of parts.entries()) {
    if (n > 0) yield SEPARATOR;
    yield lines;
  }
  yield encoder.encode(END);
}

/** A manifest's first line. The groups' lines follow in the same order; `length` is their size in bytes. */
interface Head {
  readonly release: string;
  /** Hash of everything else. */
  readonly sha256: string;
  readonly options: RememberedOptions;
  readonly groups: readonly (Omit<WrittenGroup, 'lines' | 'written'> & { readonly length: number })[];
}

const headOf = (options: RememberedOptions, groups: Head['groups']): string =>
  `"options":${JSON.stringify(options)},"groups":${JSON.stringify(groups)}`;

function hashOf(release: string, head: string, parts: readonly Uint8Array[]): string {
  const hash = createHash('sha256').update(`${release}\n${head}\n`);
  for (const lines of parts) hash.update(lines);
  return hash.digest('hex');
}

/** Writes manifest.json part by part, because the whole text would take up a large share of a build's memory. */
export function writeManifest(
  path: string,
  release: string,
  options: RememberedOptions,
  groups: readonly WrittenGroup[],
): void {
  const file = openSync(path, 'w');
  try {
    for (const part of formatParts(release, options, groups)) writeFileSync(file, part);
  } finally {
    closeSync(file);
  }
}

/** Reads a file into memory that threads can share. */
function readShared(path: string): Buffer {
  const file = openRegularFile(path);
  try {
    const bytes = Buffer.from(new SharedArrayBuffer(fstatSync(file).size));
    let size = 0;
    for (let read = -1; size < bytes.length && read !== 0; size += read)
      read = readSync(file, bytes, size, bytes.length - size, null);
    return bytes.subarray(0, size);
  } finally {
    closeSync(file);
  }
}

/** Parses a manifest's bytes, except its groups' lines; null if the hash does not match. Throws SyntaxError if it is not JSON. */
function parseManifest(bytes: Buffer): Manifest | null {
  const start = bytes.indexOf('\n') + 1;
  const { release, sha256, options, groups }: Head = JSON.parse(`${bytes.toString('utf8', 0, start)}]}`);
  let next = start;
  const withLines = groups.map(({ length, ...group }): WrittenGroup => {
    const lines = bytes.subarray(next, next + length);
    if (length > 0) next += length + LINE_END.length;
    return { ...group, lines, written: 0 };
  });
  const parts = withLines.map(({ lines }) => lines).filter(({ length }) => length > 0);
  const end = parts.length > 0 ? next - LINE_END.length : start;
  const isWhole = bytes.length === end + END.length && hashOf(release, headOf(options, groups), parts) === sha256;
  return isWhole ? { release, options, groups: withLines, size: bytes.length } : null;
}

/** Reads a manifest file; null if it has been changed since a build wrote it. Throws file system errors. */
export function readManifestFile(path: string): Manifest | null {
  const bytes = readShared(path);
  try {
    return parseManifest(bytes);
  } catch {
    return null;
  }
}

/** Reads a site's manifest; null if it is missing, or has been changed since a build wrote it. */
export function readManifest(root: string): Manifest | null {
  try {
    return readManifestFile(join(root, MANIFEST_PATH));
  } catch {
    return null;
  }
}

/** The paths in groups that `others` does not contain with the same inputs. */
export function changedPaths(groups: readonly WrittenGroup[], others: readonly WrittenGroup[]): Set<string> {
  const keyOf = (group: WrittenGroup) => `${groupId(group)}\n${group.digest}`;
  const same = new Set(others.map(keyOf));
  const changed = groups.filter((group) => group.digest === null || !same.has(keyOf(group)));
  return new Set(allFiles(changed).map(({ path }) => path));
}

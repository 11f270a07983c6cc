/**
 * manifest.json: path, size and SHA-256 of every file of a site except itself, one file per line, group by group; and for each group its
 * name and the digest of its inputs. A group is what one step of a build writes, such as the records of a collection.
 *
 * It shows which files a build created, which are damaged, and which groups can be kept because their inputs have not changed. While a
 * release is moved into place, the staged manifest is the journal of the installation. Build time.
 */

import { createHash } from 'node:crypto';
import { closeSync, fstatSync, openSync, readSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MANIFEST_PATH } from '../../core/contract/paths.ts';
import { WORK_FOLDER } from '../../fs/folders.ts';
import { openRegularFile, readRegularFile } from '../../fs/regular-file.ts';

export interface ManifestFile {
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  /** Hex. */
  readonly sha256: string;
}

/** A group as the first line of a manifest describes it. The lines of the groups follow in the same order. */
interface GroupEntry {
  /** `pages runs/{}/events`: unique. */
  readonly name: string;
  /** Digest of everything that the files depend on. */
  readonly digest: string;
  readonly files: number;
  /** Bytes of the files. */
  readonly size: number;
  /** Bytes of the files' lines in the manifest. */
  readonly length: number;
}

/** A group with the lines of its files, which are only parsed when they are needed. */
export interface Group extends Omit<GroupEntry, 'length'> {
  readonly lines: Uint8Array;
}

/** A manifest whose lines are not parsed. */
export interface GroupedManifest {
  /** Id of the release. */
  readonly release: string;
  readonly groups: readonly Group[];
  /** False if it was changed by something else than a build: then it tells which files there are, but nothing about their inputs. */
  readonly isSound: boolean;
}

export interface Manifest {
  readonly release: string;
  readonly groups: readonly GroupEntry[];
  readonly files: readonly ManifestFile[];
}

const encoder = new TextEncoder();
/** Separates two lines. */
const LINE_END = ',\n';
const SEPARATOR = encoder.encode(LINE_END);
const END = '\n]}\n';

/** The line of one file. Paths need no escaping. */
export function manifestLine({ path, size, sha256 }: ManifestFile): string {
  return `{"path":"${path}","size":${size},"sha256":"${sha256}"}`;
}

/** Joins the lines of a group. */
export const joinLines = (lines: readonly string[]): Uint8Array<ArrayBuffer> => encoder.encode(lines.join(LINE_END));

/** Joins the lines of the parts of a group, or of several groups. */
export function concatLines(parts: readonly Uint8Array[]): Uint8Array {
  return Buffer.concat(
    parts.filter(({ length }) => length > 0).flatMap((lines, n) => (n > 0 ? [SEPARATOR, lines] : lines)),
  );
}

const textOf = ({ buffer, byteOffset, length }: Uint8Array): string =>
  Buffer.from(buffer, byteOffset, length).toString('latin1');

const lineForm = /\{"path":"([^"]+)","size":(\d+),"sha256":"([0-9a-f]*)"\}/g;

/** The files of a group, in order. */
export function* filesOf({ lines }: Pick<Group, 'lines'>): Generator<ManifestFile> {
  for (const [, path, size, hash] of textOf(lines).matchAll(lineForm)) {
    yield { path: path as string, size: Number(size), sha256: hash as string };
  }
}

/** The lines of a group by path. */
export function linesByPath(group: Pick<Group, 'lines'> | undefined): ReadonlyMap<string, string> {
  const known = new Map<string, string>();
  for (const file of group ? filesOf(group) : []) known.set(file.path, manifestLine(file));
  return known;
}

/** The parts of the text of a manifest. The first one has a hash of the others, so that builds do not rely on a damaged manifest. */
function* formatParts(release: string, groups: readonly Group[]): Generator<Uint8Array> {
  const entries = groups.map(({ lines, ...group }): GroupEntry => ({ ...group, length: lines.length }));
  const all = JSON.stringify(entries);
  const parts = groups.map(({ lines }) => lines).filter(({ length }) => length > 0);
  yield encoder.encode(`{"release":"${release}","sha256":"${hashOf(release, all, parts)}","groups":${all},"files":[\n`);
  for (const [n, lines] of parts.entries()) {
    if (n > 0) yield SEPARATOR;
    yield lines;
  }
  yield encoder.encode(END);
}

function hashOf(release: string, groups: string, parts: readonly Uint8Array[]): string {
  const hash = createHash('sha256').update(`${release}\n${groups}\n`);
  for (const lines of parts) hash.update(lines);
  return hash.digest('hex');
}

/** Writes manifest.json part by part: all of it at once would take a large share of a build's memory. */
export function writeManifest(path: string, release: string, groups: readonly Group[]): void {
  const file = openSync(path, 'w');
  try {
    for (const part of formatParts(release, groups)) writeFileSync(file, part);
  } finally {
    closeSync(file);
  }
}

/** The bytes of manifest.json. */
export function formatManifest({ release, groups, files }: Manifest): Uint8Array {
  let next = 0;
  const withLines = groups.map(({ name, digest, files: count, size }): Group => {
    const own = files.slice(next, next + count);
    next += count;
    return { name, digest, files: count, size, lines: joinLines(own.map(manifestLine)) };
  });
  const rest = files.slice(next);
  return Buffer.concat([...formatParts(release, rest.length > 0 ? [...withLines, unknownGroup(rest)] : withLines)]);
}

/** Files whose inputs are unknown. */
function unknownGroup(files: readonly ManifestFile[]): Group {
  const size = files.reduce((sum, file) => sum + file.size, 0);
  return { name: '', digest: '', files: files.length, size, lines: joinLines(files.map(manifestLine)) };
}

const pathForm = /^[A-Za-z0-9._@-]+(?:\/[A-Za-z0-9._@-]+)*$/;
const upwards = /(?:^|\/)\.\.?(?:\/|$)/;

/** True for a path that a site can have. Builds remove files at these paths, so none may lead out of the site. */
function isSafePath(path: unknown): path is string {
  return typeof path === 'string' && pathForm.test(path) && !upwards.test(path) && !path.startsWith(`${WORK_FOLDER}/`);
}

function isManifestFile(file: Partial<ManifestFile> | null): file is ManifestFile {
  return isSafePath(file?.path) && Number.isInteger(file?.size) && typeof file?.sha256 === 'string';
}

function isGroupEntry(group: Partial<GroupEntry> | null): group is GroupEntry {
  const counts = [group?.files, group?.size, group?.length];
  const isNamed = typeof group?.name === 'string' && typeof group.digest === 'string';
  return isNamed && counts.every((count) => Number.isInteger(count) && (count as number) >= 0);
}

/** Parses the text of a manifest; null if it is not one that builds write. Throws SyntaxError if it is not JSON. */
export function parseManifest(text: string): Manifest | null {
  const manifest = JSON.parse(text) as Partial<Manifest> | null;
  const { release, groups = [], files } = manifest ?? {};
  const isOurs = typeof release === 'string' && Array.isArray(files) && files.every(isManifestFile);
  return isOurs && Array.isArray(groups) && groups.every(isGroupEntry) ? { release, groups, files } : null;
}

/** Reads the manifest of a site; null if there is none, or if it is not one that builds write. */
export function readManifest(root: string): Manifest | null {
  try {
    return parseManifest(readRegularFile(join(root, MANIFEST_PATH)).toString('utf8'));
  } catch {
    return null;
  }
}

/** Reads a file into memory that threads can share. */
function readShared(path: string): Buffer {
  const file = openRegularFile(path);
  try {
    const bytes = Buffer.from(new SharedArrayBuffer(fstatSync(file).size));
    let at = 0;
    for (let size = -1; at < bytes.length && size !== 0; at += size)
      size = readSync(file, bytes, at, bytes.length - at, null);
    return bytes.subarray(0, at);
  } finally {
    closeSync(file);
  }
}

/** Opens the bytes of a manifest; null if its hash does not match. */
function openSound(bytes: Buffer): GroupedManifest | null {
  const start = bytes.indexOf('\n') + 1;
  const head = JSON.parse(`${bytes.toString('utf8', 0, start)}]}`) as Partial<Manifest & { readonly sha256: string }>;
  const { release, sha256, groups } = head;
  if (typeof release !== 'string' || !Array.isArray(groups) || !groups.every(isGroupEntry)) return null;
  let next = start;
  const withLines = groups.map(({ length, ...group }): Group => {
    const lines = bytes.subarray(next, next + length);
    if (length > 0) next += length + LINE_END.length;
    return { ...group, lines };
  });
  const parts = withLines.map(({ lines }) => lines).filter(({ length }) => length > 0);
  const end = parts.length > 0 ? next - LINE_END.length : start;
  const isSound = bytes.length === end + END.length && hashOf(release, JSON.stringify(groups), parts) === sha256;
  return isSound ? { release, groups: withLines, isSound } : null;
}

/** Opens the bytes of a manifest without parsing its lines; null if it is not one that builds write. */
function openGroups(bytes: Buffer): GroupedManifest | null {
  try {
    const sound = openSound(bytes);
    if (sound) return sound;
    // Of a modified manifest that can still be parsed, only the files are known.
    const manifest = parseManifest(bytes.toString('utf8'));
    return manifest && { release: manifest.release, groups: [unknownGroup(manifest.files)], isSound: false };
  } catch {
    return null;
  }
}

/** Reads the manifest in a folder; null if it is not one that a build has completed. Throws the errors of the file system. */
export function readSoundGroups(folder: string): GroupedManifest | null {
  const manifest = openGroups(readShared(join(folder, MANIFEST_PATH)));
  return manifest?.isSound ? manifest : null;
}

/** Reads the manifest of a site; null if there is none, or if it is not one that builds write. */
export function readGroups(root: string): GroupedManifest | null {
  try {
    return openGroups(readShared(join(root, MANIFEST_PATH)));
  } catch {
    return null;
  }
}

/** The paths of the files of groups. */
export const pathsOf = (groups: readonly Group[]): Set<string> =>
  new Set(groups.flatMap((group) => Array.from(filesOf(group), ({ path }) => path)).filter(isSafePath));

/** The paths of groups that another manifest does not have with the same inputs. */
export function changedPaths(groups: readonly Group[], others: readonly Group[]): Set<string> {
  const keyOf = ({ name, digest }: Group) => `${name}\n${digest}`;
  const same = new Set(others.map(keyOf));
  return pathsOf(groups.filter((group) => group.digest === '' || !same.has(keyOf(group))));
}

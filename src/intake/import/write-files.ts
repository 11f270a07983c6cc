/**
 * Replaces files atomically. In: parts of text by path. Each file is first written next to its target (`.<name>.<process id>.tmp`),
 * then all are renamed; if writing fails, they are removed and the targets are unchanged.
 *
 * A journal makes the renames one step: it lists them before the first one, and is removed after the last one. If a process is killed in
 * between, or a rename fails, the next command renames the other files. New files without a journal are incomplete, and are removed.
 *
 * Not write-file-atomic: it renames each file as soon as it is written, so a full disk would leave some files new and others old; and
 * it needs each text as a whole, although statistics may be larger than memory.
 */
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { WORK_FOLDER } from '../../fs/folders.ts';

/** Content of the journal: paths of new files and of their targets, relative to the data folder. */
type Renames = readonly (readonly [from: string, to: string])[];

const TEMPORARY = /^\..+\.\d+\.tmp$/;

/** Path of the journal. While it exists, some files of the data folder are new and some old. */
export const journalOf = (data: string): string => join(data, WORK_FOLDER, 'replacing.json');

/** Folder of the new files for `installFiles`. */
export const stageOf = (data: string): string => join(data, WORK_FOLDER, 'new');

/**
 * Writes all files, or none. `data` is their data folder, whose lock the caller holds; without it there is no journal. Throws the
 * errors of the file system.
 */
export function replaceFiles(files: ReadonlyMap<string, Iterable<string>>, data?: string): void {
  const temporary = new Map<string, string>();
  try {
    for (const [path, parts] of files) {
      const beside = join(dirname(path), `.${basename(path)}.${process.pid}.tmp`);
      temporary.set(path, beside);
      writeSynced(beside, parts);
    }
    if (data === undefined) for (const [path, beside] of temporary) renameSync(beside, path);
    else writeJournal(data, temporary);
  } catch (error) {
    for (const beside of temporary.values()) rmSync(beside, { force: true });
    throw error;
  }
  if (data !== undefined) finishReplacing(data);
}

/**
 * Moves complete files from `stageOf(data)` into the data folder, all or none. In: paths relative to both. The caller holds the lock.
 * Throws the errors of the file system.
 */
export function installFiles(data: string, paths: readonly string[]): void {
  writeJournal(data, new Map(paths.map((path) => [join(data, path), join(stageOf(data), path)])));
  finishReplacing(data);
}

function writeJournal(data: string, sources: ReadonlyMap<string, string>): void {
  const renames: Renames = [...sources].map(([to, from]) => [relative(data, from), relative(data, to)]);
  const path = journalOf(data);
  writeSynced(`${path}.tmp`, [JSON.stringify(renames)]);
  renameSync(`${path}.tmp`, path);
}

function writeSynced(path: string, parts: Iterable<string>): void {
  mkdirSync(dirname(path), { recursive: true });
  const descriptor = openSync(path, 'w');
  try {
    writeParts(descriptor, parts);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Finishes an interrupted replacement in a data folder, or cleans up after it. The caller holds the lock. Throws the errors of the file
 * system.
 */
export function finishReplacing(data: string): void {
  const journal = journalOf(data);
  if (existsSync(journal)) {
    moveAll(data, JSON.parse(readFileSync(journal, 'utf8')) as Renames);
    rmSync(journal);
  }
  removeUnfinished(data);
}

/** Moves the files that are not in place yet. If none could be moved so far, a failure undoes everything. */
function moveAll(data: string, renames: Renames): void {
  try {
    for (const [from, to] of renames) {
      if (!existsSync(join(data, from))) continue;
      mkdirSync(dirname(join(data, to)), { recursive: true });
      renameSync(join(data, from), join(data, to));
    }
  } catch (error) {
    if (renames.every(([from]) => existsSync(join(data, from)))) {
      rmSync(journalOf(data));
      removeUnfinished(data);
    }
    throw error;
  }
}

/** Removes new files that are in no journal. */
function removeUnfinished(data: string): void {
  rmSync(`${journalOf(data)}.tmp`, { force: true });
  rmSync(stageOf(data), { recursive: true, force: true });
  const folders = readdirSync(data).map((name) => join(data, name));
  for (const folder of [data, ...folders]) {
    for (const name of namesIn(folder)) if (TEMPORARY.test(name)) rmSync(join(folder, name));
  }
}

/** Names in a folder; none if it cannot be read, which is reported when the data are read. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Number of characters written at once. */
const BATCH_LENGTH = 1 << 20;

function writeParts(descriptor: number, parts: Iterable<string>): void {
  let batch = '';
  for (const part of parts) {
    batch += part;
    if (batch.length < BATCH_LENGTH) continue;
    writeFileSync(descriptor, batch);
    batch = '';
  }
  writeFileSync(descriptor, batch);
}

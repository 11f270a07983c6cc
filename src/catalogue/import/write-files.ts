/**
 * Replaces files so that none is ever half written. In: parts of text by path. Every file is first written beside its file
 * (`.<name>.<process id>.tmp`), then all are renamed; a failure before that removes them and leaves all files as they were.
 *
 * A journal makes them one step: it lists the renames before the first of them, and stays until the last. Where a process is killed in
 * between, or a rename fails, the next command puts the other files in place. What is there without a journal was not complete, and is
 * removed.
 *
 * Not write-file-atomic: it renames each file as soon as that one is written, so a full disk would leave some files new and others
 * old; and it wants each text whole, while statistics may be larger than memory.
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
import { WORK_FOLDER } from '../../site/output/site-files.ts';

/** What the journal holds: paths of the files relative to the data folder, with those of their new texts. */
type Renames = readonly (readonly [from: string, to: string])[];

const TEMPORARY = /^\..+\.\d+\.tmp$/;

/** Path of the journal. While there is one, some files of the data folder are new and some old. */
export const journalOf = (data: string): string => join(data, WORK_FOLDER, 'replacing.json');

/** Where new files of a data folder are made that `installFiles` puts in place. */
export const stageOf = (data: string): string => join(data, WORK_FOLDER, 'new');

/**
 * Writes all files, or none. `data` is the data folder that they are in, whose lock the caller holds; without it there is no journal.
 * Throws what the file system throws.
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
 * Puts files that are whole on the disk, by paths below `stageOf(data)`, in their places, all or none. The caller holds the lock. Throws
 * what the file system throws.
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
 * Finishes what was begun in a data folder, or cleans up after it. Only for who holds the folder's lock. Throws what the file system
 * throws.
 */
export function finishReplacing(data: string): void {
  const journal = journalOf(data);
  if (existsSync(journal)) {
    moveAll(data, JSON.parse(readFileSync(journal, 'utf8')) as Renames);
    rmSync(journal);
  }
  removeUnfinished(data);
}

/** Moves the files that are not in their places yet. Where not even the first one can be moved, nothing of it is left. */
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

/** Removes new files that no journal lists. */
function removeUnfinished(data: string): void {
  rmSync(`${journalOf(data)}.tmp`, { force: true });
  rmSync(stageOf(data), { recursive: true, force: true });
  const folders = readdirSync(data).map((name) => join(data, name));
  for (const folder of [data, ...folders]) {
    for (const name of namesIn(folder)) if (TEMPORARY.test(name)) rmSync(join(folder, name));
  }
}

/** What is in a folder; nothing where it cannot be read, which is for the reader of the data to report. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Characters that are gathered before they are written. */
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

/**
 * Replaces files so that none is ever half written. In: parts of text by path. Every file is first written beside its file
 * (`.<name>.<process id>.tmp`), then all are renamed; a failure before that removes them and leaves all files as they were.
 *
 * A journal makes them one step: it lists the renames before the first of them, so that a process which is killed in between leaves
 * files that the next one puts in place. What is there without a journal was not complete, and is removed.
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

/** What the journal holds: paths of the files relative to the data folder, with those of their new texts. */
type Renames = readonly (readonly [from: string, to: string])[];

const TEMPORARY = /^\..+\.\d+\.tmp$/;

/** Writes all files, or none. `journal` is its path and the folder that all files are in. Throws what the file system throws. */
export function replaceFiles(
  files: ReadonlyMap<string, Iterable<string>>,
  journal?: { readonly path: string; readonly folder: string },
): void {
  const temporary = new Map<string, string>();
  try {
    for (const [path, parts] of files) {
      const beside = join(dirname(path), `.${basename(path)}.${process.pid}.tmp`);
      temporary.set(path, beside);
      writeSynced(beside, parts);
    }
    if (journal) writeJournal(journal.path, journal.folder, temporary);
    for (const [path, beside] of temporary) renameSync(beside, path);
  } finally {
    for (const beside of temporary.values()) rmSync(beside, { force: true });
    if (journal) rmSync(journal.path, { force: true });
  }
}

function writeJournal(path: string, folder: string, temporary: ReadonlyMap<string, string>): void {
  const renames: Renames = [...temporary].map(([to, from]) => [relative(folder, from), relative(folder, to)]);
  const beside = `${path}.tmp`;
  writeSynced(beside, [JSON.stringify(renames)]);
  renameSync(beside, path);
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
 * Finishes what a killed process was writing to a folder, or cleans up after it. Only for who holds the folder's lock. Throws what the file
 * system throws.
 */
export function finishReplacing(journal: { readonly path: string; readonly folder: string }): void {
  const { path, folder } = journal;
  if (existsSync(path)) {
    for (const [from, to] of JSON.parse(readFileSync(path, 'utf8')) as Renames) {
      if (existsSync(join(folder, from))) renameSync(join(folder, from), join(folder, to));
    }
    rmSync(path);
  }
  rmSync(`${path}.tmp`, { force: true });
  const folders = readdirSync(folder).map((name) => join(folder, name));
  for (const one of [folder, ...folders]) {
    for (const name of namesIn(one)) if (TEMPORARY.test(name)) rmSync(join(one, name));
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

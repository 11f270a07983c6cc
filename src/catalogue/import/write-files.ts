/**
 * Replaces files so that none is ever half written. In: parts of text by path. Every file is first written beside its file
 * (`.<name>.<process id>.tmp`), then all are renamed; a failure before that removes them and leaves all files as they were.
 *
 * Not write-file-atomic: it renames each file as soon as that one is written, so a full disk would leave some files new and others
 * old; and it wants each text whole, while statistics may be larger than memory.
 */
import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** Writes all files, or none. Throws what the file system throws. */
export function replaceFiles(files: ReadonlyMap<string, Iterable<string>>): void {
  const temporary = new Map<string, string>();
  try {
    for (const [path, parts] of files) {
      mkdirSync(dirname(path), { recursive: true });
      const beside = join(dirname(path), `.${basename(path)}.${process.pid}.tmp`);
      temporary.set(path, beside);
      const descriptor = openSync(beside, 'w');
      try {
        writeParts(descriptor, parts);
        fsyncSync(descriptor);
      } finally {
        closeSync(descriptor);
      }
    }
    for (const [path, beside] of temporary) renameSync(beside, path);
  } finally {
    for (const beside of temporary.values()) rmSync(beside, { force: true });
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

/**
 * Replaces files so that none is ever half written. In: texts by path. Every text is first written beside its file
 * (`.<name>.<process id>.tmp`), then all are renamed; a failure before that removes them and leaves all files as they were.
 */
import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** Writes all texts, or none. Throws what the file system throws. */
export function replaceFiles(texts: ReadonlyMap<string, string>): void {
  const temporary = new Map<string, string>();
  try {
    for (const [path, text] of texts) {
      mkdirSync(dirname(path), { recursive: true });
      const beside = join(dirname(path), `.${basename(path)}.${process.pid}.tmp`);
      temporary.set(path, beside);
      const descriptor = openSync(beside, 'w');
      try {
        writeFileSync(descriptor, text);
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

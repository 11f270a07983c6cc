/**
 * A data folder as an import reads it. In: its path. Out: the content of its files at one time, from which the import is planned, and
 * their hashes, so that no file is replaced that somebody has changed since.
 */
import { existsSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { FOLDERS, listInputFiles } from '../catalogue/files/input-files.ts';
import type { Overlay } from '../catalogue/files/text-file.ts';
import { sha256 } from '../fs/hash.ts';
import { readRegularFile } from '../fs/regular-file.ts';
import { hashOf, type Replacement, removeTemporaryFiles, replaceFiles } from '../fs/replace-files.ts';

export class DataSnapshot {
  readonly folder: string;
  /** The content of all files except the statistics, which are only read when they are merged. */
  readonly texts: Overlay;
  readonly #hashes: ReadonlyMap<string, string | null>;

  /** Files that cannot be read are left out: reading the catalogue reports them. */
  constructor(folder: string) {
    this.folder = folder;
    const texts = new Map<string, Uint8Array>();
    const hashes = new Map<string, string | null>();
    const { all, folders } = existsSync(folder)
      ? listInputFiles(folder)
      : { all: [], folders: { 'strain-statistics': [] as string[] } };
    for (const path of all) {
      try {
        if (folders['strain-statistics'].includes(path)) hashes.set(path, hashOf(path));
        else {
          const bytes = readRegularFile(path);
          texts.set(path, bytes);
          hashes.set(path, sha256(bytes));
        }
      } catch {
        // See above.
      }
    }
    this.texts = texts;
    this.#hashes = hashes;
  }

  /** Replaces files, by path. Throws FileChangedError, LinkError, and the errors of the file system. */
  replace(files: ReadonlyMap<string, Iterable<string>>, onReplaced?: () => void): void {
    const replacements = [...files].map(([path, parts]): [string, Replacement] => {
      return [path, { before: this.#hashes.get(path) ?? null, parts }];
    });
    replaceFiles(this.folder, new Map(replacements), onReplaced);
  }
}

/** Removes what a killed import left in a data folder. The caller holds its lock. */
export function removeLeftovers(data: string): void {
  const root = realpathSync(data);
  removeTemporaryFiles([root, ...FOLDERS.map((name) => join(root, name))]);
}

/**
 * Reads all files in a data folder before a merge, and replaces files after it. Refuses to replace a file that somebody has changed in the
 * meantime.
 */
import { existsSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { FOLDERS, listInputFiles } from '../catalogue/files/input-files.ts';
import { sha256 } from '../fs/hash.ts';
import { readRegularFile } from '../fs/regular-file.ts';
import { type Replacement, removeTemporaryFiles, replaceFiles } from '../fs/replace-files.ts';

export class DataSnapshot {
  readonly folder: string;
  /** The content of all files that can be read; reading the catalogue reports the others. */
  readonly texts: ReadonlyMap<string, Buffer>;

  constructor(folder: string) {
    this.folder = folder;
    const texts = new Map<string, Buffer>();
    for (const path of existsSync(folder) ? listInputFiles(folder).all : []) {
      try {
        texts.set(path, readRegularFile(path));
      } catch {
        // Reported when the catalogue is read.
      }
    }
    this.texts = texts;
  }

  /** Replaces files, by path; null removes a file. Throws EditConflictError, LinkError, or a file system error. */
  replace(files: ReadonlyMap<string, string | null>, onReplaced?: () => void): void {
    const replacements = [...files].map(([path, text]): [string, Replacement] => {
      const before = this.texts.get(path);
      return [path, { before: before ? sha256(before) : null, text }];
    });
    replaceFiles(this.folder, new Map(replacements), onReplaced);
  }
}

/** Removes the leftovers of a killed import from a data folder. The caller must hold the folder's lock. */
export function removeLeftovers(data: string): void {
  const root = realpathSync(data);
  removeTemporaryFiles([root, ...FOLDERS.map((name) => join(root, name))]);
}

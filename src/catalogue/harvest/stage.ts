/**
 * The copy of a data folder that a harvest is merged into, kind after kind, so that the folder itself stays as it is until all is merged.
 * In: the data folder, and a folder for the copy, of which only this knows what is in it. Out: the catalogue as it is by now, and the files
 * that are new or changed.
 */
import { copyFileSync, mkdirSync, rmSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { Problem } from '../files/problems.ts';
import { replaceFiles } from '../import/write-files.ts';
import { loadCatalogue, MISMATCHES } from '../load.ts';
import type { Catalogue } from '../types.ts';

export class Stage {
  /** Path of the copy. */
  readonly folder: string;
  readonly #data: string;
  readonly #written = new Set<string>();

  /** Begins with an empty copy; what is in its folder is thrown away. */
  constructor(folder: string, data: string) {
    this.folder = folder;
    this.#data = data;
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
  }

  /** Copies these files of the data folder. */
  copy(paths: readonly string[]): void {
    for (const path of paths) {
      const copy = join(this.folder, relative(this.#data, path));
      mkdirSync(dirname(copy), { recursive: true });
      copyFileSync(path, copy);
    }
  }

  /** Writes files of the copy. */
  write(files: ReadonlyMap<string, string | Iterable<string>>): void {
    if (files.size === 0) return;
    replaceFiles(new Map([...files].map(([path, text]) => [path, typeof text === 'string' ? [text] : text])));
    for (const path of files.keys()) this.#written.add(path);
  }

  /** The catalogue as it is by now, or why there is none. */
  load(): { catalogue: Catalogue; problems: readonly [] } | { catalogue: null; problems: readonly Problem[] } {
    const { catalogue, problems } = loadCatalogue(this.folder, undefined, undefined, MISMATCHES);
    return catalogue ? { catalogue, problems: [] } : { catalogue, problems };
  }

  /** Paths of the files that were written, relative to the data folder, in order. */
  written(): string[] {
    return [...this.#written].map((path) => relative(this.folder, path)).sort();
  }

  /** Where a file of the copy is going to be. */
  inData(path: string): string {
    return join(this.#data, relative(this.folder, path));
  }
}

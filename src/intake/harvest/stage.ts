/**
 * The copy of a data folder into which a harvest is merged, so that the data folder is not modified before everything is merged. In: the
 * data folder, and a folder for the copy. Out: the catalogue in the copy, and the new or changed files.
 */
import { copyFileSync, mkdirSync, rmSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { loadCatalogue, MISMATCHES } from '../../catalogue/load.ts';
import type { Catalogue } from '../../catalogue/types.ts';
import type { Problem } from '../../report/problems.ts';
import { replaceFiles } from '../import/write-files.ts';

export class Stage {
  /** Path of the copy. */
  readonly folder: string;
  readonly #data: string;
  readonly #written = new Set<string>();

  /** Starts with an empty copy; existing content of its folder is removed. */
  constructor(folder: string, data: string) {
    this.folder = folder;
    this.#data = data;
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
  }

  /** Copies files of the data folder. */
  copy(paths: readonly string[]): void {
    for (const path of paths) {
      const copy = join(this.folder, relative(this.#data, path));
      mkdirSync(dirname(copy), { recursive: true });
      copyFileSync(path, copy);
    }
  }

  /** Writes files, given by their paths in the copy. */
  write(files: ReadonlyMap<string, string | Iterable<string>>): void {
    if (files.size === 0) return;
    replaceFiles(new Map([...files].map(([path, text]) => [path, typeof text === 'string' ? [text] : text])));
    for (const path of files.keys()) this.#written.add(path);
  }

  /** The catalogue in the copy, or why there is none. */
  load(): { catalogue: Catalogue; problems: readonly [] } | { catalogue: null; problems: readonly Problem[] } {
    const { catalogue, problems } = loadCatalogue(this.folder, undefined, undefined, MISMATCHES);
    return catalogue ? { catalogue, problems: [] } : { catalogue, problems };
  }

  /** Sorted paths of the written files, relative to the data folder. */
  written(): string[] {
    return [...this.#written].map((path) => relative(this.folder, path)).sort();
  }

  /** The path in the data folder of a file in the copy. */
  inData(path: string): string {
    return join(this.#data, relative(this.folder, path));
  }
}

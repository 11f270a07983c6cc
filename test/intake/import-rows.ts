/** Imports into a small catalogue, which each test gets anew. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach } from 'vitest';
import { importCsv } from '../../src/intake/import-file.ts';
import type { ImportKind } from '../../src/intake/kinds/kinds.ts';
import type { ImportResult } from '../../src/intake/merge-into-folder.ts';
import { smallCatalogue } from '../support/data-folders.ts';

/** The folder of this test, and the data in it. */
export let folder = '';
export let data = '';

/** Creates the catalogue before each test of the file. */
export function useSmallCatalogue(): void {
  beforeEach(() => {
    folder = smallCatalogue();
    data = join(folder, 'data');
  });
}

export interface ImportFlags {
  readonly overwrite?: boolean;
  readonly dryRun?: boolean;
}

/** Imports a CSV file of these lines, the header first. */
export function importRows(kind: ImportKind, lines: readonly string[], flags: ImportFlags = {}): ImportResult {
  const csv = join(folder, 'rows.csv');
  writeFileSync(csv, `${lines.join('\n')}\n`);
  return importCsv({ kind, file: csv, data, ...flags });
}

/** The text of a data file. */
export const read = (path: string): string => readFileSync(join(data, path), 'utf8');

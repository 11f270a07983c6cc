/**
 * Edits to data files while an import runs: one edit before each file system call. The edit is never lost, and the import either succeeds
 * or says that it failed.
 */
import { cpSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { importCsv } from '../../src/intake/import-file.ts';
import { fullCatalogue } from '../support/data-folders.ts';
import { createInterceptor } from '../support/intercept-calls.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const root = temporaryFolder();
const sound = join(fullCatalogue(), 'data');
const data = join(root, 'data');
const csv = join(root, 'rows.csv');

/** `renameSync` is left out: no other call comes between the last comparison of a file and its renaming. */
const CALLS = ['readFileSync', 'openSync', 'fsyncSync', 'rmSync'] as const;
const { intercept, restore } = createInterceptor(CALLS);
afterEach(restore);

/** Saves a file as an editor does. */
function save(path: string, text: string): void {
  writeFileSync(`${path}~`, text);
  renameSync(`${path}~`, path);
}

/** Imports a row, calling `strike` before every intercepted file system call. Out: the number of calls. */
function importWith(kind: 'event-versions' | 'strain-statistics', strike: (call: number) => void): number {
  let calls = 0;
  let isStriking = false;
  intercept((_, original) => (...given) => {
    if (!isStriking && !String(given[0]).includes('node_modules')) {
      isStriking = true;
      strike(++calls);
      isStriking = false;
    }
    return original(...given);
  });
  try {
    importCsv({ kind, file: csv, data });
  } finally {
    restore();
  }
  return calls;
}

const KINDS = [
  {
    kind: 'event-versions',
    file: 'event-versions/GWTC-1.yaml',
    rows: 'name,version,gps,catalog,detectors\nGW150914,9,1126259462.4,GWTC-1,H1|L1\n',
    isImported: /version: 9/,
    edit: (text: string, number: number) => `${text}# Edit ${number}.\n`,
    isEdited: /# Edit \d+\./,
  },
  {
    kind: 'strain-statistics',
    file: 'strain-statistics/O1.ndjson',
    rows: 'dataset,detector,gps_start,sample_rate_kHz,filesize_bytes\nO1,H1,1126256640,4,99\n',
    isImported: /"filesize_bytes":99/,
    edit: (text: string, number: number) => text.replace(/"nans_fraction":[\d.]+/, `"nans_fraction":0.5${number}`),
    isEdited: /"nans_fraction":0.5/,
  },
] as const;

const begin = (): void => {
  rmSync(data, { recursive: true, force: true });
  cpSync(sound, data, { recursive: true });
};

describe.each(KINDS)('$kind', ({ kind, file, rows, isImported, edit, isEdited }) => {
  const path = join(data, file);

  it('an edit before any call is kept, and the row is imported', () => {
    writeFileSync(csv, rows);
    // The first import also loads schemas.
    begin();
    importWith(kind, () => {});
    begin();
    const calls = importWith(kind, () => {});
    expect(calls).toBeGreaterThan(15);
    const lost: number[] = [];
    for (let at = 1; at <= calls; at++) {
      begin();
      importWith(kind, (call) => call === at && save(path, edit(readFileSync(path, 'utf8'), at)));
      const now = readFileSync(path, 'utf8');
      if (!isEdited.test(now) || !isImported.test(now)) lost.push(at);
    }
    expect(lost).toEqual([]);
  });

  it('a file that changes before every call is left alone, and the error names it', () => {
    writeFileSync(csv, rows);
    begin();
    const text = readFileSync(path, 'utf8');
    let edits = 0;
    expect(() => importWith(kind, () => save(path, edit(text, ++edits)))).toThrow(
      `${path} changed during all 3 attempts. Wait until no other program edits it. Nothing was imported.`,
    );
    expect(readFileSync(path, 'utf8')).toBe(edit(text, edits));
  });
});

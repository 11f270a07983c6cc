/** Imports into records whose members have no value yet. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { importCsv } from '../../src/intake/import-file.ts';
import { smallCatalogue } from '../support/data-folders.ts';

it('an import fills in a member whose value is empty', () => {
  const data = join(smallCatalogue(), 'data');
  const file = join(data, 'event-versions/GWTC-1.yaml');
  const text = readFileSync(file, 'utf8');
  const edited = text.replace(/mass_1_source: \{.*\}/, 'mass_1_source:\n        best: 35.6\n        upper_error:');
  expect(edited).not.toBe(text);
  writeFileSync(file, edited);
  const csv = join(data, '../masses.csv');
  writeFileSync(csv, 'name,version,mass_1_source,mass_1_source_upper\nGW150914,3,35.6,4.7\n');
  expect(importCsv({ kind: 'event-versions', file: csv, data })).toMatchObject({ isClean: true });
  expect(readFileSync(file, 'utf8')).toContain('4.7');
});

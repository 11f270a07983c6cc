/** CSV files as spreadsheets save them: semicolons or tabs between the cells, and decimal commas. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Delimiter } from '../../src/intake/csv/delimiter.ts';
import { importCsv } from '../../src/intake/import-file.ts';
import { data, folder, read, useSmallCatalogue } from './import-rows.ts';

useSmallCatalogue();

function run(lines: readonly string[], delimiter?: Delimiter) {
  const csv = join(folder, 'rows.csv');
  writeFileSync(csv, `\uFEFF${lines.join('\r\n')}\r\n`);
  return importCsv({ kind: 'event-versions', file: csv, data, ...(delimiter && { delimiter }) });
}

const HEAD = 'name;version;gps;catalog;detectors;redshift;redshift_upper;redshift_lower;far';
const ROW = 'GW150915;1;1126346001,4;GWTC-1;H1|L1;0,25;,5;\u22120,5;1,5e-7';

describe('semicolons between cells', () => {
  it('are read, with decimal commas', () => {
    expect(run([HEAD, ROW])).toMatchObject({ isClean: true, isWritten: true, problems: [] });
    const text = read('event-versions/GWTC-1.yaml');
    expect(text).toContain('gps: 1126346001.4\n');
    expect(text).toContain('redshift: {best: 0.25, upper_error: 0.5, lower_error: -0.5}');
    expect(text).toContain('far: {best: 1.5e-7}');
  });

  it('are read, with decimal points and commas in texts', () => {
    const rows = ['name;version;gps;catalog;detectors;redshift', 'GW150915;1;1126346001.4;GWTC-1;H1, L1;0.25'];
    expect(run(rows)).toMatchObject({ isClean: true, isWritten: true });
    expect(read('event-versions/GWTC-1.yaml')).toContain('detectors: [H1, L1]');
  });

  it('a number that could have thousands beside decimal commas is refused', () => {
    const { problems, isWritten } = run(['name;version;mass_1_source;redshift', 'GW150914;3;1.234;0,1']);
    expect(isWritten).toBe(false);
    expect(problems).toMatchObject([
      {
        code: 'D170',
        line: 2,
        message: '"1.234" has a thousands separator or another decimal mark, but "0,1" in line 2 has a decimal comma',
        fix: 'write 1234, or 1,234 if these are decimals',
      },
    ]);
  });

  it('only columns of numbers show the decimal mark', () => {
    const rows = ['name;version;redshift;note', 'GW150914;3;0,1;[1.2]'];
    expect(run(rows).problems).toMatchObject([{ code: 'D173', message: expect.stringContaining('-> 0.1') }]);
  });

  it('the problem of a row with another length names them', () => {
    expect(run([HEAD, 'GW150915;1']).problems).toMatchObject([
      { line: 2, fix: 'correct the semicolons, or put a cell that has a semicolon in quotes' },
    ]);
  });
});

it('tabs between cells are read', () => {
  const rows = [HEAD, ROW].map((row) => row.replaceAll(';', '\t'));
  expect(run(rows)).toMatchObject({ isClean: true, isWritten: true });
});

it('a header that either sign could separate is refused unless --delimiter is given', () => {
  const rows = ['name;version,gps', 'GW150914;3;'];
  expect(run(rows)).toMatchObject({ problems: [{ code: 'D170' }] });
  expect(run(rows, ';').problems).toMatchObject([
    { message: 'column "version" is missing' },
    { message: 'unknown column "version,gps"' },
  ]);
});

describe('times in UTC in a column of GPS seconds', () => {
  it.each([
    ['2015-09-14', expect.stringContaining('look up the seconds')],
    ['2015-09-14 09:50', expect.stringContaining('look up the seconds')],
    ['14.09.2015 09:50', expect.stringContaining('look up the seconds')],
    ['09/14/2015 09:50:45', expect.stringContaining('02.04.2025 11:54:05')],
  ])('%s is refused, because it is not certain', (time, fix) => {
    const { problems } = run(['name,version,gps,catalog,detectors', `GW150915,1,${time},GWTC-1,H1`]);
    expect(problems).toMatchObject([{ line: 2, fix }]);
  });

  it('a decimal comma in quotes is read, as pandas writes it', () => {
    const { problems } = run(['name,version,gps,catalog,detectors', 'GW150915,1,"1126346001,4",GWTC-1,H1']);
    expect(problems).toEqual([]);
    expect(read('event-versions/GWTC-1.yaml')).toContain('gps: 1126346001.4\n');
  });
});

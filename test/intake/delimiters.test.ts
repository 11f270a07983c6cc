/** CSV files as spreadsheets save them: semicolons or tabs between the cells, and decimal commas. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Delimiter } from '../../src/intake/csv/delimiter.ts';
import { importFile } from '../../src/intake/import-file.ts';
import { data, folder, read, useSmallCatalogue } from './import-rows.ts';

useSmallCatalogue();

function run(lines: readonly string[], delimiter?: Delimiter) {
  const csv = join(folder, 'rows.csv');
  writeFileSync(csv, `\uFEFF${lines.join('\r\n')}\r\n`);
  return importFile({ kind: 'event-versions', file: csv, data, ...(delimiter && { delimiter }) });
}

const HEAD = 'name;version;gps;catalog;detectors;redshift;redshift_upper;redshift_lower;far';
const ROW = 'GW150915;1;1126346001,4;GWTC-1;H1|L1;0,25;,5;\u22120,5;1,5e-7';

describe('semicolons between cells', () => {
  it('are read, with decimal commas', () => {
    expect(run([HEAD, ROW])).toMatchObject({ status: 0, isWritten: true, problems: [] });
    const text = read('event-versions/GWTC-1.yaml');
    expect(text).toContain('gps: 1126346001.4\n');
    expect(text).toContain('redshift: {best: 0.25, upper_error: 0.5, lower_error: -0.5}');
    expect(text).toContain('far: {best: 1.5e-7}');
  });

  it('are read, with decimal points and commas in texts', () => {
    const rows = ['name;version;gps;catalog;detectors;redshift', 'GW150915;1;1126346001.4;GWTC-1;H1, L1;0.25'];
    expect(run(rows)).toMatchObject({ status: 0, isWritten: true });
    expect(read('event-versions/GWTC-1.yaml')).toContain('detectors: [H1, L1]');
  });

  it('with a number that could have thousands beside decimal commas, they are refused unless --delimiter is given', () => {
    const rows = ['name;version;mass_1_source;redshift', 'GW150914;3;1.234;0,1'];
    const { problems, isWritten } = run(rows);
    expect(isWritten).toBe(false);
    expect(problems).toMatchObject([
      {
        code: 'D170',
        message: '"1.234" has decimals or thousands: other numbers have decimal commas, such as "0,1"',
        fix: 'write thousands without points; or use --delimiter ";", which accepts both as decimal separators',
      },
    ]);
    expect(run(rows, ';').problems.map(({ code }) => code)).toEqual(['D173', 'D173']);
  });

  it('the problem of a row with another length names them', () => {
    expect(run([HEAD, 'GW150915;1']).problems).toMatchObject([
      { line: 2, fix: 'correct the semicolons, or put a cell that has a semicolon in quotes' },
    ]);
  });
});

it('tabs between cells are read', () => {
  const rows = [HEAD, ROW].map((row) => row.replaceAll(';', '\t'));
  expect(run(rows)).toMatchObject({ status: 0, isWritten: true });
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
    ['2015-09-14', 'write GPS seconds: 2015-09-14 in UTC is 1126224017'],
    ['2015-09-14 09:50', 'write GPS seconds: 2015-09-14 09:50 in UTC is 1126259417'],
    ['14.09.2015 09:50', expect.stringContaining('02.04.2025 11:54:05')],
    ['09/14/2015 09:50:45', expect.stringContaining('02.04.2025 11:54:05')],
  ])('%s is refused, because it is not certain', (time, fix) => {
    const { problems } = run(['name,version,gps,catalog,detectors', `GW150915,1,${time},GWTC-1,H1`]);
    expect(problems).toMatchObject([{ line: 2, fix }]);
  });

  it('a GPS time with a decimal comma in quotes has its own fix', () => {
    const { problems } = run(['name,version,gps,catalog,detectors', 'GW150915,1,"1126346001,4",GWTC-1,H1']);
    expect(problems).toMatchObject([{ fix: 'write the decimals after a point: 1126346001.4' }]);
  });
});

/** Tables as astronomers save them, in German and in English: values with errors, limits, times in UTC, titles, units and empty rows. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { gpsFromUtc } from '../../src/core/base/gps-time.ts';
import { formatSkipped } from '../../src/intake/csv/skipped-rows.ts';
import { importCsv } from '../../src/intake/import-file.ts';
import { data, folder, read, useSmallCatalogue } from './import-rows.ts';

useSmallCatalogue();

const TABLES = join(import.meta.dirname, '../fixtures/spreadsheets');
const MAP = new Map([
  ['Event', 'name'],
  ['m1 (Msun)', 'mass_1_source'],
  ['z', 'redshift'],
  ['FAR (1/yr)', 'far'],
]);

const tableOf = (name: string) => importCsv({ kind: 'event-versions', file: join(TABLES, name), data, map: MAP });

function tableWith(lines: readonly string[], map?: ReadonlyMap<string, string>) {
  const csv = join(folder, 'table.csv');
  writeFileSync(csv, lines.join('\r\n'));
  return importCsv({ kind: 'event-versions', file: csv, data, ...(map && { map }) });
}

describe('a table saved by LibreOffice', () => {
  it.each([
    ['german.csv', 'Tabelle 2: Massen und Rotverschiebungen, vorläufig'],
    ['english.csv', 'Table 2: masses and redshifts, preliminary'],
  ])('%s is imported at the first try', (name, title) => {
    const result = tableOf(name);
    expect(result).toMatchObject({ problems: [], skipped: [], isClean: true });
    expect(result.remarks).toEqual([
      `the header is in line 2; skipped above it: "${title}"`,
      '3 times in UTC converted to GPS seconds',
      '7 cells with errors or a limit split into columns',
    ]);
    const text = read('event-versions/GWTC-2.yaml');
    expect(text).toContain(`gps: ${gpsFromUtc('2025-04-02T11:54:05')}.0\n`);
    expect(text).toContain(`gps: ${gpsFromUtc('2016-12-31T23:59:60')}.0\n`);
    expect(text).toContain('gps: 1432000000.4\n');
    expect(text).toContain('mass_1_source: {best: 51.5, upper_error: 5.1, lower_error: -4.1}');
    expect(text).toContain('mass_1_source: {best: 30, upper_error: 4, lower_error: -4}');
    expect(text).toContain('redshift: {best: 0.21, upper_error: 0.09, lower_error: -0.08}');
    expect(text).toContain('far: {best: 0.00001, is_upper_limit: true}');
    expect(text).toContain('redshift: {best: 3, is_lower_limit: true}');
  });
});

const HEAD = 'name;version;utc;catalog;detectors;mass_1_source;redshift';

describe('a cell', () => {
  it.each([
    ['51.5 +5.1/-4.1', '51.5', '5.1', '-4.1'],
    ['51,5 -4,1/+5,1', '51.5', '5.1', '-4.1'],
    ['51.5 (+5.1, -4.1)', '51.5', '5.1', '-4.1'],
    ['51.5+5.1\u22124.1', '51.5', '5.1', '-4.1'],
    ['51.5 +/- 4', '51.5', '4', '-4'],
    ['51.5\u00b14', '51.5', '4', '-4'],
    ['51.5 +- .5', '51.5', '0.5', '-0.5'],
  ])('%s has a value and its errors', (cell, best, upper, lower) => {
    expect(tableWith([HEAD, `GW150914;3;;;;${cell};`]).problems[0]?.message ?? '').not.toContain('number');
    tableWith([HEAD, `GW151012;2;2015-10-12 09:54:43;GWTC-1;H1|L1;${cell};`]);
    const wanted = `{best: ${best}, upper_error: ${upper}, lower_error: ${lower}}`;
    expect(read('event-versions/GWTC-1.yaml')).toContain(`mass_1_source: ${wanted}`);
  });

  it.each(['51.5 +5.1/+4.1', '51.5(4)', '51.5 +5.1', '5'.repeat(100_000)])('"%.20s" is not split', (cell) => {
    const { problems, remarks } = tableWith([HEAD, `GW150914;3;;;;${cell};`]);
    expect(problems).not.toEqual([]);
    expect(remarks).toEqual([]);
  });

  it('is not split if the table has a column with its errors too', () => {
    const { problems } = tableWith(['name,version,redshift,redshift_upper', 'GW150914,3,0.1 +0.1/-0.1,0.2']);
    expect(problems).toMatchObject([{ fix: 'write the errors into the columns _upper and _lower' }]);
  });
});

describe('equal problems', () => {
  it('with a unit behind numbers are one problem, which names the unit and the lines', () => {
    const rows = ['51.5 Msun', '32 Msun', '7.7 Msun', '9 Msun'].map((mass, n) => `GW15${n};1;;;;${mass};`);
    const { problems } = tableWith([HEAD, ...rows]);
    const units = problems.filter(({ message }) => message.includes('unit'));
    expect(units).toHaveLength(4);
    expect(units[0]?.message).toContain('mass_1_source is "51.5 Msun", a number with the unit "Msun"');
    expect(new Set(units.map(({ topic }) => topic)).size).toBe(1);
    expect(units[0]?.fix).toBe('write 51.5, without the unit');
  });

  it('in a row of units below the header are one problem', () => {
    const { problems, isWritten } = tableWith([HEAD, ';;UTC;;;Msun;', 'GW150914;3;;;;;']);
    expect(isWritten).toBe(false);
    expect(problems).toMatchObject([{ code: 'D170', line: 2, message: 'this line holds units: UTC, Msun' }]);
  });
});

it('empty rows and empty cells behind the header are ignored', () => {
  const row = 'GW151012;2;2015-10-12 09:54:43;GWTC-1;H1|L1;;;;';
  expect(tableWith([`${HEAD};;`, ';;;;;;;;', row, ';;;;;;;;', ';;'])).toMatchObject({ problems: [], isClean: true });
});

it.each([
  [3, ['name,version', 'GW1,1', 'GW2,"1', 'GW3,1', 'GW4,1']],
  [6, ['name,version', '', 'GW1,1', '', ' ', 'GW2,"1', 'GW3,1', '', 'GW4,1']],
  [5, ['name,version', 'GW1,"', '1"', '', 'GW2,"1', 'GW3,1']],
  [2, ['', 'name,"version', 'GW1,1']],
])('a quote that is not closed is reported where it begins, in line %i', (line, lines) => {
  const { problems } = tableWith(lines);
  expect(problems).toMatchObject([{ code: 'D170', line, fix: 'close the quote in this row, or remove it' }]);
});

describe('--map', () => {
  it('for a name that the header lacks is a problem', () => {
    const { problems } = tableWith(['name,version', 'GW1,1'], new Map([['m1', 'mass_1_source']]));
    expect(problems).toMatchObject([{ code: 'D171', message: expect.stringContaining('"m1"') }]);
  });

  it('to a column called "reason" is applied', () => {
    const rows = ['name,version,reason', 'GW150914,3,0.1'];
    const result = tableWith(rows, new Map([['reason', 'redshift']]));
    expect(result.problems).toMatchObject([{ code: 'D173', message: 'GW150914-v3 redshift.best: 0.09 -> 0.1' }]);
  });

  it('to an unknown column is a problem with a suggestion', () => {
    const { problems } = tableWith(['name,version,m1', 'GW1,1,3'], new Map([['m1', 'mass_1_sorce']]));
    expect(problems).toMatchObject([{ code: 'D171', fix: expect.stringContaining('mass_1_source') }]);
  });
});

describe('skipped rows', () => {
  const bad = 'GW151013;1;2015-10-13 09:54:43;GWTC-1;H1|X9;"5;1";';

  it('have the form of the source, with the reason, and can be imported once they are corrected', () => {
    const good = 'GW151012;2;2015-10-12 09:54:43;GWTC-1;H1|L1;51,5 +5,1/-4,1;';
    const { skipped, isClean } = tableWith(['Masses;;;;;;', HEAD, good, 'GW1;2', bad]);
    expect(isClean).toBe(false);
    const [head, short, last, end] = (formatSkipped(skipped) ?? '').split('\r\n');
    expect(head).toBe(`\uFEFF${HEAD};reason`);
    expect(short).toMatch(/^GW1;2;;;;;;it has 5 cells too few/);
    expect(last).toMatch(
      /^GW151013;1;2015-10-13 09:54:43;GWTC-1;H1\|X9;"5;1";"?.*mass_1_source is ""5;1"".*unknown detector ""X9""/,
    );
    expect(end).toBe('');
    const corrected = `${last?.replace('"5;1"', '5,1').replace('H1|X9', 'H1')}`;
    expect(tableWith([head as string, corrected])).toMatchObject({ problems: [], isClean: true });
    expect(read('event-versions/GWTC-1.yaml')).toContain('name: GW151013');
  });

  it('may have a column "reason" only at the end', () => {
    expect(tableWith(['name,reason,version', 'GW151012,x,2']).problems).toMatchObject([
      { code: 'D171', message: 'unknown column "reason"' },
    ]);
    expect(tableWith(['name,version,redshift,reason,,', 'GW150914,3,,x,,'])).toMatchObject({
      problems: [],
      isClean: true,
    });
  });
});

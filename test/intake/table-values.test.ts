/** Reading a table never guesses about a value: tables that people have give the right value, or a problem with a fix that works. */
import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { importCommand } from '../../src/cli/commands/import.ts';
import { gpsFromUtc } from '../../src/core/base/gps-time.ts';
import { type CsvImportOptions, importCommunityCatalog, importCsv } from '../../src/intake/import-file.ts';
import type { ImportKind } from '../../src/intake/kinds/kinds.ts';
import { openBuiltSite } from '../support/built-site.ts';
import { SHIPPED_DATA } from '../support/data-folders.ts';
import { inFiles, textOfProblems } from '../support/problem-text.ts';
import { data, folder, read, useSmallCatalogue } from './import-rows.ts';

useSmallCatalogue();

type Options = Partial<Omit<CsvImportOptions, 'kind' | 'file' | 'data'>>;

function run(lines: readonly string[] | string, options: Options = {}, kind: ImportKind = 'event-versions') {
  const file = join(folder, 'table.csv');
  writeFileSync(file, typeof lines === 'string' ? lines : `${lines.join('\n')}\n`);
  return importCsv({ kind, file, data, ...options });
}

const HEAD = 'name,version,gps,catalog,detectors';
const GW = 'GW150915,1,1126346001.4,GWTC-1,H1|L1';
const inTabs = (...lines: string[]) => lines.map((line) => line.replaceAll(',', '\t').replaceAll('~', ','));

describe('the decimal mark', () => {
  it.each([
    ['a thousands comma beside a decimal point', [`${HEAD},mass_1_source`, `${GW},1~080`], '1080', '1.080'],
    ['within errors', [`${HEAD},mass_1_source`, `${GW},1~080 +1~510/-490`], '1080', '1.080'],
    ['within a limit', [`${HEAD},mass_1_source`, `${GW},<1~080`], '1080', '1.080'],
  ])('%s is refused', (_, lines, thousands, decimals) => {
    const { problems, isWritten } = run(inTabs(...lines));
    expect(isWritten).toBe(false);
    expect(problems).toMatchObject([
      { code: 'D170', line: 2, fix: `write ${thousands}, or ${decimals} if these are decimals` },
    ]);
  });

  it('is refused if two numbers contradict each other', () => {
    const { problems } = run(inTabs(`${HEAD},mass_1_source`, `${GW},35~6`));
    expect(problems).toMatchObject([{ code: 'D170', fix: 'write 35.6' }]);
    expect(run(inTabs(`${HEAD},mass_1_source`, `${GW},35.6`)).isClean).toBe(true);
  });

  it('is asked for if no number decides it, and --decimal decides it', () => {
    const lines = inTabs(`${HEAD},mass_1_source`, 'GW150915,1,1126346001,GWTC-1,H1|L1,1.080');
    expect(run(lines).problems).toMatchObject([{ code: 'D170', fix: expect.stringContaining('--decimal') }]);
    expect(run(lines, { decimal: 'comma' }).problems).toMatchObject([
      { fix: 'write 1080, or 1,080 if these are decimals' },
    ]);
    expect(run(lines, { decimal: 'point' }).isClean).toBe(true);
    expect(read('event-versions/GWTC-1.yaml')).toContain('mass_1_source: {best: 1.08}');
  });

  it('is a point in a file separated by commas', () => {
    expect(run([`${HEAD},mass_1_source`, 'GW150915,1,1126346001,GWTC-1,H1|L1,1.080']).isClean).toBe(true);
  });
});

describe('a time', () => {
  const SEGMENTS = 'flag,run,start,stop';
  it.each<[ImportKind, string, string]>([
    ['event-versions', HEAD, 'GW150915,1,1.12635E+09,GWTC-1,H1'],
    ['segments', SEGMENTS, 'H1_DATA,O1,1.12635E+09,1126350002'],
    ['runs', 'name,gps_start,gps_end', 'O9,1.4E+09,1400000001'],
    ['strain-files', 'run,dataset,detector,sample_rate_kHz,file_prefix,first_gps_start,count', 'O1,O1,H1,4,x,1.12E9,1'],
  ])('that lost its digits is refused in %s', (kind, head, row) => {
    const { problems, isWritten } = run([head, row], {}, kind);
    expect(problems[0]?.message).toContain('has lost the digits of its seconds');
    expect(isWritten).toBe(false);
  });

  it('in scientific notation with all its digits is read', () => {
    expect(run([HEAD, 'GW150915,1,1.126346001400000095e+09,GWTC-1,H1'])).toMatchObject({ isClean: true, remarks: [] });
    expect(read('event-versions/GWTC-1.yaml')).toContain('gps: 1126346001.4\n');
  });

  it('is rounded to one decimal place, and counted', () => {
    const result = run([HEAD, 'GW150915,1,1126346001.4391,GWTC-1,H1']);
    expect(result).toMatchObject({ isClean: true, remarks: ['1 GPS time rounded to one decimal place'] });
    expect(read('event-versions/GWTC-1.yaml')).toContain('gps: 1126346001.4\n');
  });

  it('with the offset of UTC is read', () => {
    const head = HEAD.replace('gps', 'utc');
    expect(run([head, 'GW150915,1,2015-09-15T09:50:45.400000+00:00,GWTC-1,H1']).isClean).toBe(true);
    expect(read('event-versions/GWTC-1.yaml')).toContain(`gps: ${gpsFromUtc('2015-09-15T09:50:45')}.4\n`);
  });

  it('in Unix seconds is refused, if the name has a date', () => {
    const { problems } = run([HEAD, 'GW150914,1,1442224245,GWTC-1,H1']);
    expect(problems[0]).toMatchObject({ fix: 'write GPS seconds: 1126259462' });
  });

  it('in the American form is one problem in 30 rows', () => {
    const rows = Array.from({ length: 30 }, (_, n) => `EV${n},1,09/14/2015 09:50:${n + 10},GWTC-1,H1`);
    const text = textOfProblems(run([HEAD, ...rows]).problems, folder);
    expect(text.split('\n')).toHaveLength(6);
  });
});

describe('units', () => {
  it.each(['# units: none, none, s, none, none, Gpc', 'distances in Gpc', 'none,none,s,none,none,Gpc'])(
    'above the header are refused: %s',
    (line) => {
      const { problems, isWritten } = run([line, HEAD, GW]);
      expect(isWritten).toBe(false);
      expect(problems).toMatchObject([{ code: 'D170', line: 1, message: expect.stringContaining('holds units') }]);
      expect(run([HEAD, GW]).isClean).toBe(true);
    },
  );

  it('in a column are compared, whatever their spelling', () => {
    const fix = 'convert the value, and write yr^-1';
    expect(run([`${HEAD},far,far_unit`, `${GW},1e-5,1/day`]).problems[0]?.fix).toBe(fix);
    expect(run([`${HEAD},far,far_unit`, `${GW},1e-5,1 / yr`]).isClean).toBe(true);
  });

  it.each(['', '-', '1', 'none', 'dimensionless'])('"%s" is no unit, in both forms of tables', (unit) => {
    const set = 'name,version,set,redshift,redshift_unit';
    expect(run([set, `GW150914,3,pe-a,0.1,${unit}`], {}, 'parameter-sets')).toMatchObject({ problems: [] });
    const value = 'name,version,set,parameter,best,unit';
    const { problems } = run([value, `GW150914,3,pe-a,redshift,0.1,${unit}`], {}, 'parameter-sets');
    expect(problems).toEqual([]);
  });
});

describe('the ends of an interval', () => {
  const LINE = `${HEAD},mass_1_source,mass_1_source_lower,mass_1_source_upper`;
  it('are no errors, and the fix subtracts', () => {
    const { problems } = run([LINE, `${GW},35.6,32.5,40.3`]);
    expect(problems[0]?.fix).toContain('the upper error is 4.7, and the lower error -3.1');
    expect(run([LINE, `${GW},35.6,-3.1,4.7`]).isClean).toBe(true);
  });

  it('of a set are shown with the decimal mark of the table', () => {
    const value = 'name;version;set;parameter;best;upper_error;lower_error';
    const { problems } = run([value, 'GW150914;3;pe-a;redshift;0,5;0,7;0,4'], {}, 'parameter-sets');
    const errors = 'the upper error is 0,2, and the lower error -0,1';
    expect(problems.map(({ fix }) => fix)).toContainEqual(expect.stringContaining(errors));
  });

  it('around 0 are no errors either, if those of another row are the ends of an interval', () => {
    const redshift = `${HEAD},redshift,redshift_lower,redshift_upper`;
    const { problems } = run([redshift, `${GW},-0.3,-0.5,-0.1`, 'GW150916,1,1126432401.4,GWTC-1,H1,0.05,-0.1,0.3']);
    expect(inFiles(problems).map(({ line }) => line)).toEqual([2, 3]);
    expect(run([redshift, `${GW},-0.01,-0.12,0.1`]).isClean).toBe(true);
  });

  it('in community JSON are refused, and times and numbers whose text says more than their value', () => {
    const file = join(folder, 'catalog.json');
    const value = { parameter_name: 'mass_1_source', best: 35.6, upper_error: 40.3, lower_error: 32.5, unit: 'Msun' };
    const event = {
      event_name: 'GW150915_095045',
      gps: 1126346001.4,
      detectors: ['H1'],
      search: [],
      pe_sets: [{ pe_set_name: 'a', is_preferred: true, parameters: [value] }],
    };
    const text = JSON.stringify({ catalog_name: 'Own', catalog_description: 'x', events: [event] });
    const importText = (json: string) => {
      writeFileSync(file, json);
      return importCommunityCatalog({ file, data });
    };
    expect(importText(text).problems).toMatchObject([{ code: 'D144', fix: expect.stringContaining('subtract 35.6') }]);
    expect(importText(text.replace('1126346001.4', '1.12635E+09')).problems).toMatchObject([
      { message: expect.stringContaining('has lost the digits of its seconds') },
    ]);
    expect(importText(text.replace('35.6', '1e-400')).problems).toMatchObject([{ code: 'D114' }]);
    expect(importText(text.replace('40.3', '4.7').replace('32.5', '3.1')).problems).toEqual([]);
  });
});

it('a title in brackets is not JSON', () => {
  const result = run(['[Table 2]', HEAD, GW]);
  expect(result).toMatchObject({ isClean: true, remarks: ['the header is in line 2; skipped above it: "[Table 2]"'] });
});

describe('a header', () => {
  it('gets one problem for all unknown columns, and no suggestion that means something else', () => {
    const { problems } = run([`${HEAD},IFAR,mass_1,mass_1_source_5,x,x_lower,x_upper`, `${GW},,,,,,`]);
    expect(problems).toMatchObject([
      { message: 'unknown columns "IFAR", "mass_1", "mass_1_source_5", "x", "x_lower", "x_upper"' },
    ]);
    expect(problems[0]?.fix).not.toContain('did you mean');
    const many = Array.from({ length: 1000 }, (_, n) => `x${n}`).join();
    expect(run([`${HEAD},${many}`, GW]).problems[0]?.message).toMatch(/"x98", "x99", and 900 more$/);
  });

  it('may begin with an index column of pandas', () => {
    const result = run([`,${HEAD}`, `0,${GW}`]);
    expect(result).toMatchObject({ isClean: true, remarks: [expect.stringContaining('first column was skipped')] });
  });
});

it('a quote is reported where it opens, even if a later quote closes it', () => {
  const rows = [HEAD, GW, 'GW150916,1,"1126432401.4,GWTC-1,H1', GW, 'GW150917,1,1126518801.4,GWTC-1,"H1,L1"'];
  expect(run(rows).problems).toMatchObject([{ line: 3, fix: 'close the quote in this row, or remove it' }]);
});

it('a carriage return alone ends a line', () => {
  expect(run(`${HEAD}\r${GW}\rEV1,1,x,GWTC-1,H1\r`).problems).toMatchObject([
    { line: 3, excerpt: 'EV1,1,x,GWTC-1,H1' },
  ]);
});

describe('detectors', () => {
  it('of new versions are filled by --detectors', () => {
    const rows = ['name,version,gps,catalog', 'GW150915,1,1126346001.4,GWTC-1'];
    expect(run(rows).problems[0]?.message).toContain('"detectors" is missing');
    expect(run(rows, { detectors: ['H1', 'L1'] }).isClean).toBe(true);
    expect(read('event-versions/GWTC-1.yaml')).toContain('detectors: [H1, L1]');
  });

  it("of the site's own table, which has none, are filled too", async () => {
    cpSync(join(SHIPPED_DATA, 'default-parameters.yaml'), join(data, 'default-parameters.yaml'));
    const site = await openBuiltSite(data, {});
    const { body } = await site.answer({ method: 'GET', url: '/eventapi/csv/allevents', headers: {} });
    site.remove();
    for (const file of ['GWTC-1', 'GWTC-2']) rmSync(join(data, `event-versions/${file}.yaml`));
    expect(run(body, { detectors: ['H1', 'L1'] })).toMatchObject({ isClean: true, problems: [] });
    expect(read('event-versions/GWTC-1.yaml')).toContain('name: GW151226\n    version: 1\n    gps: 1135136350.6\n');
    expect(read('event-versions/GWTC-2.yaml').match(/detectors: \[H1, L1\]/g)).toHaveLength(2);
  });

  it.each(['HL', 'H1L1', "['H1', 'L1']"])('as %s get the right form in the message', (text) => {
    const { problems } = run([HEAD, `GW150915,1,1126346001.4,GWTC-1,"${text}"`]);
    expect(problems).toMatchObject([{ fix: 'write codes with bars between them: H1|L1' }]);
  });
});

it.each([
  [{ kind: 'catalog', map: new Map([['a', 'b']]) }],
  [{ kind: 'catalog', delimiter: ';' }],
  [{ kind: 'catalog', decimal: 'comma' }],
  [{ kind: 'runs', detectors: ['H1'] }],
  [{ kind: 'event-versions', name: 'X' }],
] as const)('an option that does not apply is refused: %j', async (options) => {
  const command = importCommand({ file: join(folder, 'missing'), data, quiet: true, ...options });
  await expect(command).rejects.toThrow('does not apply');
});

describe('a fix for a cell', () => {
  it.each([
    ['35,6(47)', 'write 35,6 ± 4,7'],
    ['35,6 [32,5; 40,3]', 'write 35,6 +4,7/-3,1'],
    ['035,6 ± 4,7', 'write 35,6'],
  ])('%s in a table with decimal commas has decimal commas too', (text, fix) => {
    const head = `${HEAD},mass_1_source`.replaceAll(',', ';');
    const row = (cell: string) => `GW150915;1;1126346001,4;GWTC-1;H1|L1;"${cell}"`;
    const { problems } = run([head, row(text)]);
    expect(problems[0]?.fix).toContain(fix);
    expect(run([head, row(fix.replace('write ', ''))])).toMatchObject({ problems: [], isClean: true });
  });

  it('LaTeX is read', () => {
    expect(run([`${HEAD},mass_1_source`, `${GW},$35.6^{+4.7}_{-3.1}$`]).isClean).toBe(true);
    const value = 'mass_1_source: {best: 35.6, upper_error: 4.7, lower_error: -3.1}';
    expect(read('event-versions/GWTC-1.yaml')).toContain(value);
  });
});

/** Cases in which an import must not lose data, with the messages: each was seen, or is likely, in a maintainer's work. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkFolder, readDataFolder } from '../../src/catalogue/load.ts';
import { importCsv } from '../../src/intake/import-file.ts';
import { inFiles, textOfProblems } from '../support/problem-text.ts';
import { data, folder, read, importRows as run, useSmallCatalogue } from './import-rows.ts';

useSmallCatalogue();
const messages = ({ problems }: { problems: readonly { message: string }[] }) => problems.map(({ message }) => message);

function versionOf(shortName: string) {
  const { catalogue, problems } = checkFolder(readDataFolder(data));
  expect(problems).toEqual([]);
  return catalogue?.eventVersions.find(({ name, version }) => `${name}-v${version}` === shortName);
}

const parameterOf = (shortName: string, parameter: string) => versionOf(shortName)?.parameters?.[parameter];

describe('members of a parameter', () => {
  it('stay where the file has no column for them', () => {
    const result = run('event-versions', ['name,version,mass_1_source', 'GW150914,3,36'], { overwrite: true });
    expect(result).toMatchObject({ isClean: true, isWritten: true });
    expect(parameterOf('GW150914-v3', 'mass_1_source')).toEqual({
      best: 36,
      upper_error: 4.7,
      lower_error: -3.1,
    });
  });

  it('stay where their cells are empty', () => {
    const header = 'name,version,redshift,redshift_upper,redshift_lower,far,far_limit';
    run('event-versions', [header, 'GW150914,3,0.1,,,2e-7,'], { overwrite: true });
    expect(parameterOf('GW150914-v3', 'redshift')).toEqual({ best: 0.1, upper_error: 0.03, lower_error: 0 });
    expect(parameterOf('GW150914-v3', 'far')).toEqual({ best: 2e-7, is_upper_limit: true });
  });

  it('are replaced one by one, each shown old and new', () => {
    const rows = ['name,version,redshift,redshift_upper,redshift_lower', 'GW150914,3,0.1,0.04,0'];
    expect(messages(run('event-versions', rows))).toEqual([
      'GW150914-v3 redshift.best: 0.09 -> 0.1',
      'GW150914-v3 redshift.upper_error: 0.03 -> 0.04',
    ]);
  });

  it('can be given without repeating the existing best value', () => {
    const rows = ['name,version,redshift_lower', '170423,1,-0.2'];
    expect(run('event-versions', rows)).toMatchObject({ isClean: true, isWritten: true });
    expect(parameterOf('170423-v1', 'redshift')).toEqual({ best: 0.4, upper_error: 0.1, lower_error: -0.2 });
  });

  it.each([
    ['cells with "none"', ['redshift,redshift_upper,redshift_lower', '0.1,none,none'], {}],
    ['a limit', ['redshift,redshift_limit', '0.1,upper'], { is_upper_limit: true }],
    ['a limit in the cell', ['redshift', '<0.1'], { is_upper_limit: true }],
  ])('are removed by %s, with overwrite', (_, [columns, cells], limit) => {
    const rows = [`name,version,${columns}`, `GW150914,3,${cells}`];
    const refused = run('event-versions', rows);
    expect(refused.isWritten).toBe(false);
    expect(new Set(refused.problems.map(({ code }) => code))).toEqual(new Set(['D173']));
    run('event-versions', rows, { overwrite: true });
    expect(parameterOf('GW150914-v3', 'redshift')).toEqual({ best: 0.1, ...limit });
    expect(parameterOf('GW150914-v3', 'mass_1_source')).toMatchObject({ best: 35.6, upper_error: 4.7 });
  });
});

it('a limit that is turned round is a limit in the other direction only', () => {
  run('event-versions', ['name,version,far_limit', 'GW150914,3,lower'], { overwrite: true });
  expect(parameterOf('GW150914-v3', 'far')).toEqual({ best: 1e-7, is_lower_limit: true });
  run('parameter-sets', ['name,version,set,pipeline_type,far,far_limit', 'GW150914,3,a,pe,2,upper']);
  const value = ['name,version,set,parameter,best,is_lower_limit', 'GW150914,3,a,far,2,true'];
  run('parameter-sets', value, { overwrite: true });
  expect(versionOf('GW150914-v3')?.parameter_sets?.at(-1)?.parameters).toEqual({
    far: { best: 2, is_lower_limit: true },
  });
});

it('a remark that detectors were copied goes with the copied detectors', () => {
  const header = 'name,version,detectors';
  const text = read('event-versions/GWTC-1.yaml').replaceAll(
    / +detectors: .*\n/g,
    '$&    detectors_source: latest-version\n',
  );
  writeFileSync(join(data, 'event-versions/GWTC-1.yaml'), text);
  expect(run('event-versions', [header, 'GW150914,3,L1|H1'])).toMatchObject({ isClean: true, isWritten: false });
  run('event-versions', [header, 'GW150914,3,H1'], { overwrite: true });
  expect(versionOf('GW150914-v3')).toMatchObject({ detectors: ['H1'] });
  expect(versionOf('GW150914-v3')?.detectors_source).toBeUndefined();
});

it('a remark that starts of files were computed goes with the computed starts', () => {
  const path = 'event-strain-files/GWTC-1.yaml';
  const header = 'event,version,catalog,detector,gps_start_32';
  run('event-strain-files', [header, 'GW150914,3,GWTC-1,H1,1126259447']);
  writeFileSync(join(data, path), read(path).replace('gps_start_32: 1126259447', '$&, start_source: rule'));
  run('event-strain-files', [header, 'GW150914,3,GWTC-1,H1,1126259447'], { overwrite: true });
  expect(read(path)).toContain('start_source: rule');
  run('event-strain-files', [header, 'GW150914,3,GWTC-1,H1,1126259446'], { overwrite: true });
  expect(read(path)).toContain('gps_start_32: 1126259446');
  expect(read(path)).not.toContain('start_source');
});

describe('a version number that another catalog has', () => {
  const header = 'name,version,gps,catalog,detectors';
  const rows = [header, 'GW150914,3,1126259462.4,GWTC-2,H1|L1', 'GW8,1,1126259462.5,GWTC-2,H1'];

  it.each([false, true])('is named with its catalog and the number that is free (overwrite: %s)', (overwrite) => {
    const before = read('event-versions/GWTC-1.yaml');
    const result = run('event-versions', rows, { overwrite });
    expect(result.problems).toMatchObject([
      {
        line: 2,
        code: 'D172',
        message: 'row skipped (GW150914-v3): this version is already in GWTC-1',
        fix: 'use version 5, which is free, or correct the catalog',
      },
    ]);
    expect(read('event-versions/GWTC-1.yaml')).toBe(before);
    expect(read('event-versions/GWTC-2.yaml')).toContain('GW8');
  });
});

describe('good rows beside bad ones', () => {
  const header = 'name,version,gps,catalog,detectors';
  const good = Array.from({ length: 40 }, (_, n) => `GW2501${n + 10},1,14210000${n + 10}.5,GWTC-2,H1|L1`);

  it.each([
    ['a value that differs', 'GW150914,4,1126259462.5,GWTC-2,H1|L1'],
    ['a detector that is not known', 'GW1,1,1126259462.4,GWTC-2,H9'],
    ['a cell too many', 'GW1,1,1126259462.4,GWTC-2,H1,L1'],
  ])('are merged: %s', (_, bad) => {
    const result = run('event-versions', [header, ...good.slice(0, 20), bad, ...good.slice(20)]);
    expect(inFiles(result.problems).map(({ line }) => line)).toEqual([22]);
    expect(result).toMatchObject({ isClean: false, isWritten: true, skipped: [expect.anything()] });
    expect(checkFolder(readDataFolder(data))).toMatchObject({ problems: [], counts: { eventVersions: 44 } });
  });

  it.each([
    ['a name that differs only in case', 'gw150914,1,1126259462.4,GWTC-2,H1', 'D122'],
    ['a name that is the short name of another event', 'GW150914-v4,1,1126259462.4,GWTC-2,H1', 'D138'],
  ])('are merged without one that conflicts with others: %s', (_, bad, code) => {
    const result = run('event-versions', [header, ...good.slice(0, 20), bad, ...good.slice(20)]);
    const { problems, counts } = checkFolder(readDataFolder(data));
    expect([problems, counts?.eventVersions]).toEqual([[], 44]);
    expect(result).toMatchObject({ isClean: false, isWritten: true, skipped: [expect.anything()], message: null });
    const [problem] = result.problems;
    expect(problem).toMatchObject({ file: join(folder, 'rows.csv'), line: 22, code: 'D172' });
    expect(problem?.message).toContain(code === 'D122' ? 'only in case' : 'is the short name');
  });

  it('are merged by strain-files and strain-statistics too', () => {
    const files = 'run,dataset,detector,sample_rate_kHz,file_prefix,first_gps_start,count';
    const some = run('strain-files', [
      files,
      'O1,O1,H1,4,H-H1_NEW,1126260736,1',
      'O1,O1,V1,4,V-V1_LOSC_4_V1,1126256640,2',
    ]);
    expect(some).toMatchObject({
      isClean: false,
      isWritten: true,
      skipped: [expect.anything()],
      problems: [{ code: 'D173', line: 2 }],
    });
    const statistics = 'dataset,detector,gps_start,sample_rate_kHz,duty_cycle_percent';
    const more = run('strain-statistics', [statistics, 'O1,L1,1126256640,4,98', 'O1,V1,1126256640,4,50']);
    expect(more).toMatchObject({
      isClean: false,
      isWritten: true,
      skipped: [expect.anything()],
      problems: [{ code: 'D173', line: 2 }],
    });
    expect(checkFolder(readDataFolder(data)).problems).toEqual([]);
  });
});

describe('a cell that is no number', () => {
  it.each([
    ['redshift', 'NaN', 'leave the cell empty if there is no value'],
    ['redshift_upper', '0.09±0.03', 'write the errors into the columns _upper and _lower'],
  ])('%s "%s" is one problem that says how to write it', (column, text, fix) => {
    const { problems } = run('event-versions', [`name,version,${column}`, `GW151226,1,"${text}"`]);
    const message = `row skipped (GW151226-v1): ${column} is "${text}", but a number is expected`;
    expect(problems).toMatchObject([{ message, fix }]);
  });

  it('may have the minus sign of printed text', () => {
    run('event-versions', ['name,version,redshift_lower', '170423,1,\u22120.2']);
    expect(parameterOf('170423-v1', 'redshift')).toMatchObject({ lower_error: -0.2 });
  });
});

describe('equal problems', () => {
  const header = 'name,version,gps,catalog,detectors';

  it('are shown as one, with their count and rows', () => {
    const rows = [1, 2, 3, 5, 6].map((n) => `GW25010${n},1,142100000${n}.5,GWTC-6.0,H1|L1`);
    rows.splice(3, 0, 'GW250104,1,1421000004.55,GWTC-6.0,H1|L1', 'GW8,1,1126259462.5,GWTC-2,H1');
    const result = run('event-versions', [header, ...rows]);
    expect(result.skipped).toHaveLength(6);
    const text = textOfProblems(result.problems, folder);
    expect(text.match(/^\S.*|^ {2}also.*/gm)).toEqual([
      'rows.csv:2:1  D172  row skipped (GW250101-v1): unknown catalog "GWTC-6.0"',
      '  also in lines 3 to 5, 7, 8; 6 such problems in all',
      '6 problems',
    ]);
  });
});

describe('files of the wrong form', () => {
  const shape = (text: string) => {
    const csv = join(folder, 'rows.csv');
    writeFileSync(csv, text);
    return importCsv({ kind: 'event-versions', file: csv, data }).problems.map(({ code, message, fix }) => [
      code,
      message,
      fix,
    ]);
  };

  it('JSON is named in one line', () => {
    expect(shape('{\n  "data": {\n    "GW1": {"version": 1}\n  }\n}\n')).toEqual([
      [
        'D170',
        'this is JSON, but a CSV file is expected',
        'save the rows as CSV with a header; for a community catalog, use "import catalog"',
      ],
    ]);
  });

  it('a header with two delimiters names --delimiter', () => {
    expect(shape('name;version,gps\nGW1;1,1\n')).toEqual([
      [
        'D170',
        'the header has commas and semicolons, and either could separate the cells',
        'choose one, such as --delimiter ";"',
      ],
    ]);
  });

  it('a byte order mark, which spreadsheets write, is no problem', () => {
    expect(shape('\uFEFFname,version,gps,catalog,detectors\nGW8,1,1126259462.5,GWTC-2,H1\n')).toEqual([]);
  });
});

describe('the mask bits of a new dataset', () => {
  const warned = () => checkFolder(readDataFolder(data)).warnings.map(({ message }) => message);

  it('cause a warning until they are imported', () => {
    const files = 'run,dataset,detector,sample_rate_kHz,file_prefix,first_gps_start,count';
    const added = run('strain-files', [files, 'O2,O2_4KHZ,L1,4,L-L1_X,1170001920,3']);
    expect(added).toMatchObject({ isClean: true, isWritten: true, warnings: [{ code: 'W209' }] });
    expect(warned()).toContain('the mask bits of O2_4KHZ have no names');
    const bits = [
      'dataset,mask_type,bit,name,description',
      'O2_4KHZ,DQ,0,DATA,data present',
      'O2_4KHZ,INJ,0,NO_CBC,none',
    ];
    expect(run('dataset-bits', bits)).toMatchObject({ isClean: true, isWritten: true, warnings: [] });
    expect(warned()).not.toContain('the mask bits of O2_4KHZ have no names');
    expect(read('strain-files/O2_4KHZ.yaml')).toContain('- {bit: 32, name: NO_CBC, description: none}');
  });
});

describe('headers of a portal', () => {
  const portal = [
    'id,commonName,version,catalog.shortName,GPS,reference,jsonurl',
    'redshift,redshift_lower,redshift_upper,redshift_unit,far,far_unit',
  ].join(',');

  it('are understood', () => {
    const row = 'GW8-v1,GW8,1,GWTC-2,1126259462.5,https://doi.org/10.1/x,https://a.b/c.json,0.1,-0.02,0.03,,1e-3,1/yr';
    const lacking = run('event-versions', [portal, row]);
    expect(messages(lacking)).toEqual(['row skipped (GW8-v1): field "detectors" is missing']);
    const result = run('event-versions', [`${portal},detectors`, `${row},H1|L1`]);
    expect(result).toMatchObject({ isClean: true, isWritten: true });
    expect(read('event-versions/GWTC-2.yaml')).toContain('    doi: https://doi.org/10.1/x\n');
    expect(parameterOf('GW8-v1', 'redshift')).toMatchObject({ best: 0.1, upper_error: 0.03, lower_error: -0.02 });
  });

  it('complete existing versions without a column of detectors', () => {
    const row = 'x,GW151226,1,GWTC-1,1135136350.6,/GWTC-1/,https://a.b/c.json,0.09,-0.02,0.03,,,';
    expect(run('event-versions', [portal, row])).toMatchObject({ isClean: true, isWritten: true });
    expect(parameterOf('GW151226-v1', 'redshift')).toMatchObject({ best: 0.09 });
  });

  it('are understood in the case and the hyphens of the API', () => {
    const rows = ['Name,Version,Catalog,Mass-1-Source,mass-1-source_upper', 'GW151226,1,GWTC-1,14,8'];
    expect(run('event-versions', rows)).toMatchObject({ isClean: true, isWritten: true });
    expect(parameterOf('GW151226-v1', 'mass_1_source')).toMatchObject({ best: 14, upper_error: 8 });
  });

  it('are named if two of them mean the same column', () => {
    const result = run('event-versions', ['name,commonName,version', 'a,b,1']);
    expect(result.problems).toMatchObject([
      { code: 'D171', message: 'columns "name" and "commonName" are the same', fix: 'keep one of the two' },
    ]);
  });
});

describe('what an import would change', () => {
  it('is reported member by member, even in a dry run', () => {
    const rows = [
      'name,version,gps,catalog,detectors,redshift,far',
      'GW150914,3,1126259462.4,GWTC-1,H1|L1,0.1,',
      'GW151226,1,1135136350.6,GWTC-1,H1|L1,0.09,2',
      'GW8,1,1126259462.5,GWTC-2,H1,,',
    ];
    const { changes, isWritten } = run('event-versions', rows, { overwrite: true, dryRun: true });
    expect(isWritten).toBe(false);
    const shown = changes.map(({ file, ...rest }) => ({ file: file.slice(data.length + 1), ...rest }));
    expect(shown).toEqual([
      {
        file: 'event-versions/GWTC-1.yaml',
        record: 'GW150914-v3',
        outcome: 'changed',
        members: [{ path: ['redshift', 'best'], old: 0.09, new: 0.1 }],
      },
      {
        file: 'event-versions/GWTC-1.yaml',
        record: 'GW151226-v1',
        outcome: 'completed',
        members: [
          { path: ['redshift', 'best'], old: null, new: 0.09 },
          { path: ['far', 'best'], old: null, new: 2 },
        ],
      },
      {
        file: 'event-versions/GWTC-2.yaml',
        record: 'GW8-v1',
        outcome: 'added',
        members: [
          { path: ['name'], old: null, new: 'GW8' },
          { path: ['version'], old: null, new: 1 },
          { path: ['gps'], old: null, new: 1126259462.5 },
          { path: ['detectors'], old: null, new: ['H1'] },
        ],
      },
    ]);
  });
});

describe('text in a data file', () => {
  it('in block style is replaced without its neighbours', () => {
    const text = (description: string) =>
      `catalogs:\n  - name: GWTC-1\n    description: ${description}\n    doi: https://doi.org/10.1/x\n  - {name: GWTC-2, description: Second.}\n`;
    writeFileSync(join(data, 'catalogs.yaml'), text('>-\n      The first\n      catalog.'));
    const result = run('catalogs', ['name,description', 'GWTC-1,Short text'], { overwrite: true });
    expect(result).toMatchObject({ isClean: true, isWritten: true });
    expect(read('catalogs.yaml')).toBe(text('Short text'));
  });

  it('stays if the imported value differs only in the order of members', () => {
    const rows = ['name,version,set,pipeline_type,links,far', 'GW150914,3,a,pe,skymap=https://a.example/s,1'];
    run('parameter-sets', rows);
    const before = read('event-versions/GWTC-1.yaml');
    const reordered = before.replace(/url: (\S+), label: skymap/, 'label: skymap, url: $1');
    expect(reordered).not.toBe(before);
    writeFileSync(join(data, 'event-versions/GWTC-1.yaml'), reordered);
    for (const overwrite of [false, true])
      expect(run('parameter-sets', rows, { overwrite })).toMatchObject({
        isClean: true,
        isWritten: false,
        problems: [],
      });
  });
});

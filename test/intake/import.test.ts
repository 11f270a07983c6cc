import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parameterNameFinding } from '../../src/catalogue/check-names.ts';
import { checkFolder, readDataFolder } from '../../src/catalogue/load.ts';
import { importCsv } from '../../src/intake/import-file.ts';
import type { ImportKindDefinition } from '../../src/intake/kinds/import-kind.ts';
import { IMPORTS } from '../../src/intake/kinds/kinds.ts';
import { inFiles } from '../support/problem-text.ts';
import { data, folder, importRows, read, useSmallCatalogue } from './import-rows.ts';

useSmallCatalogue();

/** The outcomes by file, with paths relative to the data folder. */
function run(...rows: Parameters<typeof importRows>) {
  const result = importRows(...rows);
  const outcomes = result.outcomes
    .filter(({ added, completed, changed, kept }) => added + completed + changed + kept > 0)
    .map(({ path, ...counts }) => ({ file: path.slice(data.length + 1), ...counts }));
  return { ...result, outcomes };
}

const counts = { added: 0, completed: 0, changed: 0, kept: 0 };

const EVENTS = 'name,version,gps,catalog,doi,detectors,redshift,redshift_upper,redshift_lower,redshift_limit';
const FILES = 'run,dataset,detector,sample_rate_kHz,file_prefix,first_gps_start,count';
const STATISTICS = 'dataset,detector,gps_start,sample_rate_kHz,duty_cycle_percent,BNS_Mpc';

it('no parameter can have the name of a column in tables with parameters', () => {
  const tables = Object.values<ImportKindDefinition>(IMPORTS).filter(({ parameters }) => parameters !== undefined);
  const columns = tables.flatMap((table) => Object.keys(table.columns));
  expect(columns).toContain('bulk_detectors');
  expect(columns.filter((name) => parameterNameFinding(name, new Set()) === null)).toEqual([]);
});

describe('import event-versions', () => {
  const added = [
    EVENTS,
    'GW151012,2,1128678900.0,GWTC-1,,H1|L1,0.21,0.09,-0.09,',
    'GW999,1,1300000000,Empty-1,,L1,3,,,upper',
  ];

  it('inserts new versions in order and keeps comments', () => {
    const result = run('event-versions', added);
    expect(result.isClean).toBe(true);
    expect(result.outcomes).toEqual([
      { file: 'event-versions/GWTC-1.yaml', ...counts, added: 1 },
      { file: 'event-versions/Empty-1.yaml', ...counts, added: 1 },
    ]);
    const text = read('event-versions/GWTC-1.yaml');
    expect(text).toContain('# A comment written by hand.');
    expect([...text.matchAll(/name: (\w+)/g)].map(([, name]) => name)).toEqual(['GW151226', 'GW151012', 'GW150914']);
    expect(text).toContain('gps: 1128678900.0\n');
    expect(read('event-versions/Empty-1.yaml')).toBe(
      [
        '# Event versions of Empty-1, latest event first.',
        '',
        'catalog: Empty-1',
        'event_versions:',
        '  - name: GW999',
        '    version: 1',
        '    gps: 1300000000.0',
        '    detectors: [L1]',
        '    parameters:',
        '      redshift: {best: 3, is_upper_limit: true}',
        '',
      ].join('\n'),
    );
    expect(checkFolder(readDataFolder(data)).problems).toEqual([]);
  });

  it('reads the version v1 as 1, and names a row without a number as it is written', () => {
    const rows = [EVENTS, 'GW999,v1,1300000000,Empty-1,,L1,3,,,upper', 'GW998,1.5,1300000000,Empty-1,,L1,3,,,upper'];
    const { problems } = run('event-versions', rows);
    expect(problems.map(({ message }) => message)).toEqual([
      'row skipped (GW998-v1.5): "version" should be a whole number, found 1.5',
    ]);
    expect(read('event-versions/Empty-1.yaml')).toContain('  - name: GW999\n    version: 1\n');
  });

  it('adds missing values to an entry, and keeps those that the row lacks', () => {
    const result = run('event-versions', [
      EVENTS,
      'GW151226,1,1135136350.6,GWTC-1,https://doi.org/10.1/x,L1|H1,0.09,,,',
    ]);
    expect(result.outcomes).toEqual([{ file: 'event-versions/GWTC-1.yaml', ...counts, completed: 1 }]);
    const kept = run('event-versions', [EVENTS, 'GW150914,3,1126259462.4,GWTC-1,,H1|L1,0.09,,,']);
    expect(kept).toMatchObject({ isWritten: false, outcomes: [{ kept: 1 }] });
  });

  it('merges valid rows and reports the others', () => {
    const result = run('event-versions', [...added, 'GRB1,1,815043278.0,GWTC-1,,,,,,']);
    expect(result).toMatchObject({ isClean: false, isWritten: true });
    expect(inFiles(result.problems).map(({ line, code }) => ({ line, code }))).toEqual([{ line: 4, code: 'D172' }]);
    expect(read('event-versions/GWTC-1.yaml')).toContain('GW151012');
  });

  const changed = [EVENTS, 'GW150914,3,1126259462.5,GWTC-1,,H1|L1|V1,0.1,0.04,,', 'GW8,1,1126259462.5,GWTC-2,,H1,,,,'];

  it('does not replace values without --overwrite, and merges the other rows', () => {
    const before = read('event-versions/GWTC-1.yaml');
    const result = run('event-versions', changed);
    expect(result).toMatchObject({ isClean: false, isWritten: true, skipped: [expect.anything()] });
    expect(result.problems.map((problem) => problem.message)).toEqual([
      'GW150914-v3 detectors: ["H1","L1"] -> ["H1","L1","V1"]',
      'GW150914-v3 gps: 1126259462.4 -> 1126259462.5',
      'GW150914-v3 redshift.best: 0.09 -> 0.1',
      'GW150914-v3 redshift.upper_error: 0.03 -> 0.04',
    ]);
    expect(read('event-versions/GWTC-1.yaml')).toBe(before);
    expect(read('event-versions/GWTC-2.yaml')).toContain('GW8');
  });

  it('replaces with --overwrite', () => {
    const result = run('event-versions', changed, { overwrite: true });
    expect(result).toMatchObject({ isClean: true, isWritten: true });
    expect(result.outcomes).toEqual([
      { file: 'event-versions/GWTC-1.yaml', ...counts, changed: 1 },
      { file: 'event-versions/GWTC-2.yaml', ...counts, added: 1 },
    ]);
    const { catalogue, problems } = checkFolder(readDataFolder(data));
    expect(problems).toEqual([]);
    const event = catalogue?.eventVersions.find((one) => one.name === 'GW150914' && one.version === 3);
    expect(event).toMatchObject({ gps: 1126259462.5, detectors: ['H1', 'L1', 'V1'] });
    expect(event?.parameters?.redshift).toMatchObject({ best: 0.1, upper_error: 0.04, lower_error: 0 });
    expect(run('event-versions', changed)).toMatchObject({ isClean: true, isWritten: false });
  });
});

describe('import strain-files', () => {
  it('joins blocks, and counts files', () => {
    const rows = [FILES, 'O1,O1,H1,4,H-H1_LOSC_4_V1,1126264832,2', 'O1,O1,V1,4,V-V1_LOSC_4_V1,1126256640,2'];
    const result = run('strain-files', rows);
    expect(result).toMatchObject({ isClean: true, outcomes: [{ file: 'strain-files/O1.yaml', ...counts, added: 4 }] });
    expect(read('strain-files/O1.yaml')).toContain('- [1126256640, 5]');
    expect(read('strain-files/O1.yaml')).toContain('{bit: 0, name: DATA}');
    expect(run('strain-files', rows)).toMatchObject({ isWritten: false, outcomes: [{ ...counts, kept: 4 }] });
    expect(checkFolder(readDataFolder(data)).counts?.strainFiles).toBe(12);
  });

  it('adds nothing for a subset of existing files', () => {
    const result = run('strain-files', [FILES, 'O1,O1,L1,4,L-L1_LOSC_4_V1,1126260736,1']);
    expect(result).toMatchObject({ isWritten: false, outcomes: [{ kept: 1 }] });
  });

  it('creates a new dataset', () => {
    run('strain-files', [FILES, 'O2,O2_4KHZ,L1,4,L-L1_X,1170001920,3']);
    expect(read('strain-files/O2_4KHZ.yaml')).toBe(
      [
        '# Strain files of O2_4KHZ. A block is [first_gps_start, count].',
        '',
        'dataset: O2_4KHZ',
        'run: O2',
        'sample_rate_kHz: 4',
        'series:',
        '  - detector: L1',
        '    file_prefix: L-L1_X',
        '    blocks:',
        '      - [1170001920, 3]',
        '',
      ].join('\n'),
    );
  });

  it('only replaces a prefix with --overwrite', () => {
    const rows = [FILES, 'O1,O1,H1,4,H-H1_NEW,1126256640,1'];
    expect(run('strain-files', rows)).toMatchObject({ isClean: false, isWritten: false });
    expect(run('strain-files', rows, { overwrite: true })).toMatchObject({ isClean: true, isWritten: true });
    expect(read('strain-files/O1.yaml')).toContain('file_prefix: H-H1_NEW');
  });
});

describe('import strain-statistics', () => {
  it('merges in order', () => {
    const rows = [STATISTICS, 'O1,L1,1126264832,4,50,', 'O1,H1,1126260736,4,,70.5', 'O1,L1,1126256640,4,99.5,'];
    const result = run('strain-statistics', rows);
    expect(result.outcomes).toEqual([{ file: 'strain-statistics/O1.ndjson', ...counts, added: 2, kept: 1 }]);
    const lines = read('strain-statistics/O1.ndjson').split('\n');
    expect(lines).toHaveLength(6);
    expect(lines[2]).toBe('{"detector":"H1","gps_start":1126260736,"BNS":70.5}');
    expect(checkFolder(readDataFolder(data)).problems).toEqual([]);
    expect(run('strain-statistics', rows)).toMatchObject({ isWritten: false, outcomes: [{ kept: 3 }] });
  });

  it('reads the seconds of bits', () => {
    const header = 'dataset,detector,gps_start,sample_rate_kHz,bitsums';
    const rows = [
      header,
      'O1,L1,1126264832,4,32:10|0:4096',
      'O1,H1,1126256640,4,0:4096|32:4000',
      'O1,H1,1126260736,4,1:2|1:3',
      'O1,L1,1126260736,4,0:4096:7',
    ];
    const result = run('strain-statistics', rows);
    expect(result.outcomes).toEqual([{ file: 'strain-statistics/O1.ndjson', ...counts, added: 1, kept: 1 }]);
    expect(inFiles(result.problems).map(({ line }) => line)).toEqual([4, 5]);
    expect(result.problems[1]?.message).toContain('"4096:7"');
    expect(read('strain-statistics/O1.ndjson')).toContain('"bitsums":[{"bit":0,"sum":4096},{"bit":32,"sum":10}]');
  });

  it('replaces only with --overwrite, and completes without it', () => {
    const rows = [STATISTICS, 'O1,L1,1126256640,4,98,'];
    expect(run('strain-statistics', rows)).toMatchObject({ isClean: false, isWritten: false });
    expect(run('strain-statistics', rows, { overwrite: true })).toMatchObject({ outcomes: [{ changed: 1 }] });
    expect(run('strain-statistics', [STATISTICS, 'O1,H1,1126256640,4,,70'])).toMatchObject({
      outcomes: [{ completed: 1 }],
    });
  });
});

describe('import', () => {
  it('can start from a catalogue of four files', () => {
    for (const name of ['event-versions', 'strain-files', 'strain-statistics'])
      rmSync(join(data, name), { recursive: true });
    expect(checkFolder(readDataFolder(data)).counts?.eventVersions).toBe(0);
    expect(run('event-versions', [EVENTS, 'GW1,1,1135136350.6,GWTC-1,,L1,,,,'])).toMatchObject({ isClean: true });
    expect(run('strain-files', [FILES, 'O1,O1,H1,4,H-H1_A,1126256640,2'])).toMatchObject({ isClean: true });
    expect(run('strain-statistics', [STATISTICS, 'O1,H1,1126260736,4,5,'])).toMatchObject({ isClean: true });
    expect(checkFolder(readDataFolder(data))).toMatchObject({
      problems: [],
      counts: { eventVersions: 1, strainFiles: 2, statistics: 1 },
    });
  });

  it('leaves invalid data alone', () => {
    writeFileSync(join(data, 'runs.yaml'), 'runs: 1\n');
    expect(run('strain-files', [FILES])).toMatchObject({
      isClean: false,
      isWritten: false,
      problems: [{ code: 'D112' }],
    });
  });

  it('reports a missing CSV file', () => {
    const result = importCsv({ kind: 'strain-files', file: join(folder, 'none.csv'), data });
    expect(result).toMatchObject({ isClean: false, problems: [{ code: 'D101' }] });
  });
});

/** Imports into a folder without the files that every catalogue needs. */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { checkFolder, readDataFolder } from '../../src/catalogue/load.ts';
import { type CsvImportOptions, importCommunityCatalog, importCsv } from '../../src/intake/import-file.ts';
import { contentOf } from '../support/folders.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

let data: string;
beforeEach(() => {
  data = join(temporaryFolder(), 'data');
  mkdirSync(data);
});

function run(
  kind: CsvImportOptions['kind'] | 'catalog',
  lines: readonly string[],
  options: Partial<CsvImportOptions> = {},
) {
  const csv = join(dirname(data), 'rows.csv');
  writeFileSync(csv, `${lines.join('\n')}\n`);
  const own = { file: csv, data, ...options };
  const result = kind === 'catalog' ? importCommunityCatalog(own) : importCsv({ ...own, kind });
  return { ...result, created: result.created.map((path) => path.slice(data.length + 1)) };
}

const read = (path: string): string => readFileSync(join(data, path), 'utf8');
const EVENTS = ['name,version,gps,catalog,detectors', 'GW150914,1,1126259462.4,GWTC-1,H1|L1'];
const BASE = ['detectors.yaml', 'runs.yaml', 'catalogs.yaml', 'default-parameters.yaml'];

describe('an import into an empty folder', () => {
  it('of event versions creates detectors and catalogs from the rows, and the other files without records', () => {
    expect(run('event-versions', EVENTS)).toMatchObject({ isClean: true, isWritten: true, created: BASE });
    expect(read('detectors.yaml')).toContain('detectors:\n  - code: H1\n    name: H1\n  - code: L1\n    name: L1\n');
    expect(read('catalogs.yaml')).toContain('catalogs:\n  - name: GWTC-1\n    description: GWTC-1\n');
    expect(read('runs.yaml')).toContain('runs: []\n');
    expect(checkFolder(readDataFolder(data)).problems).toEqual([]);
  });

  it('of runs creates all base files, and later imports add to them', () => {
    const runs = run('runs', ['name,gps_start,gps_end,detectors', 'O1,1126051217,1137254417,H1|L1']);
    expect(runs).toMatchObject({ isClean: true, created: BASE });
    expect(run('event-versions', EVENTS).problems).toMatchObject([
      { code: 'D172', fix: 'add it to catalogs.yaml, with a description, or correct it' },
    ]);
    expect(run('catalogs', ['name', 'GWTC-1'])).toMatchObject({ isClean: true, created: [] });
    const files = [
      'run,dataset,detector,sample_rate_kHz,file_prefix,first_gps_start,count',
      'O1,O1,H1,4,H-H1_X,1126072320,3',
    ];
    expect(run('strain-files', files)).toMatchObject({ isClean: true, created: [] });
    expect(run('event-versions', EVENTS)).toMatchObject({ isClean: true, created: [] });
  });

  it('of runs reads gps_stop, the former name of a column, as gps_end', () => {
    const runs = run('runs', ['name,gps_start,gps_stop,detectors', 'O1,1126051217,1137254417,H1']);
    expect(runs).toMatchObject({ isClean: true, isWritten: true });
    expect(read('runs.yaml')).toContain('gps_end: 1137254417');
  });

  it('that names a run says what the run needs', () => {
    const rows = ['flag,run,start,stop', 'H1_DATA,O1,1126256640,1126256650'];
    const { problems, isWritten } = run('segments', rows);
    expect(isWritten).toBe(false);
    expect(problems).toMatchObject([{ fix: 'add it to runs.yaml, with gps_start and gps_end, or correct it' }]);
    expect([...contentOf(data)]).toEqual([]);
  });

  it('that names no detector names the file and its fields', () => {
    const { problems, isWritten } = run('catalogs', ['name', 'GWTC-1']);
    expect(isWritten).toBe(false);
    expect(problems).toMatchObject([
      {
        code: 'D101',
        file: join(data, 'detectors.yaml'),
        fix: 'add it, with code and name of each detector; or first import something that names detectors',
      },
    ]);
    expect([...contentOf(data)]).toEqual([]);
  });

  it('with a column of a parameter says what the parameter needs', () => {
    const { problems } = run(
      'event-versions',
      EVENTS.map((row, n) => `${row},${n === 0 ? 'redshift' : '0.09'}`),
    );
    expect(problems).toMatchObject([
      {
        code: 'D171',
        fix: expect.stringContaining('add the parameter to default-parameters.yaml, with unit and description'),
      },
    ]);
  });

  it('with --dry-run writes nothing, and says what it would create', () => {
    expect(run('event-versions', EVENTS, { dryRun: true })).toMatchObject({ isWritten: false, created: BASE });
    expect([...contentOf(data)]).toEqual([]);
  });

  it('of rows that are all left out creates nothing', () => {
    expect(run('event-versions', [EVENTS[0] ?? '', 'GW150914,x,1126259462.4,GWTC-1,H1'])).toMatchObject({
      isClean: false,
      isWritten: false,
      created: [],
    });
  });

  it('of a community catalog takes the detectors of its events', () => {
    const event = { event_name: 'GW150914', gps: 1126259462.4, detectors: ['L1', 'H1'], search: [] };
    const catalog = JSON.stringify({ catalog_name: 'Own-1', events: [event] });
    expect(run('catalog', [catalog])).toMatchObject({ isClean: true, isWritten: true, created: BASE });
    expect(read('detectors.yaml')).toContain('- code: H1\n    name: H1\n  - code: L1');
    expect(checkFolder(readDataFolder(data)).problems).toEqual([]);
  });
});

it('a folder that does not exist is not created', () => {
  data = join(data, 'other');
  expect(run('event-versions', EVENTS)).toMatchObject({ isWritten: false, problems: [{ code: 'D101', file: data }] });
  expect(existsSync(data)).toBe(false);
});

it('a file in place of the folder is a problem', () => {
  data = join(data, 'other');
  writeFileSync(data, '');
  expect(run('event-versions', EVENTS)).toMatchObject({ isWritten: false, problems: [{ code: 'D102', file: data }] });
});

describe('the schema that new files name for editors', () => {
  it('is not named if it is elsewhere on this machine', () => {
    run('event-versions', EVENTS);
    for (const path of contentOf(data).keys()) expect(read(path)).not.toContain('$schema');
    expect(contentOf(data).size).toBeGreaterThan(1);
  });

  it.each(['schemas', 'node_modules/stillwave/schemas'])('is the one in %s, beside the data folder', (place) => {
    mkdirSync(join(data, '..', place), { recursive: true });
    writeFileSync(join(data, '..', place, 'event-versions.schema.json'), '{}');
    run('event-versions', EVENTS);
    expect(read('event-versions/GWTC-1.yaml')).toContain(`$schema=../../${place}/event-versions.schema.json\n`);
    rmSync(join(data, '..', place), { recursive: true });
  });
});

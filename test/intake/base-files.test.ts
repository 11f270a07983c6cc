/** Imports into a folder without the files that every catalogue needs. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { type ImportOptions, importFile } from '../../src/cli/commands/import.ts';
import { contentOf } from '../support/folders.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

let data: string;
beforeEach(() => {
  data = join(temporaryFolder(), 'data');
  mkdirSync(data);
});

function run(kind: ImportOptions['kind'], lines: readonly string[], options: Partial<ImportOptions> = {}) {
  const csv = join(dirname(data), 'rows.csv');
  writeFileSync(csv, `${lines.join('\n')}\n`);
  const result = importFile({ kind, csv, data, ...options });
  return { ...result, created: result.created.map((path) => path.slice(data.length + 1)) };
}

/** Starts a catalogue without records. */
function start(): void {
  writeFileSync(join(data, 'detectors.yaml'), 'detectors:\n  - {code: H1, name: H1}\n  - {code: L1, name: L1}\n');
  writeFileSync(join(data, 'runs.yaml'), 'runs: []\n');
  writeFileSync(join(data, 'catalogs.yaml'), 'catalogs: []\n');
  writeFileSync(join(data, 'default-parameters.yaml'), 'default_parameters: []\n');
}

const EVENTS = ['name,version,gps,catalog,detectors', 'GW150914,1,1126259462.4,GWTC-1,H1|L1'];

it('an import into an empty folder says how to start a catalogue, and writes nothing', () => {
  const { problems, isWritten } = run('event-versions', EVENTS);
  expect(isWritten).toBe(false);
  expect(problems.map(({ code, file }) => [code, file.slice(data.length + 1)])).toEqual(
    ['catalogs.yaml', 'default-parameters.yaml', 'detectors.yaml', 'runs.yaml'].map((file) => ['D101', file]),
  );
  for (const { fix } of problems) expect(fix).toContain('stillwave init --empty');
  expect([...contentOf(data)]).toEqual([]);
});

it('an import of a run or a catalog that is not there says what it needs', () => {
  start();
  const { problems } = run('segments', ['flag,run,start,stop', 'H1_DATA,O1,1126256640,1126256650']);
  expect(problems).toMatchObject([{ fix: 'add it to runs.yaml, with gps_start and gps_stop, or correct it' }]);
  expect(run('event-versions', EVENTS).problems).toMatchObject([
    { code: 'D172', fix: 'add it to catalogs.yaml, with a description, or correct it' },
  ]);
  expect(run('catalogs', ['name', 'GWTC-1'])).toMatchObject({ status: 0, created: [] });
  expect(run('event-versions', EVENTS)).toMatchObject({ status: 0, created: [] });
});

it('an import with a column of a parameter says what the parameter needs', () => {
  start();
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
  beforeEach(() => {
    start();
    run('catalogs', ['name', 'GWTC-1']);
  });

  it('exists, beside the data or in the package', () => {
    run('event-versions', EVENTS);
    for (const path of contentOf(data).keys()) {
      const schema = /\$schema=(\S+)/.exec(readFileSync(join(data, path), 'utf8'))?.[1] ?? '';
      expect(existsSync(resolve(dirname(join(data, path)), schema)), `${path}: ${schema}`).toBe(true);
    }
  });

  it('is the one beside the data folder, if there is one', () => {
    mkdirSync(join(data, '../schemas'));
    writeFileSync(join(data, '../schemas/event-versions.schema.json'), '{}');
    run('event-versions', EVENTS);
    expect(readFileSync(join(data, 'event-versions/GWTC-1.yaml'), 'utf8')).toContain(
      '$schema=../../schemas/event-versions.schema.json\n',
    );
  });
});

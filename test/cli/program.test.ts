import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createProgram } from '../../src/cli/program.ts';
import { IMPORT_KINDS } from '../../src/intake/kinds/kinds.ts';
import { callCli } from '../support/call-cli.ts';
import { smallCatalogue } from '../support/data-folders.ts';
import { contentOf } from '../support/folders.ts';

let stdout = '';
let stderr = '';

/** Runs a command line, keeps its output, and returns its status. */
async function cli(...args: string[]): Promise<number> {
  const { status, ...printed } = await callCli(args);
  ({ stdout, stderr } = printed);
  return status as number;
}

describe('validate', () => {
  it('exits with 0 and a summary for clean data', async () => {
    const data = join(smallCatalogue(), 'data');
    expect(await cli('validate', '--data', data)).toBe(0);
    expect(stderr).toContain('2 warnings in 2 files');
    expect(stdout).toContain('4 event versions in 3 catalogs, 8 strain files in 2 datasets, 3 with statistics,');
    expect(await cli('validate', '--data', data, '--quiet')).toBe(0);
    expect([stdout, stderr]).toEqual(['', '']);
  });

  it('exits with 1 for warnings only with --strict', async () => {
    const data = join(smallCatalogue(), 'data');
    expect(await cli('validate', '--data', data, '--strict')).toBe(1);
    expect(stderr).toContain('W208  170423-v1 is later than GW150914-v4, which comes before it');
    expect(stderr).toContain('2 warnings in 2 files');
    expect(stdout).toBe('');
    expect(await cli('validate', '--data', data, '--strict', '--json')).toBe(1);
    const { ok, counts, warnings } = JSON.parse(stdout);
    expect({ ok, counts }).toMatchObject({ ok: false, counts: { problems: 0, warnings: 2 } });
    expect(warnings).toMatchObject([{ code: 'W208', line: 8 }, { code: 'W209' }]);
  });

  it('exits with 1 and problems of data and configuration', async () => {
    const folder = smallCatalogue();
    const config = join(folder, 'my.yaml');
    writeFileSync(config, 'layot: both\n');
    writeFileSync(join(folder, 'data/runs.yaml'), '');
    expect(await cli('validate', '--data', join(folder, 'data'), '--config', config)).toBe(1);
    expect(stderr).toContain('D104');
    expect(stderr).toContain('D105');
    expect(stderr).toContain('2 problems and 2 warnings in 4 files');
    expect(stdout).toBe('');
  });

  it('prints JSON', async () => {
    const data = join(smallCatalogue(), 'data');
    writeFileSync(join(data, 'runs.yaml'), 'runs: 1\n');
    expect(await cli('validate', '--data', data, '--json')).toBe(1);
    const result = JSON.parse(stdout);
    expect(result).toMatchObject({ ok: false, counts: { problems: 1, filesWithProblems: 1 } });
    expect(result.problems[0]).toMatchObject({ line: 1, column: 7, code: 'D112', excerpt: 'runs: 1' });
    expect(stderr).toBe('');
  });
});

describe('import', () => {
  it('reports what it did', async () => {
    const folder = smallCatalogue();
    const csv = join(folder, 'a.csv');
    writeFileSync(
      csv,
      'name,version,gps,catalog,detectors\nGW1,1,1126259462.4,GWTC-1,H1\nGW2,1,1126259462.4,GWTC-1,\n',
    );
    expect(await cli('import', 'event-versions', csv, '--data', join(folder, 'data'))).toBe(1);
    expect(stdout).toContain('event versions: 1 added, 0 completed, 0 changed, 0 kept, 1 row skipped');
    expect(stderr).toContain('a.csv:3:1  D172');
    expect(await cli('import', 'event-versions', csv, '--data', join(folder, 'data'), '--json')).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({
      ok: false,
      counts: { added: 0, completed: 0, changed: 0, kept: 1, problems: 1 },
      written: false,
      files: [],
      problems: [{ code: 'D172' }],
    });
  });
});

describe('import catalog', () => {
  it('counts the records, and the events that were skipped', async () => {
    const folder = smallCatalogue();
    const file = join(folder, 'catalog.json');
    const event = { gps: 1451606418, search: [] };
    const events = [
      { event_name: 'GW1', detectors: ['H1'], ...event },
      { event_name: 'GW2', detectors: ['X9'], ...event },
    ];
    writeFileSync(file, JSON.stringify({ catalog_name: 'GWTC-1', events }));
    expect(await cli('import', 'catalog', file, '--data', join(folder, 'data'))).toBe(1);
    expect(stderr).toContain('event skipped (GW2-v1): ');
    expect(stdout).toContain('records: 1 added, 0 completed, 0 changed, 0 kept, 1 event skipped');
  });
});

describe('import --dry-run', () => {
  it('shows what would change, record by record', async () => {
    const folder = smallCatalogue();
    const data = join(folder, 'data');
    const csv = join(folder, 'a.csv');
    const rows = [
      'name,version,gps,catalog,detectors,redshift,redshift_upper,mass_1_source,mass_1_source_upper',
      'GW150914,3,,,,0.1,,,',
      'GW151226,1,,,,,,14,8',
      'GW150915,1,1126259462.4,GWTC-1,H1,,,,',
    ];
    writeFileSync(csv, `${rows.join('\n')}\n`);
    const before = contentOf(data);
    const args = ['import', 'event-versions', csv, '--data', data, '--overwrite', '--dry-run'];
    expect(await cli(...args, '--json')).toBe(0);
    expect(JSON.parse(stdout).changes[0]).toMatchObject({
      record: 'GW150914-v3',
      members: [{ member: 'redshift.best', old: 0.09, new: 0.1 }],
    });
    expect(await cli(...args)).toBe(0);
    const lines = stdout.split('\n').map((line) => line.replace(/^.*(event-versions\/)/, '$1'));
    expect(lines).toEqual([
      'event-versions/GWTC-1.yaml',
      '  ~ GW150914-v3',
      '      redshift.best: 0.09 -> 0.1',
      '  ~ GW151226-v1',
      '      mass_1_source: {best: 14, upper_error: 8}',
      '  + GW150915-v1',
      '      name: "GW150915"',
      '      version: 1',
      '      gps: 1126259462.4',
      '      detectors: ["H1"]',
      'event-versions/GWTC-1.yaml: 1 added, 1 completed, 1 changed, 0 kept',
      'event versions: 1 added, 1 completed, 1 changed, 0 kept, 0 rows skipped',
      'Dry run: no data were written.',
      '',
    ]);
    expect(stderr).toMatch(
      /a\.csv:4:1 {2}W201 {2}gps of GW150915-v1 is 2015-09-14T09:50:45 UTC, but its name says 150915/,
    );
    expect(stderr).toContain('1 warning\n');
    expect(contentOf(data)).toEqual(before);
  });
});

describe('usage', () => {
  it.each([
    { args: [], says: 'Usage: stillwave' },
    { args: ['validat'], says: 'Did you mean validate?' },
    { args: ['validate', '--dat', 'x'], says: 'Did you mean --data?' },
    { args: ['import', 'strain-file', 'x'], says: 'Allowed choices are' },
    { args: ['import', 'strain-files'], says: "missing required argument 'file'" },
    { args: ['validate', 'more'], says: 'too many arguments' },
    {
      args: ['harvest', 'http://localhost:1', '--only', ' runs , events, x'],
      says: '--only: unknown kind "x"',
    },
  ])('$args exits with 2', async ({ args, says }) => {
    expect(await cli(...args)).toBe(2);
    expect(stderr).toContain(says);
    expect(stdout).toBe('');
  });

  it('offers every kind of import', async () => {
    const program = await createProgram(['import']);
    const command = program.commands.find((one) => one.name() === 'import');
    expect(command?.registeredArguments[0]?.argChoices).toEqual([...IMPORT_KINDS, 'catalog']);
  });
});

/** What `import` and `validate` refuse and say beyond the problems in data. */
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { callCli } from '../support/call-cli.ts';
import { smallCatalogue } from '../support/data-folders.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const folder = temporaryFolder();

it.each(['data/catalogs.yaml', 'data/event-versions/new.yaml', 'linked/runs.yaml'])(
  '--rejected cannot name %s, which is in the data folder',
  async (name) => {
    const project = smallCatalogue();
    const data = join(project, 'data');
    symlinkSync('data', join(project, 'linked'));
    const before = readFileSync(join(data, 'catalogs.yaml'), 'utf8');
    const csv = join(mkdtempSync(join(folder, 'csv-')), 'runs.csv');
    writeFileSync(csv, 'name,gps_start,gps_end\nO9,2,1\n');
    const args = ['import', 'runs', csv, '--data', data, '--rejected', join(project, name)];
    const { status, stderr } = await callCli(args);
    expect([status, stderr]).toEqual([2, 'error: --rejected is in the data folder. Choose a file elsewhere\n']);
    expect(readFileSync(join(data, 'catalogs.yaml'), 'utf8')).toBe(before);
  },
);

it('import refuses more runs than the data can have before it merges any', async () => {
  const data = join(smallCatalogue(), 'data');
  const csv = join(folder, 'many.csv');
  const rows = Array.from({ length: 80_000 }, (_, n) => `R${n},${1e9 + 10 * n},${1e9 + 10 * n + 5}`);
  writeFileSync(csv, `name,gps_start,gps_end\n${rows.join('\n')}\n`);
  const { status, stderr } = await callCli(['import', 'runs', csv, '--data', data]);
  expect(status).toBe(1);
  expect(stderr).toContain('80,000 rows, but the data can have 1,000 runs');
});

it('validate says that more checks follow if a file does not match its schema', async () => {
  const data = join(smallCatalogue(), 'data');
  const validate = async () => (await callCli(['validate', '--data', data])).stderr;
  writeFileSync(join(data, 'runs.yaml'), 'runs: 1\n');
  expect(await validate()).toContain('More checks follow when these problems are mended');
  writeFileSync(join(data, 'runs.yaml'), 'runs:\n  - { name: O1, gps_start: 9, gps_end: 8, detectors: [H1] }\n');
  expect(await validate()).not.toContain('More checks follow');
  writeFileSync(join(data, 'runs.yaml~'), '');
  const other = await validate();
  expect(other).toContain('D110');
  expect(other).not.toContain('More checks follow');
  rmSync(data, { recursive: true });
});

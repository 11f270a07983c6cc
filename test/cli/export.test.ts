/** `stillwave export` as a program: where its output goes, and its exit status. */
import { cpSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import { SMALL_DATA } from '../support/data-folders.ts';
import { run } from '../support/run-cli.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const cli = inject('cli');
const folder = temporaryFolder();
const data = join(folder, 'data');
cpSync(SMALL_DATA, data, { recursive: true });
const start = (...args: string[]) => run(cli, ['export', ...args, '--data', data]);

describe('export', () => {
  it('writes the catalog to standard output, and notes about missing members to standard error', () => {
    const { status, stdout, stderr } = start('GWTC-1');
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ catalog_name: 'GWTC-1' });
    expect(JSON.parse(stdout)).not.toHaveProperty('release_date');
    expect(stderr).toContain(
      'note: the format requires "release_date", which the data do not contain: add it to the file',
    );
    expect(start('GWTC-1', '--quiet')).toMatchObject({ status: 0, stderr: '' });
  });

  it('writes a file that import accepts, and reports it as JSON', () => {
    const out = join(folder, 'gwtc-1.json');
    const { status, stdout } = start('GWTC-1', '--out', out, '--json');
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      ok: true,
      counts: { events: JSON.parse(readFileSync(out, 'utf8')).events.length },
    });
    const again = run(cli, ['import', 'catalog', out, '--data', data, '--json']);
    expect(again.status).toBe(0);
    expect(JSON.parse(again.stdout)).toMatchObject({ ok: true, written: false, notes: [] });
  });

  it.each([
    [['GWTC-9'], 2, 'error: unknown catalog "GWTC-9": use the name of a catalog (allowed: GWTC-2, '],
    [['GWTC-1', '--json'], 2, '--out'],
    [['GWTC-1', '--out', data], 2, 'is a folder'],
    [
      ['GWTC-1', '--out', join(folder, 'no/x.json')],
      2,
      `error: ${folder}/no/x.json cannot be written: the folder ${folder}/no does not exist. Nothing was written.\n`,
    ],
    [
      ['GWTC-1', '--out', join(data, 'runs.yaml/x.json')],
      2,
      `error: ${data}/runs.yaml/x.json cannot be written: there is a file where a folder is needed. Nothing was written.\n`,
    ],
  ] as const)('%j exits with %d', (args, status, said) => {
    const ended = start(...args);
    expect(ended.status).toBe(status);
    expect(ended.stderr).toContain(said);
    expect(ended.stdout).toBe('');
    expect(existsSync(join(data, 'catalogs.yaml'))).toBe(true);
  });
});

/**
 * One test a folder of test/errors: damaged data (or configuration, or CSV) in, the whole report out.
 *
 * A folder holds what differs from test/fixtures/small-data: `data/`, `stillwave.config.yaml`, `<kind>.csv` or `catalog.json` to import, and
 * `remove.txt` with paths in data/ to remove. Warnings are
 * shown in the folders that are named after one. `UPDATE=1` writes the reports anew; read them before they are committed.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { formatProblems, PROBLEM_CODES, type Problem, sortProblems } from '../../src/catalogue/files/problems.ts';
import { validateAll } from '../../src/catalogue/validate-all.ts';
import { IMPORT_KINDS, importFile } from '../../src/commands/import.ts';
import { loadConfig } from '../../src/site/config/load-config.ts';
import { catalogueWith, ROOT } from './fixture.ts';

const ERRORS = join(ROOT, 'test/errors');
const cases = readdirSync(ERRORS).sort();

function problemsOf(folder: string, isOfWarnings: boolean): readonly Problem[] {
  const data = join(folder, 'data');
  for (const kind of IMPORT_KINDS) {
    const csv = join(folder, `${kind}.csv`);
    if (existsSync(csv)) return importFile({ kind, csv, data }).problems;
  }
  const catalog = join(folder, 'catalog.json');
  if (existsSync(catalog)) {
    const { problems, notes } = importFile({ kind: 'catalog', csv: catalog, data });
    return sortProblems([...problems, ...notes]);
  }
  const { problems, warnings } = validateAll(data);
  if (isOfWarnings) return sortProblems([...problems, ...warnings.map((warning) => warning())]);
  const config = join(folder, 'stillwave.config.yaml');
  return sortProblems([...problems, ...loadConfig(existsSync(config) ? config : null).problems]);
}

describe('reports', () => {
  it.each(cases)('%s', (name) => {
    const folder = catalogueWith(join(ERRORS, name));
    const problems = problemsOf(folder, name.startsWith('W'));
    const report = formatProblems(problems, { cwd: folder });
    const expected = join(ERRORS, name, 'expected.txt');
    if (process.env.UPDATE) writeFileSync(expected, report);
    expect(report).toBe(readFileSync(expected, 'utf8'));
    expect(report).not.toBe('');
    const code = /^[DW]\d+/.exec(name)?.[0];
    if (code !== undefined) expect(problems.map((problem) => problem.code)).toContain(code);
  });

  it('has a case for every code', () => {
    const shown = new Set(cases.map((name) => name.slice(0, 4)));
    expect(Object.keys(PROBLEM_CODES).filter((code) => !shown.has(code))).toEqual([]);
  });
});

describe('docs/errors.md', () => {
  const headings = [...readFileSync(join(ROOT, 'docs/errors.md'), 'utf8').matchAll(/^### (\w+): (.*)$/gm)];

  it('explains every code, and no other', () => {
    const documented = headings.map(([, code, title]) => [code, title]);
    expect(documented).toEqual(Object.entries(PROBLEM_CODES));
  });
});

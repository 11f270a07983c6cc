/**
 * One test per case in test/errors (`error-cases.ts` describes the format): each compares the complete report about invalid data,
 * configuration or CSV with a stored one.
 *
 * A case contains the differences from test/fixtures/small-data: files of `data/`, `stillwave.config.yaml`, `<kind>.csv` or
 * `catalog.json` to import, and `service.json` to harvest (entries of listings and records, by path). Warnings are only shown in cases
 * named after one. `npm run update` rewrites the reports; read them before you commit them.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { checkFolder, readDataFolder, toProblems } from '../../src/catalogue/load.ts';
import { groupBy } from '../../src/core/base/group-by.ts';
import { DataSnapshot } from '../../src/intake/data-snapshot.ts';
import type { Client } from '../../src/intake/harvest/client.ts';
import { DEFAULT_KINDS } from '../../src/intake/harvest/harvest-kinds.ts';
import { mergeHarvest } from '../../src/intake/harvest/merge.ts';
import { readService } from '../../src/intake/harvest/read-service.ts';
import { ResponseCache } from '../../src/intake/harvest/response-cache.ts';
import { Service } from '../../src/intake/harvest/service.ts';
import { importFile } from '../../src/intake/import-file.ts';
import { IMPORT_KINDS } from '../../src/intake/kinds/kind-names.ts';
import { PROBLEM_CODES } from '../../src/report/problem-codes.ts';
import { type Problem, sortProblems } from '../../src/report/problems.ts';
import { loadConfig } from '../../src/site/config/load-config.ts';
import { ROOT } from '../support/data-folders.ts';
import { folderOf, formatErrorCases, readErrorCases } from '../support/error-cases.ts';
import { expectFile, IS_UPDATE } from '../support/expect-file.ts';
import { textOfProblems } from '../support/problem-text.ts';

const cases = readErrorCases();

/** Harvests a service with the content of a file: a list is a listing, anything else is a record. Out: the problems. */
async function harvestOf(folder: string): Promise<readonly Problem[]> {
  const answers = JSON.parse(readFileSync(join(folder, 'service.json'), 'utf8')) as Record<string, unknown>;
  const unknown = { bytes: 0, etag: null, modified: null };
  const get: Client['get'] = async (path) => {
    const found = answers[path.replace(/^api\/v2\//, '').replace(/\?.*$/, '')];
    if (found === undefined) return { status: 404, value: null, ...unknown };
    const page = { next: null, previous: null, results_count: (found as unknown[]).length, results: found };
    return { status: 200, value: Array.isArray(found) ? page : found, ...unknown };
  };
  const cache = new ResponseCache(join(folder, 'answers'), 'https://service.example');
  const found = await readService(new Service('https://service.example', { get }, cache), DEFAULT_KINDS);
  const snapshot = new DataSnapshot(join(folder, 'data'));
  const merged = mergeHarvest(found, { snapshot, kinds: DEFAULT_KINDS, policy: 'complete' });
  return sortProblems([...merged.problems, ...('notes' in merged ? merged.notes : [])]);
}

async function problemsOf(folder: string, isOfWarnings: boolean): Promise<readonly Problem[]> {
  const data = join(folder, 'data');
  if (existsSync(join(folder, 'service.json'))) return harvestOf(folder);
  for (const kind of IMPORT_KINDS) {
    const csv = join(folder, `${kind}.csv`);
    if (!existsSync(csv)) continue;
    const { problems, notes } = importFile({ kind, file: csv, data });
    return isOfWarnings ? sortProblems([...problems, ...notes]) : problems;
  }
  const catalog = join(folder, 'catalog.json');
  if (existsSync(catalog)) {
    const { problems, notes } = importFile({ kind: 'catalog', file: catalog, data });
    return sortProblems([...problems, ...notes]);
  }
  const read = readDataFolder(data);
  const { problems, warnings } = checkFolder(read);
  if (isOfWarnings) return sortProblems([...problems, ...toProblems(read, warnings)]);
  const config = join(folder, 'stillwave.config.yaml');
  return sortProblems([...problems, ...loadConfig(existsSync(config) ? config : null).problems]);
}

describe('reports', () => {
  const reports = new Map<string, string>();

  it.each(cases)('$name', async (errorCase) => {
    const { name, expected } = errorCase;
    const folder = folderOf(errorCase);
    const problems = await problemsOf(folder, name.startsWith('W'));
    const report = textOfProblems(problems, { cwd: folder });
    reports.set(name, report);
    if (!IS_UPDATE) expect(report).toBe(expected);
    expect(report).not.toBe('');
    const code = /^[DW]\d+/.exec(name)?.[0];
    if (code !== undefined) expect(problems.map((problem) => problem.code)).toContain(code);
  });

  afterAll(() => {
    const current = cases.map((one) => ({ ...one, expected: reports.get(one.name) ?? one.expected }));
    if (IS_UPDATE) {
      for (const [source, group] of groupBy(current, (one) => one.source)) expectFile(source, formatErrorCases(group));
    }
  });

  it('has a case for every code', () => {
    const shown = new Set(cases.map(({ name }) => name.slice(0, 4)));
    expect(Object.keys(PROBLEM_CODES).filter((code) => !shown.has(code))).toEqual([]);
  });
});

describe('docs/errors.md, docs/errors-catalogue.md and docs/warnings.md', () => {
  const pages = ['errors', 'errors-catalogue', 'warnings'].map((name) =>
    readFileSync(join(ROOT, `docs/${name}.md`), 'utf8'),
  );
  const headings = pages.flatMap((page) => [...page.matchAll(/^##+ ([DW]\d+): (.*)$/gm)]);

  it('explain exactly the existing codes, with their titles', () => {
    expect(headings.length).toBe(Object.keys(PROBLEM_CODES).length);
    const documented = Object.fromEntries(headings.map(([, code, title]) => [code, title]));
    expect(documented).toEqual(PROBLEM_CODES);
  });
});

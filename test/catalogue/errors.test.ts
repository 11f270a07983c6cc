/**
 * One test per case in test/errors (`error-cases.ts` describes the format): each compares the complete report about invalid data,
 * configuration or CSV with a stored one.
 *
 * A case contains the differences from test/fixtures/small-data: files of `data/`, `stillwave.config.yaml`, `<kind>.csv` or
 * `catalog.json` to import, and `service.json` to harvest (entries of listings and records, by path). Warnings are only shown in cases
 * named after one. `npm run update` rewrites the reports; read them before you commit them.
 *
 * A fix that is printed must work. Each case with an imported file therefore says what its reader changes, and the command then imports
 * the file again. Every fix in the code of imports must occur in such a case.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { checkFolder, readDataFolder, toProblems } from '../../src/catalogue/load.ts';
import { run } from '../../src/cli/program.ts';
import { groupBy } from '../../src/core/base/group-by.ts';
import { Client } from '../../src/intake/harvest/client.ts';
import { DEFAULT_KINDS } from '../../src/intake/harvest/harvest-kinds.ts';
import { mergeHarvest } from '../../src/intake/harvest/merge-harvest.ts';
import { readService } from '../../src/intake/harvest/read-service.ts';
import { Service } from '../../src/intake/harvest/service.ts';
import { importCommunityCatalog, importCsv } from '../../src/intake/import-file.ts';
import { IMPORT_KINDS, type ImportKind } from '../../src/intake/kinds/kinds.ts';
import { PROBLEM_CODES } from '../../src/report/problem-codes.ts';
import { type Problem, sortProblems } from '../../src/report/problems.ts';
import { loadConfig } from '../../src/site/config/load-config.ts';
import { ROOT } from '../support/data-folders.ts';
import {
  applyParts,
  correctLines,
  type ErrorCase,
  folderOf,
  formatErrorCases,
  readErrorCases,
} from '../support/error-cases.ts';
import { expectFile, IS_UPDATE } from '../support/expect-file.ts';
import { contentOf } from '../support/folders.ts';
import { textOfProblems } from '../support/problem-text.ts';

const cases = readErrorCases();
const importCases = cases.filter(({ parts }) =>
  parts.some(({ head }) => /^(?!service)[\w-]+\.(?:csv|json)$/.test(head)),
);

/** Harvests a service with the content of a file: a list is a listing, anything else is a record. Out: the problems. */
async function harvestOf(folder: string): Promise<readonly Problem[]> {
  const answers = JSON.parse(readFileSync(join(folder, 'service.json'), 'utf8')) as Record<string, unknown>;
  const answering = vi.spyOn(globalThis, 'fetch').mockImplementation(async (url) => {
    const found =
      answers[
        String(url)
          .replace(/^.*\/api\/v2\//, '')
          .replace(/\?.*$/, '')
      ];
    if (found === undefined) return Response.json(null, { status: 404 });
    const page = { next: null, previous: null, results_count: (found as unknown[]).length, results: found };
    return Response.json(Array.isArray(found) ? page : found);
  });
  const client = new Client({ base: 'https://service.example', answers: join(folder, 'answers'), rate: Infinity });
  const found = await readService(new Service(client), DEFAULT_KINDS);
  answering.mockRestore();
  const data = join(folder, 'data');
  const merged = mergeHarvest(found, { data, kinds: DEFAULT_KINDS });
  return sortProblems([...merged.problems, ...merged.warnings]);
}

/** The imported file of a case, and what it contains; undefined if the case imports nothing. */
function importedFile(folder: string): { kind: ImportKind | 'catalog'; file: string } | undefined {
  const kinds = [...IMPORT_KINDS, 'catalog'] as const;
  return kinds
    .map((kind) => ({ kind, file: join(folder, `${kind}.${kind === 'catalog' ? 'json' : 'csv'}`) }))
    .find(({ file }) => existsSync(file));
}

/** Corrects the imported file as its report says. Out: a function that imports it again, with more options, and returns the exit status. */
function correct(folder: string, [correction, ...others]: ErrorCase['corrections']) {
  const { kind, file } = importedFile(folder) as { kind: string; file: string };
  applyParts(folder, others);
  writeFileSync(file, correctLines(readFileSync(file, 'utf8'), correction?.text ?? ''));
  const [, ...options] = correction?.head.split(' ') ?? [];
  const data = ['--data', join(folder, 'data')];
  return (...more: string[]) =>
    run(['node', 'stillwave', 'import', kind, file, ...data, '--quiet', ...options, ...more]);
}

async function problemsOf(folder: string, isOfWarnings: boolean): Promise<readonly Problem[]> {
  const data = join(folder, 'data');
  if (existsSync(join(folder, 'service.json'))) return harvestOf(folder);
  const imported = importedFile(folder);
  if (imported) {
    const { kind, file } = imported;
    const isCatalog = kind === 'catalog';
    const { problems, warnings } = isCatalog ? importCommunityCatalog({ file, data }) : importCsv({ kind, file, data });
    return isOfWarnings || isCatalog ? sortProblems([...problems, ...warnings]) : problems;
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
    const report = textOfProblems(problems, folder);
    reports.set(name, report);
    if (!IS_UPDATE) expect(report).toBe(expected);
    expect(report).not.toBe('');
    const code = /^[DW]\d+/.exec(name)?.[0];
    if (code !== undefined) expect(problems.map((problem) => problem.code)).toContain(code);
    if (!importCases.includes(errorCase)) return;

    // The corrected file is accepted; a dry run and a second import change nothing.
    const importAgain = correct(folder, errorCase.corrections);
    const before = contentOf(folder);
    expect(await importAgain('--dry-run')).toBe(0);
    expect(contentOf(folder)).toEqual(before);
    expect(await importAgain()).toBe(0);
    const after = contentOf(folder);
    expect(await importAgain()).toBe(0);
    expect(contentOf(folder)).toEqual(after);
  });

  it('has a case for every kind of import', () => {
    const files = new Set(importCases.flatMap(({ parts }) => parts.map(({ head }) => head)));
    expect([...IMPORT_KINDS.map((kind) => `${kind}.csv`), 'catalog.json'].filter((file) => !files.has(file))).toEqual(
      [],
    );
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

describe('the fixes in the code of imports', () => {
  /** Fixes without a case, because the small files of a case cannot show them. Other tests do. */
  const OTHERS = ['correct the table, or import fewer rows', 'split the file', 'write it as in the header'];
  const VERB =
    /^(?:add|check|choose|close|convert|correct|did you mean|give|import (?:its|the)|keep|leave|look up|mark|move|name|remove|run again|save|separate|split|subtract|take|use|write)\b/;

  /** The texts of fixes in a file: strings that begin like one, and those that are assigned to `fix`. */
  function fixesIn(file: string): string[] {
    const code = readFileSync(file, 'utf8').replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
    const strings = [...code.matchAll(/(\bfix\w*\s*[:=]\s*)?(?:'((?:[^'\\\n]|\\.)+)'|`((?:[^`\\]|\\.)+)`)/gi)];
    return strings.flatMap(([, assigned, quoted, template]) => {
      const text = quoted ?? template ?? '';
      return assigned || (VERB.test(text) && text.includes(' ')) ? [text] : [];
    });
  }

  it('are all followed in a case', () => {
    const intake = join(ROOT, 'src/intake');
    const files = readdirSync(intake, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !name.startsWith('harvest'))
      .map((name) => join(intake, name));
    const fixes = files.flatMap(fixesIn);
    expect(fixes.length).toBeGreaterThan(50);
    const followed = importCases.map(({ expected }) => expected);
    /** Anything may stand in a template's places. */
    const isFollowed = (fix: string): boolean => {
      const parts = fix.split(/\$\{(?:[^{}]|\{[^{}]*\})*(?:\}|$)/).map((part) => part.replace(/\\(.)/g, '$1'));
      const form = new RegExp(`fix: .*${parts.map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('.*')}`);
      return followed.some((report) => form.test(report));
    };
    expect(fixes.filter((fix) => !OTHERS.includes(fix) && !isFollowed(fix))).toEqual([]);
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

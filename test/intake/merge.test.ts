/** Merging a source into a data folder: outcomes, rejections, contradictions, and the resulting values. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { InputKind } from '../../src/catalogue/files/input-files.ts';
import type { Mapping } from '../../src/catalogue/files/mapping.ts';
import { checkFolder, MISMATCHES, readDataFolder } from '../../src/catalogue/load.ts';
import { replaceFiles } from '../../src/fs/replace-files.ts';
import { segmentRecord } from '../../src/intake/kinds/segments.ts';
import { merge } from '../../src/intake/merge/merge.ts';
import type { SourceItem, SourceRecord } from '../../src/intake/merge/records.ts';
import { ROWS } from '../../src/intake/merge/report-skipped.ts';
import type { Problem } from '../../src/report/problems.ts';
import { fullCatalogue } from '../support/data-folders.ts';
import { inFiles } from '../support/problem-text.ts';
import { propertyRuns } from '../support/property-runs.ts';
import { data, useSmallCatalogue } from './import-rows.ts';

useSmallCatalogue();

interface Run {
  readonly name: string;
  readonly gps_start?: number;
  readonly gps_end?: number | null;
  readonly detectors?: readonly string[] | null;
}

const runRecord = (value: Run): SourceRecord => ({
  kind: 'runs',
  stem: '',
  list: 'runs',
  value: { ...value },
  label: value.name,
});

let line = 1;
/** A row with a cell for each member. */
function row(value: Run, problems: readonly string[] = []): SourceItem {
  const place = { file: 'rows.csv', line: ++line, column: 1 };
  const header = ['name', 'gps_start', 'gps_end', 'detectors'] as const;
  const cells = header.map((name) => String(value[name] ?? ''));
  const table = { delimiter: ',', header, columns: header };
  const found = problems.map((message): Problem => ({ ...place, code: 'D112', message, fix: 'do not' }));
  return { place, label: value.name, records: [runRecord(value)], problems: found, row: { line, cells, table } };
}

function mergeItems(items: readonly SourceItem[], overwrite = false, path = data) {
  const options = { data: path, created: new Map(), overwrite, words: ROWS };
  return merge(options, () => ({ value: { items }, problems: [] }));
}

/** The result, with the value of a file after the merge. */
function run(items: readonly SourceItem[], overwrite = false) {
  const { outcomes, problems, changes, warnings, files } = mergeItems(items, overwrite);
  const text = files.get(join(data, 'runs.yaml'))?.text;
  return {
    counts: outcomes.map(({ added, completed, changed, kept }) => [added, completed, changed, kept]),
    problems: problems.map(({ code, message }) => `${code} ${message}`),
    changes: changes.map(({ outcome, record, members }) => [
      outcome,
      record,
      members.map(({ path }) => path.join('.')),
    ]),
    warnings: warnings.map(({ message }) => message),
    runs: text ? (parse(text) as { runs: unknown }).runs : undefined,
  };
}

const O1 = { name: 'O1', gps_start: 1126051217, gps_end: 1137254417 };
const [LATER, END] = [1300000000, 1310000000];

describe('the outcome of a record', () => {
  it('is added in order, completed or kept', () => {
    const between = { name: 'between', gps_start: 1140000000, gps_end: 1141000000 };
    const found = run([row(between), row({ name: 'O1', detectors: ['H1'] }), row({ name: 'O2' })]);
    expect(found).toMatchObject({
      counts: [[1, 1, 0, 1]],
      problems: [],
      changes: [
        ['added', 'between', ['name', 'gps_start', 'gps_end']],
        ['completed', 'O1', ['detectors']],
      ],
      warnings: [],
      runs: [{ ...O1, detectors: ['H1'] }, between, { name: 'O2' }],
    });
  });

  it('a file with only kept records does not change', () => {
    expect(run([row(O1), row({ name: 'O2' })])).toMatchObject({ counts: [[0, 0, 0, 2]], changes: [], runs: undefined });
  });

  it('is changed if one value is replaced, even if others are added', () => {
    const found = run([row({ name: 'O1', gps_end: 1137254418, detectors: ['H1'] })], true);
    expect(found).toMatchObject({
      counts: [[0, 0, 1, 0]],
      changes: [['changed', 'O1', ['gps_end', 'detectors']]],
    });
  });
});

describe('rejections', () => {
  it('a value that would be replaced is skipped', () => {
    const found = run([row({ ...O1, gps_end: END })]);
    expect(found).toMatchObject({ problems: [`D173 O1 gps_end: ${O1.gps_end} -> ${END}`], runs: undefined });
  });

  it('items with problems, and items whose result is invalid, are skipped with all their problems', () => {
    const wrong = row({ name: 'O9', gps_start: LATER, gps_end: END, detectors: ['X9'] }, ['a cell is wrong']);
    const backwards = row({ name: 'O8', gps_start: END, gps_end: LATER });
    const malformed = row({ name: 'O 7', gps_start: END, gps_end: LATER });
    const good = row({ name: 'O6', gps_start: LATER, gps_end: END });
    expect(run([wrong, backwards, malformed, good])).toMatchObject({
      counts: [[1, 0, 0, 0]],
      problems: [
        'D172 row skipped (O9): a cell is wrong',
        'D172 row skipped (O9): unknown detector "X9"',
        `D172 row skipped (O8): run O8 stops at GPS ${LATER}, not after its start ${END}`,
        'D172 row skipped (O 7): the text "O 7" is not a path-safe name',
      ],
    });
  });

  it('what is wrong with a good item because of a wrong one does not count', () => {
    const wrong = row({ name: 'O1', gps_end: LATER }, ['a cell is wrong']);
    const good = row({ name: 'O9', gps_start: 1140000000, gps_end: 1141000000 });
    expect(run([wrong, good], true)).toMatchObject({
      counts: [[1, 0, 0, 0]],
      problems: ['D172 row skipped (O1): a cell is wrong'],
    });
  });

  it('an item is skipped if an existing record is at fault only beside it', () => {
    expect(run([row({ name: 'O0', gps_start: 1126000000, gps_end: 1126100000 })])).toMatchObject({
      problems: ['D172 row skipped (O0): run O1 overlaps run O0'],
      runs: undefined,
    });
  });

  it('the records of an item are merged together or not at all', () => {
    const item = row({ name: 'O9', gps_start: LATER, gps_end: END });
    const catalog = { kind: 'catalogs', stem: '', list: 'catalogs', label: 'C', value: { name: 'C' } } as const;
    const found = mergeItems([{ ...item, records: [...item.records, catalog] }]);
    expect([found.changes, found.problems.map(({ message }) => message)]).toEqual([
      [],
      ['row skipped (O9): field "description" is missing'],
    ]);
  });
});

describe('several items about one record', () => {
  const NEW = { name: 'O9', gps_start: LATER, gps_end: END };

  it('that contradict each other are both skipped, even with overwrite, and the columns that differ are named', () => {
    const [first, second] = [row(NEW), row({ ...NEW, gps_end: END + 1, detectors: ['H1'] })];
    const { problems, changes } = run([first, row({ ...NEW, name: 'O8', gps_end: END - 1 }), second], true);
    expect(problems).toEqual([
      `D172 row skipped (O9): it contradicts line ${second.row?.line} in gps_end`,
      `D172 row skipped (O9): it contradicts line ${first.row?.line} in gps_end`,
    ]);
    expect(changes).toMatchObject([['added', 'O8', ['name', 'gps_start', 'gps_end']]]);
  });

  it('a row that contradicts only a row with a problem, or a row that contradicts the data, is merged', () => {
    expect(run([row({ ...NEW, gps_end: END + 1 }, ['wrong']), row(NEW)]).counts).toEqual([[1, 0, 0, 0]]);
    expect(run([row({ ...O1, gps_end: END }), row({ ...O1, detectors: ['H1'] })])).toMatchObject({
      counts: [[0, 1, 0, 0]],
      problems: [`D173 O1 gps_end: ${O1.gps_end} -> ${END}`],
    });
  });

  it('are a note if they are equal', () => {
    const first = row(NEW);
    expect(run([first, row(NEW)])).toMatchObject({
      counts: [[1, 0, 0, 0]],
      problems: [],
      warnings: [`O9 is a duplicate of line ${first.row?.line}`],
    });
  });

  it('are merged if each adds something', () => {
    expect(run([row({ name: 'O9', gps_start: LATER }), row({ name: 'O9', gps_end: END })])).toMatchObject({
      problems: [],
      warnings: [],
      runs: [{}, {}, NEW],
    });
  });
});

it('a finding about some files of a block rejects only the items that gave them', () => {
  const files = (dataset: string, start: number): SourceItem => ({
    place: { file: 'files', line: start, column: 1 },
    label: `${start}`,
    problems: [],
    records: [
      {
        kind: 'strain-files',
        stem: dataset,
        list: null,
        value: { dataset, run: 'O1', sample_rate_kHz: 4 },
        label: 'head',
      },
      {
        ...{ kind: 'strain-files', stem: dataset, list: 'series', label: 'series' },
        value: { detector: 'H1', file_prefix: 'H-H1_NEW', blocks: [[start, 1]] },
      },
    ],
  });
  const starts = [-2, -1, 0, 1, 2].map((n) => 1126256640 + n * 4096);
  const { problems, outcomes } = mergeItems(starts.map((start) => files('O1_NEW', start)));
  expect(inFiles(problems).map(({ line }) => line)).toEqual([1126256640, 1126256640 + 4096]);
  // The dataset and its series.
  expect(outcomes).toMatchObject([{ added: 2 }]);
});

it('the order of items does not matter: a wrong bit that comes before its new dataset is skipped alone', () => {
  const place = { file: 'entries', line: 1, column: 1 };
  const record = (value: Mapping, more: object = {}): SourceRecord => ({
    ...{ kind: 'strain-files', stem: 'O1_NEW', list: null, label: 'x', value },
    ...more,
  });
  const itemAt = (at: number, ...records: SourceRecord[]): SourceItem => ({
    place: { ...place, line: at },
    label: `${at}`,
    problems: [],
    records,
  });
  const files = { detector: 'H1', file_prefix: 'H-H1_NEW', blocks: [[1126256640 + 40960, 1]] };
  const items = [
    itemAt(1, record({ bit: 0, name: 'DATA' }, { list: 'bits' })),
    itemAt(2, record({ bit: -1, name: 'WRONG' }, { list: 'bits' })),
    itemAt(3, record({ dataset: 'O1_NEW', run: 'O1', sample_rate_kHz: 4 }), record(files, { list: 'series' })),
  ];
  const { problems, files: written } = mergeItems(items);
  expect(inFiles(problems).map(({ line: at }) => at)).toEqual([2]);
  const text = written.get(join(data, 'strain-files/O1_NEW.yaml'))?.text ?? '';
  expect(parse(text)).toMatchObject({ bits: [{ bit: 0, name: 'DATA' }], series: [{ detector: 'H1' }] });
});

it('a record of a list that does not exist yet creates it, but not the event version that it belongs to', () => {
  const set = (version: number): SourceItem => ({
    place: { file: 'sets', line: version, column: 1 },
    label: `v${version}`,
    problems: [],
    records: [
      {
        kind: 'event-versions' satisfies InputKind,
        stem: 'GWTC-1',
        list: 'parameter_sets',
        within: { list: 'event_versions', key: { name: 'GW150914', version } },
        value: { name: 'a' },
        label: 'a',
      },
    ],
  });
  const { files, problems } = mergeItems([set(3), set(9)]);
  expect(problems).toMatchObject([{ line: 9, message: 'row skipped (v9): unknown event version GW150914-v9' }]);
  const path = join(data, 'event-versions/GWTC-1.yaml');
  expect(readFileSync(path, 'utf8')).not.toContain('parameter_sets');
  expect(files.get(path)?.text).toContain('parameter_sets:\n      - name: a\n');
});

/** Records of every kind of file, each with a value that is valid in the catalogue. */
const RECORDS: readonly Omit<SourceRecord, 'label'>[] = [
  { kind: 'detectors', stem: '', list: 'detectors', value: { code: 'K1', name: 'KAGRA' } },
  { kind: 'runs', stem: '', list: 'runs', value: { name: 'O9', gps_start: LATER, gps_end: END, detectors: ['H1'] } },
  {
    kind: 'catalogs',
    stem: '',
    list: 'catalogs',
    value: { name: 'New-1', description: 'New.', members: ['GWTC-1'] },
  },
  {
    ...{ kind: 'default-parameters', stem: '', list: 'other_parameters' },
    value: { name: 'total_mass', unit: 'M_sun', description: 'Mass of both.' },
  },
  {
    ...{ kind: 'event-versions', stem: 'GWTC-1', list: 'event_versions' },
    value: {
      ...{ name: 'GW9', version: 1, gps: 1126300000.5, detectors: ['H1'], short_name: 'G9-v1' },
      parameters: { far: { best: 1, upper_error: null, is_upper_limit: true } },
    },
  },
  {
    ...{
      kind: 'event-versions',
      stem: 'GWTC-1',
      list: 'parameter_sets',
      within: { list: 'event_versions', key: { name: 'GW150914', version: 3 } },
    },
    value: { name: 'a', pipeline_type: 'pe', parameters: { far: { best: 1, lower_error: -0.1 } } },
  },
  {
    kind: 'events',
    stem: '',
    list: 'events',
    value: { name: 'GW150914', grace_id: 'G1', run: 'O1', aliases: ['a'] },
  },
  {
    ...{ kind: 'event-strain-files', stem: 'GWTC-1', list: 'event_strain_files' },
    value: { name: 'GW150914', version: 3, detector: 'H1', gps_start_32: 1126259447 },
  },
  { kind: 'strain-files', stem: 'O1', list: null, value: { dataset: 'O1', run: 'O1', sample_rate_kHz: 4 } },
  {
    ...{ kind: 'strain-files', stem: 'O1', list: 'series' },
    value: { detector: 'V1', file_prefix: 'V-V1_X', blocks: [[1126256640, 1]] },
  },
  { kind: 'strain-files', stem: 'O1', list: 'bits', value: { bit: 7, name: 'NEW', description: 'text' } },
  segmentRecord('O1', 'V1_X', { start: 1126256700, stop: 1126256800 }),
  {
    ...{ kind: 'strain-statistics', stem: 'O1', list: null },
    value: { detector: 'L1', gps_start: 1126260736, BNS: 70, bitsums: [{ bit: 3, sum: 5 }] },
  },
];

const HOSTILE: readonly unknown[] = [
  ...[
    '',
    ' ',
    'two\nlines',
    'Total Mass',
    '../events',
    '__proto__',
    'constructor',
    'last',
    'con',
    'h1',
    '\ud800',
    'GW150914-v3',
  ],
  ...[
    -1,
    0.5,
    4096,
    1126256641,
    1e300,
    true,
    null,
    [],
    {},
    [['x', 1]],
    [[1126256640, 1e15]],
    ['H1', 'H1'],
    { best: 'x' },
  ],
];

/** The value with one of its members, or of the members of these, replaced or added. */
function spoilt(value: unknown, steps: readonly number[], hostile: unknown, key: string): unknown {
  const [step = 0, ...rest] = steps;
  if (typeof value !== 'object' || value === null || rest.length === 0) return hostile;
  const copy = structuredClone(value) as Record<string, unknown>;
  const names = [...Object.keys(copy), ...(Array.isArray(copy) ? [] : [key])];
  const name = names[step % names.length] as string;
  return Object.assign(copy, { [name]: spoilt(copy[name], rest, hostile, key) });
}

const hostileItem = fc
  .array(
    fc.record({
      record: fc.constantFrom(...RECORDS),
      steps: fc.array(fc.nat(9), { minLength: 2, maxLength: 4 }),
      hostile: fc.constantFrom(...HOSTILE),
      key: fc.constantFrom('Total Mass', 'two\nlines', 'constructor', 'colour', ''),
      isSpoilt: fc.boolean(),
      stem: fc.option(fc.constantFrom('', '../events', 'a/b', 'O9', 'GWTC', 'New-1', '\ud800'), { freq: 6 }),
    }),
    { minLength: 1, maxLength: 3 },
  )
  .map((parts): SourceItem => {
    const place = { file: 'source', line: 1, column: 1 };
    const records = parts.map(({ record, steps, hostile, key, isSpoilt, stem }): SourceRecord => {
      const value = isSpoilt ? spoilt(record.value, steps, hostile, key) : record.value;
      return { ...record, stem: stem ?? record.stem, value: value as Mapping, label: 'x' };
    });
    return { place, label: 'x', records, problems: [] };
  });

it('whatever a source contains, what is written is valid', () => {
  let written = 0;
  let skipped = 0;
  fc.assert(
    fc.property(fc.array(hostileItem, { minLength: 1, maxLength: 6 }), fc.boolean(), (items, overwrite) => {
      const path = join(fullCatalogue(), 'data');
      const merged = mergeItems(items, overwrite, path);
      skipped += merged.skipped.length;
      if (merged.reason !== null) return;
      replaceFiles(path, merged.files);
      if (merged.files.size > 0) written++;
      const { problems } = checkFolder(readDataFolder(path));
      expect(problems.filter(({ code }) => !MISMATCHES.has(code))).toEqual([]);
    }),
    { numRuns: propertyRuns(60) },
  );
  expect(written).toBeGreaterThanOrEqual(propertyRuns(11));
  expect(skipped).toBeGreaterThanOrEqual(propertyRuns(11));
});

it('a file that would be too large to be read again is not written', () => {
  const value = { name: 'New-1', description: 'x'.repeat(17 * 2 ** 20) };
  const record: SourceRecord = { kind: 'catalogs', stem: '', list: 'catalogs', value, label: 'New-1' };
  const item = { place: { file: 'rows.csv', line: 2, column: 1 }, label: 'New-1', records: [record], problems: [] };
  const { reason, files } = mergeItems([item]);
  expect(reason).toBe(`${join(data, 'catalogs.yaml')} would have more than 16 MiB`);
  expect(files.size).toBe(0);
});

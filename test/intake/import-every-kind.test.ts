/**
 * Imports every kind of file, one after another, with manual edits in between: existing data that no import mentions are kept, values are
 * only replaced on request, and the data are valid after each import. Facts are read without the program.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { checkFolder, MISMATCHES, readDataFolder } from '../../src/catalogue/load.ts';
import { importCommunityCatalog, importCsv } from '../../src/intake/import-file.ts';
import { IMPORT_KINDS, type ImportKind } from '../../src/intake/kinds/kinds.ts';
import { fullCatalogue } from '../support/data-folders.ts';
import { commentsOf, factsOf } from '../support/facts.ts';
import { contentOf } from '../support/folders.ts';
import { propertyRuns } from '../support/property-runs.ts';

type Cells = Readonly<Record<string, string>>;

/** How to create rows of a kind, and the facts that a row contains. */
interface Kind {
  /** Cells that identify the record of a row. */
  readonly ids: readonly Cells[];
  /** Values of the other cells, valid and invalid; those in `always` are never empty. */
  readonly cells: Readonly<Record<string, readonly string[]>>;
  readonly always?: readonly string[];
  /**
   * Facts that a cell contains; `{x}` stands for cell x. A column that is not listed here has the fact with its own name below
   * `record`.
   */
  readonly record: string;
  readonly facts?: Readonly<Record<string, string>>;
}

const VERSION = 'event-versions/*/event_versions/{name} {version}';
const VALUES = {
  redshift: ['0.1', '0.09', 'x'],
  redshift_upper: ['0.03', '0.2', 'none', '-1'],
  redshift_lower: ['-0.03', 'none'],
  redshift_limit: ['upper', 'none'],
} as const;
const VALUE_FACTS = {
  redshift: 'parameters/redshift/best',
  redshift_upper: 'parameters/redshift/upper_error',
  redshift_lower: 'parameters/redshift/lower_error',
  redshift_limit: 'parameters/redshift/is_upper_limit',
};

/** Each kind, and the other form of rows of parameter sets: one for each value. */
const KINDS: Readonly<Record<ImportKind | 'values', Kind>> = {
  runs: {
    ids: [{ name: 'O1' }, { name: 'O2' }, { name: 'O9' }],
    always: ['gps_start', 'gps_end'],
    cells: {
      gps_start: ['1126051217', '1164556817', '1300000000', 'x'],
      gps_end: ['1137254417', '1187733618', '1310000000'],
      detectors: ['H1|L1', 'X9'],
    },
    record: 'runs.yaml/runs/{name}',
    facts: { gps_end: 'gps_end' },
  },
  catalogs: {
    ids: [{ name: 'GWTC-1' }, { name: 'GWTC' }, { name: 'New-1' }, { name: 'no name' }],
    cells: {
      description: ['First catalog.', 'Another text.'],
      doi: ['https://doi.org/10.1/x', 'https://doi.org/10.1/y', '10.1/z'],
      member_of: ['GWTC', 'Nowhere'],
    },
    record: 'catalogs.yaml/catalogs/{name}',
    facts: { member_of: '' },
  },
  'event-versions': {
    ids: [
      { name: 'GW150914', version: '3', catalog: 'GWTC-1' },
      { name: '170423', version: '1', catalog: 'GWTC-2' },
      { name: 'GW999', version: '1', catalog: 'New-1' },
    ],
    cells: {
      gps: ['1126259462.4', '1135136350.6'],
      detectors: ['H1|L1', 'V1'],
      bulk_detectors: ['H1', 'L1|V1'],
      short_name: ['OTHER-v1', 'all', 'GW150914-v3'],
      reference: ['/GWTC-1/', 'https://dcc.ligo.org/x', 'no link'],
      ...VALUES,
    },
    record: VERSION,
    facts: VALUE_FACTS,
  },
  'parameter-sets': {
    ids: [
      { name: 'X1', version: '1', set: 'a' },
      { name: 'GW150914', version: '3', set: 'b' },
      { name: 'GW999', version: '1', set: 'a' },
    ],
    cells: {
      pipeline_type: ['pe', 'search', 'other'],
      waveform_family: ['C01:Mixed', 'na'],
      is_preferred: ['yes', 'no'],
      links: ['skymap=https://a.b/s'],
      ...VALUES,
    },
    record: `${VERSION}/parameter_sets/{set}`,
    facts: VALUE_FACTS,
  },
  values: {
    ids: [
      { event: 'X1', version: '1', set: 'a', parameter: 'far' },
      { event: 'X1', version: '1', set: 'a', parameter: 'chi_p' },
      { event: 'X1', version: '1', set: 'b', parameter: 'far' },
      { event: 'GW999', version: '1', set: 'a', parameter: 'redshift' },
    ],
    always: ['best'],
    cells: {
      best: ['0.1', '0.2', 'x'],
      upper_error: ['0.03', '0.2', '-1'],
      lower_error: ['-0.03'],
      is_upper_limit: ['true', 'false', 'maybe'],
      unit: ['yr^-1', '1/yr', 'm'],
    },
    record: 'event-versions/*/event_versions/{event} {version}/parameter_sets/{set}/parameters/{parameter}',
  },
  events: {
    ids: [{ name: 'GW150914' }, { name: '170423' }, { name: 'GW151226' }],
    cells: {
      grace_id: ['G184098', 'S1'],
      grace_id_source: ['time', 'record', 'guess'],
      run: ['O1', 'O2', 'O7'],
      aliases: ['GW150914_095045', 'A1|A2', 'GW151226'],
    },
    record: 'events.yaml/events/{name}',
  },
  'event-strain-files': {
    ids: [
      { event: 'GW150914', version: '3', catalog: 'GWTC-1', detector: 'H1' },
      { event: 'GW150914', version: '4', catalog: 'GWTC-2', detector: 'L1' },
    ],
    cells: {
      gps_start_32: ['1126259447', '1126259448'],
      gps_start_4096: ['1126257415'],
      prefix_4k: ['H-H1_LOSC_4_V1', 'H-H1_LOSC_4_V2', 'a/b'],
    },
    record: 'event-strain-files/*/event_strain_files/{event} {version} {detector}',
    facts: { prefix_4k: 'file_prefix_4kHz' },
  },
  datasets: {
    ids: [
      { name: 'O1', run: 'O1', npoints: '16777216', duration: '4096' },
      { name: 'O9', run: 'O9', npoints: '16777216', duration: '4096' },
    ],
    cells: { description: ['One.', 'Two.'], gps_start: ['1126051217'], detectors: ['H1|L1', 'V1'] },
    record: 'strain-files/{name}',
  },
  'dataset-bits': {
    ids: [
      { dataset: 'O1', mask_type: 'DQ', bit: '0' },
      { dataset: 'O1_16KHZ', mask_type: 'DQ', bit: '1' },
    ],
    always: ['name'],
    cells: { name: ['DATA', 'OTHER', 'CBC_CAT1'], description: ['Text.', 'Other text.'] },
    record: 'strain-files/{dataset}/bits/{bit}',
  },
  'strain-files': {
    ids: [
      { run: 'O1', dataset: 'O1', detector: 'H1', sample_rate_kHz: '4' },
      { run: 'O1', dataset: 'O1', detector: 'V1', sample_rate_kHz: '4' },
      { run: 'O2', dataset: 'O2', detector: 'H1', sample_rate_kHz: '4' },
    ],
    always: ['file_prefix', 'first_gps_start', 'count'],
    cells: {
      file_prefix: ['H-H1_LOSC_4_V1', 'H-H1_OTHER'],
      first_gps_start: ['1126256640', '1126281216', '7'],
      count: ['1', '3'],
    },
    record: 'strain-files/{dataset}/series/{detector}',
    facts: { run: '../../run', sample_rate_kHz: '../../sample_rate_kHz', first_gps_start: '', count: '' },
  },
  segments: {
    ids: [
      { flag: 'H1_DATA', run: 'O1' },
      { flag: 'V1_CBC_CAT1', run: 'O2' },
      { flag: 'L1_NEW', run: 'O2' },
    ],
    always: ['start', 'stop'],
    cells: { start: ['1126256640', '1170000000', '1170000100'], stop: ['1126264000', '1170000010', '1170000200'] },
    record: 'timelines/{run}/flags/{flag}/segments/{start}',
    facts: { stop: '' },
  },
  'strain-statistics': {
    ids: [
      { dataset: 'O1', detector: 'H1', gps_start: '1126256640', sample_rate_kHz: '4' },
      { dataset: 'O1', detector: 'L1', gps_start: '1126260736', sample_rate_kHz: '4' },
    ],
    cells: {
      min_strain: ['-1e-18', '-2e-18'],
      filesize_bytes: ['129000000', '1.5'],
      BNS_Mpc: ['68.6', '70'],
      bitsums: ['0:4096', '32:4000'],
    },
    record: 'strain-statistics/{dataset}/{detector} {gps_start}',
    facts: { BNS_Mpc: 'BNS' },
  },
};

const filled = (pattern: string, cells: Cells): string => pattern.replace(/\{(\w+)\}/g, (_, name) => cells[name] ?? '');

/**
 * The facts in a row, from each non-empty cell. The catalog of a version can be any one, because versions are identified by name and
 * number.
 */
function namedBy({ record, facts = {} }: Kind, cells: Cells): string[] {
  const base = filled(record, cells);
  return Object.entries(cells).flatMap(([column, text]) => {
    if (text === '') return [];
    const path = facts[column] ?? column;
    if (path.startsWith('../../')) return [`${base.split('/').slice(0, -2).join('/')}/${path.slice(6)}`];
    const fact = path === '' ? base : `${base}/${path}`;
    // A limit replaces one of the other kind, and errors.
    return ['is_upper_limit', 'is_lower_limit', 'upper_error', 'lower_error'].map((member) =>
      fact.replace('is_upper_limit', member),
    );
  });
}

/** A community catalog with one event, and its facts. */
function community(name: string, best: number, isUpper: boolean): { text: string; named: string[] } {
  const version = { GW150914: 3, GW151226: 1 }[name] ?? 1;
  const record = `event-versions/*/event_versions/${name} ${version}`;
  const far = { parameter_name: 'far', best, is_upper_bound: isUpper, unit: '1/year' };
  const event = {
    event_name: name,
    gps: 1126259462.4,
    detectors: ['H1', 'L1'],
    gracedb_id: 'G184098',
    search: [{ pipeline_name: 'pycbc', parameters: [far] }],
  };
  const values = ['best', 'is_upper_limit', 'upper_error', 'lower_error'].map((member) => `parameters/far/${member}`);
  const own = [
    'gps',
    'detectors',
    ...values,
    ...values.map((one) => `parameter_sets/pycbc/${one}`),
    'parameter_sets/pycbc/pipeline_type',
  ];
  const named = [`events.yaml/events/${name}/grace_id`, ...own.map((one) => `${record}/${one}`)];
  return { text: JSON.stringify({ catalog_name: 'GWTC-1', events: [event] }), named };
}

const csvSteps = ([...IMPORT_KINDS, 'values'] as const).map((form) => {
  const { ids, cells, always = [] } = KINDS[form];
  const texts = Object.entries(cells).map(([column, choices]) => {
    const text = fc.constantFrom(...choices, ...(always.includes(column) ? [] : ['', '']));
    return text.map((one) => [column, one] as const);
  });
  const row = fc
    .tuple(fc.constantFrom(...ids), fc.tuple(...texts))
    .map(([id, more]): Cells => ({ ...id, ...Object.fromEntries(more) }));
  return fc.record({
    form: fc.constant(form),
    rows: fc.array(row, { minLength: 1, maxLength: 3 }),
    overwrite: fc.boolean(),
  });
});
const catalogStep = fc.record({
  event: fc.constantFrom('GW150914', 'GW151226', 'GW777'),
  best: fc.constantFrom(1e-7, 2),
  isUpper: fc.boolean(),
  overwrite: fc.boolean(),
});
const step = fc.oneof(
  { weight: 8, arbitrary: fc.oneof(...csvSteps) },
  { weight: 2, arbitrary: catalogStep },
  { weight: 1, arbitrary: fc.record({ comment: fc.nat(99) }) },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** A maintainer writes a comment above the first record of a file. */
function comment(data: string, number: number): void {
  const names = readdirSync(data, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.yaml'))
    .sort();
  const path = join(data, names[number % names.length] ?? '');
  const text = readFileSync(path, 'utf8');
  writeFileSync(path, text.replace(/^( *)- /m, `$1# Seen ${number}.\n$&`));
}

it('a sequence of imports of all kinds and edits loses nothing', () => {
  const merged = new Map<string, number>();
  let replaced = 0;
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 8 }), (steps: readonly Step[]) => {
      const folder = fullCatalogue();
      const data = join(folder, 'data');
      let before = factsOf(data);
      for (const one of steps) {
        if ('comment' in one) {
          comment(data, one.comment);
          continue;
        }
        const comments = commentsOf(data);
        const form = 'form' in one ? one.form : 'catalog';
        const kind = form === 'values' ? 'parameter-sets' : form;
        const csv = join(folder, 'input');
        const named = new Set<string>();
        if ('form' in one) {
          const columns = Object.keys(one.rows[0] ?? {});
          const lines = one.rows.map((row) => columns.map((column) => row[column]).join(','));
          writeFileSync(csv, `${columns.join(',')}\n${lines.join('\n')}\n`);
          for (const row of one.rows) for (const fact of namedBy(KINDS[one.form], row)) named.add(fact);
        } else {
          const { text, named: facts } = community(one.event, one.best, one.isUpper);
          writeFileSync(csv, text);
          for (const fact of facts) named.add(fact);
        }
        const options = { file: csv, data, overwrite: one.overwrite };
        const content = contentOf(data);
        const result = kind === 'catalog' ? importCommunityCatalog(options) : importCsv({ ...options, kind });
        if (!result.isWritten) {
          expect(contentOf(data)).toEqual(content);
          continue;
        }
        const after = factsOf(data);
        for (const [fact, value] of before) {
          if (after.get(fact) === value) continue;
          expect([form, fact, one.overwrite && named.has(fact)]).toEqual([form, fact, true]);
          replaced++;
        }
        before = after;
        const kept = new Set(commentsOf(data));
        expect(comments.filter((comment) => !kept.has(comment))).toEqual([]);
        expect(checkFolder(readDataFolder(data)).problems.filter(({ code }) => !MISMATCHES.has(code))).toEqual([]);
        merged.set(form, (merged.get(form) ?? 0) + 1);
      }
    }),
    { numRuns: propertyRuns(60) },
  );
  // Each kind was really merged, and values were really replaced.
  expect([...merged.keys()].sort()).toEqual([...IMPORT_KINDS, 'catalog', 'values'].sort());
  expect(replaced).toBeGreaterThan(10);
});

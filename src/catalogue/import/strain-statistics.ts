/**
 * Plans the import of statistics into `strain-statistics/<dataset>.ndjson`. In: CSV with one row a strain file (dataset,
 * detector, gps_start in s, sample_rate_kHz, and values; duty_cycle_percent in %, BNS_Mpc in Mpc, bitsums as `bit:seconds|bit:seconds`). Out: a plan.
 *
 * A record that is there gets the values that it lacks; a value that differs is a change. Lines hold known members only,
 * ordered by gps_start, then detector.
 */
import { join } from 'node:path';
import { dataCheckOf } from '../check-duty-cycle.ts';
import { hasFile } from '../file-runs.ts';
import type { Finding, Problem } from '../files/problems.ts';
import { checkSchema } from '../files/schema.ts';
import { compareStatistics, completeStatistics, readStatistics } from '../statistics.ts';
import type { Catalogue, StrainDataset, StrainStatistics, Timeline } from '../types.ts';
import { type CsvFile, type CsvRow, numberCell } from './csv.ts';
import {
  type FileOutcome,
  type ImportContext,
  type ImportKindDefinition,
  type ImportPlan,
  leftOutFinding,
  newOutcome,
  replacedFinding,
} from './plan.ts';

/** Column -> member of the record. */
const MEMBERS = {
  filesize_bytes: 'filesize_bytes',
  min_strain: 'min_strain',
  max_strain: 'max_strain',
  mean_strain: 'mean_strain',
  stdev_strain: 'stdev_strain',
  nans_fraction: 'nans_fraction',
  duty_cycle_percent: 'duty_cycle',
  BLRMS200: 'BLRMS200',
  BLRMS1000: 'BLRMS1000',
  BNS_Mpc: 'BNS',
} as const satisfies Record<string, keyof StrainStatistics>;

export const strainStatistics: ImportKindDefinition = {
  unit: 'records',
  columns: () => ({
    required: ['dataset', 'detector', 'gps_start', 'sample_rate_kHz'],
    optional: [...Object.keys(MEMBERS), 'bitsums'],
  }),
  plan: planStatistics,
};

interface ReadRow {
  readonly row: CsvRow;
  readonly record: StrainStatistics;
}

function planStatistics({ csv, dataDir, catalogue }: ImportContext): ImportPlan {
  const { datasets } = catalogue;
  const leftOut: Problem[] = [...csv.leftOut];
  const replaced: Problem[] = [];
  const outcomes: FileOutcome[] = [];
  const lines = new Map<string, () => Iterable<string>>();
  const rows = readRows(csv, catalogue, leftOut);
  for (const dataset of datasets) {
    const given = rows.get(dataset.name);
    if (!given) continue;
    const path = dataset.statisticsFile ?? join(dataDir, 'strain-statistics', `${dataset.name}.ndjson`);
    const outcome = newOutcome(path);
    outcomes.push(outcome);
    // Merged once to see what happens, and once more when the lines are written: the records need not fit into memory.
    const report = (row: CsvRow, finding: Finding): void => void replaced.push(csv.problem(row, finding));
    for (const _record of mergeRecords(dataset, given, outcome, report));
    if (outcome.added + outcome.completed + outcome.changed > 0) lines.set(path, () => linesOf(dataset, given, path));
  }
  return { outcomes, leftOut, replaced, texts: new Map(), lines };
}

function readRows(csv: CsvFile, catalogue: Catalogue, leftOut: Problem[]): Map<string, ReadRow[]> {
  const byName = new Map(catalogue.datasets.map((dataset) => [dataset.name, dataset]));
  const rows = new Map<string, ReadRow[]>();
  const seen = new Map<string, number>();
  for (const row of csv.rows) {
    const name = row.cell('dataset');
    const label = `${name} ${row.cell('detector')} at GPS ${row.cell('gps_start')}`;
    const { record, findings } = readRow(row, byName.get(name), catalogue.timelines);
    const before = seen.get(label);
    if (before !== undefined) {
      const message = `the file is given on line ${before} already`;
      findings.push({ code: 'D152', message, fix: 'keep one of the two rows' });
    }
    if (findings.length > 0) {
      leftOut.push(csv.problem(row, leftOutFinding(label, findings)));
      continue;
    }
    seen.set(label, row.line);
    const list = rows.get(name) ?? [];
    if (list.length === 0) rows.set(name, list);
    list.push({ row, record });
  }
  for (const list of rows.values()) list.sort((a, b) => compareStatistics(a.record, b.record));
  return rows;
}

function readRow(
  row: CsvRow,
  dataset: StrainDataset | undefined,
  timelines: readonly Timeline[],
): { record: StrainStatistics; findings: Finding[] } {
  const values = Object.entries(MEMBERS).map(([column, member]) => [member, numberCell(row.cell(column))] as const);
  const given = values.filter(([, value]) => value !== undefined);
  const ids = { detector: row.cell('detector'), gps_start: numberCell(row.cell('gps_start')) };
  const bitsums = bitsumsCell(row.cell('bitsums'));
  const raw = { ...ids, ...Object.fromEntries(given), ...(bitsums && { bitsums }) };
  const findings: Finding[] = checkSchema('strain-statistics', raw);
  if (bitsums && new Set(bitsums.map(({ bit }) => bit)).size < bitsums.length) {
    findings.push({ code: 'D116', message: 'bitsums has a bit twice', fix: 'keep one of the two' });
  }
  const record = completeStatistics(raw as unknown as StrainStatistics);
  if (!dataset) {
    const message = `unknown dataset "${row.cell('dataset')}"`;
    findings.push({ code: 'D153', message, fix: 'import its strain files first' });
    return { record, findings };
  }
  if (numberCell(row.cell('sample_rate_kHz')) !== dataset.sampleRateKHz) {
    const message = `sample_rate_kHz is "${row.cell('sample_rate_kHz')}", files of ${dataset.name} have ${dataset.sampleRateKHz}`;
    findings.push({ code: 'D113', message, fix: 'correct the rate or the dataset' });
  }
  const series = dataset.series.find((one) => one.detector === record.detector);
  if (!series || !hasFile(series.fileRuns, record.gps_start)) {
    const message = `${dataset.name} has no strain file of ${record.detector} at GPS ${record.gps_start}`;
    findings.push({ code: 'D153', message, fix: 'import its strain files first' });
  } else if (findings.length === 0) {
    findings.push(...(dataCheckOf(dataset, record.detector, timelines)?.(record) ?? []));
  }
  return { record, findings };
}

function* linesOf(dataset: StrainDataset, rows: readonly ReadRow[], path: string): Generator<string> {
  const ignore = (): void => {};
  for (const record of mergeRecords(dataset, rows, newOutcome(path), ignore)) yield lineOf(record);
}

/** `0:4096|32:4000` as bits with their seconds, ascending; null where the cell is empty. The schema judges the numbers. */
function bitsumsCell(text: string): { bit: unknown; sum: unknown }[] | null {
  if (text === '') return null;
  const bits = text.split('|').map((pair) => {
    const [bit = '', sum = ''] = pair.split(':');
    return { bit: numberCell(bit), sum: numberCell(sum) };
  });
  return bits.sort((a, b) => Number(a.bit) - Number(b.bit));
}

/** Merges two ascending sequences of records. */
function* mergeRecords(
  dataset: StrainDataset,
  rows: readonly ReadRow[],
  outcome: FileOutcome,
  report: (row: CsvRow, finding: Finding) => void,
): Generator<StrainStatistics> {
  let next = 0;
  // The statistics were validated before; a problem here means that they changed meanwhile.
  const refuse = (problem: Problem): never => {
    throw new Error(`${problem.file}:${problem.line}: ${problem.message}`);
  };
  for (const record of readStatistics(dataset, refuse)) {
    let given = rows[next];
    for (; given && compareStatistics(given.record, record) < 0; given = rows[++next]) {
      outcome.added++;
      yield given.record;
    }
    if (given && compareStatistics(given.record, record) === 0) {
      yield mergeRecord(record, given, outcome, report);
      next++;
    } else {
      yield record;
    }
  }
  for (let given = rows[next]; given; given = rows[++next]) {
    outcome.added++;
    yield given.record;
  }
}

function mergeRecord(
  old: StrainStatistics,
  { row, record }: ReadRow,
  outcome: FileOutcome,
  report: (row: CsvRow, finding: Finding) => void,
): StrainStatistics {
  const given = Object.entries(record).filter(([, value]) => value !== null);
  const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
  const differing = given.filter(([member, value]) => !isSame(value, old[member as keyof StrainStatistics]));
  const replaced = differing.filter(([member]) => old[member as keyof StrainStatistics] !== null);
  for (const [member, value] of replaced) {
    const label = `${row.cell('dataset')} ${old.detector} at GPS ${old.gps_start}`;
    report(row, replacedFinding(label, member, old[member as keyof StrainStatistics], value));
  }
  if (replaced.length > 0) outcome.changed++;
  else if (differing.length > 0) outcome.completed++;
  else outcome.kept++;
  return { ...old, ...Object.fromEntries(given) };
}

function lineOf(record: StrainStatistics): string {
  return `${JSON.stringify(Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null)))}\n`;
}

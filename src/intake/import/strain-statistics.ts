/**
 * Plans the import of statistics into `strain-statistics/<dataset>.ndjson`. In: CSV with one row per strain file (dataset,
 * detector, gps_start in s, sample_rate_kHz, and values; duty_cycle_percent in %, BNS_Mpc in Mpc, bitsums as `bit:seconds|bit:seconds`). Out: a plan.
 *
 * Missing values are added to existing records; different values are changes. Lines only have members with values, and are ordered by
 * gps_start, then detector.
 */
import { join } from 'node:path';
import { hasFile } from '../../catalogue/blocks.ts';
import { dataCheckOf } from '../../catalogue/check-duty-cycle.ts';
import { checkSchema } from '../../catalogue/files/schema.ts';
import { compareStatistics, completeStatistics, readStatistics } from '../../catalogue/statistics.ts';
import type { Catalogue, StrainDataset, StrainStatistics, Timeline } from '../../catalogue/types.ts';
import { STRAIN_STATISTICS } from '../../core/contract/wire.ts';
import type { Finding } from '../../report/problems.ts';
import { numberCell } from './cells.ts';
import type { CsvFile, CsvRow } from './csv.ts';
import type { MergePolicy } from './merge-record.ts';
import {
  type FileOutcome,
  type ImportContext,
  type ImportKindDefinition,
  type ImportPlan,
  type LeftOut,
  newOutcome,
  type RecordChange,
  replacedFinding,
} from './plan.ts';

/** Columns whose names have a unit. */
export const STATISTICS_COLUMNS: Readonly<Record<string, string>> = {
  duty_cycle: 'duty_cycle_percent',
  BNS: 'BNS_Mpc',
};

/** Column -> member of the record. */
const MEMBERS = Object.fromEntries(STRAIN_STATISTICS.map((name) => [STATISTICS_COLUMNS[name] ?? name, name]));

export const strainStatistics: ImportKindDefinition = {
  unit: 'records',
  columns: () => ({
    required: ['dataset', 'detector', 'gps_start', 'sample_rate_kHz'],
    optional: [...Object.keys(MEMBERS), 'bitsums'],
  }),
  plan: planStatistics,
};

/** Called with the outcome of each row. */
interface Report {
  readonly change: (change: Omit<RecordChange, 'file'>) => void;
  readonly leaveOut: (leftOut: LeftOut) => void;
}

const SILENT: Report = { change: () => {}, leaveOut: () => {} };

interface ReadRow {
  readonly row: CsvRow;
  readonly record: StrainStatistics;
}

function planStatistics({ csv, policy, dataDir, catalogue }: ImportContext): ImportPlan {
  const { datasets } = catalogue;
  const leftOut: LeftOut[] = [];
  const changes: RecordChange[] = [];
  const outcomes: FileOutcome[] = [];
  const lines = new Map<string, () => Iterable<string>>();
  const rows = readRows(csv, catalogue, leftOut);
  for (const dataset of datasets) {
    const given = rows.get(dataset.name);
    if (!given) continue;
    const path = dataset.statisticsFile ?? join(dataDir, 'strain-statistics', `${dataset.name}.ndjson`);
    const outcome = newOutcome(path);
    outcomes.push(outcome);
    // Merged once for the report, and again when the lines are written, because the records may not fit into memory.
    const report: Report = {
      change: (change) => void changes.push({ file: path, ...change }),
      leaveOut: (rest) => void leftOut.push(rest),
    };
    for (const _record of mergeRecords(dataset, given, policy, outcome, report));
    const isChanged = outcome.added + outcome.completed + outcome.changed > 0;
    if (isChanged) lines.set(path, () => linesOf(dataset, given, policy, path));
  }
  return { outcomes, leftOut, changes, texts: new Map(), lines };
}

function readRows(csv: CsvFile, catalogue: Catalogue, leftOut: LeftOut[]): Map<string, ReadRow[]> {
  const byName = new Map(catalogue.datasets.map((dataset) => [dataset.name, dataset]));
  const rows = new Map<string, ReadRow[]>();
  const seen = new Map<string, number>();
  for (const row of csv.rows) {
    const name = row.cell('dataset');
    const label = labelOf(row);
    const { record, findings } = readRow(row, byName.get(name), catalogue.timelines);
    const before = seen.get(label);
    if (before !== undefined) {
      const message = `the file is already given on line ${before}`;
      findings.push({ code: 'D152', message, fix: 'keep one of the two rows' });
    }
    if (findings.length > 0) {
      leftOut.push({ place: row.place, label, findings });
      continue;
    }
    seen.set(label, row.place.line);
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
    const message = `sample_rate_kHz is "${row.cell('sample_rate_kHz')}", but files of ${dataset.name} have ${dataset.sampleRateKHz}`;
    findings.push({ code: 'D113', message, fix: 'correct the rate or the dataset' });
  }
  const series = dataset.series.find((one) => one.detector === record.detector);
  if (!series || !hasFile(series.blocks, record.gps_start)) {
    const message = `${dataset.name} has no strain file of ${record.detector} at GPS ${record.gps_start}`;
    findings.push({ code: 'D153', message, fix: 'import its strain files first' });
  } else if (findings.length === 0) {
    findings.push(...(dataCheckOf(dataset, record.detector, timelines)?.(record) ?? []));
  }
  return { record, findings };
}

const labelOf = (row: CsvRow): string =>
  `${row.cell('dataset')} ${row.cell('detector')} at GPS ${row.cell('gps_start')}`;

function* linesOf(
  dataset: StrainDataset,
  rows: readonly ReadRow[],
  policy: MergePolicy,
  path: string,
): Generator<string> {
  for (const record of mergeRecords(dataset, rows, policy, newOutcome(path), SILENT)) yield lineOf(record);
}

/** `0:4096|32:4000` as bits with their seconds, ascending; null if the cell is empty. The schema checks the numbers. */
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
  policy: MergePolicy,
  outcome: FileOutcome,
  report: Report,
): Generator<StrainStatistics> {
  let next = 0;
  const add = (given: ReadRow): StrainStatistics => {
    outcome.added++;
    const members = differencesOf(null, given.record);
    report.change({ record: labelOf(given.row), kind: 'added', members });
    return given.record;
  };
  for (const record of readStatistics(dataset)) {
    let given = rows[next];
    for (; given && compareStatistics(given.record, record) < 0; given = rows[++next]) yield add(given);
    if (given && compareStatistics(given.record, record) === 0) {
      yield mergeRecord(record, given, policy, outcome, report);
      next++;
    } else {
      yield record;
    }
  }
  for (let given = rows[next]; given; given = rows[++next]) yield add(given);
}

/** The given members that differ. */
function differencesOf(old: StrainStatistics | null, given: StrainStatistics) {
  return Object.entries(given).flatMap(([member, value]) => {
    const before = old?.[member as keyof StrainStatistics] ?? null;
    const isSame = value === null || JSON.stringify(before) === JSON.stringify(value);
    return isSame ? [] : [{ member, old: before, new: value as unknown }];
  });
}

function mergeRecord(
  old: StrainStatistics,
  { row, record }: ReadRow,
  policy: MergePolicy,
  outcome: FileOutcome,
  report: Report,
): StrainStatistics {
  const label = labelOf(row);
  const members = differencesOf(old, record);
  const replaced = members.filter((one) => one.old !== null);
  if (replaced.length > 0 && policy === 'complete') {
    report.leaveOut({ place: row.place, label, findings: replaced.map((one) => replacedFinding(label, one)) });
    return old;
  }
  const kind = replaced.length > 0 ? 'changed' : 'completed';
  outcome[members.length === 0 ? 'kept' : kind]++;
  if (members.length > 0) report.change({ record: label, kind, members });
  return { ...old, ...Object.fromEntries(members.map((one) => [one.member, one.new])) };
}

function lineOf(record: StrainStatistics): string {
  return `${JSON.stringify(Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null)))}\n`;
}

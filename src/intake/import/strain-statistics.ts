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
import type { Overlay } from '../../catalogue/files/text-file.ts';
import { compareStatistics, completeStatistics, linesOf } from '../../catalogue/statistics.ts';
import type { Catalogue, StrainDataset, StrainStatistics, Timeline } from '../../catalogue/types.ts';
import { STRAIN_STATISTICS } from '../../core/contract/wire.ts';
import type { Finding } from '../../report/problems.ts';
import { numberCell } from './cells.ts';
import type { CsvRow } from './csv.ts';
import { isConflict, memberChanges, mergeRecord } from './merge-record.ts';
import {
  type FileOutcome,
  type Given,
  type ImportKindDefinition,
  type ImportPlan,
  type MergeContext,
  newOutcome,
  type RecordChange,
  type Rejected,
  replacedFinding,
} from './plan.ts';

/** A record in the form of its file: without the values that are not known. */
export type StatisticsRecord = Partial<StrainStatistics> & Pick<StrainStatistics, 'detector' | 'gps_start'>;

/** Columns whose names have a unit. */
const STATISTICS_COLUMNS: Readonly<Record<string, string>> = {
  duty_cycle: 'duty_cycle_percent',
  BNS: 'BNS_Mpc',
};

/** Column -> member of the record. */
const MEMBERS = Object.fromEntries(STRAIN_STATISTICS.map((name) => [STATISTICS_COLUMNS[name] ?? name, name]));

export const strainStatistics: ImportKindDefinition<StatisticsFacts> = {
  unit: 'records',
  columns: () => ({
    required: ['dataset', 'detector', 'gps_start', 'sample_rate_kHz'],
    optional: [...Object.keys(MEMBERS), 'bitsums'],
  }),
  read: (row) => ({ facts: readFacts(row) }),
  plan: planStatistics,
};

/** A record with its dataset, and the sample rate of its file. */
export interface StatisticsFacts {
  readonly dataset: string;
  readonly rate: unknown;
  readonly record: StatisticsRecord;
}

function planStatistics(all: readonly Given<StatisticsFacts>[], context: MergeContext): ImportPlan {
  const { policy, dataDir, catalogue, texts: current } = context;
  const leftOut: Rejected[] = [];
  const changes: RecordChange[] = [];
  const outcomes: FileOutcome[] = [];
  const texts = new Map<string, string>();
  const byDataset = checkAll(all, catalogue, leftOut);
  for (const dataset of catalogue.datasets) {
    const given = byDataset.get(dataset.name);
    if (!given) continue;
    const path = dataset.statisticsFile ?? join(dataDir, 'strain-statistics', `${dataset.name}.ndjson`);
    const outcome = newOutcome(path);
    outcomes.push(outcome);
    const records = new Map(Array.from(openStatistics(path, current), (record) => [keyOf(record), record]));
    for (const { place, facts } of given) {
      const { record } = facts;
      const label = labelOf(facts);
      const old = records.get(keyOf(record));
      const merged = mergeRecord(old, record);
      const replaced = memberChanges(merged.changes.filter(isConflict), [], false);
      if (replaced.length > 0 && policy === 'complete') {
        leftOut.push({ place, label, findings: replaced.map((one) => replacedFinding(label, one)) });
        continue;
      }
      const kind = old === undefined ? 'added' : replaced.length > 0 ? 'changed' : 'completed';
      outcome[merged.changes.length === 0 ? 'kept' : kind]++;
      if (merged.changes.length === 0) continue;
      records.set(keyOf(record), merged.record);
      changes.push({ file: path, record: label, kind, members: memberChanges(merged.changes, [], false) });
    }
    if (outcome.added + outcome.completed + outcome.changed === 0) continue;
    texts.set(path, [...records.values()].sort(compareStatistics).map(formatLine).join(''));
  }
  return { outcomes, leftOut, changes, texts };
}

const keyOf = ({ detector, gps_start: start }: StatisticsRecord): string => `${detector} ${start}`;

/** The records of a validated file; none if there is no file. */
function* openStatistics(path: string, texts: Overlay): Generator<StatisticsRecord> {
  const content = texts.get(path);
  if (!content) return;
  const text = typeof content === 'string' ? content : Buffer.from(content).toString('utf8');
  for (const line of linesOf(text)) yield JSON.parse(line) as StatisticsRecord;
}

/** Sound facts by dataset. */
function checkAll(all: readonly Given<StatisticsFacts>[], catalogue: Catalogue, leftOut: Rejected[]) {
  const byName = new Map(catalogue.datasets.map((dataset) => [dataset.name, dataset]));
  const sound = new Map<string, Given<StatisticsFacts>[]>();
  const seen = new Map<string, number>();
  for (const given of all) {
    const { place, facts } = given;
    const label = labelOf(facts);
    const findings = checkFacts(facts, byName.get(facts.dataset), catalogue.timelines);
    const before = seen.get(label);
    if (before !== undefined) {
      const message = `the file is already given on line ${before}`;
      findings.push({ code: 'D152', message, fix: 'keep one of the two rows' });
    }
    if (findings.length > 0) {
      leftOut.push({ place, label, findings });
      continue;
    }
    seen.set(label, place.line);
    const list = sound.get(facts.dataset) ?? [];
    if (list.length === 0) sound.set(facts.dataset, list);
    list.push(given);
  }
  return sound;
}

function readFacts(row: CsvRow): StatisticsFacts {
  const values = Object.entries(MEMBERS).map(([column, member]) => [member, numberCell(row.cell(column))] as const);
  const given = values.filter(([, value]) => value !== undefined);
  const ids = { detector: row.cell('detector'), gps_start: numberCell(row.cell('gps_start')) };
  const bitsums = bitsumsCell(row.cell('bitsums'));
  const record = { ...ids, ...Object.fromEntries(given), ...(bitsums && { bitsums }) } as unknown as StatisticsRecord;
  return { dataset: row.cell('dataset'), rate: numberCell(row.cell('sample_rate_kHz')), record };
}

function checkFacts(
  { record, rate, dataset: name }: StatisticsFacts,
  dataset: StrainDataset | undefined,
  timelines: readonly Timeline[],
): Finding[] {
  const findings: Finding[] = checkSchema('strain-statistics', record);
  const { bitsums } = record;
  if (bitsums && new Set(bitsums.map(({ bit }) => bit)).size < bitsums.length) {
    findings.push({ code: 'D116', message: 'bitsums has a bit twice', fix: 'keep one of the two' });
  }
  if (!dataset) {
    const message = `unknown dataset "${name}"`;
    findings.push({ code: 'D153', message, fix: 'import its strain files first' });
    return findings;
  }
  if (rate !== dataset.sampleRateKHz) {
    const message = `sample_rate_kHz is "${rate ?? ''}", but files of ${dataset.name} have ${dataset.sampleRateKHz}`;
    findings.push({ code: 'D113', message, fix: 'correct the rate or the dataset' });
  }
  const series = dataset.series.find((one) => one.detector === record.detector);
  if (!series || !hasFile(series.blocks, record.gps_start)) {
    const message = `${dataset.name} has no strain file of ${record.detector} at GPS ${record.gps_start}`;
    findings.push({ code: 'D153', message, fix: 'import its strain files first' });
  } else if (findings.length === 0) {
    findings.push(...(dataCheckOf(dataset, record.detector, timelines)?.(completeStatistics(record)) ?? []));
  }
  return findings;
}

const labelOf = ({ dataset, record }: StatisticsFacts): string =>
  `${dataset} ${record.detector} at GPS ${record.gps_start ?? ''}`;

/** `0:4096|32:4000` as bits with their seconds, ascending; null if the cell is empty. The schema checks the numbers. */
function bitsumsCell(text: string): { bit: unknown; sum: unknown }[] | null {
  if (text === '') return null;
  const bits = text.split('|').map((pair) => {
    const [bit = '', sum = ''] = pair.split(':');
    return { bit: numberCell(bit), sum: numberCell(sum) };
  });
  return bits.sort((a, b) => Number(a.bit) - Number(b.bit));
}

/** A line of the file; its members have the order of the detail record. */
function formatLine(record: StatisticsRecord): string {
  const known = Object.entries(completeStatistics(record)).filter(([, value]) => value !== null);
  return `${JSON.stringify(Object.fromEntries(known))}\n`;
}

/**
 * Imports statistics into `strain-statistics/<dataset>.ndjson`. One row per strain file (dataset, detector, gps_start in s,
 * sample_rate_kHz, and values; duty_cycle_percent in %, BNS_Mpc in Mpc, bitsums as `bit:seconds|bit:seconds`).
 *
 * Lines contain only members that have values, and are ordered by gps_start, then by detector.
 */
import { hasFile } from '../../catalogue/blocks.ts';
import { dataCheckOf } from '../../catalogue/data-seconds.ts';
import { checkSchema } from '../../catalogue/files/schema.ts';
import { completeStatistics } from '../../catalogue/statistics.ts';
import type { FileStatistics, StrainDataset, Timeline } from '../../catalogue/types.ts';
import { STRAIN_STATISTICS } from '../../core/contract/wire.ts';
import type { Finding } from '../../report/problems.ts';
import {
  type ColumnTable,
  NUMBER,
  named,
  numberCell,
  REQUIRED_NUMBER,
  REQUIRED_TEXT,
  REQUIRED_TIME,
} from '../csv/csv-columns.ts';
import { recordsOf } from '../merge/facts.ts';
import type { ImportKindDefinition } from './import-kind.ts';

/** A record in the form of its file, without unknown values. */
export type StatisticsRecord = Partial<FileStatistics> & Pick<FileStatistics, 'detector' | 'gps_start'>;

/** Columns whose names include a unit. */
const WITH_UNIT: Readonly<Record<string, string>> = { duty_cycle: 'duty_cycle_percent', BNS: 'BNS_Mpc' };

const STATISTICS_COLUMNS: ColumnTable = Object.fromEntries(
  STRAIN_STATISTICS.map((member) => [WITH_UNIT[member] ?? member, named(member, NUMBER)]),
);

/** A record with its dataset, and the sample rate of its file. */
export interface StatisticsFacts {
  readonly dataset: string;
  readonly rate: unknown;
  readonly record: StatisticsRecord;
}

type RowValues = StatisticsRecord & Omit<StatisticsFacts, 'record'>;

export const strainStatistics: ImportKindDefinition<StatisticsFacts, RowValues> = {
  unit: 'records',
  columns: {
    dataset: REQUIRED_TEXT,
    detector: REQUIRED_TEXT,
    gps_start: REQUIRED_TIME,
    sample_rate_kHz: named('rate', REQUIRED_NUMBER),
    ...STATISTICS_COLUMNS,
    bitsums: { read: bitsumsCell },
  },
  read: ({ dataset, rate, ...record }) => ({ facts: { dataset, rate, record } }),
  file: 'strain-statistics',
  records: recordsOf<StatisticsRecord, StatisticsFacts>(({ catalogue }) => {
    const datasets = new Map(catalogue.datasets.map((one) => [one.dataset, one]));
    return ({ facts }) => {
      const { dataset, record } = facts;
      const label = `${dataset} ${record.detector} at GPS ${record.gps_start ?? ''}`;
      const findings = checkFacts(facts, datasets.get(dataset), catalogue.timelines);
      return { label, name: dataset, record, findings };
    };
  }),
};

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
  if (rate !== dataset.sample_rate_kHz) {
    const message = `sample_rate_kHz is "${rate ?? ''}", but files of ${name} have ${dataset.sample_rate_kHz}`;
    findings.push({ code: 'D113', message, fix: 'correct the rate or the dataset' });
  }
  const series = dataset.series.find((one) => one.detector === record.detector);
  if (!series || !hasFile(series.blocks, record.gps_start)) {
    const message = `${name} has no strain file of ${record.detector} at GPS ${record.gps_start}`;
    findings.push({ code: 'D153', message, fix: 'import its strain files first' });
  } else if (findings.length === 0) {
    findings.push(...(dataCheckOf(dataset, record.detector, timelines)?.(completeStatistics(record)) ?? []));
  }
  return findings;
}

/** `0:4096|32:4000` as bits with their seconds, in ascending order; undefined if the cell is empty. The schema checks the numbers. */
function bitsumsCell(text: string): { bit: unknown; sum: unknown }[] | undefined {
  if (text === '') return undefined;
  const bits = text.split('|').map((pair) => {
    const [bit = '', ...sum] = pair.split(':');
    return { bit: numberCell(bit), sum: numberCell(sum.join(':')) };
  });
  return bits.sort((a, b) => Number(a.bit) - Number(b.bit));
}

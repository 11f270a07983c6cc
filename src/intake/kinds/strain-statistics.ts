/**
 * Imports statistics into `strain-statistics/<dataset>.ndjson`, one row per strain file. Lines contain only members that have values, and are
 * ordered by gps_start, then by detector.
 */
import type { Mapping } from '../../catalogue/files/mapping.ts';
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
} from '../csv/columns.ts';
import type { SourceRecord } from '../merge/records.ts';
import { type ImportKindDefinition, oneRecord } from './import-kind.ts';

/** Columns whose names include a unit. */
const WITH_UNIT: Readonly<Record<string, string>> = { duty_cycle: 'duty_cycle_percent', BNS: 'BNS_Mpc' };

const STATISTICS_COLUMNS: ColumnTable = Object.fromEntries(
  STRAIN_STATISTICS.map((member) => [WITH_UNIT[member] ?? member, named(member, NUMBER)]),
);

export const strainStatistics: ImportKindDefinition = {
  noun: 'records',
  columns: {
    dataset: REQUIRED_TEXT,
    detector: REQUIRED_TEXT,
    gps_start: REQUIRED_TIME,
    sample_rate_kHz: named('rate', REQUIRED_NUMBER),
    ...STATISTICS_COLUMNS,
    /** `bit:seconds|bit:seconds` */
    bitsums: { type: 'text', read: bitsumsCell },
  },
  readAll: (rows, { datasets }) => {
    const rates = new Map(datasets.map(({ dataset, sample_rate_kHz }) => [dataset, sample_rate_kHz]));
    return rows.map(({ dataset: name, rate, ...value }) => {
      const dataset = String(name);
      return oneRecord(statisticsRecord(dataset, value), rateFindings(dataset, rate, rates.get(dataset)));
    });
  },
};

export const statisticsRecord = (dataset: string, value: Mapping): SourceRecord => ({
  kind: 'strain-statistics',
  stem: dataset,
  list: null,
  value,
  label: `${dataset} ${value.detector} at GPS ${value.gps_start ?? ''}`,
});

/** The data do not store the rate, which is the dataset's. */
export function rateFindings(dataset: string, given: unknown, rate: number | undefined): Finding[] {
  if (rate === undefined || given === rate) return [];
  const message = `sample_rate_kHz is "${given ?? ''}", but files of ${dataset} have ${rate}`;
  return [{ code: 'D113', message, fix: 'correct the rate or the dataset' }];
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

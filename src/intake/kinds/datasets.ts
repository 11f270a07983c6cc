/**
 * Imports datasets and the bits in their masks into `strain-files/<dataset>.yaml`; `strain-files.ts` imports the files themselves. A dataset
 * must exist before its bits are imported.
 */
import type { Mapping } from '../../catalogue/files/mapping.ts';
import { FIRST_INJECTION_BIT } from '../../catalogue/types.ts';
import { SAMPLE_RATES_KHZ } from '../../core/contract/wire.ts';
import type { Finding } from '../../report/problems.ts';
import { DETECTORS, named, REQUIRED_NUMBER, REQUIRED_TEXT, TEXT, TIME } from '../csv/columns.ts';
import { recordOf, type SourceRecord } from '../merge/records.ts';
import type { ImportKindDefinition } from './import-kind.ts';

/** Samples per second divided by 1024: 4 for 4096 Hz. */
export const sampleRateOf = (points: unknown, duration: unknown): number => Number(points) / Number(duration) / 1024;

function rateFindings(points: unknown, duration: unknown): Finding[] {
  if (SAMPLE_RATES_KHZ.some((rate) => rate === sampleRateOf(points, duration))) return [];
  const message = `npoints "${points ?? ''}" and duration "${duration ?? ''}" do not give a sample rate of 4096 or 16384 Hz`;
  const fix = 'correct npoints, the number of samples in a file, or duration, the seconds in a file';
  return [{ code: 'D113', message, fix }];
}

export const datasetRecord = (value: Mapping): SourceRecord => ({
  kind: 'strain-files',
  stem: String(value.dataset),
  list: null,
  value,
  label: String(value.dataset),
});

export const datasets: ImportKindDefinition = {
  noun: 'datasets',
  columns: {
    name: named('dataset', REQUIRED_TEXT),
    run: REQUIRED_TEXT,
    /** The samples and the seconds in a file give the sample rate. */
    npoints: REQUIRED_NUMBER,
    duration: REQUIRED_NUMBER,
    description: TEXT,
    gps_start: TIME,
    /** Exclusive. */
    gps_end: TIME,
    detectors: DETECTORS,
  },
  readAll: (rows) =>
    rows.map(({ npoints, duration, ...values }) => {
      const record = datasetRecord({ ...values, sample_rate_kHz: sampleRateOf(npoints, duration) });
      const findings = rateFindings(npoints, duration);
      return { label: record.label, records: findings.length > 0 ? [] : [record], findings };
    }),
};

export const datasetBits: ImportKindDefinition = {
  noun: 'bits',
  columns: {
    dataset: REQUIRED_TEXT,
    mask_type: named('mask', { ...REQUIRED_TEXT, choices: ['DQ', 'INJ'] }),
    /** From 0 in each mask. */
    bit: REQUIRED_NUMBER,
    name: REQUIRED_TEXT,
    description: TEXT,
  },
  // Some tables say whether they list all bits of a mask.
  ignored: /^complete$/,
  readAll: (rows) =>
    rows.map(({ dataset, mask, bit, name, description }) => {
      const number = mask === 'INJ' && typeof bit === 'number' ? bit + FIRST_INJECTION_BIT : bit;
      const record = bitRecord(String(dataset), recordOf({ bit: number, name, description }));
      return { label: `${dataset} ${mask} bit ${bit ?? ''}`, records: [record], findings: outsideMask(bit) };
    }),
};

/** A bit of a dataset, with its number in both masks together. */
export function bitRecord(dataset: string, value: Mapping): SourceRecord {
  const number = Number(value.bit);
  const mask = number < FIRST_INJECTION_BIT ? 'DQ' : 'INJ';
  const label = `${dataset} ${mask} bit ${number % FIRST_INJECTION_BIT}`;
  return { kind: 'strain-files', stem: dataset, list: 'bits', value, label };
}

function outsideMask(bit: unknown): Finding[] {
  if (typeof bit !== 'number' || (bit >= 0 && bit < FIRST_INJECTION_BIT)) return [];
  return [{ code: 'D114', message: `bit is ${bit}, but a mask has bits 0 to 31`, fix: 'correct the bit' }];
}

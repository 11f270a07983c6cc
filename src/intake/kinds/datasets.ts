/**
 * Imports datasets and the bits in their masks into `strain-files/<dataset>.yaml`; `strain-files.ts` imports the files themselves.
 *
 * Datasets: rows with name, run, and a file's npoints and duration (s), whose ratio is the sample rate; optional description, gps_start,
 * gps_end (s), detectors (`H1|L1`). Bits: rows with dataset, mask_type (DQ, INJ), bit (from 0 in each mask), name; optional description. A
 * dataset must exist before its bits are imported.
 */
import { checkDataset } from '../../catalogue/check-strain-files.ts';
import type { MaskBit, StrainDataset } from '../../catalogue/types.ts';
import { FIRST_INJECTION_BIT } from '../../catalogue/types.ts';
import type { Finding } from '../../report/problems.ts';
import { DETECTORS, named, REQUIRED_NUMBER, REQUIRED_TEXT, TEXT, TIME } from '../csv/csv-columns.ts';
import { checkSchemaThen } from '../merge/check-schema-then.ts';
import { type Others, recordsOf } from '../merge/facts.ts';
import { recordOf } from '../merge/merge-record.ts';
import type { ImportKindDefinition } from './import-kind.ts';

export type DatasetRecord = Omit<StrainDataset, 'bits' | 'series'>;

/** A dataset in a row, with the samples and seconds per file. */
type DatasetValues = Omit<DatasetRecord, 'sample_rate_kHz'> & { readonly npoints: unknown; readonly duration: unknown };

/** Samples per second divided by 1024: 4 for 4096 Hz. If this cannot be computed, returns `points`, or an empty text if it is missing. */
export const sampleRateOf = (points: unknown, duration: unknown): unknown =>
  typeof points === 'number' && typeof duration === 'number' && duration > 0
    ? points / duration / 1024
    : (points ?? '');

export const datasets: ImportKindDefinition<DatasetRecord, DatasetValues> = {
  unit: 'datasets',
  columns: {
    name: named('dataset', REQUIRED_TEXT),
    run: REQUIRED_TEXT,
    npoints: REQUIRED_NUMBER,
    duration: REQUIRED_NUMBER,
    description: TEXT,
    gps_start: TIME,
    gps_end: TIME,
    detectors: DETECTORS,
  },
  read: ({ npoints, duration, ...values }) => ({
    facts: { ...values, sample_rate_kHz: sampleRateOf(npoints, duration) } as DatasetRecord,
  }),
  file: 'strain-files',
  records: recordsOf<DatasetRecord, DatasetRecord>(({ known }) => ({ facts: record }) => {
    const check = (merged: DatasetRecord): readonly Finding[] => {
      const whole: StrainDataset = { series: [], ...merged };
      return checkSchemaThen('strain-files', undefined, whole, () => checkDataset(whole, known));
    };
    return { label: record.dataset, name: record.dataset, list: [], record, check };
  }),
};

/** A bit in a mask, numbered from 0 in each mask. The types of its members are not checked yet. */
export interface BitFacts {
  readonly dataset: string;
  readonly mask: string;
  readonly bit: unknown;
  readonly name: unknown;
  readonly description?: string | undefined;
}

export const datasetBits: ImportKindDefinition<BitFacts> = {
  unit: 'bits',
  columns: {
    dataset: REQUIRED_TEXT,
    mask_type: named('mask', { ...REQUIRED_TEXT, choices: ['DQ', 'INJ'] }),
    bit: REQUIRED_NUMBER,
    name: REQUIRED_TEXT,
    description: TEXT,
  },
  // Some tables say whether they list all bits of a mask.
  aliases: { complete: null },
  file: 'strain-files',
  list: ['bits'],
  records: recordsOf<MaskBit, BitFacts>(({ catalogue }) => {
    const names = new Set(catalogue.datasets.map(({ dataset }) => dataset));
    return ({ facts: { dataset, mask, bit, name, description } }) => {
      const number = mask === 'INJ' && typeof bit === 'number' ? bit + FIRST_INJECTION_BIT : bit;
      const record = recordOf<MaskBit>({ bit: number, name, description });
      const findings: Finding[] = [];
      if (typeof bit === 'number' && (bit < 0 || bit >= FIRST_INJECTION_BIT)) {
        findings.push({ code: 'D114', message: `bit is ${bit}, but a mask has bits 0 to 31`, fix: 'correct the bit' });
      }
      if (!names.has(dataset)) {
        const fix = 'import the dataset first';
        findings.push({ code: 'D153', message: `unknown dataset "${dataset}"`, fix });
      }
      const check = (merged: MaskBit, others: Others<MaskBit>) =>
        checkSchemaThen('strain-files', 'bit', merged, () => sameNameFinding(merged, others.all()));
      return { label: `${dataset} ${mask} bit ${bit ?? ''}`, name: dataset, record, findings, check };
    };
  }),
};

function sameNameFinding({ name }: MaskBit, others: readonly MaskBit[]): Finding[] {
  const other = others.find((one) => one.name === name);
  if (!other) return [];
  const message = `bit name ${name} is also the name of bit ${other.bit}`;
  return [{ code: 'D130', message, fix: 'correct name or bit of one of the two' }];
}

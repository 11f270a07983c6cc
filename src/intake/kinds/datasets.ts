/**
 * Imports datasets and the bits in their masks into `strain-files/<dataset>.yaml`; `strain-files.ts` imports the files themselves.
 *
 * Datasets: rows with name, run, and a file's npoints and duration (s), whose ratio is the sample rate; optional description, gps_start,
 * gps_end (s), detectors (`H1|L1`). Bits: rows with dataset, mask_type (DQ, INJ), bit (from 0 in each mask), name; optional description. A
 * dataset must exist before its bits are imported.
 */
import type { MaskBit, StrainDataset } from '../../catalogue/types.ts';
import { FIRST_INJECTION_BIT } from '../../catalogue/types.ts';
import type { Finding } from '../../report/problems.ts';
import { DETECTORS, named, REQUIRED_NUMBER, REQUIRED_TEXT, TEXT, TIME } from '../csv/csv-columns.ts';
import { recordOf } from '../merge/merge-values.ts';
import type { SourceRecord } from '../merge/records.ts';
import { type ImportKindDefinition, oneRecord } from './import-kind.ts';

/** A dataset without bits and files. */
export type DatasetValue = Omit<StrainDataset, 'bits' | 'series'>;

/** A dataset in a row, with the samples and seconds per file. */
type DatasetValues = Omit<DatasetValue, 'sample_rate_kHz'> & { readonly npoints: unknown; readonly duration: unknown };

/** Samples per second divided by 1024: 4 for 4096 Hz. If this cannot be computed, returns `points`, or an empty text if it is missing. */
export const sampleRateOf = (points: unknown, duration: unknown): unknown =>
  typeof points === 'number' && typeof duration === 'number' && duration > 0
    ? points / duration / 1024
    : (points ?? '');

export const datasetRecord = (value: DatasetValue): SourceRecord => ({
  kind: 'strain-files',
  name: value.dataset,
  list: [],
  value,
  label: value.dataset,
});

export const datasets: ImportKindDefinition<DatasetValues> = {
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
  readAll: (all) =>
    all.map(({ npoints, duration, ...values }) =>
      oneRecord(datasetRecord({ ...values, sample_rate_kHz: sampleRateOf(npoints, duration) } as DatasetValue)),
    ),
};

/** A bit in a mask, numbered from 0 in each mask. */
interface BitValues {
  readonly dataset: string;
  readonly mask: string;
  readonly bit: unknown;
  readonly name: unknown;
  readonly description?: string | undefined;
}

export const datasetBits: ImportKindDefinition<BitValues> = {
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
  readAll: (all) =>
    all.map(({ dataset, mask, bit, name, description }) => {
      const number = mask === 'INJ' && typeof bit === 'number' ? bit + FIRST_INJECTION_BIT : bit;
      const value = recordOf<MaskBit>({ bit: number, name, description });
      const label = `${dataset} ${mask} bit ${bit ?? ''}`;
      return oneRecord({ kind: 'strain-files', name: dataset, list: ['bits'], value, label }, outsideMask(bit));
    }),
};

function outsideMask(bit: unknown): Finding[] {
  if (typeof bit !== 'number' || (bit >= 0 && bit < FIRST_INJECTION_BIT)) return [];
  return [{ code: 'D114', message: `bit is ${bit}, but a mask has bits 0 to 31`, fix: 'correct the bit' }];
}

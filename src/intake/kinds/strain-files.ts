/**
 * Imports strain files into `strain-files/<dataset>.yaml`. One row per block of consecutive files (run, dataset, detector, sample_rate_kHz,
 * file_prefix, first_gps_start in s, count), or per file, as in CSV files from the API and in the download. The files are merged into the
 * dataset's existing blocks; their run, sample rate and prefix must match the dataset's. Reports count files, not rows.
 */
import type { Series } from '../../catalogue/types.ts';
import { recordOf } from '../merge/merge-values.ts';
import type { SourceRecord } from '../merge/records.ts';
import { type DatasetValue, datasetRecord } from './datasets.ts';
import type { ImportKindDefinition, ReadRow } from './import-kind.ts';
import {
  BLOCK_COLUMNS,
  type BlockValues,
  blockOfFile,
  FILE_COLUMNS,
  type FileValues,
  type LocatedBlock,
} from './strain-file-rows.ts';

export const strainFiles: ImportKindDefinition<BlockValues, FileValues> = {
  unit: 'strain files',
  columns: BLOCK_COLUMNS,
  readAll: (all) => all.map((block) => readBlock({ block, findings: [] })),
  other: { columns: FILE_COLUMNS, readAll: (all) => all.map((values) => readBlock(blockOfFile(values))) },
};

function readBlock({ block, findings }: LocatedBlock): ReadRow {
  const { dataset, detector, first_gps_start: first } = block;
  const label = `${dataset} ${detector} from GPS ${first ?? ''}`.trim();
  return { label, records: findings.length > 0 ? [] : strainRecords(block), findings };
}

/** The dataset and the series of a block of strain files. */
export function strainRecords(values: BlockValues): SourceRecord[] {
  const { dataset, run, sample_rate_kHz: rate, detector, file_prefix: prefix, first_gps_start: first, count } = values;
  const value = recordOf<Series>({ detector, file_prefix: prefix, blocks: [[first, count]] });
  return [
    { ...datasetRecord(recordOf<DatasetValue>({ dataset, run, sample_rate_kHz: rate })), counts: 'nothing' },
    { kind: 'strain-files', name: dataset, list: ['series'], value, label: `${dataset} ${detector}`, counts: 'files' },
  ];
}

/**
 * Imports of datasets and of the bits of their masks into `strain-files/<dataset>.yaml`; `strain-files.ts` imports the files themselves.
 *
 * Datasets: rows with name, run, npoints and duration (s) of a file, whose ratio is the sample rate; optional description, gps_start,
 * gps_end (s), detectors (`H1|L1`). Bits: rows with dataset, mask_type (DQ, INJ), bit (from 0 in each mask), name; optional description,
 * and complete, which is not stored. A dataset must exist before its bits are imported.
 */
import { isMap, YAMLSeq } from 'yaml';
import { checkDataset } from '../../catalogue/check-strain-files.ts';
import type { RawDataset } from '../../catalogue/files/raw.ts';
import { FIRST_INJECTION_BIT } from '../../catalogue/types.ts';
import type { Finding } from '../../report/problems.ts';
import { choiceFinding, detectorsCell, numberCell, textCell } from '../csv/cells.ts';
import type { CsvRow } from '../csv/read-csv.ts';
import { recordOf } from '../merge/merge-record.ts';
import { checkRecord, planRecords } from '../merge/plan-records.ts';
import { yamlLayout } from '../merge/yaml-records.ts';
import { setField } from '../merge/yaml-writer.ts';
import type { ImportKindDefinition } from './import-kind.ts';

const FIELDS = 'dataset run description sample_rate_kHz gps_start gps_end detectors bits series'.split(' ');

export type DatasetRecord = Omit<RawDataset, 'bits' | 'series'>;
type BitRecord = NonNullable<RawDataset['bits']>[number];

/** Samples per second divided by 1024: 4 for 4096 Hz. The text of `npoints` if there is no rate. */
function sampleRateCell(row: CsvRow): unknown {
  const [points, duration] = [numberCell(row.cell('npoints')), numberCell(row.cell('duration'))];
  return typeof points === 'number' && typeof duration === 'number' && duration > 0
    ? points / duration / 1024
    : row.cell('npoints');
}

export const DATASET_LAYOUT = yamlLayout<DatasetRecord>({
  file: 'strain-files',
  keyOf: ({ dataset }) => dataset,
  fields: FIELDS,
  listIn: () => null,
});

export const datasets: ImportKindDefinition<DatasetRecord> = {
  unit: 'datasets',
  columns: () => ({
    required: ['name', 'run', 'npoints', 'duration'],
    optional: ['description', 'gps_start', 'gps_end', 'detectors'],
  }),
  read: (row) => ({
    facts: recordOf<DatasetRecord>({
      dataset: row.cell('name'),
      run: row.cell('run'),
      description: textCell(row.cell('description')),
      sample_rate_kHz: sampleRateCell(row),
      gps_start: numberCell(row.cell('gps_start')),
      gps_end: numberCell(row.cell('gps_end')),
      detectors: detectorsCell(row.cell('detectors')),
    }),
  }),
  plan: planRecords(DATASET_LAYOUT, ({ known }) => ({ facts: record }) => {
    const check = (merged: DatasetRecord) => {
      const whole: RawDataset = { series: [], ...merged };
      return checkRecord('strain-files', undefined, whole, () => checkDataset(whole, known));
    };
    return { label: record.dataset, name: record.dataset, record, check };
  }),
};

/** A bit of a mask, numbered from 0 in each mask; its types are not checked yet. */
export interface BitFacts {
  readonly dataset: string;
  readonly mask: string;
  readonly bit: unknown;
  readonly name: unknown;
  readonly description: string | undefined;
}

const BIT_LAYOUT = yamlLayout<BitRecord>({
  file: 'strain-files',
  keyOf: ({ bit }) => String(bit),
  compare: (a, b) => a.bit - b.bit,
  fields: ['bit', 'name', 'description'],
  isFlow: true,
  listIn: () => ['bits'],
  prepare: ({ contents }) => {
    if (isMap(contents)) setField(contents, 'bits', new YAMLSeq(), FIELDS);
  },
  checkBeside: ({ name }, others) => {
    const other = others.all().find((one) => one.name === name);
    const message = `bit name ${name} is that of bit ${other?.bit}`;
    return other ? [{ code: 'D130', message, fix: 'correct name or bit of one of the two' }] : [];
  },
});

export const datasetBits: ImportKindDefinition<BitFacts> = {
  unit: 'bits',
  columns: () => ({ required: ['dataset', 'mask_type', 'bit', 'name'], optional: ['description', 'complete'] }),
  read: (row) => {
    const wrongMask = choiceFinding(row, 'mask_type', ['DQ', 'INJ']);
    const facts: BitFacts = {
      dataset: row.cell('dataset'),
      mask: row.cell('mask_type'),
      bit: numberCell(row.cell('bit')),
      name: row.cell('name'),
      description: textCell(row.cell('description')),
    };
    return { facts, findings: wrongMask ? [wrongMask] : [] };
  },
  plan: planRecords<BitRecord, BitFacts>(BIT_LAYOUT, ({ catalogue }) => {
    const names = new Set(catalogue.datasets.map(({ name }) => name));
    return ({ facts: { dataset, mask, bit, name, description } }) => {
      const number = mask === 'INJ' && typeof bit === 'number' ? bit + FIRST_INJECTION_BIT : bit;
      const record = recordOf<BitRecord>({ bit: number, name, description });
      const findings: Finding[] = [];
      if (typeof bit === 'number' && (bit < 0 || bit >= FIRST_INJECTION_BIT)) {
        findings.push({ code: 'D114', message: `bit is ${bit}, but a mask has bits 0 to 31`, fix: 'correct the bit' });
      }
      if (!names.has(dataset)) {
        const fix = 'import the dataset first';
        findings.push({ code: 'D153', message: `unknown dataset "${dataset}"`, fix });
      }
      const check = (merged: BitRecord) => checkRecord('strain-files', 'bit', merged);
      return { label: `${dataset} ${mask} bit ${bit ?? ''}`, name: dataset, record, findings, check };
    };
  }),
};

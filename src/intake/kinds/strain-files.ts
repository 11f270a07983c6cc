/**
 * Imports strain files into `strain-files/<dataset>.yaml`. One row per block of consecutive files (run, dataset, detector, sample_rate_kHz,
 * file_prefix, first_gps_start in s, count), or per file, as in CSV files from the API and in the download. The files are merged into the
 * dataset's existing blocks; their run, sample rate and prefix must match the dataset's.
 *
 * Files that are already in another dataset are skipped. Reports count files, not rows.
 */
import { countBlockFiles, countShared } from '../../catalogue/blocks.ts';
import { checkDataset } from '../../catalogue/check-strain-files.ts';
import type { KnownNames } from '../../catalogue/names.ts';
import type { Block, Series, StrainDataset } from '../../catalogue/types.ts';
import { countOf } from '../../report/count.ts';
import type { Finding } from '../../report/problems.ts';
import { checkSchemaThen } from '../merge/check-schema-then.ts';
import { type DescribedRecord, type Description, type RecordFacts, recordsOf } from '../merge/facts.ts';
import { memberChanges, recordOf } from '../merge/merge-record.ts';
import type { DatasetRecord } from './datasets.ts';
import type { ImportKindDefinition } from './import-kind.ts';
import {
  BLOCK_COLUMNS,
  type BlockValues,
  FILE_COLUMNS,
  type FileValues,
  readBlockRow,
  readFileRow,
  type StrainFacts,
} from './strain-file-rows.ts';

export const strainFiles: ImportKindDefinition<StrainFacts, BlockValues, FileValues> = {
  unit: 'strain files',
  columns: BLOCK_COLUMNS,
  other: { columns: FILE_COLUMNS, read: readFileRow },
  read: readBlockRow,
  file: 'strain-files',
  records: recordsOf<object, StrainFacts>(({ catalogue, known }, all) => {
    // A row without a run takes the run from its dataset, or from another row.
    const runs = new Map<string, string>();
    for (const { facts } of all)
      if (facts.run !== undefined && known.runs?.includes(facts.run)) runs.set(facts.dataset, facts.run);
    for (const { dataset, run } of catalogue.datasets) runs.set(dataset, run);
    return ({ facts, findings: ofRow = [] }) => {
      const { dataset: name, sample_rate_kHz: rate, series } = facts;
      // Any cell of a row with findings may be missing.
      const [{ detector = '', file_prefix: prefix, blocks = [] }] = series;
      const raw = { ...facts, run: facts.run ?? runs.get(name) } as StrainDataset;
      const isRead = ofRow.length === 0;
      const wrong = isRead ? checkRow(raw, known) : [];
      const findings = isRead && wrong.length === 0 ? findElsewhere(raw, catalogue.datasets) : wrong;
      const label = `${name} ${detector}`;
      const ofSeries: RecordFacts = {
        label,
        name,
        list: ['series'],
        record: recordOf<Series>({ detector, file_prefix: prefix, blocks }),
      };
      const head = recordOf<DatasetRecord>({ dataset: name, run: raw.run, sample_rate_kHz: rate });
      const shown = `${label} from GPS ${blocks[0]?.[0] ?? ''}`.trim();
      return [
        { label: name, shown, name, list: [], record: head, findings, isFrame: true },
        { ...ofSeries, shown },
      ];
    };
  }),
  describe: describeFiles,
};

/** Counts files instead of records. */
function describeFiles({ old, given, merged, changes }: DescribedRecord): Description {
  const filesOf = (series: object | undefined): number =>
    countBlockFiles((series as Partial<Series> | undefined)?.blocks ?? []);
  const added = filesOf(merged) - filesOf(old);
  const prefix = old ? changes.filter(({ path }) => path[0] === 'file_prefix') : [];
  const files = added > 0 ? [{ path: ['files added'], old: null, new: added }] : [];
  const kept = given.reduce((sum, one) => sum + filesOf(one), 0) - added;
  return {
    counts: { added, changed: prefix.length, kept },
    members: [...memberChanges(prefix, [], false), ...files],
  };
}

/** Problems with a row itself. */
function checkRow(raw: StrainDataset, known: KnownNames): readonly Finding[] {
  if (raw.run !== undefined) return checkSchemaThen('strain-files', undefined, raw, () => checkDataset(raw, known));
  const fix = 'import the dataset first, or add a column "run"';
  return [{ code: 'D111', message: `the run of ${raw.dataset}, a new dataset, is missing`, fix }];
}

/** A finding if another dataset already has files from the row. */
function findElsewhere(raw: StrainDataset, datasets: readonly StrainDataset[]): Finding[] {
  const [given] = raw.series;
  const [block] = (given?.blocks ?? []) as readonly Block[];
  return datasets.flatMap(({ dataset: name, sample_rate_kHz: rate, series }): Finding[] => {
    if (!block || name === raw.dataset || rate !== raw.sample_rate_kHz) return [];
    const shared = countShared(block, series.find(({ detector }) => detector === given?.detector)?.blocks ?? []);
    if (shared === 0) return [];
    const message = `${countOf(shared, 'strain file')} of this row ${shared === 1 ? 'is' : 'are'} already in ${name}`;
    return [{ code: 'D143', message, fix: 'keep them in one of the two datasets' }];
  });
}

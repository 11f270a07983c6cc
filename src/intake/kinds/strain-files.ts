/**
 * Import of strain files into `strain-files/<dataset>.yaml`. In: CSV with one row per block of consecutive files (first_gps_start in s), or
 * one row per file, as in the API and the downloads. What is counted are files.
 *
 * Blocks are united with existing ones, in canonical form. Files are never removed. A file in another dataset with the same detector,
 * GPS start and sample rate would have the same id, so its row is left out; if two rows of an import name it, nothing is merged.
 */
import { countBlockFiles, countShared, uniteBlocks } from '../../catalogue/blocks.ts';
import { checkDataset } from '../../catalogue/check-strain-files.ts';
import { listInputFiles } from '../../catalogue/files/input-files.ts';
import type { RawBlock, RawDataset, RawSeries } from '../../catalogue/files/raw.ts';
import type { KnownNames } from '../../catalogue/names.ts';
import type { Block, StrainDataset } from '../../catalogue/types.ts';
import { byCodeUnit } from '../../core/contract/order.ts';
import { countOf } from '../../report/count.ts';
import type { Finding, Place } from '../../report/problems.ts';
import { type MergePolicy, memberChanges, replacedFinding } from '../merge/merge-record.ts';
import type { Given, MergeContext, MergePlan, Rejected } from '../merge/plan.ts';
import { checkRecord, RecordMerger } from '../merge/record-merger.ts';
import { yamlLayout } from '../merge/yaml-records.ts';
import { DATASET_LAYOUT, type DatasetRecord } from './datasets.ts';
import type { ImportKindDefinition } from './import-kind.ts';
import { BLOCK_COLUMNS, FILE_COLUMNS, readStrainRow, type StrainFacts, type StrainValues } from './strain-file-rows.ts';

export const strainFiles: ImportKindDefinition<StrainFacts, StrainValues> = {
  unit: 'strain files',
  columns: BLOCK_COLUMNS,
  otherColumns: FILE_COLUMNS,
  read: readStrainRow,
  plan: planStrainFiles,
};

const toBlocks = (blocks: readonly RawBlock[] = []): Block[] =>
  blocks.map(([firstGpsStart, count]) => ({ firstGpsStart, count }));

/** The files of both; the old list if nothing is new. */
function addBlocks(old: readonly RawBlock[], added: readonly RawBlock[]): RawBlock[] {
  const all = uniteBlocks(toBlocks([...old, ...added]));
  if (countBlockFiles(all) === countBlockFiles(uniteBlocks(toBlocks(old)))) return [...old];
  return all.map(({ firstGpsStart, count }) => [firstGpsStart, count]);
}

const SERIES_LAYOUT = yamlLayout<RawSeries>({
  file: 'strain-files',
  keyOf: ({ detector }) => detector,
  compare: (a, b) => byCodeUnit(a.detector, b.detector),
  fields: ['detector', 'file_prefix', 'blocks'],
  growing: { blocks: (old, added) => addBlocks(old as RawBlock[], added as RawBlock[]) },
  describe: (old, given, merged, changes) => {
    const before = countBlockFiles(toBlocks(old?.blocks));
    const added = countBlockFiles(toBlocks(merged.blocks)) - before;
    const prefix = old ? changes.filter(({ path }) => path[0] === 'file_prefix') : [];
    const files = added > 0 ? [{ member: 'files added', old: null, new: added }] : [];
    return {
      counts: { added, changed: prefix.length, kept: countBlockFiles(toBlocks(given.blocks)) - added },
      members: [...memberChanges(prefix, [], false), ...files],
    };
  },
});

/** A value of a dataset, and the line of the row that gave it; null if it is that of the file. */
interface GivenValue {
  readonly value: unknown;
  readonly line: number | null;
}

/** A dataset with the rows accepted so far. */
interface AcceptedRows {
  /** By name: the run, the sample rate, and the prefix of each detector. */
  readonly values: Map<string, GivenValue>;
  /** The blocks of the rows of each detector, and the place of the first one. */
  readonly rows: Map<string, { readonly place: Place; readonly blocks: RawBlock[] }>;
}

function existingRows({ run, sampleRateKHz, series }: StrainDataset): AcceptedRows {
  const prefixes = series.map(({ detector, filePrefix }) => [prefixName(detector), filePrefix] as const);
  const values = [['run', run], ['sample_rate_kHz', sampleRateKHz], ...prefixes] as const;
  return {
    values: new Map(values.map(([name, value]) => [name, { value, line: null }])),
    rows: new Map(),
  };
}

const prefixName = (detector: string): string => `${detector} file_prefix`;

function planStrainFiles(all: readonly Given<StrainFacts>[], context: MergeContext): MergePlan {
  const { policy, known, catalogue } = context;
  const datasets = new Map(catalogue.datasets.map((dataset) => [dataset.name, existingRows(dataset)]));
  const rejected: Rejected[] = [];
  for (const given of all) {
    const { place } = given;
    const { dataset: name, series } = given.facts;
    const { detector = '', file_prefix: prefix = '', blocks = [] } = series[0] ?? {};
    const dataset = datasets.get(name) ?? { values: new Map(), rows: new Map() };
    const raw = { ...given.facts, run: given.facts.run ?? dataset.values.get('run')?.value } as RawDataset;
    const values = { run: raw.run, sample_rate_kHz: raw.sample_rate_kHz, [prefixName(detector)]: prefix };
    const findings = [...(given.findings ?? [])];
    if (findings.length === 0) findings.push(...checkRow(raw, known));
    if (findings.length === 0) findings.push(...findElsewhere(raw, catalogue.datasets));
    if (findings.length === 0) findings.push(...compareValues(name, values, dataset.values, policy));
    if (findings.length > 0) {
      rejected.push({ place, label: `${name} ${detector} from GPS ${blocks[0]?.[0] ?? ''}`.trim(), findings });
      continue;
    }
    datasets.set(name, dataset);
    for (const [field, value] of Object.entries(values)) {
      if (dataset.values.get(field)?.value !== value) dataset.values.set(field, { value, line: place.line });
    }
    const rows = dataset.rows.get(detector) ?? { place, blocks: [] };
    dataset.rows.set(detector, rows);
    rows.blocks.push(...blocks);
  }
  return { ...mergeDatasets(datasets, context), rejected };
}

/** Problems of a row itself. */
function checkRow(raw: RawDataset, known: KnownNames): readonly Finding[] {
  if (raw.run !== undefined) return checkRecord('strain-files', undefined, raw, () => checkDataset(raw, known));
  const fix = 'import the dataset first, or add a column "run"';
  return [{ code: 'D111', message: `the run of ${raw.dataset}, a new dataset, is missing`, fix }];
}

/** The files of a row that another dataset has. */
function findElsewhere(raw: RawDataset, datasets: readonly StrainDataset[]): Finding[] {
  const [given] = raw.series;
  const [block] = toBlocks(given?.blocks);
  return datasets.flatMap(({ name, sampleRateKHz, series }): Finding[] => {
    if (!block || name === raw.dataset || sampleRateKHz !== raw.sample_rate_kHz) return [];
    const shared = countShared(block, series.find(({ detector }) => detector === given?.detector)?.blocks ?? []);
    if (shared === 0) return [];
    const message = `${countOf(shared, 'strain file')} of this row ${shared === 1 ? 'is' : 'are'} already in ${name}`;
    return [{ code: 'D143', message, fix: 'keep them in one of the two datasets' }];
  });
}

/** Compares the values of a row. Those of the file can be replaced, but rows must agree with each other. */
function compareValues(
  dataset: string,
  values: Readonly<Record<string, unknown>>,
  known: ReadonlyMap<string, GivenValue>,
  policy: MergePolicy,
): Finding[] {
  return Object.entries(values).flatMap(([member, value]): Finding[] => {
    const old = known.get(member);
    if (old === undefined || old.value === value) return [];
    if (old.line === null) {
      return policy === 'complete' ? [replacedFinding(dataset, { member, old: old.value, new: value })] : [];
    }
    const message = `${member} is "${value}", but "${old.value}" on line ${old.line}`;
    return [{ code: 'D116', message, fix: 'correct one of the two rows' }];
  });
}

/** Merges the accepted rows: the datasets, then their series. */
function mergeDatasets(datasets: ReadonlyMap<string, AcceptedRows>, context: MergeContext): MergePlan {
  const heads = new RecordMerger(DATASET_LAYOUT, { ...context, policy: 'overwrite' });
  const given = [...datasets].filter(([, { rows }]) => rows.size > 0);
  for (const [dataset, { values, rows }] of given) {
    const [place] = [...rows.values()].map((one) => one.place) as [Place];
    const [run, rate] = ['run', 'sample_rate_kHz'].map((name) => values.get(name)?.value);
    const record = { dataset, run, sample_rate_kHz: rate } as DatasetRecord;
    heads.merge({ label: dataset, name: dataset, record }, { place });
  }
  const ofHeads = heads.plan();
  const texts = new Map([...context.texts, ...ofHeads.texts]);
  const inputs = listInputFiles(context.dataDir, texts);
  const merger = new RecordMerger(SERIES_LAYOUT, { ...context, policy: 'overwrite', texts, inputs });
  for (const [dataset, { values, rows }] of given) {
    for (const [detector, { place, blocks }] of rows) {
      const prefix = values.get(prefixName(detector))?.value as string;
      const record = { detector, file_prefix: prefix, blocks };
      merger.merge({ label: `${dataset} ${detector}`, name: dataset, record }, { place });
    }
  }
  const plan = merger.plan();
  const outcomes = ofHeads.outcomes.map((one) => ({ ...one, added: 0, kept: 0 }));
  return {
    ...plan,
    outcomes: [...outcomes, ...plan.outcomes],
    // The head of a new dataset is not counted: only files are.
    changes: [...ofHeads.changes.filter(({ kind }) => kind === 'changed'), ...plan.changes],
    texts: new Map([...ofHeads.texts, ...plan.texts]),
  };
}

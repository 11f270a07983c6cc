/**
 * Plans the import of strain files into `strain-files/<dataset>.yaml`. In: CSV with one row per block of consecutive files
 * (first_gps_start in s), or one row per file, as in the API and the downloads. Out: a plan that counts files.
 *
 * Blocks are united with existing ones, in canonical form. Files are never removed. A file in another dataset with the same detector,
 * GPS start and sample rate would have the same id, so its row is left out.
 */
import { join } from 'node:path';
import type { Document } from 'yaml';
import { countFiles, countShared, GrowingBlocks, uniteBlocks } from '../../catalogue/blocks.ts';
import { checkDataset } from '../../catalogue/check-strain-files.ts';
import type { RawDataset } from '../../catalogue/files/raw.ts';
import { checkSchema } from '../../catalogue/files/schema.ts';
import type { Overlay } from '../../catalogue/files/text-file.ts';
import type { KnownNames } from '../../catalogue/names.ts';
import type { Block } from '../../catalogue/types.ts';
import { countOf } from '../../report/count.ts';
import type { Finding } from '../../report/problems.ts';
import type { MergePolicy } from './merge-record.ts';
import {
  type FileOutcome,
  type Given,
  type ImportKindDefinition,
  type ImportPlan,
  type MergeContext,
  newOutcome,
  type Place,
  type RecordChange,
  type Rejected,
  replacedFinding,
} from './plan.ts';
import { FILE_COLUMNS, readStrainRow, type StrainFacts } from './strain-file-rows.ts';
import { documentText, listAt, newDocument, openDocument, setBlocks } from './yaml-writer.ts';

export const strainFiles: ImportKindDefinition<StrainFacts> = {
  unit: 'strain files',
  columns: () => ({
    required: ['run', 'dataset', 'detector', 'sample_rate_kHz', 'file_prefix', 'first_gps_start', 'count'],
    optional: [],
    instead: FILE_COLUMNS,
  }),
  read: readStrainRow,
  plan: planStrainFiles,
};

interface SeriesState {
  prefix: string;
  /** Line of the last row with the prefix; null if it is that of the file. */
  prefixLine: number | null;
  readonly isNew: boolean;
  readonly before: readonly Block[];
  /** Existing files and those of the rows so far. */
  readonly files: GrowingBlocks;
  /** Number of files in the rows so far, including existing ones. */
  given: number;
}

interface DatasetState {
  readonly name: string;
  readonly outcome: FileOutcome;
  readonly document: Document;
  run: string;
  rate: number;
  /** Lines of the last rows with run and rate; null if they are those of the file. */
  readonly lines: { run: number | null; rate: number | null };
  readonly series: Map<string, SeriesState>;
}

function planStrainFiles(all: readonly Given<StrainFacts>[], context: MergeContext): ImportPlan {
  const { policy, dataDir, inputs, texts: current, known } = context;
  const datasets = new Map<string, DatasetState>();
  for (const path of inputs.folders['strain-files']) {
    const state = openDataset(path, current);
    datasets.set(state.name, state);
  }
  const leftOut: Rejected[] = [];
  const changes: RecordChange[] = [];
  for (const given of all) {
    const { place } = given;
    const { raw, findings } = check(given, datasets.get(given.facts.dataset)?.run, known);
    if (findings.length === 0) findings.push(...findElsewhere(raw, datasets));
    const state = datasets.get(raw.dataset) ?? newDataset(raw, place, dataDir);
    if (findings.length === 0) findings.push(...mergeFields(state, raw, place, policy, changes));
    if (findings.length > 0) {
      const [series] = raw.series;
      leftOut.push({
        place,
        label: `${raw.dataset} ${series?.detector} from GPS ${series?.blocks[0]?.[0] ?? ''}`,
        findings,
      });
      continue;
    }
    datasets.set(raw.dataset, state);
    mergeBlock(state, raw, place);
  }
  const texts = new Map<string, string>();
  for (const state of datasets.values()) {
    countOutcome(state, changes);
    writeDataset(state, texts);
  }
  return { outcomes: [...datasets.values()].map((state) => state.outcome), leftOut, changes, texts };
}

function openDataset(path: string, texts: Overlay): DatasetState {
  const document = openDocument(path, texts);
  const raw = document.toJS() as RawDataset;
  const series = raw.series.map((one): [string, SeriesState] => {
    const before = uniteBlocks(one.blocks.map(([firstGpsStart, count]) => ({ firstGpsStart, count })));
    const files = new GrowingBlocks(before);
    const state = { prefix: one.file_prefix, prefixLine: null, isNew: false, before, files, given: 0 };
    return [one.detector, state];
  });
  return {
    name: raw.dataset,
    outcome: newOutcome(path),
    document,
    run: raw.run,
    rate: raw.sample_rate_kHz,
    lines: { run: null, rate: null },
    series: new Map(series),
  };
}

function newDataset(raw: RawDataset, place: Place, dataDir: string): DatasetState {
  const { dataset, run, sample_rate_kHz: rate } = raw;
  const comment = `Strain files of ${dataset}. A block is [first_gps_start, count].`;
  return {
    name: dataset,
    outcome: newOutcome(join(dataDir, 'strain-files', `${dataset}.yaml`)),
    document: newDocument('strain-files', comment, { dataset, run, sample_rate_kHz: rate, series: [] }),
    run,
    rate,
    lines: { run: place.line, rate: place.line },
    series: new Map(),
  };
}

/** Problems of the facts themselves; `ownRun` is the run of an existing dataset. */
function check(given: Given<StrainFacts>, ownRun: string | undefined, known: KnownNames) {
  const { run = ownRun, ...facts } = given.facts;
  const raw = { ...facts, run } as RawDataset;
  const findings: Finding[] = [...(given.findings ?? [])];
  if (findings.length > 0) return { raw, findings };
  if (run === undefined) {
    const fix = 'import the dataset first, or add a column "run"';
    findings.push({ code: 'D111', message: `the run of ${facts.dataset}, a new dataset, is missing`, fix });
    return { raw, findings };
  }
  findings.push(...checkSchema('strain-files', raw));
  if (findings.length === 0) findings.push(...checkDataset(raw, known));
  return { raw, findings };
}

/** The block of files in a row. */
function rowBlock(raw: RawDataset): { detector: string; prefix: string; block: Block } {
  const series = raw.series[0];
  const [firstGpsStart = 0, count = 0] = series?.blocks[0] ?? [];
  return { detector: series?.detector ?? '', prefix: series?.file_prefix ?? '', block: { firstGpsStart, count } };
}

function findElsewhere(raw: RawDataset, datasets: ReadonlyMap<string, DatasetState>): Finding[] {
  const { detector, block } = rowBlock(raw);
  const findings: Finding[] = [];
  for (const other of datasets.values()) {
    if (other.name === raw.dataset || other.rate !== raw.sample_rate_kHz) continue;
    const files = other.series.get(detector)?.files;
    if (!files?.shares(block)) continue;
    const shared = countShared(block, files.all());
    const message = `${countOf(shared, 'strain file')} of this row ${shared === 1 ? 'is' : 'are'} already in ${other.name}`;
    findings.push({ code: 'D143', message, fix: 'keep them in one of the two datasets' });
  }
  return findings;
}

/** Merges run, rate and prefix. Values in the file can be replaced, but later rows must agree with the first one. */
function mergeFields(
  state: DatasetState,
  raw: RawDataset,
  place: Place,
  policy: MergePolicy,
  changes: RecordChange[],
): Finding[] {
  const { detector, prefix } = rowBlock(raw);
  const series = state.series.get(detector);
  const differing = [
    { field: 'run', line: state.lines.run, old: state.run, value: raw.run },
    { field: 'sample_rate_kHz', line: state.lines.rate, old: state.rate, value: raw.sample_rate_kHz },
    {
      field: `${detector} file_prefix`,
      line: series?.prefixLine ?? null,
      old: series?.prefix ?? prefix,
      value: prefix,
    },
  ].filter(({ old, value }) => old !== value);
  const contradictions = differing.flatMap(({ field, line, old, value }): Finding[] => {
    if (line === null) return [];
    const message = `${field} is "${value}", but "${old}" on line ${line}`;
    return [{ code: 'D116', message, fix: 'correct one of the two rows' }];
  });
  if (contradictions.length > 0 || differing.length === 0) return contradictions;
  const members = differing.map(({ field, old, value }) => ({ member: field, old, new: value }));
  if (policy === 'complete') return members.map((one) => replacedFinding(state.name, one));
  changes.push({ file: state.outcome.path, record: state.name, kind: 'changed', members });
  for (const { field, value } of differing) {
    if (field === 'run') Object.assign(state, { run: value }).lines.run = place.line;
    else if (field === 'sample_rate_kHz') Object.assign(state, { rate: value }).lines.rate = place.line;
    else if (series) Object.assign(series, { prefix: value, prefixLine: place.line });
    state.outcome.changed++;
  }
  return [];
}

function mergeBlock(state: DatasetState, raw: RawDataset, place: Place): void {
  const { detector, prefix, block } = rowBlock(raw);
  const series = state.series.get(detector) ?? {
    prefix,
    prefixLine: place.line,
    isNew: true,
    before: [],
    files: new GrowingBlocks(),
    given: 0,
  };
  state.series.set(detector, series);
  series.files.add(block);
  series.given += block.count;
}

/** Counts new files, and those that exist or are given twice. */
function countOutcome({ name, outcome, series }: DatasetState, changes: RecordChange[]): void {
  for (const [detector, { files, before, given, isNew }] of series) {
    const [old, now] = [countFiles(before), countFiles(files.all())];
    outcome.added += now - old;
    outcome.kept += given - (now - old);
    if (now === old) continue;
    const members = [{ member: 'files added', old: null, new: now - old }];
    changes.push({ file: outcome.path, record: `${name} ${detector}`, kind: isNew ? 'added' : 'completed', members });
  }
}

/** Updates the document of a changed dataset. */
function writeDataset(state: DatasetState, texts: Map<string, string>): void {
  const { document, outcome } = state;
  if (outcome.added + outcome.changed === 0) return;
  if (outcome.changed > 0) {
    document.set('run', state.run);
    document.set('sample_rate_kHz', state.rate);
  }
  const list = listAt(document, ['series']);
  const position = new Map((document.toJS() as RawDataset).series.map((series, index) => [series.detector, index]));
  for (const [detector, series] of [...state.series].sort(([a], [b]) => (a < b ? -1 : 1))) {
    let index = position.get(detector);
    if (index === undefined) {
      index = list.items.length;
      list.add(document.createNode({ detector, file_prefix: series.prefix, blocks: [] }));
    }
    document.setIn(['series', index, 'file_prefix'], series.prefix);
    if (countFiles(series.files.all()) === countFiles(series.before)) continue;
    const blocks = series.files.all().map((block) => [block.firstGpsStart, block.count] as const);
    setBlocks(document, listAt(document, ['series', index, 'blocks']), blocks);
  }
  texts.set(outcome.path, documentText(document));
}

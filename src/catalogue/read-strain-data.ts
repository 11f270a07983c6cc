/**
 * Reads `strain-files/<dataset>.yaml` and `timelines/<run>.yaml`, and checks whether they match each other, their runs and the names of
 * statistics files.
 */
import { basename } from 'node:path';
import { type DataPath, shortPlace } from '../report/problems.ts';
import { uniteBlocks } from './blocks.ts';
import { type KnownNames, NameRegister, unknownNameFinding } from './check-names.ts';
import { unknownDatasetFinding } from './check-statistics.ts';
import { checkDataset, findRepeatedFiles } from './check-strain-files.ts';
import { checkFlag, detectorOfFlag, findDataOutsideFiles, findFilesWithoutData } from './check-timelines.ts';
import type { DataFile } from './files/data-file.ts';
import { stemOf } from './files/input-files.ts';
import { addFindings, isSound, type ReadContext, readFolder } from './read-folder.ts';
import type { Catalogue, LoadedDataset, ObservingRun, StrainDataset, Timeline, TimelinesFile } from './types.ts';
import { bitsWithoutNames, filesOutsideRun, misspeltFlags, segmentsOutsideRun } from './warn-strain-data.ts';

/**
 * Reads all datasets and timelines, and checks them against each other and against their runs. Returns the content of the files without
 * findings.
 */
export function readStrainData(
  context: ReadContext,
  known: KnownNames,
  runs: readonly ObservingRun[],
): Pick<Catalogue, 'datasets' | 'timelines'> {
  const all = { datasets: readDatasets(context, known), timelines: readTimelines(context, known) };
  warnAbout(context, runs, all.datasets, all.timelines);
  const datasets = all.datasets.filter((file) => isSound(context, file));
  const timelines = all.timelines.filter((file) => isSound(context, file));
  if (datasets.length < all.datasets.length) context.incomplete.add('strain-files');
  if (timelines.length < all.timelines.length) context.incomplete.add('timelines');
  checkData(context, datasets, timelines);
  const statistics = new Map(context.inputs.paths['strain-statistics'].map((path) => [stemOf(path), path]));
  return {
    datasets: datasets.map(({ value }) => toDataset(value, statistics.get(value.dataset) ?? null)),
    timelines: timelines.flatMap(({ value }) => timelinesOf(value)),
  };
}

function readDatasets(context: ReadContext, known: KnownNames): DataFile<StrainDataset>[] {
  const files = new Map<StrainDataset, DataFile<StrainDataset>>();
  const names = new NameRegister('dataset');
  for (const file of readFolder(context, 'strain-files')) {
    files.set(file.value, file);
    addFindings(
      context,
      file,
      ['dataset'],
      names.add(file.value.dataset, () => basename(file.path), true),
    );
    addFindings(context, file, [], checkDataset(file.value, known));
  }
  const place = (dataset: StrainDataset, at: DataPath): string => {
    const file = files.get(dataset);
    return file ? shortPlace(file.place(at)) : dataset.dataset;
  };
  for (const { dataset, other, finding } of findRepeatedFiles([...files.keys()], place)) {
    const [file, otherFile] = [files.get(dataset), files.get(other.dataset)];
    if (file && otherFile)
      addFindings(context, file, [], { ...finding, other: { at: other.at, file: otherFile.path } });
  }
  return [...files.values()];
}

function toDataset(dataset: StrainDataset, statisticsFile: string | null): LoadedDataset {
  return {
    ...dataset,
    bits: [...(dataset.bits ?? [])].sort((a, b) => a.bit - b.bit),
    series: dataset.series.map((series) => ({ ...series, blocks: uniteBlocks(series.blocks) })),
    statisticsFile,
  };
}

function readTimelines(context: ReadContext, known: KnownNames): DataFile<TimelinesFile>[] {
  const all: DataFile<TimelinesFile>[] = [];
  const spellings = new NameRegister('flag');
  const checkName = (run: string) => unknownNameFinding('run', run, known.runs);
  for (const file of readFolder(context, 'timelines', checkName)) {
    const names = new NameRegister('flag');
    for (const [index, flag] of file.value.flags.entries()) {
      const at: DataPath = ['flags', index];
      const place = (): string => shortPlace(file.place([...at, 'name']));
      const taken = names.add(flag.name, place) ?? spellings.add(flag.name, place, true);
      addFindings(context, file, [...at, 'name'], taken);
      addFindings(context, file, at, checkFlag(flag, known));
    }
    all.push(file);
  }
  return all;
}

/** One per flag, in file order. */
const timelinesOf = ({ run, flags }: TimelinesFile): Timeline[] =>
  flags.map(({ name, segments }) => ({ name, detector: detectorOfFlag(name), run, segments }));

/** Checks that DATA segments and strain files match: they come from different sources and may disagree. */
function checkData(
  context: ReadContext,
  datasets: readonly DataFile<StrainDataset>[],
  timelines: readonly DataFile<TimelinesFile>[],
): void {
  const ofDatasets = datasets.map(({ value }) => value);
  for (const file of timelines) {
    for (const [index, timeline] of timelinesOf(file.value).entries())
      addFindings(context, file, ['flags', index], findDataOutsideFiles(timeline, ofDatasets));
  }
  const ofTimelines = timelines.flatMap(({ value }) => timelinesOf(value));
  for (const file of datasets) addFindings(context, file, [], findFilesWithoutData(file.value, ofTimelines));
}

/** Warns about data outside their run, bits without names and misspelt flags. */
function warnAbout(
  context: ReadContext,
  runs: readonly ObservingRun[],
  datasets: readonly DataFile<StrainDataset>[],
  timelines: readonly DataFile<TimelinesFile>[],
): void {
  const byName = new Map(runs.map((run) => [run.name, run]));
  for (const file of datasets) {
    const run = byName.get(file.value.run);
    addFindings(context, file, [], [...(run ? filesOutsideRun(file.value, run) : []), ...bitsWithoutNames(file.value)]);
  }
  for (const file of timelines) {
    const run = byName.get(file.value.run);
    if (run) addFindings(context, file, [], segmentsOutsideRun(file.value, run));
  }
  const bitNames = datasets.flatMap(({ value }) => (value.bits ?? []).map(({ name }) => name));
  const flags = timelines.flatMap((file) => file.value.flags.map(({ name }, index) => ({ file, name, index })));
  const found = misspeltFlags(
    flags.map(({ name }) => name),
    bitNames,
  );
  for (const [n, { file, index }] of flags.entries()) {
    const warning = found[n];
    if (warning) addFindings(context, file, ['flags', index, 'name'], [warning]);
  }
}

/** Checks that each statistics file has a dataset with the same name. */
export function checkStatisticsNames({ inputs, incomplete, findings }: ReadContext): void {
  if (incomplete.has('strain-files')) return;
  const datasets = inputs.paths['strain-files'].map(stemOf);
  for (const path of inputs.paths['strain-statistics']) {
    const unknown = unknownDatasetFinding(stemOf(path), datasets);
    if (unknown) findings.push({ ...unknown, file: path });
  }
}

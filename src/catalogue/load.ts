/**
 * Reads the whole data folder, except the statistics, and reports every problem in it.
 *
 * In: the path of the folder. Out: the catalogue, or null with all problems of all files, sorted by file, line and column. Checks
 * that need an unreadable file are skipped, so that one mistake is one problem.
 */
import { dirname, join } from 'node:path';
import { suggestFix } from '../report/did-you-mean.ts';
import type { ProblemCode } from '../report/problem-codes.ts';
import { type Problem, sortProblems } from '../report/problems.ts';
import { bitsWithoutNames, filesOutsideRun, segmentsOutsideRun } from './check-plausible.ts';
import type { StatisticsInput } from './check-statistics.ts';
import { findDataOutsideFiles, findFilesWithoutData } from './check-timelines.ts';
import { FOLDERS, type InputFiles, listInputFiles } from './files/input-files.ts';
import { fileProblem, type Overlay } from './files/text-file.ts';
import type { KnownNames } from './names.ts';
import { type ReadDataset, readDatasets } from './read-datasets.ts';
import { readEventVersions } from './read-event-versions.ts';
import { readEventFacts, readEventStrainFiles } from './read-events.ts';
import { type ReadContext, stem, type Warning, warnOf } from './read-folder.ts';
import { type ReadTimelines, readTimelines } from './read-timelines.ts';
import { readTopFiles } from './read-top-files.ts';
import type { Catalogue, ObservingRun } from './types.ts';

export interface LoadResult {
  readonly catalogue: Catalogue | null;
  readonly problems: Problem[];
  /** Problems that are valid but implausible; empty if the data folder is missing. */
  readonly warnings: readonly Warning[];
  readonly inputs: InputFiles;
  /** Statistics files, for checks; also present if there is no catalogue. */
  readonly statistics: readonly StatisticsInput[];
}

/** The content of `strain-files/` and `timelines/`. */
interface StrainData {
  readonly datasets: readonly ReadDataset[];
  readonly timelines: readonly ReadTimelines[];
}

/** Problems that only mean that two files do not match: each is valid by itself. */
export const MISMATCHES: ReadonlySet<ProblemCode> = new Set(['D154', 'D155', 'D156']);

/**
 * Reads and checks the data folder. `overlay` contains texts that replace files (paths joined to `dataDir`). `onProgress` is
 * called with the number of files read. Returns a catalogue if all problems are `tolerated`. `inputs` are the files of the folder, if they
 * are already listed.
 */
export function loadCatalogue(
  dataDir: string,
  overlay?: Overlay,
  onProgress: (done: number, total: number) => void = () => {},
  tolerated: ReadonlySet<ProblemCode> = new Set(),
  inputs: InputFiles = listInputFiles(dataDir, overlay),
): LoadResult {
  const problems: Problem[] = [...inputs.problems];
  if (!inputs.isReadable) {
    return { catalogue: null, problems: sortProblems(problems), warnings: [], inputs, statistics: [] };
  }
  const { 'strain-statistics': statisticsFiles, ...folders } = inputs.folders;
  const total = Object.values(folders).reduce((sum, files) => sum + files.length, 0);
  let done = 0;
  const onFile = (): void => onProgress(++done, total);
  const context: ReadContext = { inputs, overlay, problems, warnings: [], incomplete: new Set(), onFile };
  // A file that is not read, such as `O1.yml`, may contain what others refer to.
  for (const folder of FOLDERS) {
    if (inputs.problems.some(({ file }) => dirname(file) === join(dataDir, folder))) context.incomplete.add(folder);
  }
  const { known, lists } = readTopFiles(context);
  const eventVersions = readEventVersions(context, known);
  const versions = context.incomplete.has('event-versions') ? null : eventVersions;
  const events = readEventFacts(context, known, versions);
  const eventStrainFiles = readEventStrainFiles(context, known, versions);
  const strainData = readStrainData(context, known, lists.runs);
  const datasets = strainData.datasets.map(({ dataset }) => dataset);
  const timelines = strainData.timelines.flatMap((one) => one.timelines);
  const catalogue = { ...lists, eventVersions, events, eventStrainFiles, datasets, timelines };
  return {
    catalogue: problems.every(({ code }) => tolerated.has(code)) ? catalogue : null,
    statistics: statisticsFiles.map((path) => findStatistics(path, strainData, problems)),
    problems: sortProblems(problems),
    warnings: context.warnings,
    inputs,
  };
}

/** Reads datasets and timelines, and checks whether they match each other and their runs. */
function readStrainData(context: ReadContext, known: KnownNames, runs: readonly ObservingRun[]): StrainData {
  const datasets = readDatasets(context, known);
  const timelines = readTimelines(context, known);
  checkData(context, datasets, timelines);
  checkPlausible(context, runs, datasets, timelines);
  checkStatisticsNames(context);
  return { datasets, timelines };
}

/** The data that the records of a statistics file are checked against. */
function findStatistics(path: string, read: StrainData, problems: readonly Problem[]): StatisticsInput {
  const found = read.datasets.find(({ dataset }) => dataset.statisticsFile === path);
  const isFaulty = problems.some(({ file }) => file === found?.file.path);
  const dataset = found && !isFaulty ? found.dataset : null;
  const sound = read.timelines.filter(({ file, isSound }) => isSound && file.value.run === dataset?.run);
  return { path, dataset, timelines: sound.flatMap((one) => one.timelines) };
}

/** DATA segments and strain files come from different sources and must match. */
function checkData(
  { problems, incomplete }: ReadContext,
  datasets: readonly ReadDataset[],
  read: readonly ReadTimelines[],
): void {
  const sound = read.filter(({ isSound }) => isSound);
  if (!incomplete.has('strain-files')) {
    const all = datasets.map(({ dataset }) => dataset);
    for (const { file, timelines } of sound) {
      for (const [flag, timeline] of timelines.entries()) {
        for (const { index, finding } of findDataOutsideFiles(timeline, all)) {
          problems.push(file.problem({ at: ['flags', flag, 'segments', index], ...finding }));
        }
      }
    }
  }
  const timelines = sound.flatMap((one) => one.timelines);
  for (const { file, dataset } of datasets) {
    const blocksOf = (series: number) =>
      (file.value.series[series]?.blocks ?? []).map(([firstGpsStart, count]) => ({ firstGpsStart, count }));
    for (const finding of findFilesWithoutData(dataset, blocksOf, timelines)) problems.push(file.problem(finding));
  }
}

/** Warns about data outside their run, and about bits without names. */
function checkPlausible(
  context: ReadContext,
  runs: readonly ObservingRun[],
  datasets: readonly ReadDataset[],
  timelines: readonly ReadTimelines[],
): void {
  const byName = new Map(runs.map((run) => [run.name, run]));
  for (const { file } of datasets) {
    const run = byName.get(file.value.run);
    warnOf(context, file, [], [...(run ? filesOutsideRun(file.value, run) : []), ...bitsWithoutNames(file.value)]);
  }
  for (const { file } of timelines) {
    const run = byName.get(file.value.run);
    if (run) warnOf(context, file, [], segmentsOutsideRun(file.value, run));
  }
}

/** Statistics belong to the dataset with the same name. */
function checkStatisticsNames({ inputs, problems, incomplete }: ReadContext): void {
  if (incomplete.has('strain-files')) return;
  const datasets = inputs.folders['strain-files'].map(stem);
  for (const path of inputs.folders['strain-statistics']) {
    if (datasets.includes(stem(path))) continue;
    const message = `statistics of "${stem(path)}", but strain-files/ has no such dataset`;
    const fix = suggestFix(stem(path), datasets, 'rename the file, or add the dataset');
    problems.push(fileProblem(path, { code: 'D153', message, fix }));
  }
}

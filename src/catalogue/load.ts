/**
 * Reads the whole data folder, except the statistics, and reports every problem in it.
 *
 * In: the path of the folder. Out: the catalogue, or null with all problems of all files, sorted by file, line and column. Checks
 * that need an unreadable file are skipped, so that one mistake is one problem.
 */
import { dirname, join } from 'node:path';
import type { ProblemCode } from '../report/problem-codes.ts';
import { type Problem, sortProblems } from '../report/problems.ts';
import type { StatisticsInput } from './check-statistics.ts';
import { FOLDERS, type InputFiles, listInputFiles } from './files/input-files.ts';
import type { Overlay } from './files/text-file.ts';
import { readEventVersions } from './read-event-versions.ts';
import { readEventFacts, readEventStrainFiles } from './read-events.ts';
import type { ReadContext, Warning } from './read-folder.ts';
import { findStatistics, readStrainData } from './read-strain-data.ts';
import { readTopFiles } from './read-top-files.ts';
import type { Catalogue } from './types.ts';

export interface LoadResult {
  readonly catalogue: Catalogue | null;
  readonly problems: Problem[];
  /** Problems that are valid but implausible; empty if the data folder is missing. */
  readonly warnings: readonly Warning[];
  readonly inputs: InputFiles;
  /** Statistics files, for checks; also present if there is no catalogue. */
  readonly statistics: readonly StatisticsInput[];
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

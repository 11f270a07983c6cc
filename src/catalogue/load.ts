/**
 * Reads the whole data folder, except the statistics, and reports every problem in it.
 *
 * Returns the catalogue, or null and all problems in all files, sorted by file, line and column. Checks that need an unreadable file are
 * skipped, so that one mistake causes only one problem.
 */
import { dirname, join } from 'node:path';
import type { ProblemCode } from '../report/problem-codes.ts';
import { type Finding, type Problem, sortProblems, toProblem } from '../report/problems.ts';
import type { StatisticsInput } from './check-statistics.ts';
import type { DataFile, DataFiles } from './files/data-file.ts';
import { FOLDERS, INPUT_FILES, type InputFiles, type InputKind, listInputFiles } from './files/input-files.ts';
import type { Overlay } from './files/text-file.ts';
import { readYamlFile } from './files/yaml-file.ts';
import { readEventVersions } from './read-event-versions.ts';
import { readEventFacts, readEventStrainFiles } from './read-events.ts';
import type { ReadContext } from './read-folder.ts';
import { checkStatisticsNames, findStatistics, readStrainData, type StrainData } from './read-strain-data.ts';
import { readTopFiles } from './read-top-files.ts';
import type { Catalogue } from './types.ts';

/** The content of a data folder, except its statistics. */
export interface DataFolder {
  readonly inputs: InputFiles;
  /** The files that are valid on their own. */
  readonly files: DataFiles;
  /** Problems with unusable and unexpected files. */
  readonly problems: readonly Problem[];
}

/** A data folder after all checks of its files, except its statistics. */
export interface CheckedFolder {
  /** The content of the files, whether or not they have problems; null if the data folder cannot be read. */
  readonly content: Catalogue | null;
  /** Findings about values in files. */
  readonly findings: readonly Finding[];
  /** All problems that do not come from `findings`. */
  readonly ofFiles: readonly Problem[];
  /** Findings about data that are valid but implausible; empty if the data folder cannot be read. */
  readonly warnings: readonly Finding[];
  /** Converts findings to sorted problems. Slow, because it looks up the places of values. */
  locate(findings: readonly Finding[]): Problem[];
  readonly inputs: InputFiles;
  /** The statistics files to check. They are listed even if there is no catalogue, but not if the data folder cannot be read. */
  readonly statistics: readonly StatisticsInput[];
}

export interface LoadResult extends CheckedFolder {
  /** The content, or null if it has problems that are not tolerated. */
  readonly catalogue: Catalogue | null;
  /** All problems, sorted. */
  readonly problems: readonly Problem[];
}

/** Problems that mean only that two files do not match, although each file is valid by itself. */
export const MISMATCHES: ReadonlySet<ProblemCode> = new Set(['D154', 'D155', 'D156']);

export interface LoadOptions {
  /** Replacements for files, by path (including the data folder). */
  readonly overlay?: Overlay | undefined;
  /** Called with the number of files read. */
  readonly onFile?: ((done: number, total: number) => void) | undefined;
  /** Problems that do not prevent the catalogue from being returned. */
  readonly tolerated?: ReadonlySet<ProblemCode> | undefined;
  /** The folder's files, if they are already listed. */
  readonly inputs?: InputFiles | undefined;
}

/** Reads and checks the data folder. */
export function loadCatalogue(dataDir: string, options: LoadOptions = {}): LoadResult {
  return conclude(checkDataFolder(dataDir, readDataFolder(dataDir, options)), options.tolerated);
}

/** Reads each file once, and checks it against its schema. */
export function readDataFolder(
  dataDir: string,
  { overlay, onFile, inputs = listInputFiles(dataDir, overlay) }: Omit<LoadOptions, 'tolerated'>,
): DataFolder {
  const problems: Problem[] = [...inputs.problems];
  const files = new Map<string, DataFile>();
  if (!inputs.isReadable) return { inputs, files, problems };
  const { 'strain-statistics': _, ...folders } = inputs.folders;
  const hasFacts = inputs.all.includes(inputs.top.events);
  const top = Object.entries(inputs.top).filter(([kind]) => kind !== 'events' || hasFacts);
  const total = Object.values(folders).reduce((sum, paths) => sum + paths.length, 0);
  let done = 0;
  const read = (path: string, kind: string): void => {
    const { file, problems: found } = readYamlFile(path, INPUT_FILES[kind as InputKind].schema, overlay);
    if (file) files.set(path, file);
    // Does not use spread syntax, because a file may have more problems than a call can have arguments.
    for (const problem of found) problems.push(problem);
  };
  for (const [kind, path] of top) read(path, kind);
  for (const [kind, paths] of Object.entries(folders)) {
    for (const path of paths) {
      read(path, kind);
      onFile?.(++done, total);
    }
  }
  return { inputs, files, problems };
}

/** The results of reading a folder. */
interface ReadResult {
  readonly catalogue: Catalogue;
  readonly findings: readonly Finding[];
  readonly warnings: readonly Finding[];
  readonly strainData: StrainData;
  readonly ofNames: readonly Problem[];
}

function readAll(dataDir: string, { inputs, files }: Omit<DataFolder, 'problems'>): ReadResult {
  const context: ReadContext = { inputs, files, findings: [], warnings: [], incomplete: new Set() };
  // A file that is not read, such as `O1.yml`, may contain records that other files refer to.
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
  const { findings, warnings } = context;
  return { catalogue, findings, warnings, strainData, ofNames: checkStatisticsNames(context) };
}

/** The catalogue read from the files, whether or not they have problems. */
export const catalogueOf = (dataDir: string, folder: Omit<DataFolder, 'problems'>): Catalogue =>
  readAll(dataDir, folder).catalogue;

/** Checks the files in a data folder, except the statistics. Pure. */
export function checkDataFolder(dataDir: string, folder: DataFolder): CheckedFolder {
  const { inputs, files } = folder;
  const locate = (findings: readonly Finding[]): Problem[] =>
    sortProblems(
      findings.map((one) => {
        const place = files.get(one.file ?? '')?.place(one.at ?? [], one.onKey);
        return toProblem(one, place ?? { file: one.file ?? dataDir, line: 1, column: 1 });
      }),
    );
  if (!inputs.isReadable) {
    return { content: null, findings: [], ofFiles: folder.problems, warnings: [], locate, inputs, statistics: [] };
  }
  const { catalogue: content, findings, warnings, strainData, ofNames } = readAll(dataDir, folder);
  const ofFiles = [...folder.problems, ...ofNames];
  const statistics = inputs.folders['strain-statistics'].map((path) => findStatistics(path, strainData, findings));
  return { content, findings, ofFiles, warnings, locate, inputs, statistics };
}

type Tolerated = ReadonlySet<ProblemCode>;

/** The folder's content, or null if it has problems that are not tolerated. */
export const catalogueIn = ({ content, findings, ofFiles }: CheckedFolder, tolerated: Tolerated): Catalogue | null =>
  [...ofFiles, ...findings].every(({ code }) => tolerated.has(code)) ? content : null;

/** Locates the problems of a folder, once everything has been checked. */
export function conclude(checked: CheckedFolder, tolerated: Tolerated = new Set()): LoadResult {
  const problems = sortProblems([...checked.ofFiles, ...checked.locate(checked.findings)]);
  return { ...checked, catalogue: catalogueIn(checked, tolerated), problems };
}

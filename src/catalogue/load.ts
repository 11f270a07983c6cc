/** Reads a data folder, and checks it as a whole. One mistake causes one problem: checks that need an unusable file are skipped. */
import { dirname, join } from 'node:path';
import type { ProblemCode } from '../report/problem-codes.ts';
import { type Finding, type Problem, placeOfFile, type Reading, sortProblems, toProblem } from '../report/problems.ts';
import { checkStatistics } from './check-statistics.ts';
import { type CatalogueCounts, countRecords } from './counts.ts';
import type { DataFile, DataFiles } from './files/data-file.ts';
import { FOLDERS, type InputFiles, type InputKind, inputPath, listInputFiles, REQUIRED } from './files/input-files.ts';
import { readJsonLines } from './files/json-lines.ts';
import type { Overlay } from './files/text-file.ts';
import { readYamlFile } from './files/yaml-file.ts';
import { readEventVersions } from './read-event-versions.ts';
import { readEventFacts, readEventStrainFiles } from './read-events.ts';
import type { ReadContext } from './read-folder.ts';
import { checkStatisticsNames, readStrainData } from './read-strain-data.ts';
import { readTopFiles } from './read-top-files.ts';
import type { Catalogue, FileStatistics } from './types.ts';

/** The content of a data folder. */
export interface DataFolder {
  readonly path: string;
  readonly inputs: InputFiles;
  /** The YAML files that are valid on their own. */
  readonly files: DataFiles;
  /** Problems with unusable and unexpected files. */
  readonly problems: readonly Problem[];
  /** Reads a statistics file. All of them together may be larger than memory, so they are read when they are needed. */
  readonly readStatisticsFile: (path: string) => Reading<DataFile<readonly FileStatistics[]>>;
}

export interface CheckedFolder {
  /** Null if the folder has problems other than mismatches. */
  readonly catalogue: Catalogue | null;
  /** Null if there is no catalogue. */
  readonly counts: CatalogueCounts | null;
  /** True if checks were skipped because they need a file that has problems itself. */
  readonly isPartial: boolean;
  /** All problems, sorted. */
  readonly problems: readonly Problem[];
  /** The findings behind the problems with values. */
  readonly findings: readonly Finding[];
  /** Findings about data that are valid but implausible. `toProblems` finds their places, which takes time. */
  readonly warnings: readonly Finding[];
}

/** Problems that mean only that two files do not match, although each file is valid by itself. */
export const MISMATCHES: ReadonlySet<ProblemCode> = new Set(['D154', 'D155', 'D156']);

export type CheckStep = 'reading data' | 'checking statistics';

/** Called with the number of files read or checked in a step. */
export type OnCheck = (step: CheckStep, done: number, total: number) => void;

/**
 * Reads each file once, and checks it against its schema. `overlay` has replacements for files, by path (including the data folder); `inputs`
 * are the folder's files, if they are already listed.
 */
export function readDataFolder(
  path: string,
  {
    overlay,
    onProgress,
    inputs = listInputFiles(path, overlay),
  }: {
    readonly overlay?: Overlay | undefined;
    readonly onProgress?: OnCheck | undefined;
    readonly inputs?: InputFiles;
  } = {},
): DataFolder {
  const problems: Problem[] = [...inputs.problems];
  const files = new Map<string, DataFile>();
  const readStatisticsFile = (file: string) => readJsonLines<FileStatistics>(file, 'strain-statistics', overlay);
  const folder = { path, inputs, files, problems, readStatisticsFile };
  if (!inputs.isReadable) return folder;
  const all = yamlFiles(folder);
  for (const [n, [file, kind]] of all.entries()) {
    const { value: read, problems: found } = readYamlFile(file, kind, overlay);
    if (read) files.set(file, read);
    // Does not use spread syntax, because a file may have more problems than a call can have arguments.
    for (const problem of found) problems.push(problem);
    onProgress?.('reading data', n + 1, all.length);
  }
  return folder;
}

/** The YAML files with their kinds. Reading a required file that is missing reports the problem. */
function yamlFiles({ path, inputs }: Pick<DataFolder, 'path' | 'inputs'>): (readonly [path: string, InputKind])[] {
  const required = Object.fromEntries(REQUIRED.map((kind) => [kind, [inputPath(path, kind)]]));
  const { 'strain-statistics': _, ...paths } = { ...inputs.paths, ...required };
  return Object.entries(paths).flatMap(([kind, ofKind]) => ofKind.map((file) => [file, kind as InputKind] as const));
}

/** The state of the readers before they begin. */
function createContext({ path, inputs, files }: DataFolder): ReadContext {
  const unread = yamlFiles({ path, inputs }).flatMap(([file, kind]) => (files.has(file) ? [] : [kind]));
  // A file with an unexpected name, such as `O1.yml`, may contain records that other files refer to; so may an unreadable folder.
  const unexpected = FOLDERS.filter((folder) =>
    inputs.problems.some((one) => 'file' in one && [one.file, dirname(one.file)].includes(join(path, folder))),
  );
  return { inputs, files, findings: [], warnings: [], incomplete: new Set<InputKind>([...unread, ...unexpected]) };
}

/** The catalogue, without datasets and timelines that have problems. Adds all findings except those about statistics records. */
function readCatalogue(context: ReadContext): Catalogue {
  const { known, lists } = readTopFiles(context);
  const { eventVersions, ids } = readEventVersions(context, known);
  const events = readEventFacts(context, known, ids);
  const eventStrainFiles = readEventStrainFiles(context, known, eventVersions);
  const strainData = readStrainData(context, known, lists.runs);
  checkStatisticsNames(context);
  return { ...lists, eventVersions, events, eventStrainFiles, ...strainData };
}

/** Checks a data folder. Reads no file except statistics. */
export function checkFolder(folder: DataFolder, onProgress?: OnCheck): CheckedFolder {
  const { inputs } = folder;
  if (!inputs.isReadable) {
    const problems = sortProblems(folder.problems);
    return { catalogue: null, counts: null, isPartial: true, problems, findings: [], warnings: [] };
  }
  const context = createContext(folder);
  const catalogue = readCatalogue(context);
  const { findings, warnings, incomplete } = context;
  const problems = [...folder.problems];
  const paths = inputs.paths['strain-statistics'];
  let statistics = 0;
  for (const [n, path] of paths.entries()) {
    const { value: file, problems: found } = folder.readStatisticsFile(path);
    for (const problem of found) problems.push(problem);
    const dataset = catalogue.datasets.find(({ statisticsFile }) => statisticsFile === path) ?? null;
    for (const finding of file ? checkStatistics(file, dataset, catalogue.timelines) : []) findings.push(finding);
    if (!file) incomplete.add('strain-statistics');
    statistics += file?.value.length ?? 0;
    onProgress?.('checking statistics', n + 1, paths.length);
  }
  for (const problem of toProblems(folder, findings)) problems.push(problem);
  const isUsable = problems.every(({ code }) => MISMATCHES.has(code));
  return {
    catalogue: isUsable ? catalogue : null,
    counts: isUsable ? countRecords(catalogue, statistics) : null,
    isPartial: incomplete.size > 0,
    problems: sortProblems(problems),
    findings,
    warnings,
  };
}

/** Findings about a folder's values as problems, sorted. Slow, because it looks up the places of values. */
export function toProblems({ path, files, readStatisticsFile }: DataFolder, findings: readonly Finding[]): Problem[] {
  const opened = new Map<string, DataFile | null>();
  const fileOf = (name: string): DataFile | null => {
    const file = files.get(name) ?? opened.get(name) ?? readStatisticsFile(name).value;
    opened.set(name, file);
    return file;
  };
  return sortProblems(
    findings.map((one) => {
      const { file = path, at, onKey } = one;
      // Without a path, the finding is about the whole file.
      const place = at === undefined ? undefined : fileOf(file)?.place(at, onKey);
      return toProblem(one, place ?? placeOfFile(file));
    }),
  );
}

/**
 * Reads the whole data folder (all but the statistics, which `statistics.ts` streams) and reports every problem in it.
 *
 * In: the path of the folder. Out: the catalogue, or null with all problems of all files, sorted by file, line and column.
 * A check that needs a file which could not be read is left out, so that one mistake is one problem.
 */
import { basename } from 'node:path';
import { checkEventVersion, type KnownNames, shortNameOf } from './check-event-versions.ts';
import { checkDataset, findRepeatedFiles } from './check-strain-files.ts';
import { uniteFileRuns } from './file-runs.ts';
import { suggest } from './files/did-you-mean.ts';
import { type InputFiles, listInputFiles } from './files/input-files.ts';
import { type Problem, sortProblems } from './files/problems.ts';
import type { RawDataset, RawEventVersions } from './files/raw.ts';
import { fileProblem, type Overlay } from './files/text-file.ts';
import { type DataPath, readYamlFile, type YamlFile } from './files/yaml-file.ts';
import { NameRegister, reservedNameFinding, unknownNameFinding } from './names.ts';
import { readTopFiles } from './read-top-files.ts';
import type { Catalogue, EventVersion, StrainDataset } from './types.ts';

export interface LoadResult {
  readonly catalogue: Catalogue | null;
  readonly problems: Problem[];
  /** Paths of all input files, statistics included, sorted. */
  readonly inputFiles: string[];
  /**
   * Statistics files with the dataset that each belongs to, for checks; known also where there is no catalogue. The dataset
   * is null where its own file has problems, so that it is not known which strain files there are.
   */
  readonly statistics: readonly { readonly path: string; readonly dataset: StrainDataset | null }[];
}

/** Name of a file without folder and extension. */
const stem = (path: string): string => basename(path).replace(/\.[^.]*$/, '');

/** `GWTC-2.yaml:12`, for messages that name a second place. */
function placeOf<T>(file: YamlFile<T>, at: DataPath): string {
  return `${basename(file.path)}:${file.line(at)}`;
}

/**
 * Reads and checks the data folder. `overlay` holds texts that stand in for files (paths as joined to `dataDir`). `onProgress`
 * is told how many files have been read.
 */
export function loadCatalogue(
  dataDir: string,
  overlay?: Overlay,
  onProgress: (done: number, total: number) => void = () => {},
): LoadResult {
  const inputs = listInputFiles(dataDir, overlay);
  const inputFiles = [...inputs.all];
  if (inputs.problems.some((problem) => problem.file === dataDir)) {
    return { catalogue: null, problems: sortProblems(inputs.problems), inputFiles, statistics: [] };
  }
  const problems: Problem[] = [...inputs.problems];
  const top = readTopFiles(inputs, problems, overlay);
  const total = inputs.folders['event-versions'].length + inputs.folders['strain-files'].length;
  let read = 0;
  const onFile = () => onProgress(++read, total);
  const eventVersions = loadEventVersions(inputs, top.known, problems, onFile, overlay);
  const datasets = loadDatasets(inputs, top.known, problems, onFile, overlay);
  checkStatisticsNames(inputs, problems);
  const catalogue =
    problems.length === 0
      ? { ...top.lists, eventVersions, events: [], datasets, eventStrainFiles: [], timelines: [] }
      : null;
  const faulty = new Set(problems.map((problem) => stem(problem.file)));
  const statistics = inputs.folders['strain-statistics'].map((path) => {
    const dataset = datasets.find((one) => one.statisticsFile === path);
    return { path, dataset: dataset && !faulty.has(dataset.name) ? dataset : null };
  });
  return { catalogue, problems: sortProblems(problems), inputFiles, statistics };
}

function loadEventVersions(
  inputs: InputFiles,
  known: KnownNames,
  problems: Problem[],
  onFile: () => void,
  overlay?: Overlay,
): EventVersion[] {
  const loaded: EventVersion[] = [];
  const names = new NameRegister('event');
  const places = new Map<string, () => string>();
  const byCatalog = new Map<string, EventVersion[]>();
  for (const path of inputs.folders['event-versions']) {
    const read = readYamlFile<RawEventVersions>(path, 'event-versions', overlay);
    onFile();
    problems.push(...read.problems);
    if (!read.file) continue;
    const { file } = read;
    const { catalog } = file.value;
    checkOwnName(file, 'catalog', catalog, problems);
    const unknown =
      reservedNameFinding('a catalog', catalog) ??
      unknownNameFinding('D132', 'catalog', catalog, known.catalogs, 'catalogs.yaml');
    if (unknown) problems.push(file.problem({ at: ['catalog'], ...unknown }));
    const events: EventVersion[] = [];
    byCatalog.set(catalog, events);
    for (const [index, raw] of file.value.event_versions.entries()) {
      const at: DataPath = ['event_versions', index];
      for (const finding of checkEventVersion(raw, known)) {
        problems.push(file.problem({ ...finding, at: [...at, ...finding.at] }));
      }
      const shortName = shortNameOf(raw);
      const first = places.get(shortName);
      const place = (): string => placeOf(file, [...at, 'name']);
      if (first !== undefined) {
        const message = `event version ${shortName} is given twice, first at ${first()}`;
        const fix = 'correct the version, or keep one of the two';
        problems.push(file.problem({ at: [...at, 'name'], code: 'D131', message, fix }));
      } else {
        places.set(shortName, place);
      }
      const renamed = names.addAgain(raw.name, place);
      if (renamed) problems.push(file.problem({ at: [...at, 'name'], ...renamed }));
      events.push(toEventVersion(raw, catalog));
    }
  }
  const order = known.catalogs ?? [];
  for (const catalog of [...byCatalog.keys()].sort((a, b) => order.indexOf(a) - order.indexOf(b))) {
    loaded.push(...(byCatalog.get(catalog) ?? []));
  }
  return loaded;
}

function toEventVersion(raw: RawEventVersions['event_versions'][number], catalog: string): EventVersion {
  const parameters = Object.entries(raw.parameters ?? {}).map(
    ([name, value]) =>
      [
        name,
        {
          best: value.best,
          upperError: value.upper_error ?? null,
          lowerError: value.lower_error ?? null,
          isUpperLimit: value.is_upper_limit ?? false,
          isLowerLimit: value.is_lower_limit ?? false,
        },
      ] as const,
  );
  const { name, version, gps, detectors } = raw;
  const rest = { doi: raw.doi ?? null, parameters: new Map(parameters), parameterSets: [] };
  return { name, version, gps, catalog, detectors, ...rest };
}

function loadDatasets(
  inputs: InputFiles,
  known: KnownNames,
  problems: Problem[],
  onFile: () => void,
  overlay?: Overlay,
): StrainDataset[] {
  const files = new Map<RawDataset, YamlFile<RawDataset>>();
  const names = new NameRegister('dataset');
  for (const path of inputs.folders['strain-files']) {
    const read = readYamlFile<RawDataset>(path, 'strain-files', overlay);
    onFile();
    problems.push(...read.problems);
    if (!read.file) continue;
    const { file } = read;
    files.set(file.value, file);
    checkOwnName(file, 'dataset', file.value.dataset, problems);
    const renamed = names.addAgain(file.value.dataset, () => basename(path));
    if (renamed) problems.push(file.problem({ at: ['dataset'], ...renamed }));
    for (const finding of checkDataset(file.value, known)) problems.push(file.problem(finding));
  }
  const place = (dataset: RawDataset, at: DataPath): string => {
    const file = files.get(dataset);
    return file ? placeOf(file, at) : dataset.dataset;
  };
  for (const { dataset, finding } of findRepeatedFiles([...files.keys()], place)) {
    const file = files.get(dataset);
    if (file) problems.push(file.problem(finding));
  }
  const statistics = new Map(inputs.folders['strain-statistics'].map((path) => [stem(path), path]));
  return [...files.keys()].map((raw) => toDataset(raw, statistics.get(raw.dataset) ?? null));
}

function toDataset(raw: RawDataset, statisticsFile: string | null): StrainDataset {
  return {
    name: raw.dataset,
    run: raw.run,
    description: null,
    sampleRateKHz: raw.sample_rate_kHz,
    gpsStart: null,
    gpsStop: null,
    detectors: null,
    bits: (raw.bits ?? []).map((bit) => ({ ...bit, description: null })).sort((a, b) => a.bit - b.bit),
    series: raw.series.map((series) => ({
      detector: series.detector,
      filePrefix: series.file_prefix,
      fileRuns: uniteFileRuns(series.file_runs.map(([firstGpsStart, count]) => ({ firstGpsStart, count }))),
    })),
    statisticsFile,
  };
}

/** A file is named after what it holds. */
function checkOwnName<T>(file: YamlFile<T>, field: string, name: string, problems: Problem[]): void {
  if (stem(file.path) === name) return;
  const message = `${field} is "${name}", but the file is named ${basename(file.path)}`;
  const fix = `rename the file to ${name}.yaml, or correct ${field}`;
  problems.push(file.problem({ at: [field], code: 'D123', message, fix }));
}

/** Statistics belong to a dataset of the same name. */
function checkStatisticsNames(inputs: InputFiles, problems: Problem[]): void {
  const datasets = inputs.folders['strain-files'].map(stem);
  for (const path of inputs.folders['strain-statistics']) {
    if (datasets.includes(stem(path))) continue;
    const message = `statistics of "${stem(path)}", a dataset that strain-files/ does not have`;
    const fix = suggest(stem(path), datasets, 'rename the file, or add the dataset');
    problems.push(fileProblem(path, { code: 'D153', message, fix }));
  }
}

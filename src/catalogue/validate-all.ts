/**
 * Checks the data folder with its statistics. In: path of the folder. Out: the catalogue, all problems, counts.
 */

import type { ProblemCode } from '../report/problem-codes.ts';
import { sortProblems } from '../report/problems.ts';
import { countBlockFiles } from './blocks.ts';
import { checkStatistics } from './check-statistics.ts';
import type { InputFiles } from './files/input-files.ts';
import type { Overlay } from './files/text-file.ts';
import { type LoadResult, loadCatalogue } from './load.ts';
import type { Catalogue, EventStrainFiles, StrainDataset } from './types.ts';

export interface CatalogueCounts {
  readonly eventVersions: number;
  readonly catalogs: number;
  readonly strainFiles: number;
  readonly datasets: number;
  readonly statistics: number;
  readonly eventStrainFiles: number;
  readonly segments: number;
}

export interface ValidationResult extends LoadResult {
  /** Null without a catalogue. */
  readonly counts: CatalogueCounts | null;
}

export type ValidationStep = 'reading data' | 'checking statistics';

/**
 * Reports the problems of all files; statistics are checked even if the catalogue has problems. `onProgress` is called with the
 * number of data files read, then with the number of strain files checked in datasets with statistics. Returns a catalogue if all
 * problems are `tolerated`. `overlay` contains texts that replace files; `inputs` are the files of the folder, if they are already listed.
 */
export function validateAll(
  dataDir: string,
  onProgress: (step: ValidationStep, done: number, total: number) => void = () => {},
  tolerated: ReadonlySet<ProblemCode> = new Set(),
  overlay?: Overlay,
  inputs?: InputFiles,
): ValidationResult {
  const onFile = (done: number, total: number): void => onProgress('reading data', done, total);
  const loaded = loadCatalogue(dataDir, overlay, onFile, tolerated, inputs);
  const problems = [...loaded.problems];
  let statistics = 0;
  const total = loaded.statistics.reduce((sum, { dataset }) => sum + countStrainFiles(dataset), 0);
  let done = 0;
  for (const input of loaded.statistics) {
    const checked = checkStatistics(input, overlay, (records) => {
      if (records % PROGRESS_STEP === 0) onProgress('checking statistics', done + records, total);
    });
    // No spread syntax: a file may have more problems than a call can have arguments.
    for (const problem of checked.problems) problems.push(problem);
    statistics += checked.records;
    done += countStrainFiles(input.dataset);
  }
  const { catalogue } = loaded;
  return {
    ...loaded,
    catalogue: problems.every(({ code }) => tolerated.has(code)) ? catalogue : null,
    problems: sortProblems(problems),
    counts: catalogue && countRecords(catalogue, statistics),
  };
}

/** How often progress is reported, in records of statistics. */
const PROGRESS_STEP = 1000;

function countStrainFiles(dataset: StrainDataset | null): number {
  return (dataset?.series ?? []).reduce((sum, { blocks }) => sum + countBlockFiles(blocks), 0);
}

/** Files per start: three formats at two sample rates. */
const FILES_PER_START = 6;

function countEventFiles({ starts }: EventStrainFiles): number {
  return Object.keys(starts).length * FILES_PER_START;
}

function countRecords(catalogue: Catalogue, statistics: number): CatalogueCounts {
  return {
    eventVersions: catalogue.eventVersions.length,
    catalogs: catalogue.catalogs.length,
    strainFiles: catalogue.datasets.reduce((sum, dataset) => sum + countStrainFiles(dataset), 0),
    datasets: catalogue.datasets.length,
    statistics,
    eventStrainFiles: catalogue.eventStrainFiles.reduce((sum, files) => sum + countEventFiles(files), 0),
    segments: catalogue.timelines.reduce((sum, { segments }) => sum + segments.length, 0),
  };
}

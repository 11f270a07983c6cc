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

/**
 * Reports the problems of all files; statistics are checked even if the catalogue has problems. Returns a catalogue if all problems are
 * `tolerated`. `overlay` contains texts that replace files; `inputs` are the files of the folder, if they are already listed.
 */
export function validateAll(
  dataDir: string,
  overlay?: Overlay,
  tolerated: ReadonlySet<ProblemCode> = new Set(),
  inputs?: InputFiles,
): ValidationResult {
  const loaded = loadCatalogue(dataDir, overlay, tolerated, inputs);
  const problems = [...loaded.problems];
  let statistics = 0;
  for (const input of loaded.statistics) {
    const checked = checkStatistics(input, overlay);
    // No spread syntax: a file may have more problems than a call can have arguments.
    for (const problem of checked.problems) problems.push(problem);
    statistics += checked.records;
  }
  const { catalogue } = loaded;
  return {
    ...loaded,
    catalogue: problems.every(({ code }) => tolerated.has(code)) ? catalogue : null,
    problems: sortProblems(problems),
    counts: catalogue && countRecords(catalogue, statistics),
  };
}

function countStrainFiles({ series }: StrainDataset): number {
  return series.reduce((sum, { blocks }) => sum + countBlockFiles(blocks), 0);
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

/**
 * Checks the data folder with its statistics. In: path of the folder. Out: the catalogue, all problems, counts.
 */
import { countFiles } from './file-runs.ts';
import { type LoadResult, loadCatalogue } from './load.ts';
import { sortProblems } from './problems.ts';
import { readStatisticsFile } from './statistics.ts';
import type { Catalogue } from './types.ts';

export interface Counts {
  readonly eventVersions: number;
  readonly catalogs: number;
  readonly strainFiles: number;
  readonly datasets: number;
  readonly statistics: number;
}

export interface ValidationResult extends LoadResult {
  /** Null where there is no catalogue to count. */
  readonly counts: Counts | null;
}

/** Reports the problems of all files; statistics are also checked where the catalogue has problems. */
export function validateAll(dataDir: string): ValidationResult {
  const loaded = loadCatalogue(dataDir);
  const problems = [...loaded.problems];
  let statistics = 0;
  for (const { path, dataset } of loaded.statistics) {
    for (const _record of readStatisticsFile(path, dataset, (problem) => problems.push(problem))) statistics++;
  }
  const { catalogue } = loaded;
  return {
    ...loaded,
    catalogue: problems.length === 0 ? catalogue : null,
    problems: sortProblems(problems),
    counts: catalogue && countRecords(catalogue, statistics),
  };
}

function countRecords(catalogue: Catalogue, statistics: number): Counts {
  let strainFiles = 0;
  for (const dataset of catalogue.datasets) {
    for (const series of dataset.series) strainFiles += countFiles(series.fileRuns);
  }
  return {
    eventVersions: catalogue.eventVersions.length,
    catalogs: catalogue.catalogs.length,
    strainFiles,
    datasets: catalogue.datasets.length,
    statistics,
  };
}

/**
 * Checks the data folder with its statistics. In: path of the folder. Out: the catalogue, all problems, counts.
 */
import { countFiles } from './file-runs.ts';
import { type LoadResult, loadCatalogue } from './load.ts';
import { type Problem, sortProblems } from './problems.ts';
import { readStatistics } from './statistics.ts';

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

/** Statistics are checked only where the catalogue itself is sound: they are judged by its strain files. */
export function validateAll(dataDir: string): ValidationResult {
  const loaded = loadCatalogue(dataDir);
  const { catalogue } = loaded;
  if (!catalogue) return { ...loaded, counts: null };
  const problems: Problem[] = [];
  let statistics = 0;
  for (const dataset of catalogue.datasets) {
    for (const _record of readStatistics(dataset, (problem) => problems.push(problem))) statistics++;
  }
  const counts = {
    eventVersions: catalogue.eventVersions.length,
    catalogs: catalogue.catalogs.length,
    strainFiles: catalogue.datasets.reduce(
      (sum, dataset) => sum + dataset.series.reduce((files, series) => files + countFiles(series.fileRuns), 0),
      0,
    ),
    datasets: catalogue.datasets.length,
    statistics,
  };
  return {
    catalogue: problems.length === 0 ? catalogue : null,
    problems: sortProblems(problems),
    inputFiles: loaded.inputFiles,
    counts,
  };
}

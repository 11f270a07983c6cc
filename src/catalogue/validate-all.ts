/** Checks the data folder, including its statistics. Returns the catalogue, all problems, and counts. */

import { EVENT_FILE_FORMATS, SAMPLE_RATES_KHZ } from '../core/contract/wire.ts';
import { countBlockFiles } from './blocks.ts';
import { checkStatistics, checkStatisticsRecords } from './check-statistics.ts';
import {
  type CheckedFolder,
  catalogueIn,
  checkDataFolder,
  conclude,
  type LoadOptions,
  type LoadResult,
  readDataFolder,
} from './load.ts';
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
  /** Null if the files other than statistics do not form a catalogue. */
  readonly counts: CatalogueCounts | null;
}

export type ValidationStep = 'reading data' | 'checking statistics';

/** Called with the number of data files read, then with the number of strain files checked in datasets that have statistics. */
export type OnValidation = (step: ValidationStep, done: number, total: number) => void;

export interface ValidationOptions extends Omit<LoadOptions, 'onFile'> {
  readonly onProgress?: OnValidation | undefined;
}

/** Reports the problems in all files; statistics are checked even if the catalogue has problems. */
export function validateAll(dataDir: string, options: ValidationOptions = {}): ValidationResult {
  const onFile = (done: number, total: number): void => options.onProgress?.('reading data', done, total);
  return checkAll(checkDataFolder(dataDir, readDataFolder(dataDir, { ...options, onFile })), options);
}

interface CheckOptions extends Omit<ValidationOptions, 'inputs'> {
  /** Statistics records, by the path of their file; used instead of the file's content. */
  readonly records?: ReadonlyMap<string, readonly object[]>;
}

/** Checks a folder's statistics once its other files have been checked. */
export function checkAll(
  checked: CheckedFolder,
  { onProgress, tolerated = new Set(), overlay, records }: CheckOptions,
): ValidationResult {
  const ofFiles = [...checked.ofFiles];
  const findings = [...checked.findings];
  let statistics = 0;
  const total = checked.statistics.reduce((sum, { dataset }) => sum + countStrainFiles(dataset), 0);
  let done = 0;
  for (const input of checked.statistics) {
    const known = records?.get(input.path);
    if (known) {
      findings.push(...checkStatisticsRecords(input, known));
      statistics += known.length;
    } else {
      const { problems, records: count } = checkStatistics(input, overlay, (number) => {
        if (number % PROGRESS_STEP === 0) onProgress?.('checking statistics', done + number, total);
      });
      // Does not use spread syntax, because a file may have more problems than a call can have arguments.
      for (const problem of problems) ofFiles.push(problem);
      statistics += count;
    }
    done += countStrainFiles(input.dataset);
  }
  const catalogue = catalogueIn(checked, tolerated);
  return {
    ...conclude({ ...checked, findings, ofFiles }, tolerated),
    counts: catalogue && countRecords(catalogue, statistics),
  };
}

/** Number of statistics records between two progress reports. */
const PROGRESS_STEP = 1000;

function countStrainFiles(dataset: StrainDataset | null): number {
  return (dataset?.series ?? []).reduce((sum, { blocks }) => sum + countBlockFiles(blocks), 0);
}

/** Each start has a file in every format at every sample rate. */
function countEventFiles({ starts }: EventStrainFiles): number {
  return Object.keys(starts).length * EVENT_FILE_FORMATS.length * SAMPLE_RATES_KHZ.length;
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

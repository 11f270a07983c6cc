/** Counts the records in a catalogue. */
import { EVENT_FILE_DURATIONS_S, EVENT_FILE_FORMATS, SAMPLE_RATES_KHZ } from '../core/contract/wire.ts';
import { countBlockFiles } from './blocks.ts';
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

const countStrainFiles = ({ series }: StrainDataset): number =>
  series.reduce((sum, { blocks }) => sum + countBlockFiles(blocks), 0);

/** Each start has a file in every format at every sample rate. */
function countEventFiles(files: EventStrainFiles): number {
  const starts = EVENT_FILE_DURATIONS_S.filter((duration) => files[`gps_start_${duration}`] !== undefined);
  return starts.length * EVENT_FILE_FORMATS.length * SAMPLE_RATES_KHZ.length;
}

/** `statistics` is the number of statistics records, which the catalogue does not contain. */
export function countRecords(catalogue: Catalogue, statistics: number): CatalogueCounts {
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

/**
 * The catalogue in memory. Its records are those of the files in `data/`, with the names that the files give their members, so a member
 * that a file does not give is missing here too. `load` checks them and `site` renders them.
 *
 * Times are GPS seconds (epoch 1980-01-06T00:00:00 UTC). Everything is held in memory except the statistics, which are streamed
 * (`statistics.ts`) because they have a record for each file in a bulk release.
 */

import type {
  Catalog,
  DetectorsFile,
  EventFacts,
  EventStrainFiles,
  EventVersion,
  MaskBit,
  ObservingRun,
  ParameterDefinition,
  Segment,
  StrainDataset,
} from '../../schemas/data-files.d.ts';

export type * from '../../schemas/data-files.d.ts';

/** An event version with the name of its catalog. */
export interface CatalogVersion extends EventVersion {
  readonly catalog: string;
}

/** A dataset whose bits are sorted, and whose blocks are canonical (`blocks.ts`). */
export interface LoadedDataset extends StrainDataset {
  readonly bits: readonly MaskBit[];
  /** Path of `strain-statistics/<dataset>.ndjson`, or null if the dataset has no statistics. */
  readonly statisticsFile: string | null;
}

/** Number of the first injection bit. Bits 0 to 31 are for data quality; bit 32 is injection bit 0. */
export const FIRST_INJECTION_BIT = 32;

/** The segments of one observing run in which a data-quality flag was set. */
export interface Timeline {
  /** Name of the flag, such as `H1_DATA`. */
  readonly name: string;
  readonly detector: string;
  readonly run: string;
  /** Half-open and ascending; they do not overlap. */
  readonly segments: readonly Segment[];
}

export interface Catalogue {
  /** In the order of `data/detectors.yaml`; the next three lists are likewise in the order of their files. */
  readonly detectors: DetectorsFile['detectors'];
  readonly runs: readonly ObservingRun[];
  readonly catalogs: readonly Catalog[];
  readonly parameters: readonly ParameterDefinition[];
  /** Parameters that occur only in parameter sets. */
  readonly otherParameters: readonly ParameterDefinition[];
  /** In catalog order, then in file order; `site` sorts them. */
  readonly eventVersions: readonly CatalogVersion[];
  /** Events with recorded facts; the other events have no entry. */
  readonly events: readonly EventFacts[];
  readonly datasets: readonly LoadedDataset[];
  readonly eventStrainFiles: readonly EventStrainFiles[];
  readonly timelines: readonly Timeline[];
}

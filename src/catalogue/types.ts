/**
 * The catalogue in memory, as the files of `data/` state it: what `load` returns and `site` renders.
 *
 * Times are GPS seconds (epoch 1980-01-06T00:00:00 UTC). Everything but the per-file strain statistics is held in memory;
 * those are streamed (`statistics.ts`), because a bulk release has one record for each of its files.
 */

import type * as Wire from '../contract/wire.ts';

export interface Detector {
  /** Two characters, such as `H1`. */
  readonly code: string;
  readonly name: string;
}

/** An observing run: the segment [gpsStart, gpsStop). */
export interface ObservingRun {
  readonly name: string;
  readonly gpsStart: number;
  readonly gpsStop: number;
  /** Codes, in the order of the data; empty where they are not known. */
  readonly detectors: readonly string[];
}

export interface Catalog {
  readonly name: string;
  readonly description: string;
  readonly doi: string | null;
  /** Names of the catalogs that a cumulative one is made of; null for any other. */
  readonly members: readonly string[] | null;
}

/** One default parameter of the catalogue; `name` in underscore form, such as `mass_1_source`. */
export interface DefaultParameter {
  readonly name: string;
  /** Empty for a dimensionless quantity. */
  readonly unit: string;
  readonly description: string;
}

/** A value of a default parameter in one event version. Errors are offsets from `best`: upper >= 0, lower <= 0. */
export interface ParameterValue {
  readonly best: number;
  readonly upperError: number | null;
  readonly lowerError: number | null;
  readonly isUpperLimit: boolean;
  readonly isLowerLimit: boolean;
}

/** What one analysis or one search says of an event version. */
export interface ParameterSet {
  readonly name: string;
  /** Parameter estimation or search; null where it is not known. */
  readonly pipelineType: 'pe' | 'search' | null;
  readonly waveformFamily: string | null;
  readonly dataUrl: string | null;
  readonly isPreferred: boolean;
  readonly links: readonly { readonly url: string; readonly label: string }[];
  readonly parameters: ReadonlyMap<string, ParameterValue>;
}

/** What is on record of an event as a whole; an event of which nothing is has none of these. */
export interface EventFacts {
  readonly name: string;
  /** Id in GraceDB, such as `S241110br`. */
  readonly graceId: string | null;
  /** The observing run on record, which wins over the one that the time falls into. */
  readonly run: string | null;
  /** Other names, without its own. */
  readonly aliases: readonly string[];
}

export interface EventVersion {
  readonly name: string;
  /** 1 or more; the versions of an event need not start at 1 or be contiguous. */
  readonly version: number;
  /** GPS seconds with at most one decimal. */
  readonly gps: number;
  readonly catalog: string;
  readonly doi: string | null;
  /** Detector codes, 1 or more, in the order of the data. */
  readonly detectors: readonly string[];
  /** Keyed by the underscore form of the parameter's name. */
  readonly parameters: ReadonlyMap<string, ParameterValue>;
  /** In the order of the data; empty where the data hold none. */
  readonly parameterSets: readonly ParameterSet[];
}

/** `count` consecutive strain files: the first starts at `firstGpsStart`, the next one 4096 s later, and so on. */
export interface FileRun {
  readonly firstGpsStart: number;
  readonly count: number;
}

/** Number of the first bit that is about injections. */
export const FIRST_INJECTION_BIT = 32;

/** A bit of the masks stored in a strain file: 0 to 31 data quality, 32 and up hardware injections (bit - 32). */
export interface MaskBit {
  readonly bit: number;
  readonly name: string;
  readonly description: string | null;
}

/** The strain files of one dataset: one observing run at one sample rate. */
export interface StrainDataset {
  readonly name: string;
  readonly run: string;
  readonly description: string | null;
  readonly sampleRateKHz: 4 | 16;
  /** The segment that the dataset covers, where it is on record. */
  readonly gpsStart: number | null;
  readonly gpsStop: number | null;
  /** Where they are on record apart from the series. */
  readonly detectors: readonly string[] | null;
  readonly bits: readonly MaskBit[];
  /** One element a detector; none for a dataset whose files are not known; `fileRuns` ascending and without overlap. */
  readonly series: readonly {
    readonly detector: string;
    /** First part of the file names, such as `H-H1_LOSC_4_V1`. */
    readonly filePrefix: string;
    readonly fileRuns: readonly FileRun[];
  }[];
  /** Path of `strain-statistics/<dataset>.ndjson`, or null where the dataset has none. */
  readonly statisticsFile: string | null;
}

/** What is published about one strain file. A member that is null is not known. Wire names, except for `sum` per bit. */
export interface StrainStatistics extends Wire.StrainStatistics {
  readonly detector: string;
  readonly gps_start: number;
  /** Seconds (0 to 4096) of the file with the bit set, ascending by bit. */
  readonly bitsums: readonly { readonly bit: number; readonly sum: number }[] | null;
}

/** The short strain files of one detector around one event version. */
export interface EventStrainFiles {
  readonly name: string;
  readonly version: number;
  readonly detector: string;
  /** Start of the files of 32 s and of 4096 s; null where it is not known. */
  readonly gpsStart32: number | null;
  readonly gpsStart4096: number | null;
}

/** When a data-quality flag was set in one observing run. */
export interface Timeline {
  /** Name of the flag, such as `H1_DATA`. */
  readonly name: string;
  readonly detector: string;
  readonly run: string;
  /** Half-open, ascending, without overlap. */
  readonly segments: readonly (readonly [start: number, stop: number])[];
}

export interface Catalogue {
  /** In the order of `data/detectors.yaml`; likewise the next three. */
  readonly detectors: readonly Detector[];
  readonly runs: readonly ObservingRun[];
  readonly catalogs: readonly Catalog[];
  readonly parameters: readonly DefaultParameter[];
  /** Ordered by catalog file, then as the file has them; `site` sorts. */
  readonly eventVersions: readonly EventVersion[];
  readonly events: readonly EventFacts[];
  readonly datasets: readonly StrainDataset[];
  readonly eventStrainFiles: readonly EventStrainFiles[];
  readonly timelines: readonly Timeline[];
}

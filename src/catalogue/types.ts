/**
 * The catalogue in memory, as the files of `data/` state it: what `load` returns and `site` renders.
 *
 * Times are GPS seconds (epoch 1980-01-06T00:00:00 UTC). Everything but the per-file strain statistics is held in memory;
 * those are streamed (`statistics.ts`), because a bulk release has one record for each of its files.
 */

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
}

export interface Catalog {
  readonly name: string;
  readonly description: string;
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
  readonly aliases: readonly string[];
  /** Keyed by the underscore form of the parameter's name. */
  readonly parameters: ReadonlyMap<string, ParameterValue>;
}

/** `count` consecutive strain files: the first starts at `firstGpsStart`, the next one 4096 s later, and so on. */
export interface FileRun {
  readonly firstGpsStart: number;
  readonly count: number;
}

/** A bit of the masks stored in a strain file: 0 to 31 data quality, 32 and up hardware injections (bit - 32). */
export interface MaskBit {
  readonly bit: number;
  readonly name: string;
}

/** The strain files of one dataset: one observing run at one sample rate. */
export interface StrainDataset {
  readonly name: string;
  readonly run: string;
  readonly sampleRateKHz: 4 | 16;
  readonly bits: readonly MaskBit[];
  /** One element a detector; `fileRuns` ascending and without overlap. */
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
export interface StrainStatistics {
  readonly detector: string;
  readonly gps_start: number;
  readonly filesize_bytes: number | null;
  readonly min_strain: number | null;
  readonly max_strain: number | null;
  readonly mean_strain: number | null;
  readonly stdev_strain: number | null;
  /** 0 to 1. */
  readonly nans_fraction: number | null;
  /** Percent, 0 to 100. */
  readonly duty_cycle: number | null;
  readonly BLRMS200: number | null;
  readonly BLRMS1000: number | null;
  /** Binary neutron star range, Mpc. */
  readonly BNS: number | null;
  /** Seconds (0 to 4096) of the file with the bit set, ascending by bit. */
  readonly bitsums: readonly { readonly bit: number; readonly sum: number }[] | null;
}

export interface Catalogue {
  /** In the order of `data/detectors.yaml`; likewise the next three. */
  readonly detectors: readonly Detector[];
  readonly runs: readonly ObservingRun[];
  readonly catalogs: readonly Catalog[];
  readonly parameters: readonly DefaultParameter[];
  /** Ordered by catalog file, then as the file has them; `site` sorts. */
  readonly eventVersions: readonly EventVersion[];
  readonly datasets: readonly StrainDataset[];
}

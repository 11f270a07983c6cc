/**
 * The catalogue in the oracle: plain objects, one for each strain file, event version, run …
 *
 * Times are GPS seconds. Members have the names of the data files if values are passed through, as in `StrainStatistics`.
 */

/** Published facts about one strain file; null means unknown. */
export interface StrainStatistics {
  readonly filesize_bytes: number | null;
  readonly min_strain: number | null;
  readonly max_strain: number | null;
  readonly mean_strain: number | null;
  readonly stdev_strain: number | null;
  readonly nans_fraction: number | null;
  readonly duty_cycle: number | null;
  readonly BLRMS200: number | null;
  readonly BLRMS1000: number | null;
  readonly BNS: number | null;
  readonly bitsums: readonly { readonly bit: number; readonly sum: number }[] | null;
}

/** One file of 4096 s. */
export interface StrainRecord {
  readonly detector: string;
  readonly gpsStart: number;
  readonly sampleRateKHz: 4 | 16;
  readonly dataset: string;
  readonly run: string;
  readonly filePrefix: string;
  readonly statistics: StrainStatistics | null;
  /** Bit -> name, for all files of the dataset. */
  readonly bitNames: ReadonlyMap<number, string>;
}

export interface DatasetRecord {
  readonly name: string;
  readonly run: string;
  readonly description: string | null;
  readonly sampleRateKHz: 4 | 16;
  /** Null if not in the data; likewise the next two. */
  readonly gpsStart: number | null;
  readonly gpsEnd: number | null;
  readonly detectors: readonly string[] | null;
  /** Flat numbers: 0 to 31 data quality, 32 and up injections. */
  readonly bits: readonly { readonly bit: number; readonly name: string; readonly description: string | null }[];
  /** Detectors of its files, in the order of the data. */
  readonly seriesDetectors: readonly string[];
}

/** Half-open: [gpsStart, gpsStop). */
export interface RunRecord {
  readonly name: string;
  readonly gpsStart: number;
  readonly gpsStop: number;
  readonly detectors: readonly string[];
}

export interface CatalogRecord {
  readonly name: string;
  readonly description: string;
  readonly doi: string | null;
  /** Names of catalogs; null for ordinary catalogs. */
  readonly members: readonly string[] | null;
  /** Other names in the older interfaces. */
  readonly aliases: readonly string[];
  readonly bulkStrain: boolean;
  /** Parameter -> unit in the older interfaces, where it differs. */
  readonly legacyUnits: Readonly<Record<string, string>>;
}

export interface ParameterValue {
  readonly best: number;
  readonly upperError: number | null;
  readonly lowerError: number | null;
  readonly isUpperLimit: boolean;
  readonly isLowerLimit: boolean;
}

/** By name in underscore form; unknown parameters are missing. */
export type ParameterValues = ReadonlyMap<string, ParameterValue>;

export interface ParameterSet {
  readonly name: string;
  readonly description: string | null;
  readonly dateAdded: string | null;
  readonly pipeline: string | null;
  readonly pipelineType: string | null;
  readonly waveformFamily: string | null;
  readonly dataUrl: string | null;
  readonly isPreferred: boolean;
  readonly links: readonly { readonly url: string; readonly label: string; readonly description: string | null }[];
  readonly parameters: ParameterValues;
}

export interface EventRecord {
  readonly name: string;
  readonly version: number;
  /** Its id in the service, if that does not consist of name and version. */
  readonly otherId: string | null;
  /** With `compatibility: service`, the service's own short name if that is not `<name>-v<version>`. */
  readonly shortName?: string;
  readonly gps: number;
  readonly catalog: string;
  readonly doi: string | null;
  readonly reference: string | null;
  readonly detectors: readonly string[];
  /** Detectors with files of the run around it; only for versions without files of their own. */
  readonly bulkDetectors: readonly string[];
  readonly parameters: ParameterValues;
  readonly parameterSets: readonly ParameterSet[];
}

/** Facts about an event from `events.yaml`. */
export interface EventFacts {
  readonly name: string;
  readonly graceId: string | null;
  readonly run: string | null;
  /** Without its name. */
  readonly aliases: readonly string[];
}

/** Starts of the short strain files of one detector around one event version; null means unknown. */
export interface EventStrainStarts {
  readonly name: string;
  readonly version: number;
  readonly detector: string;
  readonly gpsStart32: number | null;
  readonly gpsStart2048: number | null;
  readonly gpsStart4096: number | null;
  /** Start of the names of its files at 16 and 4 kHz; null for the usual one. */
  readonly prefix16: string | null;
  readonly prefix4: string | null;
}

/** The segments of one flag in one run, ascending. */
export interface FlagList {
  readonly flag: string;
  readonly run: string;
  readonly segments: readonly (readonly [start: number, stop: number])[];
}

export interface DefaultParameter {
  /** In underscore form. */
  readonly name: string;
  readonly unit: string;
  readonly description: string;
}

/** The content of a data folder; each list has the order of the data files. */
export interface OracleData {
  /** Codes. */
  readonly detectors: readonly string[];
  readonly catalogs: readonly CatalogRecord[];
  readonly parameters: readonly DefaultParameter[];
  /** Parameters that only parameter sets have. */
  readonly otherParameters: readonly DefaultParameter[];
  readonly runs: readonly RunRecord[];
  readonly datasets: readonly DatasetRecord[];
  readonly strainFiles: readonly StrainRecord[];
  readonly eventVersions: readonly EventRecord[];
  readonly eventFacts: readonly EventFacts[];
  readonly eventStrainStarts: readonly EventStrainStarts[];
  readonly flagLists: readonly FlagList[];
}

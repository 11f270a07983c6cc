/**
 * The catalogue in memory, as in the files of `data/`: `load` returns it and `site` renders it.
 *
 * Times are GPS seconds (epoch 1980-01-06T00:00:00 UTC). Everything is held in memory except the statistics, which are streamed
 * (`statistics.ts`) because a bulk release has a record for each of its files.
 */

import type * as Wire from '../core/contract/wire.ts';
import type { ParameterDefinition, RawDetectors, RawParameterSet, RawValues } from './files/raw.ts';

/** An observing run: the segment [gpsStart, gpsStop). */
export interface ObservingRun {
  readonly name: string;
  readonly gpsStart: number;
  readonly gpsStop: number;
  /** Codes, in the order of the data; empty if unknown. */
  readonly detectors: readonly string[];
}

export interface Catalog {
  readonly name: string;
  readonly description: string;
  readonly doi: string | null;
  /** Who published it, for citations; empty if unknown. */
  readonly authors: readonly string[];
  /** When it was first published; null if unknown, or if it grew over years. */
  readonly year: number | null;
  /** Publisher of its data, for citations; null if it is the source of the data. */
  readonly publisher: string | null;
  /** Names of the catalogs in a cumulative one; null for ordinary catalogs. */
  readonly members: readonly string[] | null;
  /** True if the older interface lists bulk files for versions without their own strain files. */
  readonly bulkStrain: boolean;
  /** Units by parameter, where the older interfaces spell them in another way. */
  readonly legacyUnits: Readonly<Record<string, string>>;
}

/** Recorded facts about a whole event. An event without such facts has no such object. */
export interface EventFacts {
  readonly name: string;
  /** Id in GraceDB, such as `S241110br`. */
  readonly graceId: string | null;
  /** The recorded observing run, which takes precedence over the run that contains its time. */
  readonly run: string | null;
  /** Other names, without its own name. */
  readonly aliases: readonly string[];
}

export interface EventVersion {
  readonly name: string;
  /** 1 or more; the versions of an event need not start at 1 or be contiguous. */
  readonly version: number;
  /** Short name in the service, if it is not `<name>-v<version>`; another id of this version. */
  readonly otherShortName: string | null;
  /** Replaces `<name>-v<version>` as short name; see `compatibility`. */
  readonly shortName?: string;
  /** GPS seconds with at most one decimal. */
  readonly gps: number;
  readonly catalog: string;
  readonly doi: string | null;
  /** A page about it, as the older interfaces name it: a link, or a path of the service. */
  readonly reference: string | null;
  /** Detector codes, 1 or more, in the order of the data. */
  readonly detectors: readonly string[];
  /** Detectors whose bulk files contain the event, for a version without its own strain files; empty if unknown. */
  readonly bulkDetectors: readonly string[];
  /** Keyed by the underscore form of the parameter's name. Errors are offsets from `best`: upper >= 0, lower <= 0. */
  readonly parameters: RawValues;
  /** In the order of the data; empty if there are none. */
  readonly parameterSets: readonly RawParameterSet[];
}

/** `count` consecutive strain files: the first starts at `firstGpsStart`, the next one 4096 s later, and so on. */
export interface Block {
  readonly firstGpsStart: number;
  readonly count: number;
}

/** Number of the first injection bit. */
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
  /** The segment that the dataset covers, if it is recorded. */
  readonly gpsStart: number | null;
  readonly gpsStop: number | null;
  /** Present if they are recorded separately from the series. */
  readonly detectors: readonly string[] | null;
  readonly bits: readonly MaskBit[];
  /** One element per detector; empty for a dataset whose files are unknown; `blocks` are ascending and do not overlap. */
  readonly series: readonly {
    readonly detector: string;
    /** Start of the file names, such as `H-H1_LOSC_4_V1`. */
    readonly filePrefix: string;
    readonly blocks: readonly Block[];
  }[];
  /** Path of `strain-statistics/<dataset>.ndjson`, or null if the dataset has none. */
  readonly statisticsFile: string | null;
}

/** Published facts about one strain file; null if unknown. Wire names, except for `sum` per bit. */
export interface FileStatistics extends Wire.StrainStatistics {
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
  /** Start of the files by their length in seconds; a length without files is missing. */
  readonly starts: Readonly<Partial<Record<Wire.EventStrainFile['duration'], number>>>;
  /** Start of the file names by sample rate in kHz, if it is not the usual one. */
  readonly filePrefixes: Readonly<Partial<Record<Wire.EventStrainFile['sample_rate_kHz'], string>>>;
}

/** The segments in which a data-quality flag was set in one observing run. */
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
  readonly detectors: RawDetectors['detectors'];
  readonly runs: readonly ObservingRun[];
  readonly catalogs: readonly Catalog[];
  readonly parameters: readonly ParameterDefinition[];
  /** Parameters that only parameter sets have. */
  readonly otherParameters: readonly ParameterDefinition[];
  /** Ordered by catalog file, then as in the file; `site` sorts them. */
  readonly eventVersions: readonly EventVersion[];
  readonly events: readonly EventFacts[];
  readonly datasets: readonly StrainDataset[];
  readonly eventStrainFiles: readonly EventStrainFiles[];
  readonly timelines: readonly Timeline[];
}

/**
 * The catalogue in memory, structured like the files in `data/`: `load` returns it and `site` renders it.
 *
 * Times are GPS seconds (epoch 1980-01-06T00:00:00 UTC). Everything is held in memory except the statistics, which are streamed
 * (`statistics.ts`) because they have a record for each file in a bulk release.
 */

import type * as Wire from '../core/contract/wire.ts';
import type { ParameterDefinition, RawDetectors, RawParameterSet, RawValues } from './files/raw.ts';

/** An observing run: the segment [gpsStart, gpsStop). */
export interface ObservingRun {
  readonly name: string;
  readonly gpsStart: number;
  readonly gpsStop: number;
  /** Detector codes, in data order; empty if unknown. */
  readonly detectors: readonly string[];
}

export interface Catalog {
  readonly name: string;
  readonly description: string;
  readonly doi: string | null;
  /** The authors, for citations; empty if unknown. */
  readonly authors: readonly string[];
  /** Year of first publication; null if unknown, or if the catalog grew over several years. */
  readonly year: number | null;
  /** The data's publisher, for citations; null if the publisher is the source in the configuration. */
  readonly publisher: string | null;
  /** Names of the catalogs in a cumulative catalog; null for ordinary catalogs. */
  readonly members: readonly string[] | null;
  /** Short names, which the older interfaces redirect to the catalog. */
  readonly aliases: readonly string[];
  /** True if the older interface lists bulk files for versions that have no strain files of their own. */
  readonly bulkStrain: boolean;
  /** Units by parameter, where the older interfaces spell them differently. */
  readonly legacyUnits: Readonly<Record<string, string>>;
}

/** Recorded facts about a whole event. There is no object for an event without recorded facts. */
export interface EventFacts {
  readonly name: string;
  /** Id in GraceDB, such as `S241110br`. */
  readonly graceId: string | null;
  /** The recorded observing run, which takes precedence over the run that contains the event's time. */
  readonly run: string | null;
  /** Other names, not including its own name. */
  readonly aliases: readonly string[];
}

export interface EventVersion {
  readonly name: string;
  /** 1 or more; an event's versions need not start at 1 or be contiguous. */
  readonly version: number;
  /** Short name on the service, if it is not `<name>-v<version>`; another id for this version. */
  readonly otherShortName: string | null;
  /** GPS seconds to at most one decimal place. */
  readonly gps: number;
  readonly catalog: string;
  readonly doi: string | null;
  /** A page about the version, as given by the older interfaces: a link, or a path on the service. */
  readonly reference: string | null;
  /** Detector codes, 1 or more, in data order. */
  readonly detectors: readonly string[];
  /** Detectors whose bulk files contain the event, for a version without its own strain files; empty if unknown. */
  readonly bulkDetectors: readonly string[];
  /** Keyed by parameter name, in underscore form. Errors are offsets from `best`: upper >= 0, lower <= 0. */
  readonly parameters: RawValues;
  /** In data order. */
  readonly parameterSets: readonly RawParameterSet[];
}

/** `count` consecutive strain files: the first starts at `firstGpsStart`, the next starts 4096 s later, and so on. */
export interface Block {
  readonly firstGpsStart: number;
  readonly count: number;
}

/** Number of the first injection bit. */
export const FIRST_INJECTION_BIT = 32;

/**
 * A bit in the masks stored in a strain file. Bits 0 to 31 are for data quality, bits from 32 for hardware injections (bit 32 is injection
 * bit 0).
 */
export interface MaskBit {
  readonly bit: number;
  readonly name: string;
  readonly description: string | null;
}

/** The strain files in one dataset, which covers one observing run at one sample rate. */
export interface StrainDataset {
  readonly name: string;
  readonly run: string;
  readonly description: string | null;
  readonly sampleRateKHz: 4 | 16;
  /** The segment that the dataset covers; null if it is not recorded. */
  readonly gpsStart: number | null;
  readonly gpsStop: number | null;
  /** Detectors, if they are recorded separately from the series; otherwise null. */
  readonly detectors: readonly string[] | null;
  readonly bits: readonly MaskBit[];
  /** One element per detector; empty for a dataset whose files are unknown; `blocks` are ascending and do not overlap. */
  readonly series: readonly {
    readonly detector: string;
    /** The prefix of the file names, such as `H-H1_LOSC_4_V1`. */
    readonly filePrefix: string;
    readonly blocks: readonly Block[];
  }[];
  /** Path of `strain-statistics/<dataset>.ndjson`, or null if the dataset has no statistics. */
  readonly statisticsFile: string | null;
}

/** Published facts about one strain file; null if unknown. Uses wire names, except for each bit's `sum`. */
export interface FileStatistics extends Wire.StrainStatistics {
  readonly detector: string;
  readonly gps_start: number;
  /** The number of seconds in the file (0 to 4096) for which each bit is set, ascending by bit. */
  readonly bitsums: readonly { readonly bit: number; readonly sum: number }[] | null;
}

/** One detector's short strain files around one event version. */
export interface EventStrainFiles {
  readonly name: string;
  readonly version: number;
  readonly detector: string;
  /** GPS start of the files by their length in seconds; lengths that have no files are missing. */
  readonly starts: Readonly<Partial<Record<Wire.EventStrainFile['duration'], number>>>;
  /** Prefix of the file names by sample rate in kHz, if it is not the usual prefix. */
  readonly filePrefixes: Readonly<Partial<Record<Wire.EventStrainFile['sample_rate_kHz'], string>>>;
}

/** The segments of one observing run in which a data-quality flag was set. */
export interface Timeline {
  /** Name of the flag, such as `H1_DATA`. */
  readonly name: string;
  readonly detector: string;
  readonly run: string;
  /** Half-open and ascending; they do not overlap. */
  readonly segments: readonly (readonly [start: number, stop: number])[];
}

export interface Catalogue {
  /** In the order of `data/detectors.yaml`; the next three lists are likewise in the order of their files. */
  readonly detectors: RawDetectors['detectors'];
  readonly runs: readonly ObservingRun[];
  readonly catalogs: readonly Catalog[];
  readonly parameters: readonly ParameterDefinition[];
  /** Parameters that occur only in parameter sets. */
  readonly otherParameters: readonly ParameterDefinition[];
  /** In catalog order, then in file order; `site` sorts them. */
  readonly eventVersions: readonly EventVersion[];
  readonly events: readonly EventFacts[];
  readonly datasets: readonly StrainDataset[];
  readonly eventStrainFiles: readonly EventStrainFiles[];
  readonly timelines: readonly Timeline[];
}

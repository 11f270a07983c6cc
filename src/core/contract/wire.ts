/**
 * Types of every response body, spelled as the service spells them.
 *
 * Member order is part of the contract. Names never change here; only `site/render/` converts from the catalogue's own terms.
 * Source: the GWOSC API v2 specification and stored responses.
 */

/** Members before `results` on every page of a listing. */
export interface EnvelopeHead {
  readonly next: string | null;
  readonly previous: string | null;
  /** Matching entries on all pages. */
  readonly results_count: number;
  /** Entries on a full page. */
  readonly results_per_page: number;
  readonly num_pages: number;
  /** From 1. */
  readonly page_number: number;
}

/** A page of a listing. `Entry` is the collection's entry type; for default-parameters, a string. */
export interface Envelope<Entry> extends EnvelopeHead {
  readonly results: readonly Entry[];
}

/** Length of every strain file, in seconds; `gps_start` is always a multiple of it. */
export const STRAIN_FILE_DURATION_S = 4096;

export const SAMPLE_RATES_KHZ = [4, 16] as const;
type SampleRateKHz = (typeof SAMPLE_RATES_KHZ)[number];

/** A strain file: 4096 s of one detector's data at one sample rate. */
export interface StrainFileEntry {
  /** Start of the file, GPS seconds. */
  readonly gps_start: number;
  /** YYYY-MM-DDTHH:MM:SS, UTC, no zone. */
  readonly utc_start: string;
  readonly detector: string;
  /** In kHz. */
  readonly sample_rate_kHz: SampleRateKHz;
  /** Links to files have no query because clients pick the reader by the URL's file extension. */
  readonly hdf5_url: string;
  readonly gwf_url: string;
  readonly detail_url: string;
}

/** Published statistics of a strain file; null if the data lack them. */
export interface StrainStatistics {
  /** Size of the HDF5 file in bytes. */
  readonly filesize_bytes: number | null;
  /** Smallest strain, dimensionless. */
  readonly min_strain: number | null;
  /** Largest strain, dimensionless. */
  readonly max_strain: number | null;
  /** Mean of the strain, dimensionless. */
  readonly mean_strain: number | null;
  /** Standard deviation of the strain, dimensionless. */
  readonly stdev_strain: number | null;
  /** Fraction of samples without data, 0 to 1. */
  readonly nans_fraction: number | null;
  /** Time with data, in percent. */
  readonly duty_cycle: number | null;
  /** Root mean square of the strain in the band around 200 Hz, dimensionless. */
  readonly BLRMS200: number | null;
  /** Root mean square of the strain in the band around 1000 Hz, dimensionless. */
  readonly BLRMS1000: number | null;
  /** Distance at which a binary neutron star merger would be detectable, Mpc. */
  readonly BNS: number | null;
}

/** The names of the statistics, in the order of the record. */
export const STRAIN_STATISTICS = [
  'filesize_bytes',
  'min_strain',
  'max_strain',
  'mean_strain',
  'stdev_strain',
  'nans_fraction',
  'duty_cycle',
  'BLRMS200',
  'BLRMS1000',
  'BNS',
] as const satisfies readonly (keyof StrainStatistics)[];

/** Does not compile if the list lacks a statistic. */
export type NoStatisticLeftOut<
  LeftOut extends never = Exclude<keyof StrainStatistics, (typeof STRAIN_STATISTICS)[number]>,
> = LeftOut;

/** How long a bit of the masks is set in a strain file. */
export interface BitSum {
  /** Number of the bit: 0 to 31 data quality, from 32 on injections. */
  readonly bit: number;
  readonly name: string | null;
  /** Seconds of the file with the bit set. */
  readonly sum: number;
}

/** The record of a strain file. */
export interface StrainFileDetail extends StrainFileEntry, StrainStatistics {
  readonly run: string;
  readonly dataset: string;
  /** Length of the file in seconds. */
  readonly duration: typeof STRAIN_FILE_DURATION_S;
  /** The known bits in ascending order; null if none is known. */
  readonly bitsums: readonly BitSum[] | null;
}

/** A parameter of an event version with its value. */
export interface ParameterObject {
  readonly name: string;
  /** Of the three numbers; empty where they have none. */
  readonly unit: string;
  readonly description: string;
  /** Best value, or the limit, in `unit`. */
  readonly best: number;
  /** Distance to the upper end of the interval, 0 or more, in `unit`. */
  readonly upper_error: number | null;
  /** Distance to the lower end of the interval, 0 or less, in `unit`. */
  readonly lower_error: number | null;
  readonly is_upper_limit: boolean;
  readonly is_lower_limit: boolean;
}

/** A published analysis of a detected event. */
export interface EventVersionEntry {
  readonly name: string;
  readonly shortName: string;
  /** GPS seconds, always written with one decimal. */
  readonly gps: number;
  /** From 1; versions may have gaps. */
  readonly version: number;
  readonly catalog: string;
  /** Missing if there is none. */
  readonly doi?: string;
  readonly detectors: readonly string[];
  readonly detail_url: string;
  /** Only with `include-default-parameters`. */
  readonly default_parameters?: readonly ParameterObject[];
}

/** One version of an event. */
export interface VersionLink {
  /** Number of the version, from 1. */
  readonly version: number;
  readonly catalog: string;
  readonly detail_url: string;
}

/** The record of an event version. */
export interface EventVersionDetail extends Omit<EventVersionEntry, 'default_parameters'> {
  /** Null for events outside observing runs. */
  readonly run: string | null;
  /** Id in GraceDB; null if unknown. */
  readonly grace_id: string | null;
  /** The event's name first. */
  readonly aliases: readonly string[];
  readonly is_last_version: boolean;
  /** Every version of the event, ascending, this one included. */
  readonly versions: readonly VersionLink[];
  readonly parameters_url: string;
  readonly timelines_url: string;
  readonly strain_files_url: string;
  readonly default_parameters: readonly ParameterObject[];
}

/** Results of one analysis or search for an event version. */
export interface ParameterSet {
  readonly name: string;
  readonly pipeline_type: 'pe' | 'search' | null;
  readonly waveform_family: string | null;
  readonly data_url: string | null;
  readonly is_preferred: boolean;
  readonly links: readonly { readonly url: string; readonly label: string }[];
  readonly parameters: readonly ParameterObject[];
}

/** An observing run, `[gps_start, gps_end)`. */
export interface RunEntry {
  readonly name: string;
  /** Start, GPS seconds. */
  readonly gps_start: number;
  /** End, GPS seconds, exclusive. */
  readonly gps_end: number;
  readonly detectors: readonly string[];
  readonly detail_url: string;
}

/** The record of an observing run. */
export interface RunDetail extends RunEntry {
  readonly datasets_url: string;
  readonly events_url: string;
  readonly strain_files_url: string;
  readonly timelines_url: string;
}

/** A bit of the masks in strain files. */
export interface MaskBit {
  readonly name: string;
  readonly description: string | null;
  /** Counts from 0 within its type. */
  readonly bit: number;
  /** Data quality, or injections. */
  readonly mask_type: 'DQ' | 'INJ';
}

/** A bulk release of strain files, and its record. */
export interface Dataset {
  readonly name: string;
  readonly run: string;
  readonly description: string | null;
  /** In kHz. */
  readonly sample_rate_kHz: SampleRateKHz;
  /** Start, GPS seconds. */
  readonly gps_start: number;
  /** End, GPS seconds, exclusive. */
  readonly gps_end: number;
  readonly detectors: readonly string[];
  readonly bitmask: readonly MaskBit[];
  readonly strain_files_url: string;
  readonly detail_url: string;
}

/** A release of event versions, and its record. */
export interface Catalog {
  readonly name: string;
  readonly description: string;
  readonly doi: string | null;
  readonly events_url: string;
  readonly detail_url: string;
}

/** A detection with all its versions. */
export interface EventEntry {
  readonly name: string;
  readonly strain_files_url: string;
  readonly detail_url: string;
  /** The name first. */
  readonly aliases: readonly string[];
  /** Ascending. */
  readonly versions: readonly VersionLink[];
}

/** The record of an event. The two links are null without a `grace_id`. */
export interface EventDetail {
  readonly name: string;
  readonly grace_id: string | null;
  readonly run: string | null;
  readonly gcn_notice: string | null;
  readonly gcn_circular: string | null;
  readonly aliases: readonly string[];
  readonly versions: readonly VersionLink[];
}

/** Formats of event strain files, in the order of the listing. */
export const EVENT_FILE_FORMATS = ['GWF', 'HDF', 'TXT'] as const;
/** Lengths of event strain files, in seconds. */
export const EVENT_FILE_DURATIONS_S = [32, 4096] as const;

/** A short strain file around one event version. */
export interface EventStrainFile {
  /** Start of the file, GPS seconds. */
  readonly gps_start: number;
  readonly detector: string;
  /** In kHz. */
  readonly sample_rate_kHz: SampleRateKHz;
  /** Length of the file in seconds. */
  readonly duration: (typeof EVENT_FILE_DURATIONS_S)[number];
  readonly file_format: (typeof EVENT_FILE_FORMATS)[number];
  readonly download_url: string;
}

/** A data-quality flag. */
export interface Timeline {
  readonly name: string;
  readonly detector: string;
  /** By start time. */
  readonly run_names: readonly string[];
  readonly segments_url: string;
  readonly detail_url: string;
}

/** A segment of a timeline, `[start, stop)` in GPS seconds; clipped to the interval that a query asks for. */
export interface Segment {
  /** Start, GPS seconds. */
  readonly start: number;
  /** End, GPS seconds, exclusive. */
  readonly stop: number;
}

/** Body of every refusal; only a 400 has `parameter` and `allowed`. */
export interface ErrorBody {
  readonly detail: string;
  readonly parameter?: string;
  readonly allowed?: readonly string[];
}

/** Body of `/api/v2/`: the URL of each collection. */
export type Root = Readonly<
  Record<
    | 'strain-files'
    | 'event-versions'
    | 'default-parameters'
    | 'runs'
    | 'datasets'
    | 'catalogs'
    | 'events'
    | 'timelines',
    string
  >
>;

/** Body of OPTIONS. */
export interface Description {
  readonly name: string;
  readonly description: string;
  /** Media types of responses. */
  readonly renders: readonly ('application/json' | 'text/csv; charset=utf-8')[];
  /** Media types of request bodies: none. */
  readonly parses: readonly string[];
  readonly parameters: readonly {
    readonly name: string;
    readonly type: 'GPS second' | 'integer' | 'enum' | 'list' | 'flag' | 'number' | 'text';
    readonly unit: string | null;
    readonly meaning: string;
    readonly default: string | null;
    readonly allowed?: readonly string[];
  }[];
}

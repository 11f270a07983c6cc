/**
 * Types of every body, spelled as the service spells them. Generated from `schemas/responses/` by `npm run update`: do not edit.
 * The order of members is part of the contract.
 */

export interface EnvelopeHead {
  /** URL of the next page; null on the last page. */
  readonly next: string | null;
  /** URL of the previous page; null on the first page. */
  readonly previous: string | null;
  /** Number of matching entries, on all pages. */
  readonly results_count: number;
  /** Number of entries on a full page. */
  readonly results_per_page: number;
  /** Number of pages; 0 for an empty result, which still has a page 1. */
  readonly num_pages: number;
  /** Number of this page, from 1. */
  readonly page_number: number;
}

export interface ErrorBody {
  /** The error, in one sentence. */
  readonly detail: string;
  /** Name of the invalid parameter. */
  readonly parameter?: string;
  /** The allowed values, if there are finitely many. */
  readonly allowed?: readonly string[];
}

export interface StrainFileEntry {
  /** Start of the file, GPS seconds. */
  readonly gps_start: number;
  /** Start of the file in UTC, without a time zone: YYYY-MM-DDTHH:MM:SS. */
  readonly utc_start: string;
  /** Code of the detector. */
  readonly detector: string;
  /** Sample rate in kHz. */
  readonly sample_rate_kHz: 4 | 16;
  /** URL of the file in HDF5 format, in the data archive. */
  readonly hdf5_url: string;
  /** URL of the file in frame format (GWF), in the data archive. */
  readonly gwf_url: string;
  /** URL of the detail record. */
  readonly detail_url: string;
}

/** Body of 200 for /api/v2/strain-files/<detector>-<gps_start>-<4|16>kHz: the entry, then facts about the file. */
export interface StrainFileDetail {
  /** Start of the file, GPS seconds. */
  readonly gps_start: number;
  /** Start of the file in UTC, without a time zone: YYYY-MM-DDTHH:MM:SS. */
  readonly utc_start: string;
  /** Code of the detector. */
  readonly detector: string;
  /** Sample rate in kHz. */
  readonly sample_rate_kHz: 4 | 16;
  /** URL of the file in HDF5 format, in the data archive. */
  readonly hdf5_url: string;
  /** URL of the file in frame format (GWF), in the data archive. */
  readonly gwf_url: string;
  /** URL of the detail record. */
  readonly detail_url: string;
  /** Name of the observing run. */
  readonly run: string;
  /** Dataset that the file belongs to. */
  readonly dataset: string;
  /** Length of the file in seconds. */
  readonly duration: 4096;
  /** Size of the HDF5 file in bytes; null if unknown. */
  readonly filesize_bytes: number | null;
  /** Smallest strain in the file, dimensionless; null if unknown. */
  readonly min_strain: number | null;
  /** Largest strain in the file, dimensionless; null if unknown. */
  readonly max_strain: number | null;
  /** Mean of the strain, dimensionless; null if unknown. */
  readonly mean_strain: number | null;
  /** Standard deviation of the strain, dimensionless; null if unknown. */
  readonly stdev_strain: number | null;
  /** Fraction of the samples without data, 0 to 1; null if unknown. */
  readonly nans_fraction: number | null;
  /** Share of the time with data, in percent; null if unknown. */
  readonly duty_cycle: number | null;
  /** Root mean square of the strain in the band around 200 Hz, dimensionless; null if unknown. */
  readonly BLRMS200: number | null;
  /** Root mean square of the strain in the band around 1000 Hz, dimensionless; null if unknown. */
  readonly BLRMS1000: number | null;
  /** Distance to which a binary neutron star merger can be detected, in Mpc; null if unknown. */
  readonly BNS: number | null;
  /** Number of seconds in the file for which each bit is set; null if unknown. */
  readonly bitsums: readonly BitSum[] | null;
}

export interface EventVersionEntry {
  /** Name of the event. */
  readonly name: string;
  /** Name and version: <name>-v<version>. */
  readonly shortName: string;
  /** Time of the event in GPS seconds, written with one decimal place. */
  readonly gps: number;
  /** Version of the event, from 1; there may be gaps between an event's versions. */
  readonly version: number;
  /** Catalog that published the version. */
  readonly catalog: string;
  /** DOI of the publication as a URL; left out if there is none. */
  readonly doi?: string;
  /** Codes of the detectors that took part. */
  readonly detectors: readonly string[];
  /** URL of the detail record. */
  readonly detail_url: string;
  /** The version's default parameters, in the order of default-parameters.yaml. */
  readonly default_parameters?: readonly ParameterObject[];
}

/** Body of 200 for /api/v2/event-versions/<id>: the entry, then its run, versions, parameters and listings. */
export interface EventVersionDetail {
  /** Name of the event. */
  readonly name: string;
  /** Name and version: <name>-v<version>. */
  readonly shortName: string;
  /** Time of the event in GPS seconds, written with one decimal place. */
  readonly gps: number;
  /** Version of the event, from 1; there may be gaps between an event's versions. */
  readonly version: number;
  /** Catalog that published the version. */
  readonly catalog: string;
  /** DOI of the publication as a URL; left out if there is none. */
  readonly doi?: string;
  /** Codes of the detectors that took part. */
  readonly detectors: readonly string[];
  /** URL of the detail record. */
  readonly detail_url: string;
  /** Recorded observing run, or else the run that contains the event's time; null outside the runs. */
  readonly run: string | null;
  /** Id in GraceDB; null if unknown. */
  readonly grace_id: string | null;
  /** Names by which the event can be looked up, its own name first. */
  readonly aliases: readonly string[];
  /** URL of the GCN notices about the candidate; null without a grace_id. */
  readonly gcn_notice: string | null;
  /** URL of the GCN circulars about the candidate; null without a grace_id. */
  readonly gcn_circular: string | null;
  /** True if this is the event's highest version in the whole catalogue. */
  readonly is_last_version: boolean;
  /** All versions of the event, ascending, including this version. */
  readonly versions: readonly VersionLink[];
  /** URL of the version's parameter sets. */
  readonly parameters_url: string;
  /** URL of the timelines for the version's detectors. */
  readonly timelines_url: string;
  /** URL of the version's own short strain files. */
  readonly strain_files_url: string;
  /** The version's default parameters, in the order of default-parameters.yaml. */
  readonly default_parameters: readonly ParameterObject[];
}

export interface RunEntry {
  /** Name of the run. */
  readonly name: string;
  /** Start of the run, GPS seconds. */
  readonly gps_start: number;
  /** End of the run, GPS seconds, exclusive. */
  readonly gps_end: number;
  /** Codes of the detectors that took part; empty if unknown. */
  readonly detectors: readonly string[];
  /** URL of the detail record. */
  readonly detail_url: string;
}

/** Body of 200 for /api/v2/runs/<name>: the entry, then its listings. */
export interface RunDetail {
  /** Name of the run. */
  readonly name: string;
  /** Start of the run, GPS seconds. */
  readonly gps_start: number;
  /** End of the run, GPS seconds, exclusive. */
  readonly gps_end: number;
  /** Codes of the detectors that took part; empty if unknown. */
  readonly detectors: readonly string[];
  /** URL of the detail record. */
  readonly detail_url: string;
  /** URL of the run's datasets. */
  readonly datasets_url: string;
  /** URL of the run's events. */
  readonly events_url: string;
  /** URL of the run's strain files. */
  readonly strain_files_url: string;
  /** URL of the timelines that have segments in the run. */
  readonly timelines_url: string;
}

export interface Dataset {
  /** Name of the dataset. */
  readonly name: string;
  /** Name of the observing run. */
  readonly run: string;
  /** Description of the dataset; null if unknown. */
  readonly description: string | null;
  /** Sample rate in kHz. */
  readonly sample_rate_kHz: 4 | 16;
  /** Start of the dataset, GPS seconds. */
  readonly gps_start: number;
  /** End of the dataset, GPS seconds, exclusive. */
  readonly gps_end: number;
  /** Codes of the dataset's detectors. */
  readonly detectors: readonly string[];
  /** Names of the mask bits in the dataset's files, by bit number; for the same number, data quality first. */
  readonly bitmask: readonly MaskBit[];
  /** URL of the dataset's strain files. */
  readonly strain_files_url: string;
  /** URL of the detail record. */
  readonly detail_url: string;
}

export interface Catalog {
  /** Name of the catalog. */
  readonly name: string;
  /** Description of the catalog. */
  readonly description: string;
  /** DOI of the release as a URL, or null. */
  readonly doi: string | null;
  /** URL of the event versions in the catalog. */
  readonly events_url: string;
  /** URL of the detail record. */
  readonly detail_url: string;
}

export interface EventEntry {
  /** Name of the event. */
  readonly name: string;
  /** URL of the bulk strain files that contain the time of the event's last version. */
  readonly strain_files_url: string;
  /** URL of the detail record. */
  readonly detail_url: string;
  /** Names by which the event can be looked up, its own name first. */
  readonly aliases: readonly string[];
  /** All versions of the event, ascending. */
  readonly versions: readonly VersionLink[];
}

/** Body of 200 for /api/v2/events/<name>. */
export interface EventDetail {
  /** Name of the event. */
  readonly name: string;
  /** Id in GraceDB; null if unknown. */
  readonly grace_id: string | null;
  /** Recorded observing run, or else the run that contains the time of the event's last version; null outside the runs. */
  readonly run: string | null;
  /** URL of the GCN notices about the candidate; null without a grace_id. */
  readonly gcn_notice: string | null;
  /** URL of the GCN circulars about the candidate; null without a grace_id. */
  readonly gcn_circular: string | null;
  /** Names by which the event can be looked up, its own name first. */
  readonly aliases: readonly string[];
  /** All versions of the event, ascending. */
  readonly versions: readonly VersionLink[];
}

export interface Timeline {
  /** Name of the flag, which begins with its detector. */
  readonly name: string;
  /** Code of the detector. */
  readonly detector: string;
  /** Runs in which the flag has segments, by start time. */
  readonly run_names: readonly string[];
  /** URL of the segments in which the flag was set. */
  readonly segments_url: string;
  /** URL of the detail record. */
  readonly detail_url: string;
}

export interface Segment {
  /** Start of the segment, GPS seconds. */
  readonly start: number;
  /** End of the segment, GPS seconds, exclusive. */
  readonly stop: number;
}

export interface EventStrainFile {
  /** Start of the file, GPS seconds. */
  readonly gps_start: number;
  /** Code of the detector. */
  readonly detector: string;
  /** Sample rate in kHz. */
  readonly sample_rate_kHz: 4 | 16;
  /** Length of the file in seconds. */
  readonly duration: 32 | 2048 | 4096;
  /** Format of the file. */
  readonly file_format: 'GWF' | 'HDF' | 'TXT';
  /** URL of the file in the data archive. */
  readonly download_url: string;
}

export interface ParameterSet {
  /** Name of the analysis or search; if the only set is made from the default parameters, the catalog's name. */
  readonly name: string;
  /** Description of the set, in one sentence; null if unknown. */
  readonly description: string | null;
  /** Day on which the set was published; null if unknown. */
  readonly date_added: string | null;
  /** Link to the samples or other data behind the set; null if there are none. */
  readonly data_url: string | null;
  /** Program that made the set, such as pycbc; null if unknown. */
  readonly pipeline: string | null;
  /** Origin of the set: parameter estimation or a search; null if unknown. */
  readonly pipeline_type: 'pe' | 'search' | null;
  /** Waveform family of the analysis; null if unknown. */
  readonly waveform_family: string | null;
  /** True for the set that the default parameters come from. */
  readonly is_preferred: boolean;
  /** Links to more information about the set. */
  readonly links: readonly SetLink[];
  /** The set's parameters, in the order of default-parameters.yaml, with default parameters first. */
  readonly parameters: readonly ParameterObject[];
}

export interface MaskBit {
  /** Name of the bit. */
  readonly name: string;
  /** Meaning of the bit when it is set; null if unknown. */
  readonly description: string | null;
  /** Number of the bit, counted from 0 in each type. */
  readonly bit: number;
  /** DQ: data quality. INJ: hardware injections. */
  readonly mask_type: 'DQ' | 'INJ';
}

export interface ParameterObject {
  /** Name of the parameter, with underscores, or as spelt by the source of a parameter set. */
  readonly name: string;
  /** Unit of best and both errors; empty if the parameter is dimensionless. */
  readonly unit: string;
  /** Meaning of the parameter. */
  readonly description: string;
  /** Best value, or the limit. In `unit`. */
  readonly best: number;
  /** Distance from best to the upper end of the interval, 0 or more, or null. In `unit`. */
  readonly upper_error: number | null;
  /** Distance from best to the lower end of the interval, 0 or less, or null. In `unit`. */
  readonly lower_error: number | null;
  /** True if best is an upper limit. */
  readonly is_upper_limit: boolean;
  /** True if best is a lower limit. */
  readonly is_lower_limit: boolean;
  /** Number of decimal places of the published value and errors. Only with compatibility: service. */
  readonly decimal_places?: number;
}

export interface VersionLink {
  /** Version of the event. */
  readonly version: number;
  /** Catalog that published the version. */
  readonly catalog: string;
  /** URL of the detail record. */
  readonly detail_url: string;
}

/** Body of 200 for OPTIONS. */
export interface Description {
  /** Name of the resource at the path. */
  readonly name: string;
  /** Description of the resource, in one sentence. */
  readonly description: string;
  /** Media types of responses. */
  readonly renders: readonly ('application/json' | 'text/csv; charset=utf-8')[];
  /**
   * Media types of request bodies: none.
   *
   * @maxItems 0
   */
  readonly parses: [];
  /** Query parameters, in the order of the documentation. */
  readonly parameters: readonly {
    /** Name in the query. */
    readonly name: string;
    /** Kind of value. */
    readonly type: 'GPS second' | 'integer' | 'enum' | 'list' | 'flag' | 'number' | 'text';
    /** Unit of the value; null if it has none. */
    readonly unit: string | null;
    /** Effect of the parameter, in one sentence. */
    readonly meaning: string;
    /** The value used if a query does not have the parameter; null if there is no such value. */
    readonly default: string | null;
    /** The allowed values, if there are finitely many. */
    readonly allowed?: readonly string[];
  }[];
}

export interface SetLink {
  /** URL of the link's target. */
  readonly url: string;
  /** Name of the link's target. */
  readonly label: string;
  /** Description of the link's target; null if there is no description. */
  readonly description: string | null;
}

/** Body of 200 for /api/v2/: the URL of each collection, by name. */
export interface Root {
  /** URL of the strain files. */
  readonly 'strain-files': string;
  /** URL of the event versions. */
  readonly 'event-versions': string;
  /** URL of the names of the parameters. */
  readonly 'default-parameters': string;
  /** URL of the observing runs. */
  readonly runs: string;
  /** URL of the datasets. */
  readonly datasets: string;
  /** URL of the catalogs. */
  readonly catalogs: string;
  /** URL of the events. */
  readonly events: string;
  /** URL of the timelines. */
  readonly timelines: string;
}

export interface BitSum {
  /** Number of the bit: 0 to 31 for data quality, 32 and up for injections. */
  readonly bit: number;
  /** Name of the bit; null if the dataset has no name for it. */
  readonly name: string | null;
  /** Number of seconds in the file for which the bit is set. */
  readonly sum: number;
}

/**
 * Types of every body, spelled as the service spells them. Generated from `schemas/responses/` by `npm run update`: do not edit.
 * The order of members is part of the contract.
 */

export interface EnvelopeHead {
  /** URL of the next page; null on the last one. */
  readonly next: string | null;
  /** URL of the page before; null on the first one. */
  readonly previous: string | null;
  /** Entries that match, on all pages. */
  readonly results_count: number;
  /** Entries on a full page. */
  readonly results_per_page: number;
  /** Number of pages; 0 for an empty result, whose page 1 exists all the same. */
  readonly num_pages: number;
  /** Number of this page, from 1. */
  readonly page_number: number;
}

export interface ErrorBody {
  /** The error, in a sentence. */
  readonly detail: string;
  /** The parameter at fault. */
  readonly parameter?: string;
  /** The values that are allowed, where they can be counted. */
  readonly allowed?: readonly string[];
}

export interface StrainFileEntry {
  /** Start of the file, GPS seconds. */
  readonly gps_start: number;
  /** Start of the file, UTC, without zone: YYYY-MM-DDTHH:MM:SS. */
  readonly utc_start: string;
  /** Code of the detector. */
  readonly detector: string;
  /** Sample rate in kHz. */
  readonly sample_rate_kHz: 4 | 16;
  /** The file in HDF5 format, in the data archive. */
  readonly hdf5_url: string;
  /** The file in frame format, in the data archive. */
  readonly gwf_url: string;
  /** The detail record. */
  readonly detail_url: string;
}

/** Body of 200 for /api/v2/strain-files/<detector>-<gps_start>-<4|16>kHz: the entry, then what is known of the file. */
export interface StrainFileDetail {
  /** Start of the file, GPS seconds. */
  readonly gps_start: number;
  /** Start of the file, UTC, without zone: YYYY-MM-DDTHH:MM:SS. */
  readonly utc_start: string;
  /** Code of the detector. */
  readonly detector: string;
  /** Sample rate in kHz. */
  readonly sample_rate_kHz: 4 | 16;
  /** The file in HDF5 format, in the data archive. */
  readonly hdf5_url: string;
  /** The file in frame format, in the data archive. */
  readonly gwf_url: string;
  /** The detail record. */
  readonly detail_url: string;
  /** Observing run. */
  readonly run: string;
  /** Dataset that the file is part of. */
  readonly dataset: string;
  /** Length of the file in seconds. */
  readonly duration: 4096;
  /** Size of the HDF5 file in bytes; null where it is not known. */
  readonly filesize_bytes: number | null;
  /** Smallest strain in the file, dimensionless; null where it is not known. */
  readonly min_strain: number | null;
  /** Largest strain in the file, dimensionless; null where it is not known. */
  readonly max_strain: number | null;
  /** Mean of the strain, dimensionless; null where it is not known. */
  readonly mean_strain: number | null;
  /** Standard deviation of the strain, dimensionless; null where it is not known. */
  readonly stdev_strain: number | null;
  /** Part of the samples that hold no data, 0 to 1; null where it is not known. */
  readonly nans_fraction: number | null;
  /** Part of the time with data, in percent; null where it is not known. */
  readonly duty_cycle: number | null;
  /** Root mean square of the strain in the band around 200 Hz, dimensionless; null where it is not known. */
  readonly BLRMS200: number | null;
  /** Root mean square of the strain in the band around 1000 Hz, dimensionless; null where it is not known. */
  readonly BLRMS1000: number | null;
  /** Distance to which a binary neutron star could be seen, in Mpc; null where it is not known. */
  readonly BNS: number | null;
  /** Seconds of the file with each bit set; null where they are not known. */
  readonly bitsums: readonly BitSum[] | null;
}

export interface EventVersionEntry {
  /** Name of the event. */
  readonly name: string;
  /** Name and version: <name>-v<version>. */
  readonly shortName: string;
  /** Time of the event in GPS seconds, written with one decimal. */
  readonly gps: number;
  /** Version of the event, from 1; versions may have gaps. */
  readonly version: number;
  /** Catalog that published the version. */
  readonly catalog: string;
  /** DOI of the publication as a URL; omitted without one. */
  readonly doi?: string;
  /** Codes of the detectors that took part. */
  readonly detectors: readonly string[];
  /** The detail record. */
  readonly detail_url: string;
  /** Parameters that the version states, in the order of default-parameters.yaml. */
  readonly default_parameters?: readonly ParameterObject[];
}

/** Body of 200 for /api/v2/event-versions/<id>: the entry, then its run, versions, parameters and listings. */
export interface EventVersionDetail {
  /** Name of the event. */
  readonly name: string;
  /** Name and version: <name>-v<version>. */
  readonly shortName: string;
  /** Time of the event in GPS seconds, written with one decimal. */
  readonly gps: number;
  /** Version of the event, from 1; versions may have gaps. */
  readonly version: number;
  /** Catalog that published the version. */
  readonly catalog: string;
  /** DOI of the publication as a URL; omitted without one. */
  readonly doi?: string;
  /** Codes of the detectors that took part. */
  readonly detectors: readonly string[];
  /** The detail record. */
  readonly detail_url: string;
  /** Observing run at the time of the event, or the one on record; null outside the runs. */
  readonly run: string | null;
  /** Id in GraceDB; null where it is not known. */
  readonly grace_id: string | null;
  /** Names that find the event, its own name first. */
  readonly aliases: readonly string[];
  /** Notices of the candidate; null without a grace_id. */
  readonly gcn_notice: string | null;
  /** Circulars about the candidate; null without a grace_id. */
  readonly gcn_circular: string | null;
  /** True for the highest version of the event in the whole catalogue. */
  readonly is_last_version: boolean;
  /** Every version of the event, ascending, this one included. */
  readonly versions: readonly VersionLink[];
  /** Its parameter sets. */
  readonly parameters_url: string;
  /** Timelines of its detectors. */
  readonly timelines_url: string;
  /** Its own short strain files. */
  readonly strain_files_url: string;
  /** Parameters that the version states, in the order of default-parameters.yaml. */
  readonly default_parameters: readonly ParameterObject[];
}

export interface RunEntry {
  /** Name of the run. */
  readonly name: string;
  /** Start of the run, GPS seconds. */
  readonly gps_start: number;
  /** End of the run, GPS seconds; no longer part of it. */
  readonly gps_end: number;
  /** Codes of the detectors that took part, where they are known. */
  readonly detectors: readonly string[];
  /** The detail record. */
  readonly detail_url: string;
}

/** Body of 200 for /api/v2/runs/<name>: the entry, then its listings. */
export interface RunDetail {
  /** Name of the run. */
  readonly name: string;
  /** Start of the run, GPS seconds. */
  readonly gps_start: number;
  /** End of the run, GPS seconds; no longer part of it. */
  readonly gps_end: number;
  /** Codes of the detectors that took part, where they are known. */
  readonly detectors: readonly string[];
  /** The detail record. */
  readonly detail_url: string;
  /** Datasets of the run. */
  readonly datasets_url: string;
  /** Events of the run. */
  readonly events_url: string;
  /** Strain files of the run. */
  readonly strain_files_url: string;
  /** Timelines that have segments in the run. */
  readonly timelines_url: string;
}

export interface Dataset {
  /** Name of the dataset. */
  readonly name: string;
  /** Observing run. */
  readonly run: string;
  /** Description of the dataset; null if unknown. */
  readonly description: string | null;
  /** Sample rate in kHz. */
  readonly sample_rate_kHz: 4 | 16;
  /** Start of the dataset, GPS seconds. */
  readonly gps_start: number;
  /** End of the dataset, GPS seconds; no longer part of it. */
  readonly gps_end: number;
  /** Codes of the detectors that have files in the dataset. */
  readonly detectors: readonly string[];
  /** Names of the bits in its files: data quality first, then injections, each ascending. */
  readonly bitmask: readonly MaskBit[];
  /** Its strain files. */
  readonly strain_files_url: string;
  /** The detail record. */
  readonly detail_url: string;
}

export interface Catalog {
  /** Name of the catalog. */
  readonly name: string;
  /** Description of the catalog. */
  readonly description: string;
  /** DOI of the release as a URL, or null. */
  readonly doi: string | null;
  /** Event versions in the catalog. */
  readonly events_url: string;
  /** The detail record. */
  readonly detail_url: string;
}

export interface EventEntry {
  /** Name of the event. */
  readonly name: string;
  /** Strain files of the runs that hold the time of its last version. */
  readonly strain_files_url: string;
  /** The detail record. */
  readonly detail_url: string;
  /** Names that find the event, its own name first. */
  readonly aliases: readonly string[];
  /** Every version of the event, ascending. */
  readonly versions: readonly VersionLink[];
}

/** Body of 200 for /api/v2/events/<name>. */
export interface EventDetail {
  /** Name of the event. */
  readonly name: string;
  /** Id in GraceDB; null where it is not known. */
  readonly grace_id: string | null;
  /** Observing run at the time of its last version, or the one on record; null outside the runs. */
  readonly run: string | null;
  /** Notices of the candidate; null without a grace_id. */
  readonly gcn_notice: string | null;
  /** Circulars about the candidate; null without a grace_id. */
  readonly gcn_circular: string | null;
  /** Names that find the event, its own name first. */
  readonly aliases: readonly string[];
  /** Every version of the event, ascending. */
  readonly versions: readonly VersionLink[];
}

export interface Timeline {
  /** Name of the flag: its detector, then what it says. */
  readonly name: string;
  /** Code of the detector. */
  readonly detector: string;
  /** Runs in which the flag has segments, by start time. */
  readonly run_names: readonly string[];
  /** When the flag was set. */
  readonly segments_url: string;
  /** The detail record. */
  readonly detail_url: string;
}

export interface Segment {
  /** Start of the segment, GPS seconds. */
  readonly start: number;
  /** End of the segment, GPS seconds; no longer part of it. */
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
  /** The file, in the archive. */
  readonly download_url: string;
}

export interface ParameterSet {
  /** Name of the analysis or search; the catalog, where the default parameters are the one set. */
  readonly name: string;
  /** Description of the set, in a sentence; null if unknown. */
  readonly description: string | null;
  /** Day on which the set was published; null where it is not known. */
  readonly date_added: string | null;
  /** The samples or the data behind the set; null where there are none. */
  readonly data_url: string | null;
  /** Program that made it, such as pycbc; null where that is not known. */
  readonly pipeline: string | null;
  /** Origin of the set: parameter estimation or a search; null if unknown. */
  readonly pipeline_type: 'pe' | 'search' | null;
  /** Waveform family of the analysis; null where it is not known. */
  readonly waveform_family: string | null;
  /** True for the set that the default parameters come from. */
  readonly is_preferred: boolean;
  /** Links to more about the set. */
  readonly links: readonly SetLink[];
  /** Parameters that the set states, in the order of default-parameters.yaml, those that are no default ones last. */
  readonly parameters: readonly ParameterObject[];
}

export interface MaskBit {
  /** Name of the bit. */
  readonly name: string;
  /** Meaning of the bit when it is set; null if unknown. */
  readonly description: string | null;
  /** Number of the bit, counted from 0 in each type. */
  readonly bit: number;
  /** DQ: data quality. INJ: injections. */
  readonly mask_type: 'DQ' | 'INJ';
}

export interface ParameterObject {
  /** Name of the parameter: in underscore form, or as the source of a parameter set spells it. */
  readonly name: string;
  /** Unit of best and both errors; empty where the parameter has none. */
  readonly unit: string;
  /** Meaning of the parameter. */
  readonly description: string;
  /** Best value, or the limit. In `unit`. */
  readonly best: number;
  /** Distance to the upper end of the interval, 0 or more, or null. In `unit`. */
  readonly upper_error: number | null;
  /** Distance to the lower end of the interval, 0 or less, or null. In `unit`. */
  readonly lower_error: number | null;
  /** True where best is an upper limit. */
  readonly is_upper_limit: boolean;
  /** True where best is a lower limit. */
  readonly is_lower_limit: boolean;
}

export interface VersionLink {
  /** Version of the event. */
  readonly version: number;
  /** Catalog that published the version. */
  readonly catalog: string;
  /** The detail record. */
  readonly detail_url: string;
}

/** Body of 200 for OPTIONS. */
export interface Description {
  /** Name of the resource at the path. */
  readonly name: string;
  /** Description of the resource, in a sentence. */
  readonly description: string;
  /** Media types of answers. */
  readonly renders: readonly ('application/json' | 'text/csv; charset=utf-8')[];
  /**
   * Media types of request bodies: none.
   *
   * @maxItems 0
   */
  readonly parses: [];
  /** Query parameters, in documented order. */
  readonly parameters: readonly {
    /** Name in the query. */
    readonly name: string;
    /** Kind of value. */
    readonly type: 'GPS second' | 'integer' | 'enum' | 'list' | 'flag' | 'number' | 'text';
    /** Unit of the value; null where it has none. */
    readonly unit: string | null;
    /** Effect of the parameter, in a sentence. */
    readonly meaning: string;
    /** The value that a query without the parameter has; null where it has none. */
    readonly default: string | null;
    /** The values that are allowed, where they can be counted. */
    readonly allowed?: readonly string[];
  }[];
}

export interface SetLink {
  /** Where the link leads. */
  readonly url: string;
  /** Name of the link's target. */
  readonly label: string;
  /** Description of the link's target; null if there is no description. */
  readonly description: string | null;
}

/** Body of 200 for /api/v2/: the URL of each collection, by name. */
export interface Root {
  /** The strain files. */
  readonly 'strain-files': string;
  /** The event versions. */
  readonly 'event-versions': string;
  /** The names of the parameters. */
  readonly 'default-parameters': string;
  /** The observing runs. */
  readonly runs: string;
  /** The datasets. */
  readonly datasets: string;
  /** The catalogs. */
  readonly catalogs: string;
  /** The events. */
  readonly events: string;
  /** The timelines. */
  readonly timelines: string;
}

export interface BitSum {
  /** Number of the bit: 0 to 31 data quality, from 32 on injections. */
  readonly bit: number;
  /** Name of the bit; null where the dataset has none for it. */
  readonly name: string | null;
  /** Seconds of the file with the bit set. */
  readonly sum: number;
}

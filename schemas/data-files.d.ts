/**
 * Types of the input files. Generated from the schemas beside it by `npm run update`: do not edit.
 */

/** The detectors that strain files and event versions can refer to, in display order. */
export interface DetectorsFile {
  /**
   * Every detector that other files mention.
   *
   * Items: One detector.
   */
  readonly detectors: readonly {
    /** A capital letter and a digit, such as H1. */
    readonly code: string;
    /** Full name, such as LIGO Hanford. */
    readonly name: string;
  }[];
}

/** One observing run. */
export interface ObservingRun {
  /** Name of the run, such as O3a. */
  readonly name: string;
  /** First GPS second of the run. */
  readonly gps_start: number;
  /** GPS second at which the run ends, exclusive. */
  readonly gps_end: number;
  /**
   * Detectors that took part, if known.
   *
   * Items: A capital letter and a digit, such as H1, listed in detectors.yaml.
   */
  readonly detectors?: readonly string[];
}

/** The observing runs, each the GPS segment [gps_start, gps_end). */
export interface RunsFile {
  /** The observing runs. */
  readonly runs: readonly ObservingRun[];
}

/** One catalog. */
export interface Catalog {
  /** Name of the catalog; also a value of the release filter and part of file paths. */
  readonly name: string;
  /** Content of the catalog, in one sentence. */
  readonly description: string;
  /** A link to the data or publication, such as https://doi.org/10.7935/6xqf-ba54. */
  readonly doi?: string;
  /**
   * Authors of the catalog, for citations: people or collaborations, in the order of the publication.
   *
   * Items: Text on one line, not empty, without control characters.
   */
  readonly authors?: readonly string[];
  /** Year of the first publication, for citations. Leave it out for a catalog that grew over several years. */
  readonly year?: number;
  /** Publisher of the catalog's data, such as Zenodo, for citations. Leave it out if it is the source in the configuration. */
  readonly publisher?: string;
  /** A link to the paper on the catalog, for citations, such as https://arxiv.org/abs/2111.03606. */
  readonly paper?: string;
  /** Title of that paper, as published. */
  readonly paper_title?: string;
  /** A link to the file with the sky maps of all events in the catalog, for versions without a sky map of their own. */
  readonly sky_maps?: string;
  /**
   * Names of the member catalogs. A catalog with members is cumulative, and has no event versions of its own.
   *
   * Items: Letters, digits, dots, underscores and hyphens, beginning with a letter or digit. The name becomes part of a file path.
   */
  readonly members?: readonly string[];
  /**
   * Short names that programs use for the catalog, such as GWTC-3. The older interfaces redirect them to the catalog.
   *
   * Items: Letters, digits, dots, underscores and hyphens, beginning with a letter or digit. The name becomes part of a file path.
   */
  readonly aliases?: readonly string[];
  /** True if the older interfaces list bulk strain files for versions without strain files of their own: the files of the run that contain the event, or files from the version's detectors if the data do not list the run's files. If a version has bulk_detectors, those detectors are used instead. */
  readonly bulk_strain?: boolean;
  /** Units that the older interfaces spell differently for this catalog, by parameter name. */
  readonly legacy_units?: {
    /** A unit, such as M_sun; empty for a dimensionless quantity. */
    readonly [k: string]: string;
  };
}

/** The catalogs that event versions belong to, in display order. */
export interface CatalogsFile {
  /** Catalogs, in the order in which the API lists them. */
  readonly catalogs: readonly Catalog[];
}

/** One parameter. */
export interface ParameterDefinition {
  /** Name with underscores, such as mass_1_source. */
  readonly name: string;
  /** A unit, such as M_sun; empty for a dimensionless quantity. */
  readonly unit: string;
  /** Meaning of the parameter, in one sentence. */
  readonly description: string;
}

/** The parameters that event versions can have, in the order in which responses list them. */
export interface ParametersFile {
  /** Default parameters, in the order in which responses list them. */
  readonly default_parameters: readonly ParameterDefinition[];
  /**
   * Parameters that occur only in parameter sets. Responses list them after the default parameters. Queries cannot filter by them.
   *
   * Items: One parameter that occurs only in parameter sets.
   */
  readonly other_parameters?: readonly {
    /** Name as published. */
    readonly name: string;
    /** A unit, such as M_sun; empty for a dimensionless quantity. */
    readonly unit: string;
    /** Meaning of the parameter, in one sentence. */
    readonly description: string;
  }[];
}

/** Value of one parameter with its credible interval. */
export interface ParameterValue {
  /** Best value, in the parameter's unit; if a limit flag is set, the limit. */
  readonly best: number;
  /** Distance from best to the upper end of the interval, 0 or more. */
  readonly upper_error?: number | null;
  /** Distance from best to the lower end of the interval, 0 or less. */
  readonly lower_error?: number | null;
  /** True if best is an upper limit, which has no errors. */
  readonly is_upper_limit?: boolean;
  /** True if best is a lower limit, which has no errors. */
  readonly is_lower_limit?: boolean;
}

/** Values by parameter name. The names must be in default_parameters in default-parameters.yaml. */
export interface ParameterValues {
  readonly [k: string]: ParameterValue;
}

/** The result of one analysis or search for the event version. */
export interface ParameterSet {
  /** Name of the set, unique within the event version. */
  readonly name: string;
  /** Description of the set, in one sentence. */
  readonly description?: string;
  /** The day on which the set was published, such as 2026-05-22. */
  readonly date_added?: string;
  /** Program that made the set, such as pycbc. */
  readonly pipeline?: string;
  /** pe: parameter estimation; search: a search pipeline. */
  readonly pipeline_type?: 'pe' | 'search';
  /** Waveform family, such as C01:Mixed. */
  readonly waveform_family?: string;
  /** Link to the analysis data. */
  readonly data_url?: string;
  /** True for the analysis that the catalog prefers. False if not given. */
  readonly is_preferred?: boolean;
  /**
   * Links to products of the analysis.
   *
   * Items: One link.
   */
  readonly links?: readonly {
    /** A link that begins with http:// or https://. */
    readonly url: string;
    /** Kind of the link's target, such as skymap. */
    readonly label: string;
    /** Description of the link's target. */
    readonly description?: string;
  }[];
  /** Values by parameter name. The names must be in default_parameters or other_parameters in default-parameters.yaml. */
  readonly parameters?: {
    readonly [k: string]: ParameterValue;
  };
}

/** One version of one event. */
export interface EventVersion {
  /** Name of the event, such as GW150914, in quotes if it has only digits. */
  readonly name: string;
  /** Version of the event, 1 or more. An event's versions need not start at 1 or be contiguous. */
  readonly version: number;
  /** Short name in the service, if it is not <name>-v<version>. Clients can look up the version by this name too. */
  readonly short_name?: string;
  /** GPS time of the event in seconds, with up to one decimal place, between the years 1995 and 2106. */
  readonly gps: number;
  /** A link to the publication or data, such as https://doi.org/10.7935/82h3-hh23. */
  readonly doi?: string;
  /** A page about the version, for the older interfaces: a link, or a path on the service. */
  readonly reference?: string;
  /**
   * The detectors, 1 to 4, that have data at the event's time.
   *
   * Items: A capital letter and a digit, such as H1, listed in detectors.yaml.
   */
  readonly detectors: readonly string[];
  /** Set if this version's detectors are not recorded: they are copied from the event's latest version. */
  readonly detectors_source?: 'latest-version';
  /**
   * Detectors whose bulk strain files at the event's time are listed by the older interfaces, for versions without strain files of their own.
   *
   * Items: A capital letter and a digit, such as H1, listed in detectors.yaml.
   */
  readonly bulk_detectors?: readonly string[];
  readonly parameters?: ParameterValues;
  /** Results of single analyses and searches. If there are none, the default parameters are shown as one set. */
  readonly parameter_sets?: readonly ParameterSet[];
}

/** The event versions of the catalog that the file is named after. */
export interface EventVersionsFile {
  /** Name of the catalog; the same as the file's name without .yaml. */
  readonly catalog: string;
  /** The event versions of the catalog, the latest event first. */
  readonly event_versions: readonly EventVersion[];
}

/** One event. */
export interface EventFacts {
  /** Name of the event, as in event-versions/, in quotes if it has only digits. */
  readonly name: string;
  /** Id in GraceDB, such as S241110br. */
  readonly grace_id?: string;
  /** Set if no source gives the id: it is the id of GraceDB's candidate at the event's time. */
  readonly grace_id_source?: 'time';
  /** Recorded observing run, listed in runs.yaml. Takes precedence over the run that contains the event's time. */
  readonly run?: string;
  /**
   * Other names by which the event can be looked up. They must not be names, short names or aliases of other events.
   *
   * Items: Letters, digits, dots, underscores and hyphens, beginning with a letter or digit. The name becomes part of a file path.
   */
  readonly aliases?: readonly string[];
}

/** Facts about whole events. An event needs an entry only if there is such a fact. */
export interface EventsFile {
  /** Events with facts that do not belong to a single version. */
  readonly events: readonly EventFacts[];
}

/** [first_gps_start, count]: start of the first file, and number of files. */
export type Block = readonly [number, number];

/** One bit. */
export interface MaskBit {
  /** 0 to 31: bit of the data-quality mask; 32 and up: bit of the injection mask, plus 32. */
  readonly bit: number;
  /** Name of the bit, such as DATA. */
  readonly name: string;
  /** Meaning of the bit when it is set. */
  readonly description?: string;
}

/** The strain files of one detector. */
export interface Series {
  /** A capital letter and a digit, such as H1, listed in detectors.yaml. */
  readonly detector: string;
  /** First part of the file names, up to the GPS time, such as H-H1_LOSC_4_V1. */
  readonly file_prefix: string;
  /** Blocks of consecutive 4096 s files. */
  readonly blocks: readonly Block[];
}

/** The strain files of the dataset that the file is named after: one observing run at one sample rate. */
export interface StrainDataset {
  /** Name of the dataset; the same as the file's name without .yaml. Part of the path below /archive/data/. */
  readonly dataset: string;
  /** Name of the observing run, listed in runs.yaml. */
  readonly run: string;
  /** Description of the dataset, in one sentence. */
  readonly description?: string;
  /** Sample rate in kHz. */
  readonly sample_rate_kHz: 4 | 16;
  /** First GPS second that the dataset covers. Default: the start of its run. */
  readonly gps_start?: number;
  /** GPS second at which the dataset ends, exclusive. Default: the end of its run. */
  readonly gps_end?: number;
  /**
   * Detectors of the dataset. Default: the detectors of its series.
   *
   * Items: A capital letter and a digit, such as H1, listed in detectors.yaml.
   */
  readonly detectors?: readonly string[];
  /** Names of the mask bits in the files. Bits 0 to 31 are data quality, bits 32 to 63 are hardware injections. */
  readonly bits?: readonly MaskBit[];
  /** One element for each detector, with its files; empty if the files are unknown. */
  readonly series: readonly Series[];
}

/** One detector's files around one event version. */
export interface EventStrainFiles {
  /** Name of the event, in quotes if it has only digits. */
  readonly name: string;
  /** Version of the event, which must be in the same catalog's file in event-versions/. */
  readonly version: number;
  /** A capital letter and a digit, such as H1, listed in detectors.yaml. */
  readonly detector: string;
  /** First GPS second of the 32 s files, if known. */
  readonly gps_start_32?: number;
  /** First GPS second of the 2048 s files, which GW170817-v2 has instead of 4096 s files. */
  readonly gps_start_2048?: number;
  /** First GPS second of the 4096 s files, if known. */
  readonly gps_start_4096?: number;
  /** Set if no source names the files: their starts were computed from the event's time. */
  readonly start_source?: 'rule';
  /** Start of the file names at 16 kHz, if it is not H-H1_GWOSC_16KHZ_R1 (with the detector's own letter and code). */
  readonly file_prefix_16kHz?: string;
  /** Start of the file names at 4 kHz, if it is not H-H1_GWOSC_4KHZ_R1 (with the detector's own letter and code). */
  readonly file_prefix_4kHz?: string;
}

/** The short strain files (32 s and 4096 s, in one case 2048 s) around the event versions in the catalog that this file is named after. Each start stands for six strain files: GWF, HDF and TXT at 16 and 4 kHz. */
export interface EventStrainFilesFile {
  /** Name of the catalog; the same as the file's name without .yaml. */
  readonly catalog: string;
  /** Strain files of the catalog's event versions, with one element for each version and detector. */
  readonly event_strain_files: readonly EventStrainFiles[];
}

/** One line in strain-statistics/<dataset>.ndjson. A missing or null member is unknown. */
export interface FileStatistics {
  /** A capital letter and a digit, such as H1, listed in detectors.yaml. */
  readonly detector: string;
  /** GPS seconds, a multiple of 4096. */
  readonly gps_start: number;
  /** Size of the HDF5 file in bytes. */
  readonly filesize_bytes?: number | null;
  /** Smallest strain in the file (dimensionless). */
  readonly min_strain?: number | null;
  /** Largest strain in the file. */
  readonly max_strain?: number | null;
  /** Mean of the strain. */
  readonly mean_strain?: number | null;
  /** Standard deviation of the strain. */
  readonly stdev_strain?: number | null;
  /** Fraction of the samples without data, 0 to 1. */
  readonly nans_fraction?: number | null;
  /** Share of the time with data, in percent. */
  readonly duty_cycle?: number | null;
  /** Band-limited root mean square of the strain at 200 Hz. */
  readonly BLRMS200?: number | null;
  /** Band-limited root mean square of the strain at 1000 Hz. */
  readonly BLRMS1000?: number | null;
  /** Distance to which a binary neutron star merger can be detected, in Mpc. */
  readonly BNS?: number | null;
  /** Seconds with each mask bit set, ascending by bit. */
  readonly bitsums?:
    | readonly {
        /** Bit number; injection bits are 32 and up. */
        readonly bit: number;
        /** Seconds with the bit set. */
        readonly sum: number;
      }[]
    | null;
}

/** [start, stop), in whole GPS seconds: the flag is set from start up to, but not including, stop. */
export type Segment = readonly [number, number];

/** One flag in one run. */
export interface Flag {
  /** Name of the flag, which begins with its detector. */
  readonly name: string;
  /** Segments in ascending order; each starts where the previous segment stops, or later. */
  readonly segments: readonly Segment[];
}

/** Segments in which the data-quality flags were set, in the observing run that the file is named after. */
export interface TimelinesFile {
  /** Name of the run, listed in runs.yaml; the same as the file's name without .yaml. */
  readonly run: string;
  /** Data-quality flags of the run, each with its segments. */
  readonly flags: readonly Flag[];
}

/**
 * Types of the exchange format for community catalogs. Generated from its schema by `npm run update`: do not edit.
 */

/** The value of one parameter. */
export interface CommunityValue {
  /** Name of the parameter; pastro and snr have names of their own here. */
  readonly parameter_name: string;
  /** The best value, or the bound itself. */
  readonly best?: number;
  /** Older spelling of best. */
  readonly median?: number;
  /** A number, or null. */
  readonly upper_error?: number | null;
  /** A number, or null. */
  readonly upper_95?: number | null;
  /** A number, or null. */
  readonly lower_error?: number | null;
  /** A number, or null. */
  readonly lower_05?: number | null;
  /** False where it is not given. */
  readonly is_upper_bound?: boolean | null;
  /** False where it is not given. */
  readonly is_lower_bound?: boolean | null;
  /** Decimals of the best value to show. */
  readonly decimal_places?: number | null;
  /** Unit of the value; null where it has no dimension. */
  readonly unit?: string | null;
}

/** The result of one search for an event. */
export interface CommunitySearch {
  /** Name of the pipeline. */
  readonly pipeline_name: string;
  /** Values of parameters, each of them once. */
  readonly parameters: readonly CommunityValue[];
}

/** A link to a product of an analysis. */
export interface CommunityLink {
  /** Where it leads to. */
  readonly url: string;
  /** Kind of its target, such as skymap. */
  readonly content_type: string;
  /** The same in words. */
  readonly description?: string | null;
}

/** The result of one analysis of an event. */
export interface CommunityPeSet {
  /** Name of the analysis. */
  readonly pe_set_name: string;
  /** The waveforms that were used. */
  readonly waveform_family?: string | null;
  /** Link to the data of the analysis. */
  readonly data_url?: string | null;
  /** False where it is not given. */
  readonly is_preferred?: boolean | null;
  /** Values of parameters, each of them once. */
  readonly parameters: readonly CommunityValue[];
  /** Links to products of the analysis. */
  readonly links?: readonly CommunityLink[] | null;
}

/** One event of the catalog. */
export interface CommunityEvent {
  /** Name of the event, GWYYMMDD_HHMMSS. */
  readonly event_name: string;
  /** GPS time of the event in seconds. */
  readonly gps: number;
  /** A remark. */
  readonly event_description?: string | null;
  /** Codes of the detectors. */
  readonly detectors?: readonly string[] | null;
  /** Id of the event in GraceDB. */
  readonly gracedb_id?: string | null;
  /** Results of searches, one element for each pipeline. */
  readonly search: readonly CommunitySearch[];
  /** Parameter estimations; just one of them is preferred. */
  readonly pe_sets?: readonly CommunityPeSet[] | null;
}

/** A catalog in the exchange format of the gwosc-catalog tool, as far as an import reads it. Values have two spellings: best, upper_error, lower_error, and the older median, upper_95, lower_05. Optional members may be null. */
export interface CommunityCatalog {
  /** Version of the format; not looked at. */
  readonly schema_version?: string | null;
  /** Name of the catalog. */
  readonly catalog_name: string;
  /** Content of the catalog. */
  readonly catalog_description?: string | null;
  /** Link to the publication or data release. */
  readonly doi?: string | null;
  /** Day of the release, YYYY-MM-DD. */
  readonly release_date?: string | null;
  /** The events, each with its searches and analyses. */
  readonly events: readonly CommunityEvent[];
}

/**
 * Types of the exchange format for community catalogs. Generated from its schema by `npm run update`: do not edit.
 */

/** The value of one parameter. */
export interface CommunityValue {
  /** Name of the parameter. In this format, p_astro is called pastro, and network_matched_filter_snr is called snr. */
  readonly parameter_name: string;
  /** Best value, or the bound. */
  readonly best?: number;
  /** Older name for best. */
  readonly median?: number;
  /** A number, or null. */
  readonly upper_error?: number | null;
  /** A number, or null. */
  readonly upper_95?: number | null;
  /** A number, or null. */
  readonly lower_error?: number | null;
  /** A number, or null. */
  readonly lower_05?: number | null;
  /** False if not given. */
  readonly is_upper_bound?: boolean | null;
  /** False if not given. */
  readonly is_lower_bound?: boolean | null;
  /** Number of decimal places to show for the best value. */
  readonly decimal_places?: number | null;
  /** Unit of the value; null if the value is dimensionless. */
  readonly unit?: string | null;
}

/** The result of one search for an event. */
export interface CommunitySearch {
  /** Name of the pipeline. */
  readonly pipeline_name: string;
  /** Parameter values; each parameter appears once. */
  readonly parameters: readonly CommunityValue[];
}

/** A link to a product of an analysis. */
export interface CommunityLink {
  /** URL of the target. */
  readonly url: string;
  /** Kind of target, such as skymap. */
  readonly content_type: string;
  /** Description of the target. */
  readonly description?: string | null;
}

/** The result of one analysis of an event. */
export interface CommunityPeSet {
  /** Name of the analysis. */
  readonly pe_set_name: string;
  /** Waveform family of the analysis. */
  readonly waveform_family?: string | null;
  /** Link to the analysis data. */
  readonly data_url?: string | null;
  /** False if not given. */
  readonly is_preferred?: boolean | null;
  /** Parameter values; each parameter appears once. */
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
  /** Parameter estimations; exactly one of them must be preferred. */
  readonly pe_sets?: readonly CommunityPeSet[] | null;
}

/** A catalog in the exchange format of the gwosc-catalog tool, with the members that an import reads. A value has best, upper_error and lower_error, or the older names median, upper_95 and lower_05. Optional members may be null. */
export interface CommunityCatalog {
  /** Version of the format; ignored. */
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

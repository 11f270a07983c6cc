/**
 * The values of the input files as their schemas describe them, before they become the types of `types.ts`.
 * Units as in `types.ts`; the names are those of the files.
 */

export interface RawDetectors {
  readonly detectors: readonly { readonly code: string; readonly name: string }[];
}

export interface RawRuns {
  readonly runs: readonly {
    readonly name: string;
    readonly gps_start: number;
    readonly gps_stop: number;
    readonly detectors?: readonly string[];
  }[];
}

export interface RawCatalogs {
  readonly catalogs: readonly {
    readonly name: string;
    readonly description: string;
    readonly doi?: string;
    readonly members?: readonly string[];
    readonly older_units?: Readonly<Record<string, string>>;
  }[];
}

export interface RawParameter {
  readonly name: string;
  readonly unit: string;
  readonly description: string;
}

export interface RawParameters {
  readonly default_parameters: readonly RawParameter[];
  readonly other_parameters?: readonly RawParameter[];
}

export interface RawValue {
  readonly best: number;
  readonly upper_error?: number | null;
  readonly lower_error?: number | null;
  readonly is_upper_limit?: boolean;
  readonly is_lower_limit?: boolean;
}

export type RawValues = Readonly<Record<string, RawValue>>;

export interface RawParameterSet {
  readonly name: string;
  readonly description?: string;
  readonly date_added?: string;
  readonly pipeline?: string;
  readonly pipeline_type?: 'pe' | 'search';
  readonly waveform_family?: string;
  readonly data_url?: string;
  readonly is_preferred?: boolean;
  readonly links?: readonly { readonly url: string; readonly label: string; readonly description?: string }[];
  readonly parameters?: RawValues;
}

export interface RawEventVersion {
  readonly name: string;
  readonly version: number;
  readonly short_name?: string;
  readonly gps: number;
  readonly doi?: string;
  readonly reference?: string;
  readonly detectors: readonly string[];
  readonly detectors_source?: 'latest-version';
  readonly bulk_detectors?: readonly string[];
  readonly parameters?: RawValues;
  readonly parameter_sets?: readonly RawParameterSet[];
}

/** `event-versions/<catalog>.yaml` */
export interface RawEventVersions {
  readonly catalog: string;
  readonly event_versions: readonly RawEventVersion[];
}

export interface RawEvent {
  readonly name: string;
  readonly grace_id?: string;
  readonly grace_id_source?: 'time';
  readonly run?: string;
  readonly aliases?: readonly string[];
}

/** `events.yaml` */
export interface RawEvents {
  readonly events: readonly RawEvent[];
}

/** [first_gps_start, count] */
export type RawBlock = readonly [number, number];

export interface RawSeries {
  readonly detector: string;
  readonly file_prefix: string;
  readonly blocks: readonly RawBlock[];
}

/** `strain-files/<dataset>.yaml` */
export interface RawDataset {
  readonly dataset: string;
  readonly run: string;
  readonly description?: string;
  readonly sample_rate_kHz: 4 | 16;
  readonly gps_start?: number;
  readonly gps_end?: number;
  readonly detectors?: readonly string[];
  readonly bits?: readonly { readonly bit: number; readonly name: string; readonly description?: string }[];
  readonly series: readonly RawSeries[];
}

export interface RawEventStrainFiles {
  readonly name: string;
  readonly version: number;
  readonly detector: string;
  readonly gps_start_32?: number;
  readonly gps_start_2048?: number;
  readonly gps_start_4096?: number;
  readonly start_source?: 'rule';
  readonly file_prefix_16kHz?: string;
  readonly file_prefix_4kHz?: string;
}

/** `event-strain-files/<catalog>.yaml` */
export interface RawEventStrainFilesOfCatalog {
  readonly catalog: string;
  readonly event_strain_files: readonly RawEventStrainFiles[];
}

/** [start, stop) */
export type RawSegment = readonly [number, number];

/** `timelines/<run>.yaml` */
export interface RawTimelines {
  readonly run: string;
  readonly flags: readonly { readonly name: string; readonly segments: readonly RawSegment[] }[];
}

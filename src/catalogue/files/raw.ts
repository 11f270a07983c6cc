/**
 * The values of the input files as their schemas describe them, before they become the types of `types.ts`.
 * Units as in `types.ts`; the names are those of the files.
 */

export interface RawDetectors {
  readonly detectors: readonly { readonly code: string; readonly name: string }[];
}

export interface RawRuns {
  readonly runs: readonly { readonly name: string; readonly gps_start: number; readonly gps_stop: number }[];
}

export interface RawCatalogs {
  readonly catalogs: readonly { readonly name: string; readonly description: string }[];
}

export interface RawParameters {
  readonly default_parameters: readonly {
    readonly name: string;
    readonly unit: string;
    readonly description: string;
  }[];
}

export interface RawValue {
  readonly best: number;
  readonly upper_error?: number | null;
  readonly lower_error?: number | null;
  readonly is_upper_limit?: boolean;
  readonly is_lower_limit?: boolean;
}

export interface RawEventVersion {
  readonly name: string;
  readonly version: number;
  readonly gps: number;
  readonly doi?: string;
  readonly detectors: readonly string[];
  readonly detectors_source?: 'latest-version';
  readonly aliases?: readonly string[];
  readonly parameters?: Readonly<Record<string, RawValue>>;
}

/** `event-versions/<catalog>.yaml` */
export interface RawEventVersions {
  readonly catalog: string;
  readonly event_versions: readonly RawEventVersion[];
}

/** [first_gps_start, count] */
export type RawFileRun = readonly [number, number];

export interface RawSeries {
  readonly detector: string;
  readonly file_prefix: string;
  readonly file_runs: readonly RawFileRun[];
}

/** `strain-files/<dataset>.yaml` */
export interface RawDataset {
  readonly dataset: string;
  readonly run: string;
  readonly sample_rate_kHz: 4 | 16;
  readonly bits?: readonly { readonly bit: number; readonly name: string }[];
  readonly series: readonly RawSeries[];
}

/**
 * Columns of the downloadable tables: members of wire types with their types in Parquet. A misspelt member does not compile. Build time;
 * pure.
 */

import type { EventVersionDetail, StrainFileDetail } from '../../core/contract/wire.ts';

/**
 * `time`: UTC without a zone, as in responses. `list`: texts joined with `|`, as in CSV. `parameters`: a list of parameter objects,
 * which has four columns for each parameter of the catalogue. `left out`: not a column.
 */
export type ColumnType = 'text' | 'link' | 'integer' | 'number' | 'flag' | 'time' | 'list' | 'parameters' | 'left out';

/** By member, in the order of the columns. */
export type Columns = Readonly<Record<string, ColumnType>>;

/** The members that become columns. */
export const membersOf = (columns: Columns): string[] =>
  Object.keys(columns).filter((member) => columns[member] !== 'left out');

type ColumnsOf<Wire> = { readonly [name in keyof Wire]-?: ColumnType };

/** The columns of the listing's CSV, then those of members that only records have. */
export const EVENT_VERSION_COLUMNS: ColumnsOf<EventVersionDetail> = {
  name: 'text',
  shortName: 'text',
  gps: 'number',
  version: 'integer',
  catalog: 'text',
  doi: 'text',
  detectors: 'list',
  detail_url: 'link',
  run: 'text',
  grace_id: 'text',
  aliases: 'list',
  is_last_version: 'flag',
  versions: 'left out',
  parameters_url: 'left out',
  timelines_url: 'left out',
  strain_files_url: 'left out',
  default_parameters: 'parameters',
};

/** All members of the records except bit sums, which do not fit into a table. */
export const STRAIN_FILE_COLUMNS: ColumnsOf<Omit<StrainFileDetail, 'bitsums'>> = {
  gps_start: 'integer',
  utc_start: 'time',
  detector: 'text',
  sample_rate_kHz: 'integer',
  hdf5_url: 'link',
  gwf_url: 'link',
  detail_url: 'link',
  run: 'text',
  dataset: 'text',
  duration: 'integer',
  filesize_bytes: 'integer',
  min_strain: 'number',
  max_strain: 'number',
  mean_strain: 'number',
  stdev_strain: 'number',
  nans_fraction: 'number',
  duty_cycle: 'number',
  BLRMS200: 'number',
  BLRMS1000: 'number',
  BNS: 'number',
};

/** Segments with flag and run. `import segments` reads these names. */
export const SEGMENT_COLUMNS = { flag: 'text', run: 'text', start: 'integer', stop: 'integer' } as const;

/**
 * Reads rows for strain files. A row describes a block of consecutive files, or a single file as in the API and the downloads. A single
 * file's links contain its dataset and the first part of its name.
 */
import { archivePath } from '../../core/contract/archive-paths.ts';
import { STRAIN_FILE_DURATION_S, STRAIN_STATISTICS } from '../../core/contract/wire.ts';
import type { Finding } from '../../report/problems.ts';
import { type ColumnTable, IGNORED, REQUIRED_NUMBER, REQUIRED_TEXT, REQUIRED_TIME, TEXT } from '../csv/csv-columns.ts';

export const BLOCK_COLUMNS: ColumnTable = {
  // If a cell is empty, the run is taken from the dataset.
  run: { ...TEXT, isRequired: true },
  dataset: REQUIRED_TEXT,
  detector: REQUIRED_TEXT,
  sample_rate_kHz: REQUIRED_NUMBER,
  file_prefix: REQUIRED_TEXT,
  first_gps_start: REQUIRED_TIME,
  count: REQUIRED_NUMBER,
};

/** Columns that are derived from others, or imported as statistics. */
const NOT_READ = ['utc_start', 'detail_url', 'duration', ...STRAIN_STATISTICS];

/** Columns in the API's CSV, which lacks run and dataset, and in the download. */
export const FILE_COLUMNS: ColumnTable = {
  gps_start: REQUIRED_TIME,
  detector: REQUIRED_TEXT,
  sample_rate_kHz: REQUIRED_NUMBER,
  hdf5_url: REQUIRED_TEXT,
  gwf_url: REQUIRED_TEXT,
  run: TEXT,
  dataset: TEXT,
  ...Object.fromEntries(NOT_READ.map((name) => [name, IGNORED])),
};

interface SeriesValues {
  readonly run?: string;
  readonly detector: string;
  readonly sample_rate_kHz?: unknown;
}

/** A row for a block of consecutive files. */
export interface BlockValues extends SeriesValues {
  readonly dataset: string;
  readonly file_prefix?: string | undefined;
  readonly first_gps_start?: unknown;
  readonly count?: unknown;
}

/** A row for one file. */
export interface FileValues extends SeriesValues {
  readonly dataset?: string;
  readonly gps_start?: unknown;
  readonly hdf5_url: string;
  readonly gwf_url: string;
}

const FILE_PATH = /\/([^/]+)\/\d+\/([^/]+)-\d+-\d+\.hdf5$/;

/** The dataset and the first part of the file name in a strain file's links; null if the links have another form. */
export function originOfLinks(
  hdf5Url: string,
  gwfUrl: string,
  gpsStart: number,
): { readonly dataset: string; readonly prefix: string } | null {
  const [hdf5, gwf] = [hdf5Url, gwfUrl].map((url) => url.replace(/\?.*$/, '')) as [string, string];
  const [, dataset = '', prefix = ''] = FILE_PATH.exec(hdf5) ?? [];
  const pathTo = (ending: string) => `/${archivePath(dataset, prefix, gpsStart, ending)}`;
  return hdf5.endsWith(pathTo('hdf5')) && gwf.endsWith(pathTo('gwf')) ? { dataset, prefix } : null;
}

/** A block, and what is wrong with its links. */
export interface LocatedBlock {
  readonly block: BlockValues;
  readonly findings: readonly Finding[];
}

/** A row for one file as a block. */
export function blockOfFile(values: FileValues): LocatedBlock {
  const { dataset: given = '', gps_start: start, hdf5_url, gwf_url, ...rest } = values;
  const origin = originOfLinks(hdf5_url, gwf_url, Number(start));
  const dataset = origin?.dataset ?? given;
  const block = { ...rest, dataset, file_prefix: origin?.prefix, first_gps_start: start, count: 1 };
  if (!origin) {
    const message = `hdf5_url and gwf_url do not belong to a strain file of ${STRAIN_FILE_DURATION_S} s with this gps_start`;
    const fix = 'correct gps_start or the links, which contain the dataset and the file name';
    return { block, findings: [{ code: 'D115', message, fix }] };
  }
  if (given === '' || given === dataset) return { block, findings: [] };
  const message = `dataset is "${given}", but the links lead to ${dataset}`;
  return { block, findings: [{ code: 'D113', message, fix: 'correct one of the two' }] };
}

/**
 * Reads rows of strain files: of blocks of consecutive files, or of single files as the API and the downloads list them, whose links contain
 * the dataset and the first part of the name. Pure.
 */
import type { RawDataset, RawSeries } from '../../catalogue/files/raw.ts';
import { archivePath } from '../../core/contract/archive-paths.ts';
import { STRAIN_FILE_DURATION_S, STRAIN_STATISTICS, type StrainFileDetail } from '../../core/contract/wire.ts';
import type { Finding } from '../../report/problems.ts';
import { numberCell, textCell } from '../csv/cells.ts';
import type { CsvColumns } from '../csv/csv-header.ts';
import type { CsvRow } from '../csv/read-csv.ts';

/** Derived from other columns, or imported as statistics. */
const IGNORED = ['utc_start', 'detail_url', 'duration', ...STRAIN_STATISTICS] as const;

type Member = Exclude<keyof StrainFileDetail, 'bitsums' | (typeof IGNORED)[number]>;
const REQUIRED = ['gps_start', 'detector', 'sample_rate_kHz', 'hdf5_url', 'gwf_url'] as const satisfies Member[];
/** Entries of the API lack these columns. */
const OPTIONAL = ['run', 'dataset'] as const satisfies Member[];

/** Columns in the CSV of the API and in the download. */
export const FILE_COLUMNS: CsvColumns = { required: REQUIRED, optional: [...OPTIONAL, ...IGNORED] };

/** A block of strain files; the run is undefined if it is that of the existing dataset. */
export type StrainFacts = Omit<RawDataset, 'run'> & { readonly run: string | undefined };

const FILE_PATH = /\/([^/]+)\/\d+\/([^/]+)-\d+-\d+\.hdf5$/;

/** The dataset and the first part of the file name in the links of a strain file; null if the links have another form. */
export function originOfLinks(
  hdf5Url: string,
  gwfUrl: string,
  gpsStart: number,
): { readonly dataset: string; readonly prefix: string } | null {
  const [hdf5, gwf] = [hdf5Url, gwfUrl].map((url) => url.replace(/\?.*$/, '')) as [string, string];
  const [, dataset = '', prefix = ''] = FILE_PATH.exec(hdf5) ?? [];
  const pathTo = (ending: string) => `/${archivePath(dataset, prefix, gpsStart, STRAIN_FILE_DURATION_S, ending)}`;
  return hdf5.endsWith(pathTo('hdf5')) && gwf.endsWith(pathTo('gwf')) ? { dataset, prefix } : null;
}

/** Reads the row of one file, or of a block of consecutive ones. */
export function readStrainRow(row: CsvRow): { facts: StrainFacts; findings: Finding[] } {
  const rate = numberCell(row.cell('sample_rate_kHz'));
  const detector = row.cell('detector');
  const start = row.cell('gps_start');
  const url = row.cell('hdf5_url');
  if (start === '' && url === '') {
    const [first, count] = [numberCell(row.cell('first_gps_start')), numberCell(row.cell('count'))];
    const series = { detector, file_prefix: row.cell('file_prefix'), blocks: [[first, count]] };
    return { facts: strainFacts(row.cell('dataset'), row.cell('run'), rate, series), findings: [] };
  }
  const origin = originOfLinks(url, row.cell('gwf_url'), Number(start));
  const dataset = origin?.dataset ?? row.cell('dataset');
  const findings: Finding[] = [];
  if (!origin) {
    const message = `hdf5_url and gwf_url do not belong to a strain file of ${STRAIN_FILE_DURATION_S} s with this gps_start`;
    findings.push({
      code: 'D115',
      message,
      fix: 'correct gps_start or the links, which contain the dataset and the file name',
    });
  } else if (row.cell('dataset') !== '' && row.cell('dataset') !== dataset) {
    const message = `dataset is "${row.cell('dataset')}", but the links lead to ${dataset}`;
    findings.push({ code: 'D113', message, fix: 'correct one of the two' });
  }
  const series = { detector, file_prefix: origin?.prefix, blocks: [[numberCell(start), 1]] };
  return { facts: strainFacts(dataset, textCell(row.cell('run')), rate, series), findings };
}

/** The series of a detector with one block; their types are not checked yet. */
type UncheckedSeries = { readonly [Member in keyof RawSeries]: unknown };

/** A block of strain files as a dataset that only has these, so that the checks of data files can be used. */
export function strainFacts(
  dataset: string,
  run: string | undefined,
  rate: unknown,
  series: UncheckedSeries,
): StrainFacts {
  return { dataset, run, sample_rate_kHz: rate, series: [series] } as unknown as StrainFacts;
}

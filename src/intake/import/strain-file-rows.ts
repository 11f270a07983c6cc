/**
 * Reads strain files as the API and the downloads list them: one row per file, whose links contain its dataset and the first part of its
 * name. In: such a row. Out: an equivalent row of `import strain-files`. Pure.
 */
import { archivePath } from '../../core/contract/archive-paths.ts';
import { STRAIN_FILE_DURATION_S, STRAIN_STATISTICS, type StrainFileDetail } from '../../core/contract/wire.ts';
import type { Finding } from '../../report/problems.ts';
import type { CsvRow } from './csv.ts';
import type { CsvColumns } from './csv-header.ts';

/** Derived from other columns, or imported as statistics. */
const IGNORED = ['utc_start', 'detail_url', 'duration', ...STRAIN_STATISTICS] as const;

type Member = Exclude<keyof StrainFileDetail, 'bitsums' | (typeof IGNORED)[number]>;
const REQUIRED = ['gps_start', 'detector', 'sample_rate_kHz', 'hdf5_url', 'gwf_url'] as const satisfies Member[];
/** Entries of the API lack these columns. */
const OPTIONAL = ['run', 'dataset'] as const satisfies Member[];

/** Columns in the CSV of the API and in the download. */
export const FILE_COLUMNS: CsvColumns = { required: REQUIRED, optional: [...OPTIONAL, ...IGNORED] };

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

/** A row for a block of files. */
export interface BlockRow extends CsvRow {
  /** Reasons why it cannot be read. */
  readonly findings: readonly Finding[];
}

/** Converts the row of one file to that of a block. A row of a block is returned unchanged. `runOf`: the observing run of a dataset. */
export function blockRowOf(row: CsvRow, runOf: (dataset: string) => string | undefined): BlockRow {
  const start = row.cell('gps_start');
  const url = row.cell('hdf5_url');
  if (start === '' && url === '') return { ...row, findings: [] };
  const origin = originOfLinks(url, row.cell('gwf_url'), Number(start));
  const dataset = origin?.dataset ?? row.cell('dataset');
  const run = row.cell('run') || runOf(dataset);
  const cells: Readonly<Record<string, string | undefined>> = {
    dataset,
    run,
    detector: row.cell('detector'),
    sample_rate_kHz: row.cell('sample_rate_kHz'),
    file_prefix: origin?.prefix,
    first_gps_start: start,
    count: '1',
  };
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
  } else if (run === undefined) {
    const fix = 'import the dataset first, or add a column "run"';
    findings.push({ code: 'D111', message: `the run of ${dataset}, a new dataset, is missing`, fix });
  }
  return { place: row.place, cell: (column) => cells[column] ?? '', findings };
}

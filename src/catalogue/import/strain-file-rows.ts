/**
 * Strain files as the API and the downloads list them: one row for each file, whose links say which dataset it is of and how its name
 * begins. In: such a row. Out: the row of `import strain-files` that says the same. Pure.
 */
import { archivePath } from '../../contract/archive-paths.ts';
import { STRAIN_FILE_DURATION_S, STRAIN_STATISTICS, type StrainFileDetail } from '../../contract/wire.ts';
import type { Finding } from '../files/problems.ts';
import type { CsvRow } from './csv.ts';
import type { CsvColumns } from './csv-header.ts';

/** What follows from the others, or is imported as statistics. */
const IGNORED = ['utc_start', 'detail_url', 'duration', ...STRAIN_STATISTICS] as const;

type Member = Exclude<keyof StrainFileDetail, 'bitsums' | (typeof IGNORED)[number]>;
const REQUIRED = ['gps_start', 'detector', 'sample_rate_kHz', 'hdf5_url', 'gwf_url'] as const satisfies Member[];
/** Entries of the API do not have them. */
const OPTIONAL = ['run', 'dataset'] as const satisfies Member[];

/** Columns of the CSV of the API, and of the download. */
export const FILE_COLUMNS: CsvColumns = { required: REQUIRED, optional: [...OPTIONAL, ...IGNORED] };

const FILE_PATH = /\/([^/]+)\/\d+\/([^/]+)-\d+-\d+\.hdf5$/;

/** The dataset that the links of a strain file lead to, and what its name begins with; null where they are those of no such file. */
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

/** The row of a block of files. */
export interface BlockRow extends CsvRow {
  /** Why it cannot be one. */
  readonly findings: readonly Finding[];
}

/** Makes the row of one file that of a run; one that is that of a run already stays as it is. `runOf`: the observing run of a dataset. */
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
    const message = `its links are not those of a strain file of ${STRAIN_FILE_DURATION_S} s with its gps_start`;
    findings.push({ code: 'D115', message, fix: 'correct gps_start or the links, which say dataset and file name' });
  } else if (row.cell('dataset') !== '' && row.cell('dataset') !== dataset) {
    const message = `dataset is "${row.cell('dataset')}", its links lead to ${dataset}`;
    findings.push({ code: 'D113', message, fix: 'correct one of the two' });
  } else if (run === undefined) {
    const fix = 'import the dataset first, or add a column "run"';
    findings.push({ code: 'D111', message: `the run of ${dataset}, which is no dataset yet, is missing`, fix });
  }
  return { place: row.place, cell: (column) => cells[column] ?? '', findings };
}

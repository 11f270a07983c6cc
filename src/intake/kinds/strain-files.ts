/**
 * Imports strain files into `strain-files/<dataset>.yaml`. One row per block of consecutive files, or per file, as in CSV files from the API
 * and in the download: its links contain the dataset and the beginning of its name. The files are merged into the dataset's existing blocks.
 * Their run, sample rate and prefix must match the dataset's; with --overwrite, they replace them for all its files. Reports count files,
 * not rows.
 */
import type { Mapping } from '../../catalogue/files/mapping.ts';
import { archivePath } from '../../core/contract/archive-paths.ts';
import { STRAIN_FILE_DURATION_S, STRAIN_STATISTICS } from '../../core/contract/wire.ts';
import type { Finding } from '../../report/problems.ts';
import { REQUIRED_NUMBER, REQUIRED_TEXT, REQUIRED_TIME, TEXT } from '../csv/columns.ts';
import { recordOf, type SourceRecord } from '../merge/records.ts';
import { datasetRecord } from './datasets.ts';
import type { ImportKindDefinition, ReadRow } from './import-kind.ts';

export const strainFiles: ImportKindDefinition = {
  noun: 'strain files',
  columns: {
    // If a cell is empty, the run is taken from the dataset.
    run: { ...TEXT, isRequired: true },
    dataset: REQUIRED_TEXT,
    detector: REQUIRED_TEXT,
    sample_rate_kHz: REQUIRED_NUMBER,
    /** The beginning of file names. */
    file_prefix: REQUIRED_TEXT,
    first_gps_start: REQUIRED_TIME,
    /** The number of files in the block. */
    count: REQUIRED_NUMBER,
  },
  readAll: (rows) => rows.map((block) => readBlock(block)),
  other: {
    columns: {
      gps_start: REQUIRED_TIME,
      detector: REQUIRED_TEXT,
      sample_rate_kHz: REQUIRED_NUMBER,
      hdf5_url: REQUIRED_TEXT,
      gwf_url: REQUIRED_TEXT,
      // The API's CSV lacks these two.
      run: TEXT,
      dataset: TEXT,
    },
    // These follow from the others, or are imported as statistics.
    ignored: new RegExp(`^(utc_start|detail_url|duration|${STRAIN_STATISTICS.join('|')})$`, 'i'),
    readAll: (rows) => rows.map(readFile),
  },
};

function readBlock(block: Mapping, findings: readonly Finding[] = []): ReadRow {
  const { dataset, detector, first_gps_start: first } = block;
  const label = `${dataset} ${detector} from GPS ${first ?? ''}`.trim();
  return { label, records: findings.length > 0 ? [] : strainRecords(block), findings };
}

/** The dataset and the series of a block of strain files. */
export function strainRecords(block: Mapping): [dataset: SourceRecord, series: SourceRecord] {
  const { dataset, run, sample_rate_kHz: rate, detector, file_prefix: prefix, first_gps_start: first, count } = block;
  return [
    { ...datasetRecord(recordOf({ dataset, run, sample_rate_kHz: rate })), counts: 'nothing' },
    seriesRecord(String(dataset), recordOf({ detector, file_prefix: prefix, blocks: [[first, count]] })),
  ];
}

export const seriesRecord = (dataset: string, value: Mapping): SourceRecord => ({
  kind: 'strain-files',
  stem: dataset,
  list: 'series',
  value,
  label: `${dataset} ${value.detector}`,
  counts: 'files',
});

/** Reads a row for one file as a block. */
function readFile({ dataset: given = '', gps_start: start, hdf5_url, gwf_url, ...rest }: Mapping): ReadRow {
  const parts = partsOfLinks(String(hdf5_url), String(gwf_url), Number(start));
  const dataset = parts?.dataset ?? given;
  const block = { ...rest, dataset, file_prefix: parts?.prefix, first_gps_start: start, count: 1 };
  if (!parts) {
    const message = `hdf5_url and gwf_url do not belong to a strain file of ${STRAIN_FILE_DURATION_S} s with this gps_start`;
    const fix = 'correct gps_start or the links, which contain the dataset and the file name';
    return readBlock(block, [{ code: 'D115', message, fix }]);
  }
  if (given === '' || given === dataset) return readBlock(block);
  const message = `dataset is "${given}", but the links lead to ${dataset}`;
  return readBlock(block, [{ code: 'D113', message, fix: 'correct one of the two' }]);
}

const FILE_PATH = /\/([^/]+)\/\d+\/([^/]+)-\d+-\d+\.hdf5$/;

/** The dataset and the beginning of the file name in a strain file's links; null if the links have another form. */
export function partsOfLinks(
  hdf5Url: string,
  gwfUrl: string,
  gpsStart: number,
): { readonly dataset: string; readonly prefix: string } | null {
  const [hdf5, gwf] = [hdf5Url, gwfUrl].map((url) => url.replace(/\?.*$/, '')) as [string, string];
  const [, dataset = '', prefix = ''] = FILE_PATH.exec(hdf5) ?? [];
  const pathTo = (ending: string) => `/${archivePath(dataset, prefix, gpsStart, ending)}`;
  return hdf5.endsWith(pathTo('hdf5')) && gwf.endsWith(pathTo('gwf')) ? { dataset, prefix } : null;
}

/**
 * The downloads: whole collections, one file for each, in widely used formats. They depend only on the lines and the index of a release,
 * and use the functions that answer requests. Build time; pure except for the packs passed to them.
 */

import { WITH_PARAMETERS } from '../../core/collections/event-versions.ts';
import type { CollectionName } from '../../core/collections/registry.ts';
import { recordLines } from '../../core/contract/collection.ts';
import { type DownloadName, downloadPath } from '../../core/contract/downloads.ts';
import { toCsv } from '../../core/listing/csv.ts';
import { CSV_COLUMNS } from '../render/csv-columns.ts';
import { CATALOGUE_COLLECTIONS, catalogueOf } from './catalogue.ts';
import { createCellFinder, createColumnPicker } from './cells.ts';
import { type Columns, EVENT_VERSION_COLUMNS, SEGMENT_COLUMNS, STRAIN_FILE_COLUMNS } from './columns.ts';
import { type Encoder, encodeCsv, encodeJson, entriesOf } from './formats.ts';
import { bodyOf, type Lines, linesOf, type Source, segmentLines } from './lines.ts';

const parametersOf = ({ release }: Source) => release.data.vocabulary.parameters;

function records(name: string, source: Source): Lines {
  const collection = source.release.collections.find((one) => one.name === name);
  const set = collection && recordLines(collection);
  if (!set) throw new Error(`${name} has no records`);
  return linesOf(set, source);
}

/** The CSV of entries joined by commas, with its header line. */
type CsvOf = (json: Uint8Array) => Uint8Array;

interface Table {
  /** Collections in this table. */
  readonly collections: readonly CollectionName[];
  readonly lines: (source: Source) => Lines;
  /** Members of the entries, in their order. */
  readonly columns: readonly string[];
  /** Encoders by file name. All of them are fed in one pass over the entries. */
  readonly files: Partial<Record<DownloadName, (csvOf: CsvOf, source: Source) => Encoder | Promise<Encoder>>>;
}

const NOTHING = new Uint8Array(0);

const csv = (csvOf: CsvOf): Encoder => encodeCsv(csvOf(NOTHING));

/** The columns that the listing has too, so that the file equals its CSV. */
const eventVersionsCsv = (csvOf: CsvOf, source: Source): Encoder => {
  const header = toCsv(bodyOf(NOTHING), CSV_COLUMNS[WITH_PARAMETERS], parametersOf(source));
  const namesIn = (line: Uint8Array) => new TextDecoder().decode(line).trimEnd().split(',');
  const pick = createColumnPicker(namesIn(csvOf(NOTHING)), namesIn(header));
  return encodeCsv(header, (entries) => pick(entries.cells()));
};

/** Loaded only when needed: the library has some fifty modules. */
const loadParquet = () => import('./parquet.ts');

/** Loads the libraries for these downloads, which otherwise are loaded with the first file that needs them. */
export async function loadLibraries(names: readonly DownloadName[]): Promise<void> {
  if (names.some((name) => name.endsWith('.parquet'))) await loadParquet();
}

const parquet = (columns: Columns) => async (_: CsvOf, source: Source) => {
  const { encodeParquet } = await loadParquet();
  return encodeParquet(
    columns,
    parametersOf(source).map(({ name }) => name),
  );
};

const TABLES: readonly Table[] = [
  {
    collections: ['strain-files'],
    lines: (source) => records('strain-files', source),
    columns: Object.keys(STRAIN_FILE_COLUMNS),
    files: {
      'strain-files.csv.gz': csv,
      'strain-files.json.gz': encodeJson,
      'strain-files.parquet': parquet(STRAIN_FILE_COLUMNS),
    },
  },
  {
    collections: ['event-versions'],
    lines: (source) => records('event-versions', source),
    columns: Object.keys(EVENT_VERSION_COLUMNS),
    files: { 'event-versions.csv': eventVersionsCsv, 'event-versions.parquet': parquet(EVENT_VERSION_COLUMNS) },
  },
  {
    collections: ['event-versions'],
    lines: (source) => linesOf(WITH_PARAMETERS, source),
    columns: CSV_COLUMNS[WITH_PARAMETERS],
    files: { 'event-versions.json': encodeJson },
  },
  {
    collections: ['timelines', 'segments'],
    lines: segmentLines,
    columns: Object.keys(SEGMENT_COLUMNS),
    files: { 'segments.csv': csv, 'segments.parquet': parquet(SEGMENT_COLUMNS) },
  },
];

/** Files that are created together because they have the same input. */
export interface Download {
  /** In the site. */
  readonly paths: readonly string[];
  /** Names of the collections that it contains. */
  readonly collections: readonly string[];
  /** The uncompressed content in parts, those of each file in order. */
  content(source: Source): AsyncIterable<readonly [path: string, part: Uint8Array]>;
}

/** The selected files of a table; null if there are none. */
function downloadOf({ collections, lines, columns, files }: Table, names: readonly DownloadName[]): Download | null {
  const wanted = names.filter((name) => files[name]);
  if (wanted.length === 0) return null;
  return {
    paths: wanted.map(downloadPath),
    collections,
    async *content(source) {
      const csvOf: CsvOf = (json) => toCsv(bodyOf(json), columns, parametersOf(source));
      const encoders: (readonly [path: string, encoder: Encoder])[] = [];
      for (const name of wanted) {
        const create = files[name] as NonNullable<(typeof files)[DownloadName]>;
        encoders.push([downloadPath(name), await create(csvOf, source)]);
      }
      const findCells = createCellFinder(columns);
      for await (const json of lines(source)) {
        const entries = entriesOf(json, findCells, csvOf);
        for (const [path, encoder] of encoders) for (const part of encoder.add(entries)) yield [path, part];
      }
      for (const [path, encoder] of encoders) for (const part of encoder.end()) yield [path, part];
    },
  };
}

const CATALOGUE: DownloadName = 'catalogue.json';

const catalogue: Download = {
  paths: [downloadPath(CATALOGUE)],
  collections: CATALOGUE_COLLECTIONS,
  async *content(source) {
    for await (const part of catalogueOf(source)) yield [downloadPath(CATALOGUE), part];
  },
};

/** The downloads with these names. */
export function downloadsOf(names: readonly DownloadName[]): Download[] {
  const tables = TABLES.map((table) => downloadOf(table, names));
  return [...tables, names.includes(CATALOGUE) ? catalogue : null].filter((one) => one !== null);
}

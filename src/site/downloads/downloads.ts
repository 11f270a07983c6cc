/**
 * The downloads: whole collections as one file each, in formats that programs of all kinds read. Each is a function of a
 * release's lines and index, by the functions that answer requests. Build time; pure but for the packs that they are handed.
 */

import { WITH_PARAMETERS } from '../../collections/event-versions.ts';
import type { CollectionName } from '../../collections/registry.ts';
import { recordLines } from '../../contract/collection.ts';
import { type DownloadName, downloadPath } from '../../contract/downloads.ts';
import { toCsv } from '../../listing/csv.ts';
import { CSV_COLUMNS } from '../render/csv-columns.ts';
import { CATALOGUE_COLLECTIONS, catalogueOf } from './catalogue.ts';
import { createCellFinder } from './cells.ts';
import { type Columns, EVENT_VERSION_COLUMNS, SEGMENT_COLUMNS, STRAIN_FILE_COLUMNS } from './columns.ts';
import { type Encoder, encodeCsv, encodeJson, entriesOf } from './formats.ts';
import { bodyOf, type Lines, linesOf, type Source, segmentLines } from './lines.ts';

const parametersOf = ({ release }: Source): string[] => release.data.vocabulary.parameters.map(({ name }) => name);

function records(name: string, source: Source): Lines {
  const collection = source.release.collections.find((one) => one.name === name);
  const set = collection && recordLines(collection);
  if (!set) throw new Error(`${name} has no records`);
  return linesOf(set, source);
}

/** The CSV of entries that are joined by commas, with its header line. */
type CsvOf = (json: Uint8Array) => Uint8Array;

interface Table {
  /** Collections that it is made of. */
  readonly collections: readonly CollectionName[];
  readonly lines: (source: Source) => Lines;
  /** Members of the entries, in their order. */
  readonly columns: readonly string[];
  /** What is made of the entries, by the name of the file; they are gone through once for all of them. */
  readonly files: Partial<Record<DownloadName, (csvOf: CsvOf, source: Source) => Encoder | Promise<Encoder>>>;
}

const csv = (csvOf: CsvOf): Encoder => encodeCsv(csvOf(new Uint8Array(0)));

const parquet = (columns: Columns) => async (_: CsvOf, source: Source) => {
  // Loaded only now, as its library has some seventy modules, which no other download needs.
  const { encodeParquet } = await import('./parquet.ts');
  return encodeParquet(columns, parametersOf(source));
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
    lines: (source) => linesOf(WITH_PARAMETERS, source),
    columns: CSV_COLUMNS[WITH_PARAMETERS],
    files: { 'event-versions.csv': csv, 'event-versions.json': encodeJson },
  },
  {
    collections: ['event-versions'],
    lines: (source) => records('event-versions', source),
    columns: Object.keys(EVENT_VERSION_COLUMNS),
    files: { 'event-versions.parquet': parquet(EVENT_VERSION_COLUMNS) },
  },
  {
    collections: ['timelines', 'segments'],
    lines: segmentLines,
    columns: Object.keys(SEGMENT_COLUMNS),
    files: { 'segments.csv': csv, 'segments.parquet': parquet(SEGMENT_COLUMNS) },
  },
];

/** Files that are made together, as they are made of the same. */
export interface Download {
  /** In the site. */
  readonly paths: readonly string[];
  /** Names of the collections that it is made of. */
  readonly collections: readonly string[];
  /** The content of the files in parts, those of each file in order; not compressed yet. A part may be overwritten by the next. */
  content(source: Source): AsyncIterable<readonly [path: string, part: Uint8Array]>;
}

/** The files of a table that are wanted; null where none is. */
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

/** The downloads of these names. */
export function downloadsOf(names: readonly DownloadName[]): Download[] {
  const tables = TABLES.map((table) => downloadOf(table, names));
  return [...tables, names.includes(CATALOGUE) ? catalogue : null].filter((one) => one !== null);
}

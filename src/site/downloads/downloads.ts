/**
 * The downloads: whole collections as one file each, in formats that programs of all kinds read. Each is a function of a
 * release's lines and index, by the functions that answer requests. Build time; pure but for the packs that they are handed.
 */

import { WITH_PARAMETERS } from '../../collections/event-versions.ts';
import type { CollectionName } from '../../collections/registry.ts';
import { recordLines } from '../../contract/collection.ts';
import { type DownloadName, downloadPath } from '../../contract/downloads.ts';
import { CSV_COLUMNS } from '../render/csv-columns.ts';
import { type Bodies, bodiesOf, type Source, segmentBodies } from './bodies.ts';
import { catalogueOf } from './catalogue.ts';
import { EVENT_VERSION_COLUMNS, SEGMENT_COLUMNS, STRAIN_FILE_COLUMNS } from './columns.ts';
import { type Encoder, encodeCsv, encodeJson } from './formats.ts';
import { encodeParquet } from './parquet.ts';

const parametersOf = ({ release }: Source): string[] => release.data.vocabulary.parameters.map(({ name }) => name);

function records(name: string, source: Source): Bodies {
  const collection = source.release.collections.find((one) => one.name === name);
  const set = collection && recordLines(collection);
  if (!set) throw new Error(`${name} has no records`);
  return bodiesOf(set, source);
}

interface Table {
  /** Collections that it is made of. */
  readonly collections: readonly CollectionName[];
  readonly bodies: (source: Source) => Bodies;
  /** What is made of the bodies, by the name of the file; they are gone through once for all of them. */
  readonly files: Partial<Record<DownloadName, (source: Source) => Encoder>>;
}

const TABLES: readonly Table[] = [
  {
    collections: ['strain-files'],
    bodies: (source) => records('strain-files', source),
    files: {
      'strain-files.csv': () => encodeCsv(Object.keys(STRAIN_FILE_COLUMNS), []),
      'strain-files.parquet': () => encodeParquet(STRAIN_FILE_COLUMNS, []),
    },
  },
  {
    collections: ['event-versions'],
    bodies: (source) => bodiesOf(WITH_PARAMETERS, source),
    files: {
      'event-versions.csv': (source) => encodeCsv(CSV_COLUMNS[WITH_PARAMETERS], parametersOf(source)),
      'event-versions.json': encodeJson,
    },
  },
  {
    collections: ['event-versions'],
    bodies: (source) => records('event-versions', source),
    files: { 'event-versions.parquet': (source) => encodeParquet(EVENT_VERSION_COLUMNS, parametersOf(source)) },
  },
  {
    collections: ['timelines', 'segments'],
    bodies: segmentBodies,
    files: {
      'segments.csv': () => encodeCsv(Object.keys(SEGMENT_COLUMNS), []),
      'segments.parquet': () => encodeParquet(SEGMENT_COLUMNS, []),
    },
  },
];

/** Files that are made together, as they are made of the same. */
export interface Download {
  /** In the site. */
  readonly paths: readonly string[];
  /** Names of the collections that it is made of; null for all. */
  readonly collections: readonly string[] | null;
  /** The bytes of the files in parts, those of each file in order. */
  content(source: Source): AsyncIterable<readonly [path: string, part: Uint8Array]>;
}

/** The files of a table that are wanted; null where none is. */
function downloadOf({ collections, bodies, files }: Table, names: readonly DownloadName[]): Download | null {
  const wanted = names.filter((name) => files[name]);
  if (wanted.length === 0) return null;
  return {
    paths: wanted.map(downloadPath),
    collections,
    async *content(source) {
      const encoders = wanted.map((name) => {
        const create = files[name] as (source: Source) => Encoder;
        return [downloadPath(name), create(source)] as const;
      });
      for await (const body of bodies(source)) {
        for (const [path, encoder] of encoders) yield [path, encoder.add(body)];
      }
      for (const [path, encoder] of encoders) yield [path, encoder.end()];
    },
  };
}

const CATALOGUE: DownloadName = 'catalogue.json';

const catalogue: Download = {
  paths: [downloadPath(CATALOGUE)],
  collections: null,
  async *content(source) {
    for await (const part of catalogueOf(source)) yield [downloadPath(CATALOGUE), part];
  },
};

/** The downloads of these names. */
export function downloadsOf(names: readonly DownloadName[]): Download[] {
  const tables = TABLES.map((table) => downloadOf(table, names));
  return [...tables, names.includes(CATALOGUE) ? catalogue : null].filter((one) => one !== null);
}

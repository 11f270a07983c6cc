/**
 * The downloads: whole collections, one file each, in widely used formats. They depend only on a release's lines and index, and are made
 * with the functions that answer requests. Files whose names end in `.gz` are compressed.
 */

import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { WITH_PARAMETERS } from '../../core/collections/event-versions.ts';
import type { CollectionName } from '../../core/collections/registry.ts';
import { collectionNamed } from '../../core/contract/collection.ts';
import { type DownloadName, downloadPath } from '../../core/contract/downloads.ts';
import { recordLineSet } from '../../core/contract/line-sets.ts';
import type { Release } from '../../core/release/release.ts';
import { clearGzipSystem } from '../../fs/compress.ts';
import type { FileWriter } from '../groups/file-writer.ts';
import { CATALOGUE_COLLECTIONS, catalogueJson } from './catalogue.ts';
import { type DownloadColumns, entryColumns, recordColumns, segmentColumns } from './columns.ts';
import { formatCsv, formatJson } from './formats.ts';
import { type Lines, packLines, segmentLines } from './lines.ts';
import { membershipColumns, withMembership } from './membership.ts';

interface Download {
  /** Names of the collections that the download contains. */
  readonly collections: readonly CollectionName[];
  /** `text`: the lines are the text of the file. */
  readonly format: 'csv' | 'json' | 'parquet' | 'text';
  /** The entries. */
  lines(release: Release): Lines;
  /** The columns of a table. */
  columns?(release: Release): DownloadColumns;
}

/** The table of a collection's records. */
const recordTable = (name: CollectionName) => ({
  collections: [name],
  lines(release: Release): Lines {
    return packLines(name, recordLineSet(collectionNamed(release.collections, name)) as string, release);
  },
  columns: () => recordColumns(name),
});

/** Adds the columns of `membership.ts` to a table of event versions. */
const withMembershipColumns = ({ collections, lines, columns }: ReturnType<typeof recordTable>) => ({
  collections,
  lines: (release: Release): Lines => withMembership(lines(release), release),
  columns: (release: Release): DownloadColumns => ({ ...columns(), ...membershipColumns(release) }),
});

const EVENT_VERSIONS: ReturnType<typeof recordTable> = {
  collections: ['event-versions'],
  lines: (release) => packLines('event-versions', WITH_PARAMETERS, release),
  columns: () => entryColumns(WITH_PARAMETERS),
};
const STRAIN_FILES = recordTable('strain-files');
const SEGMENTS = { collections: ['timelines', 'segments'], lines: segmentLines, columns: segmentColumns } as const;

export const DOWNLOADS: Readonly<Record<DownloadName, Download>> = {
  'event-versions.csv': { ...withMembershipColumns(EVENT_VERSIONS), format: 'csv' },
  'event-versions.json': { ...EVENT_VERSIONS, format: 'json' },
  'event-versions.parquet': { ...withMembershipColumns(recordTable('event-versions')), format: 'parquet' },
  'strain-files.csv.gz': { ...STRAIN_FILES, format: 'csv' },
  'strain-files.json.gz': { ...STRAIN_FILES, format: 'json' },
  'strain-files.parquet': { ...STRAIN_FILES, format: 'parquet' },
  'segments.csv': { ...SEGMENTS, format: 'csv' },
  'segments.parquet': { ...SEGMENTS, format: 'parquet' },
  'catalogue.json': { collections: CATALOGUE_COLLECTIONS, lines: catalogueJson, format: 'text' },
};

/** The uncompressed content of a download, in parts. */
export async function* downloadContent(name: DownloadName, release: Release): Lines {
  const { format, columns = () => ({}) } = DOWNLOADS[name];
  const { parameters } = release.data.vocabulary;
  const lines = DOWNLOADS[name].lines(release);
  if (format === 'text') yield* lines;
  else if (format === 'json') yield* formatJson(lines);
  else if (format === 'csv') yield* formatCsv(lines, columns(release), parameters);
  else {
    // Loaded only when needed: the library has about fifty modules.
    const { formatParquet } = await import('./parquet.ts');
    yield* formatParquet(lines, columns(release), parameters);
  }
}

/** Higher levels take much longer and save little space. */
const GZIP_LEVEL = 3;
/** Large enough for the output of one pack: each additional part costs a round trip to the compression thread. */
const GZIP_PART_BYTES = 2 ** 16;

/** Compresses a file in parts. */
async function* compress(content: Lines): Lines {
  const gzip = createGzip({ level: GZIP_LEVEL, chunkSize: GZIP_PART_BYTES });
  const compressed = pipeline(content, gzip);
  // Reading from the stream throws the same error.
  compressed.catch(() => {});
  let isFirst = true;
  for await (const part of gzip as AsyncIterable<Buffer>) {
    if (isFirst) clearGzipSystem(part);
    isFirst = false;
    yield part;
  }
}

/** Writes a download's file. */
export function writeDownload(name: DownloadName, release: Release, writer: FileWriter): Promise<void> {
  const content = downloadContent(name, release);
  return writer.writeParts(downloadPath(name), name.endsWith('.gz') ? compress(content) : content);
}

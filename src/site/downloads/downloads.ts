/**
 * The downloads: whole collections, one file each, in widely used formats. They depend only on a release's lines and index, and are made
 * with the functions that answer requests. Files whose names end in `.gz` are compressed.
 */

import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { WITH_PARAMETERS } from '../../core/collections/event-versions.ts';
import type { CollectionName } from '../../core/collections/registry.ts';
import { type DownloadName, downloadPath } from '../../core/contract/downloads.ts';
import { recordLines } from '../../core/contract/line-sets.ts';
import type { Release } from '../../core/handler/release.ts';
import { clearGzipSystem } from '../../fs/compress.ts';
import type { FileWriter } from '../install/file-writer.ts';
import { CATALOGUE_COLLECTIONS, catalogueJson } from './catalogue.ts';
import { csvColumns, type DownloadColumns, recordColumns, segmentColumns } from './download-columns.ts';
import { formatCsv, formatJson } from './formats.ts';
import { type Lines, packLines, segmentLines } from './lines.ts';
import { membershipColumns, withMembership } from './membership.ts';

export interface Download {
  /** Names of the collections that the download contains. */
  readonly collections: readonly CollectionName[];
  /** The uncompressed content in parts. */
  content(release: Release): Lines;
}

const parametersOf = ({ data }: Release) => data.vocabulary.parameters;

function records(name: CollectionName, release: Release): Lines {
  const collection = release.collections.find((one) => one.name === name);
  const set = collection && recordLines(collection);
  if (!set) throw new Error(`${name} has no records`);
  return packLines(set, release);
}

const csv =
  (lines: (release: Release) => Lines, members: (release: Release) => readonly string[]) => (release: Release) =>
    formatCsv(lines(release), members(release), parametersOf(release));

const json = (lines: (release: Release) => Lines) => (release: Release) => formatJson(lines(release));

const parquet = (lines: (release: Release) => Lines, columns: (release: Release) => DownloadColumns) =>
  async function* (release: Release): Lines {
    // Loaded only when needed: the library has about fifty modules.
    const { formatParquet } = await import('./parquet.ts');
    yield* formatParquet(lines(release), columns(release), parametersOf(release));
  };

const strainFiles = (release: Release) => records('strain-files', release);
const eventVersions = (release: Release) => withMembership(records('event-versions', release), release);
const eventVersionEntries = (release: Release) => packLines(WITH_PARAMETERS, release);
const eventVersionRows = (release: Release) => withMembership(eventVersionEntries(release), release);
const eventVersionMembers = (release: Release) => [
  ...(csvColumns()[WITH_PARAMETERS] ?? []),
  ...Object.keys(membershipColumns(release)),
];
const eventVersionColumns = (release: Release): DownloadColumns => ({
  ...recordColumns('event-versions'),
  ...membershipColumns(release),
});
const strainFileColumns = () => recordColumns('strain-files');
const keysOf = (columns: () => DownloadColumns) => () => Object.keys(columns());

export const DOWNLOADS: Readonly<Record<DownloadName, Download>> = {
  'event-versions.csv': { collections: ['event-versions'], content: csv(eventVersionRows, eventVersionMembers) },
  'event-versions.json': { collections: ['event-versions'], content: json(eventVersionEntries) },
  'event-versions.parquet': { collections: ['event-versions'], content: parquet(eventVersions, eventVersionColumns) },
  'strain-files.csv.gz': { collections: ['strain-files'], content: csv(strainFiles, keysOf(strainFileColumns)) },
  'strain-files.json.gz': { collections: ['strain-files'], content: json(strainFiles) },
  'strain-files.parquet': { collections: ['strain-files'], content: parquet(strainFiles, strainFileColumns) },
  'segments.csv': { collections: ['timelines', 'segments'], content: csv(segmentLines, keysOf(segmentColumns)) },
  'segments.parquet': { collections: ['timelines', 'segments'], content: parquet(segmentLines, segmentColumns) },
  'catalogue.json': { collections: CATALOGUE_COLLECTIONS, content: catalogueJson },
};

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
  const content = DOWNLOADS[name].content(release);
  return writer.writeParts(downloadPath(name), name.endsWith('.gz') ? compress(content) : content);
}

/**
 * The downloads: whole collections, one file for each, in widely used formats. They depend only on the lines and the index of a release,
 * and use the functions that answer requests. Build time; pure except for the packs passed to them.
 */

import { WITH_PARAMETERS } from '../../core/collections/event-versions.ts';
import type { CollectionName } from '../../core/collections/registry.ts';
import { recordLines } from '../../core/contract/collection.ts';
import type { DownloadName } from '../../core/contract/downloads.ts';
import { CATALOGUE_COLLECTIONS, catalogueOf } from './catalogue.ts';
import { type Columns, csvColumns, recordColumns, segmentColumns } from './columns.ts';
import { formatCsv, formatJson } from './formats.ts';
import { type Lines, packLines, type Source, segmentLines } from './lines.ts';

export interface Download {
  /** Names of the collections that it contains. */
  readonly collections: readonly string[];
  /** The uncompressed content in parts. */
  content(source: Source): Lines;
}

const parametersOf = ({ release }: Source) => release.data.vocabulary.parameters;

/** The records of a collection. */
function records(name: CollectionName, source: Source): Lines {
  const collection = source.release.collections.find((one) => one.name === name);
  const set = collection && recordLines(collection);
  if (!set) throw new Error(`${name} has no records`);
  return packLines(set, source);
}

const csv = (lines: (source: Source) => Lines, members: () => readonly string[]) => (source: Source) =>
  formatCsv(lines(source), members(), parametersOf(source));

const json = (lines: (source: Source) => Lines) => (source: Source) => formatJson(lines(source));

const parquet = (lines: (source: Source) => Lines, columns: () => Columns) =>
  async function* (source: Source): Lines {
    // Loaded only when needed: the library has some fifty modules.
    const { formatParquet } = await import('./parquet.ts');
    yield* formatParquet(lines(source), columns(), parametersOf(source));
  };

const strainFiles = (source: Source) => records('strain-files', source);
const eventVersions = (source: Source) => records('event-versions', source);
const eventVersionEntries = (source: Source) => packLines(WITH_PARAMETERS, source);
const eventVersionMembers = () => csvColumns()[WITH_PARAMETERS] ?? [];
const strainFileColumns = () => recordColumns('strain-files');

function of(collections: readonly CollectionName[], content: Download['content']): Download {
  return { collections, content };
}

export const DOWNLOADS: Readonly<Record<DownloadName, Download>> = {
  'event-versions.csv': of(['event-versions'], csv(eventVersionEntries, eventVersionMembers)),
  'event-versions.json': of(['event-versions'], json(eventVersionEntries)),
  'event-versions.parquet': of(
    ['event-versions'],
    parquet(eventVersions, () => recordColumns('event-versions')),
  ),
  'strain-files.csv.gz': of(
    ['strain-files'],
    csv(strainFiles, () => Object.keys(strainFileColumns())),
  ),
  'strain-files.json.gz': of(['strain-files'], json(strainFiles)),
  'strain-files.parquet': of(['strain-files'], parquet(strainFiles, strainFileColumns)),
  'segments.csv': of(
    ['timelines', 'segments'],
    csv(segmentLines, () => Object.keys(segmentColumns())),
  ),
  'segments.parquet': of(['timelines', 'segments'], parquet(segmentLines, segmentColumns)),
  'catalogue.json': { collections: CATALOGUE_COLLECTIONS, content: catalogueOf },
};

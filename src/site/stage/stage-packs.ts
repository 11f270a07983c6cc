/** Writes the packs and index files of a release to the staging folder. */

import { readStatistics } from '../../catalogue/statistics.ts';
import type { LoadedDataset } from '../../catalogue/types.ts';
import type { Collection } from '../../core/contract/collection.ts';
import { DOCUMENT_LINE_SET, lineSetsOf } from '../../core/contract/line-sets.ts';
import type { PackList, PackLists } from '../../core/listing/compose.ts';
import { countEntries, type IndexData } from '../../core/listing/select.ts';
import type { IndexFile } from '../../core/release/release.ts';
import type { Documents } from '../documents/documents.ts';
import { readUnchanged } from '../inputs/inputs.ts';
import { digestOf } from '../inputs/release-id.ts';
import { createFileWriters, withCopies } from '../install/file-writer.ts';
import type { Group, WrittenFiles } from '../install/manifest.ts';
import { rendererOf } from '../render/registry.ts';
import type { NamedCatalogue } from '../render/renderer.ts';
import { createSetWriter, renderPacks, writeIndex } from './packs.ts';
import type { PreviousSite, SiteInput, StagedCollection, Staging } from './staging.ts';

/** Digest of everything that a collection's packs depend on. */
function digestOfPacks(collection: Collection, { catalogue, hashes, config }: SiteInput): string {
  const { name } = collection;
  const { compress, compatibility, legacyInterfaces } = config;
  const { reads } = rendererOf(collection);
  const inputs: Partial<NamedCatalogue> = Object.fromEntries(reads.map((member) => [member, catalogue[member]]));
  const { datasets, ...others } = inputs;
  // Only the content of statistics files matters, not their location.
  const statistics = datasets?.map(({ statisticsFile }) => statisticsFile && hashes.get(statisticsFile));
  const withoutPaths = datasets?.map((dataset) => ({ ...dataset, statisticsFile: null }));
  return digestOf(
    'packs',
    name,
    lineSetsOf(collection),
    compress,
    compatibility,
    legacyInterfaces,
    others,
    withoutPaths,
    statistics,
  );
}

/** Renders a collection and writes its packs and index file. */
async function writePacks(
  collection: Collection,
  index: IndexData,
  group: Group,
  { catalogue, hashes, config }: SiteInput,
  { staging, previous }: Pick<Staging, 'staging' | 'previous'>,
  onProgress: (entries: number) => void,
): Promise<StagedCollection & { readonly files: WrittenFiles }> {
  const { compress, compatibility, legacyInterfaces, layout } = config;
  const writer = createFileWriters(staging, previous?.groups ?? null)(group);
  const write = withCopies(writer, compress && layout !== 'pages');
  const read = (path: string): Buffer => readUnchanged(path, hashes);
  const statistics = (dataset: LoadedDataset) => readStatistics(dataset, read);
  const packs = await renderPacks(
    collection,
    catalogue,
    { statistics, compatibility, legacyInterfaces },
    write,
    onProgress,
  );
  return { packs, index: writeIndex(collection, { index, packs }, writer.write), files: writer.result() };
}

/** Keeps a collection's packs and index file from the previous build, or writes them. */
async function stageCollection(
  collection: Collection,
  index: IndexData,
  input: SiteInput,
  site: Staging,
  onProgress: (entries: number) => void,
): Promise<StagedCollection> {
  const group: Group = { kind: 'packs', key: collection.name, digest: digestOfPacks(collection, input) };
  if (input.config.layout === 'pages') {
    // Pages are composed from packs that the site does not keep; the caller removes the packs.
    return writePacks(collection, index, group, input, { ...site, previous: null }, onProgress);
  }
  if (site.groups.keep(group)) {
    const { index: indexes, packs } = site.previous as PreviousSite;
    const own = lineSetsOf(collection).map((set) => [set, packs[set] as PackList] as const);
    return { index: indexes[collection.name] as IndexData | IndexFile, packs: Object.fromEntries(own) };
  }
  const { files, ...staged } = await writePacks(collection, index, group, input, site, onProgress);
  site.groups.write(group, files);
  return staged;
}

/** Writes the packs and index files of all collections. Returns them by collection. */
export async function stagePacks(
  collections: readonly Collection[],
  indexes: Readonly<Record<string, IndexData>>,
  input: SiteInput,
  site: Staging,
): Promise<Map<string, StagedCollection>> {
  const total = Object.values(indexes).reduce((sum, one) => sum + countEntries(one), 0);
  let rendered = 0;
  const onRendered = (count: number) => {
    rendered += count;
    input.onProgress('rendering', rendered, total);
  };
  const staged = new Map<string, StagedCollection>();
  for (const one of collections) {
    staged.set(one.name, await stageCollection(one, indexes[one.name] as IndexData, input, site, onRendered));
  }
  return staged;
}

/** Writes the pack with the responses that do not depend on a query. Returns the pack's name. */
export function stageDocuments(
  { lines }: Documents,
  { config }: SiteInput,
  { staging, previous, groups }: Staging,
): PackLists {
  const packs: Record<string, PackList> = {};
  const group: Group = { kind: 'packs', key: DOCUMENT_LINE_SET, digest: null };
  const writer = createFileWriters(staging, previous?.groups ?? null)(group);
  const pack = createSetWriter(DOCUMENT_LINE_SET, withCopies(writer, config.compress), packs);
  for (const line of lines) pack.add(line);
  pack.end();
  groups.write(group, writer.result());
  return packs;
}

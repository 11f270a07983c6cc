/** Writes the packs and index files of a release to the staging folder. */

import { readStatistics } from '../../catalogue/statistics.ts';
import type { LoadedDataset } from '../../catalogue/types.ts';
import type { Collection } from '../../core/contract/collection.ts';
import { DOCUMENT_LINE_SET, lineSetsOf } from '../../core/contract/line-sets.ts';
import type { PackList, PackLists } from '../../core/listing/compose.ts';
import { countEntries, type IndexData } from '../../core/listing/select.ts';
import type { Documents } from '../documents/documents.ts';
import { readUnchanged } from '../inputs/inputs.ts';
import { digestOf } from '../inputs/release-id.ts';
import { createFileWriters, withCopies } from '../install/file-writer.ts';
import type { Group, WrittenFiles } from '../install/manifest.ts';
import { rendererOf } from '../render/registry.ts';
import type { NamedCatalogue } from '../render/renderer.ts';
import { createSetWriter, indexFile, renderPacks } from './packs.ts';
import type { SiteInput, Staging } from './staging.ts';

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
): Promise<{ readonly packs: PackLists; readonly files: WrittenFiles }> {
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
  const file = indexFile(collection, index, packs);
  if (file !== null) writer.write(file.path, file.content, file.hash);
  return { packs, files: writer.result() };
}

/** Keeps a collection's packs from the previous build, or writes new packs. Returns the packs' names. */
async function stageCollection(
  collection: Collection,
  index: IndexData,
  input: SiteInput,
  site: Staging,
  onProgress: (entries: number) => void,
): Promise<PackLists> {
  const group: Group = { kind: 'packs', key: collection.name, digest: digestOfPacks(collection, input) };
  if (input.config.layout === 'pages') {
    // Pages are composed from packs that the site does not keep; the caller removes the packs.
    return (await writePacks(collection, index, group, input, { ...site, previous: null }, onProgress)).packs;
  }
  if (site.steps.keep(group)) {
    return Object.fromEntries(lineSetsOf(collection).map((set) => [set, site.previous?.packs[set] as PackList]));
  }
  const { packs, files } = await writePacks(collection, index, group, input, site, onProgress);
  site.steps.write(group, files);
  return packs;
}

/** Writes the packs for all collections. Returns the packs' names. */
export async function stagePacks(
  collections: readonly Collection[],
  indexes: Readonly<Record<string, IndexData>>,
  input: SiteInput,
  site: Staging,
): Promise<PackLists> {
  const total = Object.values(indexes).reduce((sum, one) => sum + countEntries(one), 0);
  let rendered = 0;
  const onRendered = (count: number) => {
    rendered += count;
    input.onProgress('rendering', rendered, total);
  };
  const packs: Record<string, PackList> = {};
  for (const one of collections) {
    Object.assign(packs, await stageCollection(one, indexes[one.name] as IndexData, input, site, onRendered));
  }
  return packs;
}

/** Writes the pack with the responses that do not depend on a query. Returns the pack's name. */
export function stageDocuments(
  { lines }: Documents,
  { config }: SiteInput,
  { staging, previous, steps }: Staging,
): PackLists {
  const packs: Record<string, PackList> = {};
  const group: Group = { kind: 'packs', key: DOCUMENT_LINE_SET, digest: null };
  const writer = createFileWriters(staging, previous?.groups ?? null)(group);
  const pack = createSetWriter(DOCUMENT_LINE_SET, withCopies(writer, config.compress), packs);
  for (const line of lines) pack.add(line);
  pack.end();
  steps.write(group, writer.result());
  return packs;
}

/** Writes the packs and index files of a release to a stage. */

import { readStatistics } from '../../catalogue/statistics.ts';
import type { LoadedDataset } from '../../catalogue/types.ts';
import type { Collection } from '../../core/contract/collection.ts';
import { DOCUMENT_LINE_SET, lineSetsOf } from '../../core/contract/line-sets.ts';
import type { PackList, PackLists } from '../../core/listing/compose.ts';
import { countEntries, type IndexData } from '../../core/listing/select.ts';
import type { IndexFile, Release, ReleaseData } from '../../core/release/release.ts';
import type { Documents } from '../documents/documents.ts';
import type { FileWriter } from '../groups/file-writer.ts';
import type { Group } from '../groups/manifest.ts';
import type { Stage } from '../groups/stage.ts';
import { digestOf } from '../inputs/digests.ts';
import { readUnchanged } from '../inputs/inputs.ts';
import { rendererOf } from '../render/registry.ts';
import type { NamedCatalogue } from '../render/renderer.ts';
import { createSetWriter, renderPacks, writeIndex } from './pack-writer.ts';
import type { SiteInput } from './site-input.ts';

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

/** A collection's packs, and its index as in the pointer: if it is in a separate file, that file also names the packs. */
type StagedPacks = { readonly index: IndexData | IndexFile; readonly packs: PackLists };

/** Renders a collection and writes its packs and index file. */
async function writePacks(
  collection: Collection,
  index: IndexData,
  { catalogue, hashes, config }: SiteInput,
  writer: FileWriter,
  onProgress: (entries: number) => void,
): Promise<StagedPacks> {
  const { compatibility, legacyInterfaces } = config;
  const read = (path: string): Buffer => readUnchanged(path, hashes);
  const statistics = (dataset: LoadedDataset) => readStatistics(dataset, read);
  const options = { statistics, compatibility, legacyInterfaces };
  const packs = await renderPacks(collection, catalogue, options, writer.writeWithCopies, onProgress);
  return { packs, index: writeIndex(collection, { index, packs }, writer.write) };
}

/** The packs and the index file of a collection in the site's release, which are kept. */
async function keptPacks(collection: Collection, { data, open }: Release): Promise<StagedPacks> {
  const { packs } = await open(collection.name);
  const own = lineSetsOf(collection).map((set) => [set, packs[set] as PackList] as const);
  return { index: data.index[collection.name] as IndexData | IndexFile, packs: Object.fromEntries(own) };
}

/**
 * Writes the packs and index files of all collections, or keeps those of `current`, the site's release. Returns the packs of all line sets,
 * and the indexes as in the pointer.
 */
export async function stagePacks(
  collections: readonly Collection[],
  indexes: Readonly<Record<string, IndexData>>,
  input: SiteInput,
  stage: Stage,
  current: Release | null,
): Promise<Pick<ReleaseData, 'index' | 'packs'>> {
  const total = Object.values(indexes).reduce((sum, one) => sum + countEntries(one), 0);
  let rendered = 0;
  const onRendered = (count: number) => {
    rendered += count;
    input.onProgress('rendering', rendered, total);
  };
  const index: Record<string, IndexData | IndexFile> = {};
  const packs: Record<string, PackList> = {};
  for (const collection of collections) {
    const { name } = collection;
    const group: Group = { kind: 'packs', key: name, digest: digestOfPacks(collection, input) };
    let staged: StagedPacks;
    if (stage.keep(group)) staged = await keptPacks(collection, current as Release);
    else {
      const writer = stage.writerOf(group);
      staged = await writePacks(collection, indexes[name] as IndexData, input, writer, onRendered);
      stage.add(group, writer.result());
    }
    index[name] = staged.index;
    Object.assign(packs, staged.packs);
  }
  return { index, packs };
}

/** Writes the pack with the responses that do not depend on a query. Returns the pack's name. */
export function stageDocuments({ lines }: Documents, stage: Stage): PackLists {
  const packs: Record<string, PackList> = {};
  const group: Group = { kind: 'packs', key: DOCUMENT_LINE_SET, digest: null };
  const writer = stage.writerOf(group);
  const pack = createSetWriter(DOCUMENT_LINE_SET, writer.writeWithCopies, packs);
  for (const line of lines) pack.add(line);
  pack.end();
  stage.add(group, writer.result());
  return packs;
}

/** Writes the packs and index parts of a release to the staging folder. Build time. */

import { readStatistics } from '../../catalogue/statistics.ts';
import type { Catalogue, StrainDataset } from '../../catalogue/types.ts';
import type { Collection } from '../../core/contract/collection.ts';
import { DOCUMENT_LINES } from '../../core/contract/paths.ts';
import type { ReleaseData } from '../../core/handler/release.ts';
import type { PackNames } from '../../core/listing/compose.ts';
import type { IndexData } from '../../core/listing/select.ts';
import type { BuildOptions, OnBuildProgress } from '../build.ts';
import type { Documents } from '../documents/documents.ts';
import { readUnchanged } from '../inputs/inputs.ts';
import { digestOf } from '../inputs/release-id.ts';
import { createFileWriters, type WrittenFiles, withCopies } from '../install/file-writer.ts';
import type { FileGroup } from '../install/manifest.ts';
import { createSetWriter, indexPart, inputsOf, renderPacks } from '../render/packs.ts';
import { PACK_GROUPS, type Steps } from './steps.ts';

/** What a release is made from. */
export interface SiteInput {
  /** Of the release. */
  readonly id: string;
  readonly catalogue: Catalogue;
  /** Of the input files, by path. */
  readonly hashes: ReadonlyMap<string, string>;
  readonly options: BuildOptions;
  readonly onProgress: OnBuildProgress;
}

/** A release while it is staged. */
export interface Staging {
  readonly input: SiteInput;
  /** Folder of the site. */
  readonly root: string;
  readonly staging: string;
  /** The groups of the previous build, whose unchanged files are not written again; null if everything is written. */
  readonly previousGroups: readonly FileGroup[] | null;
  /** The packs of the previous build. */
  readonly previousPacks: PackNames;
  readonly steps: Steps;
  /** With the whole index, but without packs. */
  readonly data: ReleaseData;
}

/** Digest of everything that the packs of a collection depend on. */
function digestOfPacks(collection: Collection, { catalogue, hashes, options }: SiteInput): string {
  const { name, lineSets } = collection;
  const { compress, fileLinks, olderInterfaces } = options.config;
  const { datasets, ...others } = inputsOf(collection, catalogue);
  // The content of statistics files matters, not where they are.
  const statistics = datasets?.map(({ statisticsFile }) => statisticsFile && hashes.get(statisticsFile));
  const withoutPaths = datasets?.map((dataset) => ({ ...dataset, statisticsFile: null }));
  return digestOf('packs', name, lineSets, compress, fileLinks, olderInterfaces, others, withoutPaths, statistics);
}

/** Renders the packs of a collection and its index part, or keeps those of the previous build. Out: the names of the packs. */
export async function stagePacks(
  collection: Collection,
  { input, staging, previousGroups, previousPacks, steps, data }: Staging,
  onProgress: (entries: number) => void,
): Promise<PackNames> {
  const { name, lineSets } = collection;
  const { compress, fileLinks, olderInterfaces, layout } = input.options.config;
  const hasPacks = layout !== 'pages';
  const group = `${PACK_GROUPS}${name}`;
  let packs: PackNames = Object.fromEntries(lineSets.map((set) => [set, previousPacks[set] ?? []]));
  const render = async (): Promise<readonly WrittenFiles[]> => {
    const writer = createFileWriters(staging, hasPacks ? previousGroups : null)(group);
    const write = withCopies(writer, compress && hasPacks);
    const read = (path: string): Buffer => readUnchanged(path, input.hashes);
    const statistics = (dataset: StrainDataset) => readStatistics(dataset, read);
    const options = { statistics, fileLinks, olderInterfaces };
    packs = await renderPacks(collection, input.catalogue, options, write, onProgress);
    if (collection.isPart) {
      const { path, content, hash } = indexPart(collection, data.index[name] as IndexData);
      writer.write(path, content, hash);
    }
    return [writer.result()];
  };
  // Packs that the site does not have are rendered to compose pages from, and discarded at the end.
  if (hasPacks) await steps.cached([{ name: group, digest: digestOfPacks(collection, input) }], render);
  else await render();
  return packs;
}

/** Writes the pack of the responses that do not depend on a query. */
export async function stageDocuments(
  { lines }: Documents,
  { input, staging, previousGroups, steps }: Staging,
): Promise<PackNames> {
  const packs: Record<string, string[]> = {};
  const group = `${PACK_GROUPS}${DOCUMENT_LINES}`;
  const writer = createFileWriters(staging, previousGroups)(group);
  const pack = createSetWriter(DOCUMENT_LINES, withCopies(writer, input.options.config.compress), packs);
  for (const line of lines) pack.add(line);
  pack.end();
  await steps.cached([{ name: group, digest: '' }], async () => [writer.result()]);
  return packs;
}

/**
 * Writes a release to the staging folder, in order: the files of collections, documents and other files, manifest and pointer. Tasks
 * with the same inputs as in the previous build are skipped, and files with unchanged content are not written again. Build time.
 */

import { join } from 'node:path';
import type { Catalogue } from '../../catalogue/types.ts';
import { createCollections } from '../../core/collections/registry.ts';
import type { Vocabulary } from '../../core/contract/collection.ts';
import { MANIFEST_PATH, RELEASE_PATH } from '../../core/contract/paths.ts';
import { formatRelease, RELEASE_FORMAT, type ReleaseData } from '../../core/handler/release.ts';
import { countEntries } from '../../core/listing/select.ts';
import { sha256 } from '../../fs/hash.ts';
import type { Config } from '../config/config.ts';
import { createFileWriters } from '../install/file-writer.ts';
import type { ManifestFile } from '../install/manifest.ts';
import type { Output } from '../install/output.ts';
import { csvColumns } from '../render/csv-columns.ts';
import { type Assembled, createAssembly } from './assembly.ts';
import type { BuildOptions } from './build-options.ts';
import { readExplorer } from './explorer-files.ts';
import type { PageWriters } from './page-writer.ts';
import { readPrevious } from './previous-release.ts';
import type { SiteData, Stage } from './stage.ts';
import { stageCollections } from './stage-collections.ts';
import { stageCopies, stageDocuments, stageFixedFiles, stageHeaders } from './stage-files.ts';

export interface StagedSite extends Assembled {
  readonly data: ReleaseData;
  /** Entries, by collection. */
  readonly entries: Readonly<Record<string, number>>;
  /** Numbers of page files and detail files. */
  readonly pageCount: number;
  readonly recordCount: number;
  readonly downloadCount: number;
}

function vocabularyOf({ detectors, catalogs, parameters }: Catalogue): Vocabulary {
  return {
    detectors: detectors.map(({ code }) => code),
    catalogs: catalogs.map(({ name }) => name),
    parameters: parameters.map(({ name, unit, description }) => ({ name, unit, description })),
  };
}

/** The members of release.json that depend neither on its id nor on the collections. */
function describeRelease({ layout, baseUrl, links, archiveUrl, cache, enumerate }: Config, vocabulary: Vocabulary) {
  return {
    format: RELEASE_FORMAT,
    id: '',
    ...{ layout, baseUrl, links, archiveUrl, cache, enumerate, vocabulary },
    index: {},
    packs: {},
    documents: [],
    downloads: {},
    columns: csvColumns(),
  } as const satisfies ReleaseData;
}

/**
 * Writes the site to the staging folder. Returns its content. `pageWriters` is null if there
 * are neither page files nor downloads; the caller stops them. Rejects with SiteDamagedError if a pack or an index part of the
 * previous build is missing or does not match its name. Then nothing of that build may be reused (`isTrusted` false).
 */
export async function stageSite(
  id: string,
  given: SiteData,
  options: BuildOptions,
  output: Output,
  pageWriters: PageWriters | null,
  isTrusted: boolean,
): Promise<StagedSite> {
  const { config, signal } = options;
  const { staging, previous } = output;
  const kept = isTrusted ? previous : null;
  const described = describeRelease(config, vocabularyOf(given.catalogue));
  const stage: Stage = {
    ...given,
    ...{ options, output, pageWriters },
    collections: createCollections(described.vocabulary),
    assembly: createAssembly(previous, isTrusted),
    explorer: readExplorer(options.explorer),
    before: kept && (await readPrevious(kept)),
    previous: kept,
    writerOf: createFileWriters(staging, kept),
    onProgress: (...step) => {
      signal?.throwIfAborted();
      options.onProgress?.(...step);
    },
  };
  const made = await stageCollections(stage, described);
  const documents = await stageDocuments(stage, described, made.index);
  const packs = { ...made.packs, ...documents.packs };
  if (config.layout !== 'pages' && config.compress) await stageCopies(stage, packs);
  await stageFixedFiles(stage, described);
  await made.finish();
  const downloads = named(stage.assembly.files('downloads'));
  await stageHeaders(stage, { ...described, downloads });
  const data = publicData({ ...described, id, packs, downloads, documents: documents.documents, index: made.named });
  const pointer = await formatRelease(data, sha256);
  const done = stage.assembly.add('others', 'release', id);
  const writer = createFileWriters(staging, null)('release');
  writer.write(RELEASE_PATH, Buffer.from(pointer));
  done(writer.result());
  const counts = Object.entries(made.index).map(([name, index]) => [name, countEntries(index)] as const);
  return {
    ...stage.assembly.write(join(staging, MANIFEST_PATH), id),
    data: { ...data, packs },
    entries: Object.fromEntries(counts),
    pageCount: stage.assembly.count('pages', config.compress),
    recordCount: stage.assembly.count('records', false),
    downloadCount: stage.assembly.count('downloads', false),
  };
}

/** The downloads in the pointer. */
const named = (files: readonly ManifestFile[]): ReleaseData['downloads'] =>
  Object.fromEntries(files.map(({ path, size, sha256 }) => [path, { size, sha256 }]));

/** The content of release.json; it has packs and index parts only if the site does. */
function publicData(data: ReleaseData): ReleaseData {
  if (data.layout !== 'pages') return data;
  const whole = Object.entries(data.index).filter(([, { kind }]) => kind !== 'part');
  return { ...data, packs: {}, documents: [], index: Object.fromEntries(whole) };
}

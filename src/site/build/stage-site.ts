/**
 * Writes a release into the staging folder of an output: packs, page and detail files, fixed bodies, manifest and pointer. A task
 * whose inputs are those of the build before does not run; what is in place with the same content is not written again. Build time.
 */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { Problem } from '../../catalogue/files/problems.ts';
import type { Catalogue } from '../../catalogue/types.ts';
import { createCollections } from '../../collections/registry.ts';
import { type Collection, hasRecords, type Vocabulary } from '../../contract/collection.ts';
import {
  DOCUMENT_LINES,
  HEADERS_PATH,
  MANIFEST_PATH,
  OPENAPI_PATH,
  packPath,
  RELEASE_PATH,
  ROBOTS_PATH,
} from '../../contract/paths.ts';
import {
  formatRelease,
  openRelease,
  RELEASE_FORMAT,
  type ReleaseData,
  SiteDamagedError,
} from '../../handler/release.ts';
import { BASE_URL_MARKER } from '../../listing/pack.ts';
import { countEntries } from '../../listing/select.ts';
import type { Config } from '../config/config.ts';
import { datasetScript } from '../documents/dataset.ts';
import { makeDocuments } from '../documents/documents.ts';
import { createFileWriters, type FileWriter } from '../output/file-writer.ts';
import { sha256 } from '../output/hash.ts';
import type { ManifestFile } from '../output/manifest.ts';
import type { Output } from '../output/output.ts';
import { findPresence, groupOf, type PreviousSite } from '../output/previous-site.ts';
import { CSV_COLUMNS } from '../render/csv-columns.ts';
import { type Assembled, type Assembly, createAssembly, type Part } from './assembly.ts';
import type { BuildOptions } from './build-options.ts';
import { compressedCopies } from './compress.ts';
import { digestOf } from './digest.ts';
import { type ExplorerFiles, readExplorer } from './explorer-files.ts';
import { fixedBodies } from './fixed-bodies.ts';
import { indexFiles } from './index-page.ts';
import type { Inputs } from './inputs.ts';
import type { PageWriters } from './page-writer.ts';
import { readPackBytes, readPrevious } from './previous-release.ts';
import { createSetWriter } from './render-lines.ts';
import { headersText, robotsText } from './root-files.ts';
import { type StagedCollections, stageCollections } from './stage-collections.ts';
import { indexOf } from './whole-index.ts';

export interface StagedSite extends Assembled {
  readonly data: ReleaseData;
  /** False where the folder is known to have held nothing but the site before. */
  readonly mayHaveOthers: boolean;
  /** Entries, by collection. */
  readonly entries: Readonly<Record<string, number>>;
  /** Page files, and detail files. */
  readonly pageCount: number;
  readonly recordCount: number;
  readonly downloadCount: number;
}

/** What the parts of a build share. */
export interface Stage {
  readonly options: BuildOptions;
  readonly output: Output;
  readonly catalogue: Catalogue;
  readonly inputs: Inputs;
  readonly collections: readonly Collection[];
  readonly assembly: Assembly;
  readonly explorer: ExplorerFiles;
  /** Null where there is none, or none to be trusted. */
  readonly before: ReleaseData | null;
  /** What of the build before need not be written again; null where all is written. */
  readonly previous: PreviousSite | null;
  readonly writerOf: (group: string) => FileWriter;
  /** Null where there are neither page files nor downloads. */
  readonly pageWriters: PageWriters | null;
  readonly onProgress: NonNullable<BuildOptions['onProgress']>;
}

function vocabularyOf({ detectors, catalogs, parameters }: Catalogue): Vocabulary {
  return {
    detectors: detectors.map(({ code }) => code),
    catalogs: catalogs.map(({ name }) => name),
    parameters: parameters.map(({ name, unit, description }) => ({ name, unit, description })),
  };
}

/** What release.json says apart from its id and from what is made of the collections. */
function describeRelease({ layout, baseUrl, links, archiveUrl, cache, enumerate }: Config, vocabulary: Vocabulary) {
  return {
    format: RELEASE_FORMAT,
    id: '',
    ...{ layout, baseUrl, links, archiveUrl, cache, enumerate, vocabulary },
    index: {},
    packs: {},
    documents: [],
    downloads: {},
    columns: CSV_COLUMNS,
  } as const satisfies ReleaseData;
}

/** Runs a task on this thread where it has to run. */
export async function runHere(
  { assembly, writerOf }: Pick<Stage, 'assembly' | 'writerOf'>,
  part: Part,
  name: string,
  inputs: string,
  run: (writer: FileWriter) => void | Promise<void>,
): Promise<void> {
  if (assembly.reuse(part, name, inputs)) return;
  const done = assembly.add(part, name, inputs);
  const writer = writerOf(groupOf(name));
  await run(writer);
  done(writer.result());
}

/** The head of the page: what it says of the catalogue to search engines, and the explorer. */
const pageHead = ({ catalogue, explorer, options: { config } }: Stage, baseUrl: string): string =>
  explorer.tags + datasetScript({ baseUrl, license: config.license, downloads: config.downloads, catalogue });

/** Adds the answers that are the same whatever the query. Out: their names and packs. */
async function stageDocuments(stage: Stage, described: ReleaseData, index: StagedCollections['index']) {
  const { assembly, before, options } = stage;
  const whole = { ...described, index };
  // The OpenAPI document has the first id of each collection as an example.
  const release = openRelease(whole);
  const examples = stage.collections.filter(hasRecords).map(({ name }) => {
    const opened = indexOf(release, name);
    return opened.count > 0 ? opened.idAt(0) : null;
  });
  const head = pageHead(stage, BASE_URL_MARKER);
  const inputs = digestOf('documents', described, examples, head);
  let made: ReturnType<typeof makeDocuments> | undefined;
  const make = () => {
    made ??= makeDocuments(whole, head);
    return made;
  };
  await runHere(stage, 'others', 'openapi', inputs, async (writer) => {
    writer.write(OPENAPI_PATH, Buffer.from((await make()).openApi));
  });
  if (options.config.layout === 'pages') return { documents: [], packs: {} };
  if (before && assembly.reuse('packs', 'documents', inputs)) {
    return { documents: before.documents, packs: { [DOCUMENT_LINES]: before.packs[DOCUMENT_LINES] ?? [] } };
  }
  const done = assembly.add('packs', 'documents', inputs);
  const writer = stage.writerOf('documents');
  const packs: string[] = [];
  const lines = createSetWriter(DOCUMENT_LINES, writer, (_set, name) => packs.push(name));
  for (const line of (await make()).lines) lines.add(line);
  lines.end();
  done(writer.result());
  return { documents: (await make()).names, packs: { [DOCUMENT_LINES]: packs } };
}

/** Adds the files that depend on nothing but what the release says of itself. */
async function stageFixedFiles(stage: Stage, described: ReleaseData): Promise<void> {
  const release = openRelease(described);
  const head = pageHead(stage, described.baseUrl);
  await runHere(stage, 'others', 'robots', digestOf('robots', described.baseUrl), (writer) => {
    writer.write(ROBOTS_PATH, Buffer.from(robotsText(described)));
  });
  if (described.layout !== 'packs') {
    await runHere(stage, 'others', 'fixed bodies', digestOf('fixed bodies', described, head), (writer) => {
      for (const [path, text] of fixedBodies(release, head)) writer.write(path, Buffer.from(text));
    });
  }
  const { files } = stage.explorer;
  await runHere(stage, 'others', 'assets', digestOf('assets', [...files.keys()]), (writer) => {
    for (const [path, file] of files) writer.write(path, readFileSync(file));
  });
  const { serviceWorker } = stage.options.config;
  await runHere(stage, 'others', 'home', digestOf('home', described, head, serviceWorker), (writer) => {
    for (const [path, text] of indexFiles(release, head, serviceWorker)) writer.write(path, Buffer.from(text));
  });
}

/** Adds compressed copies of the packs. */
async function stageCopies(stage: Stage, packs: ReleaseData['packs']): Promise<void> {
  const { output, onProgress } = stage;
  const all = Object.values(packs).flat();
  let done = 0;
  for (const [set, names] of Object.entries(packs)) {
    await runHere(stage, 'packs', `copies ${set}`, digestOf('copies', names), async (writer) => {
      for (const name of new Set(names)) {
        // Lets timers and signals have their turn.
        await setImmediate();
        onProgress('compressing packs', done++, all.length);
        for (const copy of compressedCopies(packPath(name), readAnyPack(output, name))) writer.write(...copy);
      }
    });
  }
}

/** A pack that was staged, or is in place. */
function readAnyPack({ root, staging }: Output, name: string): Uint8Array {
  try {
    return readPackBytes(staging, name);
  } catch {
    return readPackBytes(root, name);
  }
}

/**
 * Writes the site into the staging folder. Returns what it holds, or the problems that the statistics turned out to have.
 * `pageWriters` is null where there are neither page files nor downloads; the caller stops them. Rejects with SiteDamagedError where a file of
 * the build before is missing, or not what its name promises: then nothing of that build may be built upon (`isTrusted` false).
 */
export async function stageSite(
  id: string,
  catalogue: Catalogue,
  inputs: Inputs,
  options: BuildOptions,
  output: Output,
  pageWriters: PageWriters | null,
  isTrusted: boolean,
): Promise<StagedSite | { readonly problems: readonly Problem[] }> {
  const { config, signal } = options;
  const { staging, previous } = output;
  const kept = isTrusted ? previous : null;
  const described = describeRelease(config, vocabularyOf(catalogue));
  const stage: Stage = {
    ...{ options, output, catalogue, inputs, pageWriters },
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
  if ('problems' in made) return made;
  const documents = await stageDocuments(stage, described, made.index);
  const packs = { ...made.packs, ...documents.packs };
  if (config.layout !== 'pages' && config.compress) await stageCopies(stage, packs);
  await stageFixedFiles(stage, described);
  const found = (await made.finish()) ?? (kept && (await findPresence(kept, setImmediate)));
  if (kept && found?.isPartial) throw new SiteDamagedError('files of the build before are missing');
  const downloads = named(stage.assembly.files('downloads'));
  const headers = headersText({ cache: described.cache, downloads });
  await runHere(stage, 'others', 'headers', digestOf('headers', headers), (writer) => {
    writer.write(HEADERS_PATH, Buffer.from(headers));
  });
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
    mayHaveOthers: found?.hasOthers !== false,
    entries: Object.fromEntries(counts),
    pageCount: stage.assembly.count('pages', config.compress),
    recordCount: stage.assembly.count('records', false),
    downloadCount: stage.assembly.count('downloads', false),
  };
}

/** What the pointer says of the downloads. */
const named = (files: readonly ManifestFile[]): ReleaseData['downloads'] =>
  Object.fromEntries(files.map(({ path, size, sha256 }) => [path, { size, sha256 }]));

/** What release.json says: packs and parts only where the site has them. */
function publicData(data: ReleaseData): ReleaseData {
  if (data.layout !== 'pages') return data;
  const whole = Object.entries(data.index).filter(([, { kind }]) => kind !== 'part');
  return { ...data, packs: {}, documents: [], index: Object.fromEntries(whole) };
}

/**
 * Adds files that are not made from collections: documents, files that depend only on the data of release.json, and compressed copies
 * of packs. Build time.
 */

import { readFileSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { hasRecords } from '../../core/contract/collection.ts';
import { DOCUMENT_LINES, HEADERS_PATH, OPENAPI_PATH, packPath, ROBOTS_PATH } from '../../core/contract/paths.ts';
import { openRelease, type ReleaseData } from '../../core/handler/release.ts';
import { BASE_URL_MARKER } from '../../core/listing/pack.ts';
import type { IndexData } from '../../core/listing/select.ts';
import { datasetScript } from '../documents/dataset.ts';
import { makeDocuments } from '../documents/documents.ts';
import type { PageParts } from '../documents/home-page.ts';
import { ruleFiles } from '../documents/rule-files.ts';
import type { Output } from '../install/output.ts';
import { compressedCopies } from './compress.ts';
import { digestOf } from './digest.ts';
import { indexFiles } from './index-page.ts';
import { readPackBytes } from './previous-release.ts';
import { createSetWriter } from './render-lines.ts';
import { headersText, robotsText } from './root-files.ts';
import { runHere, type Stage } from './stage.ts';
import type { StagedCollections } from './stage-collections.ts';
import { firstId } from './whole-index.ts';

/** Parts of the page: metadata for search engines, the explorer, and links to the downloads. */
function pageParts({ catalogue, explorer, options: { config } }: Stage, baseUrl: string): PageParts {
  const { license, downloads } = config;
  return { head: explorer.tags + datasetScript({ baseUrl, license, downloads, catalogue }), downloads };
}

/** Adds the responses that do not depend on a query. Out: their names and packs. */
export async function stageDocuments(stage: Stage, described: ReleaseData, index: StagedCollections['index']) {
  const { assembly, before, options } = stage;
  const whole = { ...described, index };
  // The OpenAPI document uses the first id of each collection as an example.
  const examples = stage.collections.filter(hasRecords).map((collection) => {
    return firstId(collection, index[collection.name] as IndexData);
  });
  const page = pageParts(stage, BASE_URL_MARKER);
  const inputs = digestOf('documents', described, examples, page);
  let made: ReturnType<typeof makeDocuments> | undefined;
  const make = () => {
    made ??= makeDocuments(whole, page);
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

/** Adds the files that depend only on the data of release.json. */
export async function stageFixedFiles(stage: Stage, described: ReleaseData): Promise<void> {
  const release = openRelease(described);
  const page = pageParts(stage, described.baseUrl);
  await runHere(stage, 'others', 'robots', digestOf('robots', described.baseUrl), (writer) => {
    writer.write(ROBOTS_PATH, Buffer.from(robotsText(described)));
  });
  if (described.layout !== 'packs') {
    await runHere(stage, 'others', 'rule files', digestOf('rule files', described, page), (writer) => {
      for (const [path, text] of ruleFiles(release, page)) writer.write(path, Buffer.from(text));
    });
  }
  const { files } = stage.explorer;
  await runHere(stage, 'others', 'assets', digestOf('assets', [...files.keys()]), (writer) => {
    for (const [path, file] of files) writer.write(path, readFileSync(file));
  });
  const { serviceWorker } = stage.options.config;
  await runHere(stage, 'others', 'home', digestOf('home', described, page, serviceWorker), (writer) => {
    for (const [path, text] of indexFiles(release, page, serviceWorker)) writer.write(path, Buffer.from(text));
  });
}

/** Adds compressed copies of the packs. */
export async function stageCopies(stage: Stage, packs: ReleaseData['packs']): Promise<void> {
  const { output, onProgress } = stage;
  const all = Object.values(packs).flat();
  let done = 0;
  for (const [set, names] of Object.entries(packs)) {
    await runHere(stage, 'packs', `copies ${set}`, digestOf('copies', names), async (writer) => {
      for (const name of new Set(names)) {
        // Lets timers and signals run.
        await setImmediate();
        onProgress('compressing packs', done++, all.length);
        for (const copy of compressedCopies(packPath(name), readAnyPack(output, name))) writer.write(...copy);
      }
    });
  }
}

/** A pack, staged or already in the site. */
function readAnyPack({ root, staging }: Output, name: string): Uint8Array {
  try {
    return readPackBytes(staging, name);
  } catch {
    return readPackBytes(root, name);
  }
}

/** Adds the headers of files, for hosts that read them from a file. */
export async function stageHeaders(stage: Stage, data: Pick<ReleaseData, 'cache' | 'downloads'>): Promise<void> {
  const headers = headersText(data);
  await runHere(stage, 'others', 'headers', digestOf('headers', headers), (writer) => {
    writer.write(HEADERS_PATH, Buffer.from(headers));
  });
}

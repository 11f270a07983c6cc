/**
 * Documents: answers that are the same whatever the query, which are the OPTIONS bodies, the root, the page at the base URL
 * and the OpenAPI document. Request handlers read them from a pack, one line each; the files that hosts without logic send
 * are written apart. Build time.
 */

import { DOCUMENT_LINES, OPENAPI_PATH, optionsName } from '../../contract/paths.ts';
import { openRelease, type ReleaseData } from '../../handler/release.ts';
import type { PackNames } from '../../listing/compose.ts';
import { BASE_URL_MARKER } from '../../listing/pack.ts';
import { createPackWriter } from '../build/pack-writer.ts';
import { openApiDocument } from '../openapi/document.ts';
import { type Account, createFileWriter, type InPlace } from '../output/file-writer.ts';
import type { ManifestFile } from '../output/manifest.ts';
import { describedTargets, describeTarget, homePage, rootBody } from './describe.ts';

/** JSON escapes control characters; in packs the marker stands for itself. */
const toLine = (value: unknown): string => JSON.stringify(value).replaceAll('\\u0001', BASE_URL_MARKER);

/** The lines of the documents by name, with markers in place of the base URL; without the OpenAPI document. */
export function documentLines(data: ReleaseData): ReadonlyMap<string, string> {
  const release = openRelease(data, BASE_URL_MARKER);
  return new Map([
    ['root', toLine(rootBody(release))],
    // A line feed would end the line.
    ['home', homePage(release).replaceAll('\n', ' ')],
    ...describedTargets(release).map((target) => [optionsName(target), toLine(describeTarget(target))] as const),
  ]);
}

export interface WrittenDocuments {
  /** Names in the order of the lines. */
  readonly documents: readonly string[];
  readonly packs: PackNames;
  readonly files: readonly ManifestFile[];
  /** The OpenAPI document with the release's base URL. */
  readonly openApi: string;
}

/** Writes the pack below `staging`. */
export async function writeDocumentPack(data: ReleaseData, staging: string): Promise<WrittenDocuments> {
  const files: ManifestFile[] = [];
  const writer = createPackWriter(DOCUMENT_LINES, staging, (file) => files.push(file));
  const openApiLine = toLine(await openApiDocument(openRelease(data), BASE_URL_MARKER));
  const documents = new Map([['openapi', openApiLine], ...documentLines(data)]);
  for (const line of documents.values()) writer.add(line);
  const openApi = openApiLine.replaceAll(BASE_URL_MARKER, data.baseUrl);
  return { documents: [...documents.keys()], packs: { [DOCUMENT_LINES]: writer.end() }, files, openApi };
}

/** Writes the file of the OpenAPI document, which every layout has. */
export function writeOpenApiFile(text: string, staging: string, inPlace: InPlace): Account {
  const writer = createFileWriter(staging, inPlace);
  writer.write(OPENAPI_PATH, Buffer.from(text));
  return writer.account();
}

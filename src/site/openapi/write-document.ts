/**
 * Writes the OpenAPI document: a pack of one line, which request handlers answer with, and a file for hosts that send files. The
 * pack has markers in place of the base URL, as all packs have. Build time.
 */

import { OPENAPI_PACK, OPENAPI_PATH } from '../../contract/paths.ts';
import type { Release } from '../../handler/release.ts';
import type { PackNames } from '../../listing/compose.ts';
import { BASE_URL_MARKER } from '../../listing/pack.ts';
import { createPackWriter } from '../build/pack-writer.ts';
import { type Account, createFileWriter, type InPlace } from '../output/file-writer.ts';
import type { ManifestFile } from '../output/manifest.ts';
import { openApiDocument } from './document.ts';

/** Writes the pack below `staging`. */
export async function writeDocumentPack(
  release: Release,
  staging: string,
): Promise<{ readonly packs: PackNames; readonly files: readonly ManifestFile[]; readonly text: string }> {
  const files: ManifestFile[] = [];
  const writer = createPackWriter(OPENAPI_PACK, staging, (file) => files.push(file));
  // A control character is escaped in JSON, and stands for itself in packs.
  const line = JSON.stringify(await openApiDocument(release, BASE_URL_MARKER)).replace('\\u0001', BASE_URL_MARKER);
  writer.add(line);
  return { packs: { [OPENAPI_PACK]: writer.end() }, files, text: line.replace(BASE_URL_MARKER, release.baseUrl) };
}

/** Writes the file, which every layout has. */
export function writeDocumentFile(text: string, staging: string, inPlace: InPlace): Account {
  const writer = createFileWriter(staging, inPlace);
  writer.write(OPENAPI_PATH, Buffer.from(text));
  return writer.account();
}
